"""A hand of thirteen cards, and what a player sees in it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from daemon.bridge.card import RANKS, Card, Suit

HONOUR_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


@dataclass(frozen=True, slots=True)
class Hand:
    """Thirteen cards, from the ace of spades down to the two of clubs.

    `points` are high card points, 4 for an ace to 1 for a jack; `lengths` is how many cards each
    suit has.
    """

    cards: tuple[Card, ...]
    points: int = field(init=False, compare=False)
    lengths: Mapping[Suit, int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        points = sum(HONOUR_POINTS.get(card.rank, 0) for card in self.cards)
        object.__setattr__(self, "points", points)
        lengths = Counter(card.suit for card in self.cards)
        object.__setattr__(self, "lengths", {suit: lengths[suit] for suit in Suit})

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Self:
        """Sort cards into a hand."""
        return cls(tuple(sorted(cards, key=_order, reverse=True)))

    @property
    def aces(self) -> int:
        """How many aces it holds."""
        return sum(card.rank == "A" for card in self.cards)

    @property
    def is_balanced(self) -> bool:
        """Whether it is 4-3-3-3, 4-4-3-2 or 5-3-3-2."""
        longest, _, third, shortest = sorted(self.lengths.values(), reverse=True)
        return shortest >= 2 and longest <= 5 and third == 3

    @property
    def longest(self) -> Suit:
        """Its longest suit, the higher-ranking of two."""
        return max(reversed(Suit), key=self.length)

    def suit(self, suit: Suit) -> tuple[Card, ...]:
        """Its cards of one suit, the highest first."""
        return tuple(card for card in self.cards if card.suit is suit)

    def length(self, suit: Suit) -> int:
        """How many cards of one suit it holds."""
        return self.lengths[suit]


def _order(card: Card) -> tuple[int, int]:
    return _SUITS.index(card.suit), RANKS.index(card.rank)


_SUITS = tuple(Suit)
