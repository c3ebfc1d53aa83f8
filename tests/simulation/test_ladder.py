from collections.abc import Callable
from random import Random

import pytest

from daemon.bridge.auction import Bid
from daemon.bridge.card import Strain
from daemon.bridge.seat import Seat
from daemon.simulation.dealing import Deal
from daemon.simulation.ladder import Climb, cheapest, ladder

DealOf = Callable[[str], Deal]


def bid(text: str) -> Bid:
    return Bid(int(text[0]), Strain(text[1:]))


def ways(deal: Deal, final: str, declarer: str, opener: str, floor: str | None = None) -> set[str]:
    """All ways that fifty tables find, as `N 1NT, S 2C!, N 2H, S 4H`."""
    climb = Climb(
        deal, bid(final), Seat(declarer), Seat(opener), None if floor is None else bid(floor)
    )
    dice = Random(5)
    return {
        ", ".join(f"{step.seat} {step.bid}{'!' * step.alerted}" for step in ladder(climb, dice))
        for _ in range(50)
    }


def test_a_major_is_raised_to_game_at_once_or_by_way_of_an_invitation(deal_of: DealOf) -> None:
    deal = deal_of("AQ432.K32.KQ32.2 KJ85.A54.J54.654")
    assert ways(deal, "4S", "N", "N") == {"N 1S, S 4S", "N 1S, S 2S, N 4S"}


def test_partner_may_name_a_suit_of_four_cards_first(deal_of: DealOf) -> None:
    deal = deal_of("AQ432.K32.KQ2.32 KJ85.A5.J543.Q54")
    assert "N 1S, S 2D, N 2S, S 4S" in ways(deal, "4S", "N", "N")


def test_four_cards_in_a_major_are_asked_for_after_one_no_trump(deal_of: DealOf) -> None:
    deal = deal_of("AQ32.K32.KQ2.K32 KJ85.A54.J543.Q5")
    assert ways(deal, "2S", "N", "N") == {"N 1NT, S 2C!, N 2S"}
    assert ways(deal, "4S", "N", "N") == {
        "N 1NT, S 2C!, N 2S, S 4S",
        "N 1NT, S 2C!, N 2S, S 3S, N 4S",
    }


def test_five_cards_in_a_major_are_shown_by_the_strain_below_after_one_no_trump(
    deal_of: DealOf,
) -> None:
    spades = deal_of("AQ2.K32.KQ32.K32 KJ854.A54.J54.54")
    assert "N 1NT, S 2H!, N 2S, S 4S" in ways(spades, "4S", "N", "N")
    hearts = deal_of("K32.AQ2.KQ32.K32 A54.KJ854.J54.54")
    assert "N 1NT, S 2D!, N 2H, S 4H" in ways(hearts, "4H", "N", "N")


def test_a_slam_in_a_suit_asks_for_aces_and_tells_them(deal_of: DealOf) -> None:
    none = deal_of("AQ432.AK2.AQ32.2 KJ85.43.KJ54.KQ5")
    assert "N 1S, S 2S, N 4NT, S 5C!, N 6S" in ways(none, "6S", "N", "N")
    one = deal_of("AQ432.KQ2.AQ32.2 KJ85.A3.KJ54.Q65")
    assert "N 1S, S 2S, N 4NT, S 5D!, N 6S" in ways(one, "6S", "N", "N")


def test_a_weak_hand_opens_its_long_suit_high(deal_of: DealOf) -> None:
    six = deal_of("AQJ432.32.432.32 K85.AK4.AKJ.K654")
    assert ways(six, "4S", "N", "N") == {"N 2S, S 4S", "N 2S, S 3S, N 4S"}
    seven = deal_of("AQJ9432.32.432.3 K85.AK4.AKJ.K654")
    assert ways(seven, "4S", "N", "N") == {"N 3S, S 4S"}


def test_two_clubs_is_strong_and_two_diamonds_the_answer(deal_of: DealOf) -> None:
    suit = deal_of("AKQJ2.AK2.KQJ.32 8543.543.543.654")
    assert ways(suit, "2S", "N", "N") == {"N 2C!, S 2D!, N 2S"}
    balanced = deal_of("AKQ2.AK2.KQJ.Q32 8543.543.543.654")
    assert ways(balanced, "2NT", "N", "N") == {"N 2C!, S 2D!, N 2NT"}


