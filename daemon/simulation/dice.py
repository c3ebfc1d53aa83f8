"""Chance as an argument: the same dice play the same evening."""

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Dice(Protocol):
    """What the simulation asks of chance; `random.Random(seed)` answers it."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...

    def randint(self, a: int, b: int, /) -> int:
        """A whole number from `a` to `b`, both included."""
        ...

    def gauss(self, mu: float, sigma: float, /) -> float:
        """A number around `mu`, two of three within `sigma` of it."""
        ...

    def choice(self, seq: Sequence[T], /) -> T:
        """One of several, each as likely."""
        ...

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put into any order, in place."""
        ...


def happens(dice: Dice, probability: float) -> bool:
    """Whether something of this probability (0 to 1) happens this time."""
    return dice.random() < probability
