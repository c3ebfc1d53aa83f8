from collections.abc import Callable

import pytest

from daemon.bridge.card import Card, Suit
from daemon.bridge.hand import Hand

ReadHand = Callable[[str], Hand]


def test_a_hand_is_sorted_from_the_ace_of_spades_down_to_the_two_of_clubs(hand: ReadHand) -> None:
    cards = hand("32A.J9QK.4.TA872").cards
    shown = " ".join(map(str, cards))
    assert shown == "SA S3 S2 HK HQ HJ H9 D4 CA C10 C8 C7 C2"


def test_an_ace_is_four_points_a_king_three_a_queen_two_and_a_jack_one(hand: ReadHand) -> None:
    assert hand("AKQJ.432.432.432").points == 10
    assert hand("T987.432.432.432").points == 0
    assert hand("AKQ.AKQ.AKQ.AKQJ").points == 37


def test_aces_are_counted(hand: ReadHand) -> None:
    assert hand("A432.A32.K32.A32").aces == 3


@pytest.mark.parametrize(
    ("text", "balanced"),
    [
        ("AK32.QJ5.T98.432", True),  # 4-3-3-3
        ("AK32.QJ54.T98.43", True),  # 4-4-3-2
        ("AK.QJ543.T98.432", True),  # 5-3-3-2
        ("AK32.QJ543.T9.43", False),  # 5-4-2-2
        ("AK32.QJ54.T987.4", False),  # 4-4-4-1
        ("AK3.QJ5432.T9.43", False),  # 6-3-2-2
    ],
)
def test_balanced_is_without_a_singleton_and_with_one_doubleton_at_most(
    hand: ReadHand, text: str, *, balanced: bool
) -> None:
    assert hand(text).is_balanced is balanced


def test_the_longest_suit_is_the_higher_ranking_of_two(hand: ReadHand) -> None:
    assert hand("AK32.QJ54.T98.43").longest is Suit.SPADES
    assert hand("AK2.Q2.T987.5432").longest is Suit.DIAMONDS
    assert hand("AK.Q32.T98.65432").longest is Suit.CLUBS


def test_the_cards_of_a_suit_come_from_the_highest_down(hand: ReadHand) -> None:
    hearts = hand("AK32.J5Q.T98.432").suit(Suit.HEARTS)
    assert hearts == (Card(Suit.HEARTS, "Q"), Card(Suit.HEARTS, "J"), Card(Suit.HEARTS, "5"))
    assert hand("AK32.J5Q.T98.432").length(Suit.HEARTS) == 3
