"""Who is where: one ranking, or one for each direction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from daemon.scoring.rounding import half_away
from daemon.scoring.rules import Ties, Winners
from daemon.scoring.tally import Tally
from daemon.scoring.traveller import Contestant

SHOWN_PLACES = 2
_AVERAGE = Fraction(50)


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a ranking.

    `rank` is None for a contestant that has not played. `tied`: others share the rank. `percent`
    is None when nothing could be compared (`maximum` 0); `average` is points per board.
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
    contestants: Iterable[Contestant], tallies: Mapping[Contestant, Tally], ties: Ties
) -> tuple[Standing, ...]:
    """Rank these contestants by percentage, then (among equals) by section and number.

    Contestants whose percentages are equal, exactly or as shown with two decimals, share a rank,
    and the next rank skips (1, 2=, 2=, 4). One that has only played boards with nothing to
    compare ranks as 50 %. Those that have not played stand at the end, without a rank.
    """
    rows = [_unranked(who, tallies.get(who, Tally())) for who in sorted(set(contestants))]
    played = [row for row in rows if row.boards]
    played.sort(key=_compared, reverse=True)  # stable: equals stay in the order of their numbers
    ranked: list[Standing] = []
    for _, equals in groupby(played, key=lambda row: _judged(row, ties)):
        group = tuple(equals)
        rank, tied = len(ranked) + 1, len(group) > 1
        ranked.extend(replace(row, rank=rank, tied=tied) for row in group)
    return (*ranked, *(row for row in rows if not row.boards))


def _unranked(contestant: Contestant, gathered: Tally) -> Standing:
    return Standing(
        rank=None,
        tied=False,
        contestant=contestant,
        boards=gathered.boards,
        total=gathered.total,
        maximum=gathered.maximum,
        percent=gathered.percent,
        average=gathered.average,
    )


def _compared(row: Standing) -> Fraction:
    """What decides the order: the percentage, 50 where there is none."""
    return _AVERAGE if row.percent is None else row.percent


def _judged(row: Standing, ties: Ties) -> Fraction:
    """What has to be equal for a tie."""
    exact = _compared(row)
    return half_away(exact, SHOWN_PLACES) if ties is Ties.SHOWN else exact
