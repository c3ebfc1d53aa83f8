from collections.abc import Callable

import pytest

from daemon.bridge.card import Suit
from daemon.bridge.hand import Hand
from daemon.simulation.opening import opened_suit, opening

ReadHand = Callable[[str], Hand]


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("AKQ2.AKQ2.AK2.32", "2C"),  # 25 points
        ("AKQ2.AK2.K32.Q32", "2NT"),  # 21, balanced
        ("AKQ2.K2.K432.432", "1NT"),  # 15, balanced
        ("AK.KQ432.K32.A32", "1H"),  # 19, balanced: too strong for one no trump
        ("AK432.K2.K432.32", "1S"),  # 13
        ("AKQ2.5432.K43.32", "1D"),  # 12: no major of four cards, diamonds the longer minor
        ("K432.5432.K43.AQ", "1D"),  # 12
        ("K432.A432.43.AJ2", "1C"),  # 12
        ("AJ432.K2.J432.32", "None"),  # 9
        ("AKJ32.K2.5432.32", "1S"),  # 11 with five cards
        ("AKJ2.K2.5432.432", "None"),  # 11 without
        ("AQJ432.32.432.32", "2S"),  # weak two
        ("432.32.32.AQJ432", "None"),  # two clubs would be strong
        ("32.32.32.AQJ5432", "3C"),
        ("2.AQT8765.432.32", "3H"),
        ("432.T98765.K2.32", "None"),  # 3
    ],
)
def test_a_hand_opens_as_players_would(hand: ReadHand, text: str, bid: str) -> None:
    assert str(opening(hand(text))) == bid


def test_an_optimist_opens_with_a_point_less_and_a_pessimist_needs_one_more(
    hand: ReadHand,
) -> None:
    eleven, twelve = hand("AKJ2.K2.5432.432"), hand("AKQ2.5432.K43.32")
    assert opening(eleven) is None
    assert str(opening(eleven, 1)) == "1D"
    assert str(opening(twelve)) == "1D"
    assert opening(twelve, -1) is None


@pytest.mark.parametrize(
    ("text", "suit"),
    [
        ("AK432.Q5432.2.32", Suit.SPADES),
        ("AK43.Q543.43.432", Suit.CLUBS),
        ("AK43.Q.5432.5432", Suit.DIAMONDS),
        ("AK43.Q54.543.543", Suit.CLUBS),
        ("AK43.2.43.AQ5432", Suit.CLUBS),
    ],
)
def test_the_suit_that_is_opened_is_one_of_five_cards_or_the_longer_minor(
    hand: ReadHand, text: str, suit: Suit
) -> None:
    assert opened_suit(hand(text)) is suit
