"""What each contestant has gathered: boards, points and what could have been won."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from daemon.bridge.seat import Side
from daemon.scoring.traveller import Contestant, Points, ScoredLine

_ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Tally:
    """Points out of a maximum over a number of boards; tallies of several kinds can be added."""

    boards: int = 0
    total: Fraction = _ZERO
    maximum: Fraction = _ZERO

    @property
    def percent(self) -> Fraction | None:
        """Percentage of the maximum; None when nothing could be compared (maximum 0)."""
        return self.total * 100 / self.maximum if self.maximum else None

    @property
    def average(self) -> Fraction:
        """Points per board; 0 without boards."""
        return self.total / self.boards if self.boards else _ZERO

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.boards + other.boards, self.total + other.total, self.maximum + other.maximum
        )


def sum_points(points: Collection[Points]) -> Tally:
    """Tally of one contestant's points, one item a board."""
    return Tally(
        len(points),
        _exact_sum(each.points for each in points),
        _exact_sum(each.maximum for each in points),
    )


def tally(
    lines: Iterable[ScoredLine], sides: Collection[Side] = tuple(Side)
) -> dict[Contestant, Tally]:
    """Tally of every contestant that has a line on one of these sides.

    `lines` are those of all boards, in any order. Each player of an individual tournament gets
    the points of the side that he sat on.
    """
    gathered: defaultdict[Contestant, list[Points]] = defaultdict(list)
    for scored in lines:
        for side in sides:
            for contestant, points in scored.of(side):
                gathered[contestant].append(points)
    return {contestant: sum_points(points) for contestant, points in gathered.items()}


def with_sit_outs(
    tallies: Mapping[Contestant, Tally], boards: Mapping[Contestant, int], top: Fraction
) -> dict[Contestant, Tally]:
    """Add half of `top` for each board that a contestant sat out (`boards` says how many).

    A contestant that has not played yet gets nothing for them: it stays without a rank until it
    has a score of its own.
    """
    return {
        contestant: gathered + _average(boards.get(contestant, 0), top)
        if gathered.boards
        else gathered
        for contestant, gathered in tallies.items()
    }


def _average(boards: int, top: Fraction) -> Tally:
    """Half of what could have been won on so many boards."""
    return Tally(boards, boards * top / 2, boards * top)


def _exact_sum(values: Iterable[Fraction]) -> Fraction:
    """Add up, first what has the same denominator: most boards of a session share a few."""
    numerators: defaultdict[int, int] = defaultdict(int)
    for value in values:
        numerators[value.denominator] += value.numerator
    return sum((Fraction(top, bottom) for bottom, top in numerators.items()), _ZERO)
