"""Victory points: the IMPs of a match, on a scale of 20 between the two sides.

A scale maps the whole IMPs by which a match of some boards was won (or lost: negative) to the
victory points of that side.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from daemon.scoring.rounding import half_away

_MOST = Decimal(20)
_DRAW = Decimal(10)
_HUNDREDTH = Decimal("0.01")
# Far more digits than it takes to round 20.00 rightly.
_PRECISE = Context(prec=40)


class Formula(StrEnum):
    """Scales that are worked out."""

    WBF = "wbf"


class Step(Struct, frozen=True):
    """From this many IMPs on, the winner and the loser of a match get this."""

    margin: int
    winner: Fraction
    loser: Fraction


class Table(Struct, frozen=True):
    """A scale that somebody gave: boards of a match -> its steps, the first from 0 IMPs.

    A match of another number of boards goes by the nearest below it, or by the lowest there is.
    """

    steps: Mapping[int, Sequence[Step]]


Scale = Formula | Table


def victory_points(scale: Scale, margin: Fraction, boards: int) -> Fraction:
    """What a side gets that has won a match of so many boards by this margin (IMPs, signed).

    Fractions of an IMP, which cross-IMPs and weighted scores have, are rounded to whole ones
    first, a half away from zero.
    """
    whole = int(half_away(margin, 0))
    if isinstance(scale, Table):
        steps = _steps(scale, boards)
        step = steps[bisect_right([step.margin for step in steps], abs(whole)) - 1]
        return step.winner if whole >= 0 else step.loser
    winner = _wbf_winner(abs(whole), boards)
    return winner if whole >= 0 else Fraction(int(_MOST)) - winner


def draw(scale: Scale, boards: int) -> Fraction:
    """What either side of a drawn match of so many boards gets."""
    return victory_points(scale, Fraction(0), boards)


def maximum(scale: Scale, boards: int) -> Fraction:
    """What both sides of a drawn match have together: 20 as the WBF counts."""
    return 2 * draw(scale, boards)


def _wbf_winner(margin: int, boards: int) -> Fraction:
    scale = wbf_scale(boards)
    return scale[min(margin, len(scale) - 1)]


@lru_cache(maxsize=256)
def wbf_scale(boards: int) -> tuple[Fraction, ...]:
    """The WBF's continuous scale for a match of so many boards: IMPs -> the winner's points.

    It ends where the winner has all 20. After rounding, the gain of each IMP is made no larger
    than that of the IMP before (the concavity correction of the published tables).
    """
    with localcontext(_PRECISE):
        full = 15 * Decimal(boards).sqrt()
        step = (Decimal(5).sqrt() - 1) / 2
        points: list[Decimal] = []
        while not points or points[-1] < _MOST:
            gained = (1 - step ** (3 * len(points) / full)) / (1 - step**3)
            exact = min(_MOST, _DRAW + _DRAW * gained)
            points.append(exact.quantize(_HUNDREDTH, ROUND_HALF_UP))
    hundredths = [int(each * 100) for each in points]
    _make_concave(hundredths)
    return tuple(Fraction(each, 100) for each in hundredths)


def _make_concave(scale: list[int]) -> None:
    """Raise entries by one until no increment is larger than the one before it."""
    while True:
        gains = [after - before for before, after in pairwise(scale)]
        raised = [at for at, (one, next_one) in enumerate(pairwise(gains), 1) if next_one > one]
        if not raised:
            return
        scale[raised[0]] += 1


def _steps(table: Table, boards: int) -> Sequence[Step]:
    below = [known for known in table.steps if known <= boards]
    return table.steps[max(below) if below else min(table.steps)]
