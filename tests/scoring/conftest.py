"""Boards to score, in few words."""

from collections.abc import Sequence
from fractions import Fraction

from daemon.scoring.traveller import (
    Award,
    Compared,
    Contestant,
    Line,
    Points,
    SideScore,
    Weighted,
)

Written = int | str | SideScore
"""420 is a score, "60" an award of 60 %."""

Column = list[Fraction | int]


def side_score(written: Written) -> SideScore:
    match written:
        case int():
            return Compared(written)
        case str():
            return Award(Fraction(written))
        case _:
            return written


def board(*scores: Written | tuple[Written, Written], deal: int = 0) -> list[Line]:
    """Lines of pairs 1, 2, ... against 101, 102, ...; two scores are those of NS and EW."""
    split = [score if isinstance(score, tuple) else (score, score) for score in scores]
    return [
        Line(
            (Contestant("A", at),),
            (Contestant("A", 100 + at),),
            side_score(ns),
            side_score(ew),
            deal,
        )
        for at, (ns, ew) in enumerate(split, start=1)
    ]


def weighted(*outcomes: tuple[int, int]) -> Weighted:
    """Outcomes of a weight in per cent and a score."""
    return Weighted(tuple((Fraction(percent, 100), score) for percent, score in outcomes))


def columns(scored: Sequence[tuple[Points, Points]]) -> tuple[Column, Column]:
    """Points of NS and of EW, line by line."""
    return [ns.points for ns, _ in scored], [ew.points for _, ew in scored]
