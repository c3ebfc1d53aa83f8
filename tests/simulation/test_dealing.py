from collections.abc import Callable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from daemon.bridge.card import RANKS, Card, Strain, Suit
from daemon.bridge.seat import Seat, Side
from daemon.simulation.dealing import Deal, deal


@given(st.integers())
def test_everybody_gets_thirteen_of_the_fifty_two_cards(seed: int) -> None:
    hands = deal(Random(seed)).hands
    assert [len(hands[seat].cards) for seat in Seat] == [13, 13, 13, 13]
    pack = {Card(suit, rank) for suit in Suit for rank in RANKS}
    assert {card for seat in Seat for card in hands[seat].cards} == pack


def test_the_same_dice_deal_the_same_cards_and_other_dice_others() -> None:
    assert deal(Random(1)) == deal(Random(1))
    assert deal(Random(1)).hands != deal(Random(2)).hands


def test_each_side_has_its_luck_in_each_strain() -> None:
    luck = deal(Random(1)).luck
    assert set(luck) == {(side, strain) for side in Side for strain in Strain}
    assert len(set(luck.values())) == 10


def test_a_side_knows_who_is_longer_and_who_is_stronger(deal_of: Callable[[str], Deal]) -> None:
    dealt = deal_of("AKQ2.432.432.432 T987.765.8765.AK")
    assert dealt.longer(Side.NS, Suit.SPADES) is Seat.NORTH  # four each: the one with more points
    assert dealt.longer(Side.NS, Suit.DIAMONDS) is Seat.SOUTH
    assert dealt.stronger(Side.NS) is Seat.NORTH
    assert dealt.pair(Side.EW) == (dealt.hands[Seat.EAST], dealt.hands[Seat.WEST])
