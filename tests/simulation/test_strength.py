from collections.abc import Callable

import pytest

from daemon.bridge.card import Strain, Suit
from daemon.bridge.seat import Side
from daemon.simulation.dealing import Deal
from daemon.simulation.strength import fit, promised_tricks

DealOf = Callable[[str], Deal]


def test_twenty_five_points_are_worth_nine_tricks_without_trumps(deal_of: DealOf) -> None:
    deal = deal_of("AQ32.K32.KQ2.J32 K87.AQ4.J543.654")
    assert sum(hand.points for hand in deal.pair(Side.NS)) == 25
    assert promised_tricks(deal, Side.NS, Strain.NO_TRUMP) == pytest.approx(9, abs=0.3)


def test_two_balanced_sides_take_about_thirteen_tricks_between_them(deal_of: DealOf) -> None:
    deal = deal_of("AQ32.K32.KQ2.J32 K87.AQ4.J543.654")
    both = [promised_tricks(deal, side, Strain.NO_TRUMP) for side in Side]
    assert sum(both) == pytest.approx(13, abs=1.2)


def test_thirty_four_points_are_worth_a_slam(deal_of: DealOf) -> None:
    deal = deal_of("AKQ.AQJ2.KQ3.K32 J432.K76.AJ4.QJ5")
    assert promised_tricks(deal, Side.NS, Strain.NO_TRUMP) >= 12
    assert promised_tricks(deal, Side.EW, Strain.NO_TRUMP) < 3


def test_twenty_six_points_and_eight_trumps_are_worth_ten_tricks(deal_of: DealOf) -> None:
    deal = deal_of("AQ32.K32.KQ2.J32 KJ84.A4.J543.Q54")
    assert sum(hand.points for hand in deal.pair(Side.NS)) == 26
    assert fit(deal, Side.NS, Suit.SPADES) == 8
    assert promised_tricks(deal, Side.NS, Strain.SPADES) == pytest.approx(10, abs=0.5)


def test_a_singleton_beside_trumps_is_worth_more_than_a_doubleton(deal_of: DealOf) -> None:
    doubleton = deal_of("AQ432.K2.KQ32.J2 KJ85.A43.J54.Q54")
    singleton = deal_of("AQ432.K32.KQ32.2 KJ85.A54.J54.Q54")
    tricks = [promised_tricks(deal, Side.NS, Strain.SPADES) for deal in (doubleton, singleton)]
    points = [sum(hand.points for hand in deal.pair(Side.NS)) for deal in (doubleton, singleton)]
    assert points[0] == points[1] + 1
    assert tricks[1] == pytest.approx(tricks[0] - 1 / 3)
    short = deal_of("AQ432.K876.KQ32. KJ85.A54.J54.Q54")
    assert promised_tricks(short, Side.NS, Strain.SPADES) > tricks[1]


def test_each_trump_beyond_eight_is_worth_a_trick_and_each_one_less_costs_one(
    deal_of: DealOf,
) -> None:
    tricks = [
        promised_tricks(deal_of(f"AQ32.K32.K432.J2 {south}"), Side.NS, Strain.SPADES)
        for south in ("K84.A54.A65.Q543", "K984.A54.A65.Q54", "K9864.A54.A6.Q54")
    ]
    assert tricks[0] + 0.5 < tricks[1]
    assert tricks[1] + 0.5 < tricks[2]
