"""A deal: four hands of thirteen cards, and its notation in PBN (PBN 2.1, 3.4.11)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from daemon.bridge.card import RANKS, Card, Suit
from daemon.bridge.hand import Hand
from daemon.bridge.seat import Seat

HAND_SIZE = 13

_PACK = frozenset(Card(suit, rank) for suit in Suit for rank in RANKS)
_FIRST_SEAT = re.compile(r"\s*([NESWnesw])\s*:")
_TEN = re.compile("10")
_NOT_GIVEN = "-"


@dataclass(frozen=True, slots=True)
class Deal:
    """Who holds which card. The four hands have all 52 cards between them."""

    hands: Mapping[Seat, Hand]
    _holders: Mapping[Card, Seat] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        holders = {card: seat for seat, hand in self.hands.items() for card in hand.cards}
        sizes = [len(hand.cards) for hand in self.hands.values()]
        if len(holders) != len(_PACK) or sizes != [HAND_SIZE] * 4:
            raise ValueError("a deal has four hands of 13 cards, each card once")
        object.__setattr__(self, "_holders", holders)

    def holder(self, card: Card) -> Seat:
        """Who was dealt a card."""
        return self._holders[card]

    def beginning_at(self, seat: Seat) -> str:
        """The deal as PBN has it, with the hand of this seat first: `N:AK5.T92... ...`."""
        return f"{seat}:{' '.join(_written(self.hands[one]) for one in _seats_from(seat))}"

    def __str__(self) -> str:
        """The deal as PBN has it, with North's hand first."""
        return self.beginning_at(Seat.NORTH)


class DealError(ValueError):
    """A text is no deal. `start` (from 0) and `length` are the place of what is wrong in it."""

    def __init__(self, message: str, start: int = 0, length: int = 1) -> None:
        super().__init__(message)
        self.start = start
        self.length = length


def read_deal(text: str) -> Deal | None:
    """Read a deal in PBN: the seat of the first hand, and the hands clockwise from there.

    A hand that is not given (`-`) has the cards that the other three leave; None when none of the
    four is given. Two or three that are missing cannot be told apart: that is refused. Small
    letters, `10` for the ten, and more blanks than needed are read. Raises DealError.
    """
    first = _FIRST_SEAT.match(text)
    if first is None:
        raise DealError("a deal begins with the seat of the first hand, as in N:", 0, len(text))
    seats = _seats_from(Seat(first[1].upper()))
    written = list(re.finditer(r"\S+", text[first.end() :]))
    if len(written) != 4:
        raise DealError(f"there are {len(written)} hands and not four", 0, len(text))
    places = {
        seat: _Piece(hand[0], first.end() + hand.start())
        for seat, hand in zip(seats, written, strict=True)
    }
    given = {seat: piece for seat, piece in places.items() if piece.text != _NOT_GIVEN}
    if not given:
        return None
    if len(given) < 3:
        names = " and ".join(seat.name.capitalize() for seat in places if seat not in given)
        raise DealError(f"the cards of {names} are not given", 0, len(text))
    hands = dict(_hands(given))
    for seat in places:
        if seat not in hands:
            known = {card for hand in hands.values() for card in hand.cards}
            hands[seat] = Hand.of(_PACK - known)
    return Deal({seat: hands[seat] for seat in Seat})


class _Piece(Struct, frozen=True):
    """A part of the text, and where it begins in it (from 0)."""

    text: str
    start: int

    def error(self, message: str) -> DealError:
        return DealError(message, self.start, max(1, len(self.text)))


def _hands(given: Mapping[Seat, _Piece]) -> Iterator[tuple[Seat, Hand]]:
    """The hands that are given, when they can lie in one pack."""
    holders: dict[Card, Seat] = {}
    for seat, piece in given.items():
        cards = tuple(_cards(piece, seat))
        for card, where in cards:
            if card in holders:
                whose = holders[card].name.capitalize()
                again = "" if holders[card] is seat else f", and {seat.name.capitalize()} too"
                twice = " twice" if holders[card] is seat else ""
                raise where.error(f"{whose} has {card}{twice}{again}")
            holders[card] = seat
        if len(cards) != HAND_SIZE:
            raise piece.error(f"{seat.name.capitalize()} has {len(cards)} cards and not 13")
        yield seat, Hand.of(card for card, _ in cards)


def _cards(piece: _Piece, seat: Seat) -> Iterator[tuple[Card, _Piece]]:
    """Each card of a hand, with its place: spades, hearts, diamonds and clubs between points."""
    suits = piece.text.split(".")
    if len(suits) != 4:
        raise piece.error(
            f"{seat.name.capitalize()}'s hand has {len(suits)} suits and not four, with a point "
            f"between them"
        )
    start = piece.start
    for suit, ranks in zip(reversed(Suit), suits, strict=True):
        for found in re.finditer("10|.", ranks):
            where = _Piece(found[0], start + found.start())
            rank = _TEN.sub("T", found[0]).upper()
            if rank not in RANKS:
                raise where.error(f"{found[0]} is no card: the ranks are A K Q J T 9 to 2")
            yield Card(suit, rank), where
        start += len(ranks) + 1


def _seats_from(seat: Seat) -> tuple[Seat, ...]:
    order = tuple(Seat)
    begin = order.index(seat)
    return order[begin:] + order[:begin]


def _written(hand: Hand) -> str:
    return ".".join("".join(card.rank for card in hand.suit(suit)) for suit in reversed(Suit))
