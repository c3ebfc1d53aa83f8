"""What each contestant has gathered: boards, points and what could have been won."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Literal, TypeVar

from msgspec import Struct

from daemon.bridge.seat import Side
from daemon.scoring.traveller import Contestant, Points, ScoredLine

_ZERO = Fraction(0)
Key = TypeVar("Key")


class Tally(Struct, frozen=True):
    """Points out of a maximum over a number of boards; tallies of several kinds can be added."""

    boards: int = 0
    total: Fraction = _ZERO
    maximum: Fraction = _ZERO

    @property
    def percent(self) -> Fraction | None:
        """Percentage of the maximum; None when nothing could be compared (maximum 0)."""
        if not self.maximum:
            return None
        won, parts = self.total.as_integer_ratio()
        most, whole = self.maximum.as_integer_ratio()
        return Fraction(100 * won * whole, parts * most)

    @property
    def average(self) -> Fraction:
        """Points per board; 0 without boards."""
        if not self.boards:
            return _ZERO
        won, parts = self.total.as_integer_ratio()
        return Fraction(won, parts * self.boards)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.boards + other.boards, self.total + other.total, self.maximum + other.maximum
        )

    def __sub__(self, other: "Tally") -> "Tally":
        return Tally(
            self.boards - other.boards, self.total - other.total, self.maximum - other.maximum
        )


_NOTHING = Tally()


def sum_points(points: Collection[Points]) -> Tally:
    """Tally of one contestant's points, one item a board."""
    return _sums({None: points})[None]


def tally(
    lines: Iterable[ScoredLine], sides: Collection[Side] = tuple(Side)
) -> dict[Contestant, Tally]:
    """Tally of every contestant that has a line on one of these sides.

    `lines` are those of all boards, in any order. Each player of an individual tournament gets
    the points of the side that he sat on.
    """
    return _sums(_gathered(lines, sides))


def retally(
    tallies: Mapping[Contestant, Tally],
    then: Iterable[ScoredLine],
    now: Iterable[ScoredLine],
    sides: Collection[Side] = tuple(Side),
) -> dict[Contestant, Tally]:
    """Tallies after some lines (`then`) have become others (`now`), as `tally` gives them for all.

    Most contestants of a board move by the same few differences, each of which is worked out once.
    """
    lost, won = _gathered(then, sides), _gathered(now, sides)
    moved = dict(tallies)
    moves: dict[tuple[tuple[int, ...], tuple[int, ...]], Tally] = {}
    for who in dict.fromkeys((*lost, *won)):
        less, more = lost.get(who, ()), won.get(who, ())
        of = tuple(map(id, less)), tuple(map(id, more))
        if of not in moves:
            moves[of] = _sum(more) - _sum(less)
        gathered = moved.get(who, _NOTHING) + moves[of]
        if gathered.boards:
            moved[who] = gathered
        else:
            del moved[who]
    return moved


def _sum(points: Collection[Points]) -> Tally:
    """A few points added up; mostly those of one board."""
    return sum((Tally(1, each.points, each.maximum) for each in points), _NOTHING)


def _gathered(
    lines: Iterable[ScoredLine], sides: Collection[Side]
) -> Mapping[Contestant, Collection[Points]]:
    """The points of every contestant that has a line on one of these sides."""
    gathered: defaultdict[Contestant, list[Points]] = defaultdict(list)
    north_south, east_west = Side.NS in sides, Side.EW in sides
    for line, ns, ew in lines:
        if north_south:
            _gather(gathered, line.ns, ns)
        if east_west:
            _gather(gathered, line.ew, ew)
    return gathered


def _gather(
    gathered: defaultdict[Contestant, list[Points]],
    contestants: tuple[Contestant, ...],
    points: tuple[Points, ...],
) -> None:
    # Most lines are of pairs, one on each side; a loop takes three times as long.
    if len(contestants) == len(points) == 1:
        gathered[contestants[0]].append(points[0])
        return
    for contestant, each in zip(contestants, points, strict=True):
        gathered[contestant].append(each)


def _sums(gathered: Mapping[Key, Collection[Points]]) -> dict[Key, Tally]:
    """Add up exactly, in whole numbers over one denominator.

    Of an evening's many points most are the same few objects: each is brought to that denominator
    once, which is ten times faster than adding fractions.
    """
    distinct = {id(each): each for points in gathered.values() for each in points}
    won = _over_one(distinct, "points")
    most = _over_one(distinct, "maximum")
    tallies = {}
    for who, points in gathered.items():
        keys = [*map(id, points)]
        tallies[who] = Tally(len(keys), won.sum(keys), most.sum(keys))
    return tallies


class _OverOne(Struct, frozen=True):
    """Numerators of exact values over one denominator, by the identity of their points."""

    numerators: Mapping[int, int]
    denominator: int

    def sum(self, keys: Iterable[int]) -> Fraction:
        """The sum of the values of the points with these identities."""
        return Fraction(sum(map(self.numerators.__getitem__, keys)), self.denominator)


def _over_one(distinct: Mapping[int, Points], field: Literal["points", "maximum"]) -> _OverOne:
    ratios = {key: getattr(points, field).as_integer_ratio() for key, points in distinct.items()}
    denominator = lcm(*{bottom for _, bottom in ratios.values()})
    return _OverOne(
        {key: top * (denominator // bottom) for key, (top, bottom) in ratios.items()}, denominator
    )


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
