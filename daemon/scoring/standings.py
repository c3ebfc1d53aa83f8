"""Who is where: one ranking, or one for each direction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType

from daemon.scoring.rounding import half_away
from daemon.scoring.rules import Ties, Winners
from daemon.scoring.tally import Tally
from daemon.scoring.traveller import Contestant

SHOWN_PLACES = 2
_ZERO = Fraction(0)
_AVERAGE = Fraction(50)
_NO_POINTS: Mapping[Contestant, Fraction] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a ranking.

    `rank` is None for a contestant that has not played. `tied`: others share the rank. `percent`
    includes percentage points that were added, and is None when nothing could be compared
    (`maximum` 0); `average` is points per board.
    """

    rank: int | None
    tied: bool
    contestant: Contestant
    boards: int
    total: Fraction
    maximum: Fraction
    percent: Fraction | None
    average: Fraction


def two_winners(
    rule: Winners, ns_contestants: Iterable[Contestant], ew_contestants: Iterable[Contestant]
) -> bool:
    """Whether NS and EW are ranked apart: `auto` does so when no contestant plays both ways.

    The contestants are those that the movement seats on each side, whoever has played so far.
    """
    if rule is Winners.AUTO:
        return set(ns_contestants).isdisjoint(ew_contestants)
    return rule is Winners.TWO


def standings(
    contestants: Iterable[Contestant],
    tallies: Mapping[Contestant, Tally],
    ties: Ties,
    *,
    percent_points: Mapping[Contestant, Fraction] = _NO_POINTS,
) -> tuple[Standing, ...]:
    """Rank these contestants by percentage, then (among equals) by section and number.

    `percent_points` are added to the percentage of those who have some: a correction by the
    director, or a handicap. They count for rank and ties; total and maximum stay as they are.

    Contestants whose percentages are equal, exactly or as shown with two decimals, share a rank,
    and the next rank skips (1, 2=, 2=, 4). One that has only played boards with nothing to
    compare ranks as 50 %, with its percentage points. Those that have not played stand at the end,
    without a rank.
    """
    rows = [
        _unranked(who, tallies.get(who, Tally()), percent_points.get(who, _ZERO))
        for who in sorted(set(contestants))
    ]
    decides = {
        row.contestant: _AVERAGE + percent_points.get(row.contestant, _ZERO)
        if row.percent is None
        else row.percent
        for row in rows
    }
    played = [row for row in rows if row.boards]
    # Equals stay in the order of their numbers, because the sort is stable.
    played.sort(key=lambda row: decides[row.contestant], reverse=True)
    ranked: list[Standing] = []
    for _, equals in groupby(played, key=lambda row: _judged(decides[row.contestant], ties)):
        group = tuple(equals)
        rank, tied = len(ranked) + 1, len(group) > 1
        ranked.extend(replace(row, rank=rank, tied=tied) for row in group)
    return (*ranked, *(row for row in rows if not row.boards))


def _unranked(contestant: Contestant, gathered: Tally, percent_points: Fraction) -> Standing:
    percent = gathered.percent
    return Standing(
        rank=None,
        tied=False,
        contestant=contestant,
        boards=gathered.boards,
        total=gathered.total,
        maximum=gathered.maximum,
        percent=None if percent is None else percent + percent_points,
        average=gathered.average,
    )


def _judged(percent: Fraction, ties: Ties) -> Fraction:
    """What has to be equal for a tie."""
    return half_away(percent, SHOWN_PLACES) if ties is Ties.SHOWN else percent
