"""A board taken apart: each direction by itself, and each deal of a fouled board by itself."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

from daemon.bridge.seat import Side
from daemon.scoring.outcomes import side_scores
from daemon.scoring.traveller import Line, SideScore

T = TypeVar("T")

ScoreGroup = Callable[[Sequence[SideScore], int], Sequence[T]]
"""Scores that are compared with each other (as NS see them), and the sign of the side -> theirs.

The sign is 1 for NS, for whom more is better, and -1 for EW.
"""


def score_directions(lines: Sequence[Line], score_group: ScoreGroup[T]) -> tuple[tuple[T, T], ...]:
    """What NS and EW get, line by line: each is compared within its direction and its deal."""
    deals = [line.deal for line in lines]
    ns = _score_deals(side_scores(lines, Side.NS), deals, 1, score_group)
    ew = _score_deals(side_scores(lines, Side.EW), deals, -1, score_group)
    return tuple(zip(ns, ew, strict=True))


def _score_deals(
    scores: Sequence[SideScore], deals: Sequence[int], sign: int, score_group: ScoreGroup[T]
) -> Sequence[T]:
    if not any(deals):
        return score_group(scores, sign)
    groups: defaultdict[int, list[SideScore]] = defaultdict(list)
    for deal, score in zip(deals, scores, strict=True):
        groups[deal].append(score)
    scored = {deal: iter(score_group(group, sign)) for deal, group in groups.items()}
    return [next(scored[deal]) for deal in deals]
