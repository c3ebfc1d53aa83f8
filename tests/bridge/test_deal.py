"""A deal and its notation in PBN."""

import pytest

from daemon.bridge.card import Card, Suit
from daemon.bridge.deal import Deal, DealError, read_deal
from daemon.bridge.seat import Seat

# The example of the standard (PBN 2.1, 3.4.11).
EXAMPLE = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"


def refused(text: str) -> tuple[str, str]:
    """Why a text is no deal, and the part of it that is named."""
    with pytest.raises(DealError) as caught:
        read_deal(text)
    error = caught.value
    return str(error), text[error.start : error.start + error.length]


def read(text: str) -> Deal:
    found = read_deal(text)
    assert found is not None
    return found


def test_hands_go_clockwise_from_the_seat_that_is_named() -> None:
    deal = read(EXAMPLE)
    assert deal.holder(Card(Suit.DIAMONDS, "A")) is Seat.NORTH
    assert deal.holder(Card(Suit.SPADES, "A")) is Seat.EAST
    assert deal.holder(Card(Suit.CLUBS, "K")) is Seat.SOUTH
    assert deal.holder(Card(Suit.HEARTS, "A")) is Seat.WEST
    assert {seat: hand.points for seat, hand in deal.hands.items()} == {
        Seat.NORTH: 13,
        Seat.EAST: 12,
        Seat.SOUTH: 5,
        Seat.WEST: 10,
    }


def test_a_deal_is_written_as_it_is_read_from_any_seat() -> None:
    deal = read(EXAMPLE)
    assert str(deal) == EXAMPLE
    west = "W:KQT2.AT.J6542.85 .63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4"
    assert deal.beginning_at(Seat.WEST) == west
    assert read(west) == deal


def test_tens_small_letters_and_blanks_are_read_as_people_write_them() -> None:
    written = "n: .63.akq987.a9732   a8654.kq5.10.qj106 j973.j98742.3.k4\tkq102.a10.j6542.85 "
    assert read(written) == read(EXAMPLE)


def test_a_hand_that_is_not_given_has_the_cards_that_are_left() -> None:
    assert read(EXAMPLE.replace("J973.J98742.3.K4", "-")) == read(EXAMPLE)


def test_four_hands_that_are_not_given_are_no_deal_and_no_error() -> None:
    assert read_deal("E:- - - -") is None


def test_two_hands_that_are_not_given_cannot_be_told_apart() -> None:
    text = "N:.63.AKQ987.A9732 - J973.J98742.3.K4 -"
    assert refused(text) == ("the cards of East and West are not given", text)


@pytest.mark.parametrize(
    ("old", "new", "message", "place"),
    [
        ("N:", "", "a deal begins with the seat of the first hand, as in N:", None),
        (" KQT2.AT.J6542.85", "", "there are 3 hands and not four", None),
        (
            "J973.J98742.3.K4",
            "J973.J98742.K4",
            "South's hand has 3 suits and not four, with a point between them",
            "J973.J98742.K4",
        ),
        ("KQ5.T.Q", "KX5.T.Q", "X is no card: the ranks are A K Q J T 9 to 2", "X"),
        ("KQ5.T.", "KQ5.1.", "1 is no card: the ranks are A K Q J T 9 to 2", "1"),
        ("A8654.", "A865.", "East has 12 cards and not 13", "A865.KQ5.T.QJT6"),
        ("A8654.", "A8655.", "East has S5 twice", "5"),
        ("J973.", "J974.", "East has S4, and South too", "4"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    old: str, new: str, message: str, place: str | None
) -> None:
    text = EXAMPLE.replace(old, new)
    assert refused(text) == (message, text if place is None else place)


def test_a_card_that_is_there_twice_is_named_where_it_comes_again() -> None:
    with pytest.raises(DealError) as caught:
        read_deal(EXAMPLE.replace("A8654.", "A8655."))
    assert caught.value.start == len("N:.63.AKQ987.A9732 A865")


def test_four_hands_have_all_cards_between_them() -> None:
    hands = dict(read(EXAMPLE).hands)
    hands[Seat.NORTH] = hands[Seat.SOUTH]
    with pytest.raises(ValueError, match="four hands of 13 cards"):
        Deal(hands)
