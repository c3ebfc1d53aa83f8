"""What is compared on one board, and what each side gets for it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple


class Contestant(NamedTuple):
    """A pair (or a player of an individual tournament) within its section."""

    section: str
    number: int


@dataclass(frozen=True, slots=True)
class Compared:
    """A real score, as NS see it, that is compared with the others of its direction."""

    score: int


@dataclass(frozen=True, slots=True)
class Award:
    """An artificial score (Law 12C2): a percentage of the top (0 to 100).

    `floor`: the contestant gets its own percentage on its other boards when that is higher
    (average plus); `ceiling`: when that is lower (average minus).
    """

    percent: Fraction
    floor: bool = False
    ceiling: bool = False


SideScore = Compared | Award


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a traveller that counts: who, and what each side is scored by.

    `ns` and `ew` hold one contestant each, or two players each in an individual tournament. Both
    scores are as NS see the board.
    """

    ns: tuple[Contestant, ...]
    ew: tuple[Contestant, ...]
    ns_score: SideScore
    ew_score: SideScore


@dataclass(frozen=True, slots=True)
class Points:
    """What one side gets on one board: exact points out of a maximum."""

    points: Fraction
    maximum: Fraction
