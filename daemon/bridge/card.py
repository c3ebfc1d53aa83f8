"""Suits, strains and cards."""

from enum import StrEnum

from msgspec import Struct

RANKS = "23456789TJQKA"


class Suit(StrEnum):
    """A suit, from the lowest to the highest."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        """The suit as it is printed."""
        return {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[self.value]


class Strain(StrEnum):
    """What a bid names: a suit or no trump, from the lowest to the highest."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NO_TRUMP = "NT"

    @property
    def rank(self) -> int:
        """0 for clubs to 4 for no trump."""
        return _STRAINS.index(self)

    @property
    def symbol(self) -> str:
        """The strain as it is printed."""
        return "NT" if self is Strain.NO_TRUMP else Suit(self.value).symbol


_STRAINS = tuple(Strain)


class Card(Struct, frozen=True):
    """A card; `rank` is one of `23456789TJQKA`."""

    suit: Suit
    rank: str

    def __post_init__(self) -> None:
        if len(self.rank) != 1 or self.rank not in RANKS:
            raise ValueError(f"a card's rank is one of {RANKS}, not {self.rank!r}")

    def __str__(self) -> str:
        """Suit first, the ten as 10: `SJ`, `H10`."""
        return f"{self.suit}{'10' if self.rank == 'T' else self.rank}"