@pytest.mark.parametrize(
    ("north", "final", "way"),
    [
        ("AQ32.K32.KQ2.K32", "1NT", "N 1NT"),
        ("AQ32.K32.KQ2.K32", "3NT", "N 1NT, S 3NT"),
        ("AQ32.K32.KQ2.K32", "2NT", "N 1NT, S 2NT"),
        ("AQ32.KQ2.KQ2.K32", "3NT", "N 1C, S 1D, N 1NT, S 3NT"),  # 19: too strong for 1NT
        ("AKQ2.KQ2.KQ2.K32", "3NT", "N 2C!, S 2D!, N 2NT, S 3NT"),  # 22
        ("AKQ2.KJ2.KQ2.K32", "3NT", "N 2NT, S 3NT"),  # 21
        ("A732.432.KQ2.K32", "1NT", "N 1C, S 1D, N 1NT"),  # 12
    ],
)
def test_no_trump_is_opened_by_strength(deal_of: DealOf, north: str, final: str, way: str) -> None:
    assert way in ways(deal_of(f"{north} J85.A65.AJ43.654"), final, "N", "N")


def test_declarer_answers_partners_opening(deal_of: DealOf) -> None:
    deal = deal_of("A2.K32.KQJ2.K432 KQ854.A54.543.Q5")
    assert ways(deal, "2S", "S", "N") == {"N 1NT, S 2S"}
    weaker = deal_of("A2.K32.KQJ2.5432 KQ854.A54.543.Q6")
    assert ways(weaker, "2S", "S", "N") == {"N 1D, S 1S, N 2S"}
    assert "N 1D, S 1NT, N 3NT" in ways(weaker, "3NT", "S", "N")


def test_a_strong_two_clubs_of_partner_is_alerted(deal_of: DealOf) -> None:
    deal = deal_of("AK2.AK2.AKQ2.K32 Q9854.654.543.65")
    assert "N 2C!, S 2S, N 4S" in ways(deal, "4S", "S", "N")


def test_a_dummy_that_would_not_open_is_said_to_have_opened_its_suit(deal_of: DealOf) -> None:
    deal = deal_of("A2.432.KJ32.5432 KQ854.A65.654.76")
    assert ways(deal, "1S", "S", "N") == {"N 1D, S 1S"}


def test_bids_below_the_other_sides_opening_are_left_out(deal_of: DealOf) -> None:
    deal = deal_of("AQ432.K32.KQ32.2 KJ85.A54.J54.654")
    assert ways(deal, "4S", "N", "N", floor="1D") == {"N 1S, S 4S", "N 1S, S 2S, N 4S"}
    assert "N 2S, S 4S" in ways(deal, "4S", "N", "N", floor="1NT")


def test_partner_never_names_the_strain_first(deal_of: DealOf) -> None:
    # South opens spades: were North to declare them, South must have passed.
    deal = deal_of("KJ85.A54.J54.654 AQ432.K32.KQ32.2")
    assert all(way.startswith("N ") for way in ways(deal, "4S", "N", "S"))


def test_when_nothing_else_leads_there_declarer_names_the_strain_and_partner_raises(
    deal_of: DealOf,
) -> None:
    deal = deal_of("AQ432.K32.KQ32.2 KJ85.A54.J54.654")
    assert ways(deal, "1C", "S", "N") == {"S 1C"}
    assert ways(deal, "3H", "S", "N", floor="1S") == {"S 2H, N 3H"}
    assert ways(deal, "4S", "N", "N", floor="4H") == {"N 4S"}


def test_the_cheapest_bid_is_on_the_same_level_when_the_strain_ranks_higher() -> None:
    assert str(cheapest(Strain.SPADES, bid("1H"))) == "1S"
    assert str(cheapest(Strain.HEARTS, bid("1S"))) == "2H"
    assert str(cheapest(Strain.SPADES, bid("1S"))) == "2S"
    assert str(cheapest(Strain.CLUBS, None)) == "1C"
