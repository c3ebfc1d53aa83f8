"""The words and letters of bridge that every language has its own of.

A term is a message with the context that tells it from its namesakes: the S of South is a Z in
Dutch, the S of spades is not.
"""

from collections.abc import Mapping

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Strain, Suit
from daemon.bridge.contract import Doubled
from daemon.bridge.seat import Seat, Side

Term = tuple[str, str]


def term(context: str, message: str) -> Term:
    """Mark a message for the catalogues; it is translated where a language is known."""
    return context, message


SEATS: Mapping[Seat, Term] = {
    Seat.NORTH: term("seat", "N"),
    Seat.EAST: term("seat", "E"),
    Seat.SOUTH: term("seat", "S"),
    Seat.WEST: term("seat", "W"),
}
SEAT_NAMES: Mapping[Seat, Term] = {
    Seat.NORTH: term("seat", "North"),
    Seat.EAST: term("seat", "East"),
    Seat.SOUTH: term("seat", "South"),
    Seat.WEST: term("seat", "West"),
}
SIDES: Mapping[Side, Term] = {
    Side.NS: term("side", "NS"),
    Side.EW: term("side", "EW"),
}
SIDE_NAMES: Mapping[Side, Term] = {
    Side.NS: term("side", "North-South"),
    Side.EW: term("side", "East-West"),
}
RANKS: Mapping[str, Term] = {
    "A": term("rank of a card", "A"),
    "K": term("rank of a card", "K"),
    "Q": term("rank of a card", "Q"),
    "J": term("rank of a card", "J"),
    "T": term("rank of a card", "10"),
}
SUITS: Mapping[Suit, Term] = {
    Suit.CLUBS: term("suit", "C"),
    Suit.DIAMONDS: term("suit", "D"),
    Suit.HEARTS: term("suit", "H"),
    Suit.SPADES: term("suit", "S"),
}
SUIT_NAMES: Mapping[Suit, Term] = {
    Suit.CLUBS: term("suit", "clubs"),
    Suit.DIAMONDS: term("suit", "diamonds"),
    Suit.HEARTS: term("suit", "hearts"),
    Suit.SPADES: term("suit", "spades"),
}
NO_TRUMP = term("strain", "NT")
NO_TRUMP_NAME = term("strain", "no trump")
VULNERABILITIES: Mapping[Vulnerability, Term] = {
    Vulnerability(ns=False, ew=False): term("who is vulnerable", "None"),
    Vulnerability(ns=True, ew=False): term("who is vulnerable", "NS"),
    Vulnerability(ns=False, ew=True): term("who is vulnerable", "EW"),
    Vulnerability(ns=True, ew=True): term("who is vulnerable", "All"),
}
DOUBLED: Mapping[Doubled, Term] = {
    Doubled.DOUBLED: term("contract", "doubled"),
    Doubled.REDOUBLED: term("contract", "redoubled"),
}


def suit_of(strain: Strain) -> Suit | None:
    """The suit that a strain is; None for no trump."""
    return None if strain is Strain.NO_TRUMP else Suit(strain.value)
