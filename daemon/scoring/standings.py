"""Who is where: one ranking, or one for each direction."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct

from daemon.scoring.rounding import half_away
from daemon.scoring.rules import Measure, Ties, Winners
from daemon.scoring.tally import Tally
from daemon.scoring.traveller import Contestant

SHOWN_PLACES = 2
_ZERO = Fraction(0)
_NOTHING = Tally()
_AVERAGE = Fraction(50)
_NO_POINTS: Mapping[Contestant, Fraction] = MappingProxyType({})


class Standing(Struct, frozen=True):
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
    measure: Measure = Measure.PERCENT,
    percent_points: Mapping[Contestant, Fraction] = _NO_POINTS,
) -> tuple[Standing, ...]:
    """Rank these contestants by `measure`, then (among equals) by section and number.

    `percent_points` are added to the percentage of those who have some: a correction by the
    director, or a handicap. They count for rank and ties; total and maximum stay as they are.
    (Where the average is what counts, whoever adds to it adds to the tallies.)

    Contestants who are equal, exactly or as shown with two decimals, share a rank, and the next
    rank skips (1, 2=, 2=, 4). One that has only played boards with nothing to compare ranks as
    50 %, with its percentage points. Those that have not played stand at the end, without a rank.
    """
    rows = [
        _entrant(who, tallies.get(who, _NOTHING), percent_points.get(who, _ZERO), measure)
        for who in sorted(set(contestants))
    ]
    played = [row for row in rows if row.gathered.boards]
    # Equals stay in the order of their numbers, because the sort is stable. Only where the nearest
    # doubles are equal do the exact values have to be compared, which takes longer.
    played.sort(key=lambda row: (float(row.decides), row.decides), reverse=True)
    ranked: list[Standing] = []
    for _, equals in groupby(played, key=lambda row: _judged(row.decides, ties)):
        group = tuple(equals)
        rank, tied = len(ranked) + 1, len(group) > 1
        ranked.extend(_standing(row, rank, tied=tied) for row in group)
    unranked = (_standing(row, None, tied=False) for row in rows if not row.gathered.boards)
    return (*ranked, *unranked)


class _Entrant(NamedTuple):
    """Somebody who is to be ranked, and what decides about it."""

    contestant: Contestant
    gathered: Tally
    percent: Fraction | None
    average: Fraction
    decides: Fraction


def _entrant(
    contestant: Contestant, gathered: Tally, percent_points: Fraction, measure: Measure
) -> _Entrant:
    percent, average = gathered.percent, gathered.average
    if percent is not None and percent_points:
        percent += percent_points
    if measure is Measure.AVERAGE:
        decides = average
    else:
        decides = _AVERAGE + percent_points if percent is None else percent
    return _Entrant(contestant, gathered, percent, average, decides)


def _standing(row: _Entrant, rank: int | None, *, tied: bool) -> Standing:
    gathered = row.gathered
    return Standing(
        rank,
        tied,
        row.contestant,
        gathered.boards,
        gathered.total,
        gathered.maximum,
        row.percent,
        row.average,
    )


def _judged(decides: Fraction, ties: Ties) -> Fraction:
    """What has to be equal for a tie."""
    return half_away(decides, SHOWN_PLACES) if ties is Ties.SHOWN else decides
