"""What is compared on one board, and what each side gets for it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from daemon.bridge.seat import Side

_AVERAGE = Fraction(50)


class Contestant(NamedTuple):
    """A pair (or a player of an individual tournament) within its section."""

    section: str
    number: int


class Compared(Struct, frozen=True):
    """A real score, as NS see it, that is compared with the others of its direction."""

    score: int


class Award(Struct, frozen=True):
    """An artificial score (Law 12C2): a percentage of the top (0 to 100).

    `floor`: the contestant gets its own percentage on its other boards when that is higher
    (average plus); `ceiling`: when that is lower (average minus).
    """

    percent: Fraction
    floor: bool = False
    ceiling: bool = False


class Weighted(Struct, frozen=True):
    """An assigned score of several outcomes, each with its weight (Law 12C1(c)).

    `outcomes` are pairs of a weight (0 to 1; they add up to exactly 1) and a score as NS see it.
    It counts as one real score: its side gets the weighted mean of the points of each outcome,
    and the others are compared with each outcome for its weight. Raises ValueError for other
    weights.
    """

    outcomes: tuple[tuple[Fraction, int], ...]

    def __post_init__(self) -> None:
        weights = [weight for weight, _ in self.outcomes]
        if any(not 0 <= weight <= 1 for weight in weights) or sum(weights) != 1:
            shown = " + ".join(map(str, weights)) or "nothing"
            raise ValueError(f"weights of 0 to 1 that add up to 1 are needed, not {shown}")


SideScore = Compared | Weighted | Award


class Line(Struct, frozen=True):
    """One line of a traveller that counts: who, and what each side is scored by.

    `ns` and `ew` hold one contestant each, or two players each in an individual tournament. Both
    scores are as NS see the board. Lines of one board with different `deal` were played with
    different cards (a fouled board, Law 87) and are not compared with each other.
    """

    ns: tuple[Contestant, ...]
    ew: tuple[Contestant, ...]
    ns_score: SideScore
    ew_score: SideScore
    deal: int = 0

    def score(self, side: Side) -> SideScore:
        """What this side is scored by (as NS see the board)."""
        return self.ns_score if side is Side.NS else self.ew_score


class Points(Struct, frozen=True):
    """What one side gets on one board: exact points out of a maximum.

    A board that is expected to be played once has nothing to compare with: 0 points out of 0. It
    is 50 % on its own and weighs nothing in a total.
    """

    points: Fraction
    maximum: Fraction

    @property
    def percent(self) -> Fraction:
        """Percentage of the maximum on this board alone; 50 when the maximum is 0."""
        return self.points * 100 / self.maximum if self.maximum else _AVERAGE


class ScoredLine(NamedTuple):
    """A line with its points, one for each contestant in `line.ns` and in `line.ew`.

    Two players who sat together get the same, unless an artificial score gives one of them his
    own percentage (Law 12C2(c)).
    """

    line: Line
    ns: tuple[Points, ...]
    ew: tuple[Points, ...]

    def of(self, side: Side) -> Iterator[tuple[Contestant, Points]]:
        """Each contestant of this side with its points."""
        if side is Side.NS:
            return zip(self.line.ns, self.ns, strict=True)
        return zip(self.line.ew, self.ew, strict=True)
