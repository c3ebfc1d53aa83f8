"""Rounding of exact numbers, for showing them, for what is judged as shown, and where asked for."""

from fractions import Fraction
from math import ceil, floor

from daemon.scoring.rules import RoundHalf, Rounding
from daemon.scoring.traveller import Points

_HALF = Fraction(1, 2)


def half_away(value: Fraction, places: int) -> Fraction:
    """Round to this many decimals; a half goes away from zero, so -x rounds as x does."""
    return to_step(value, Fraction(1, 10**places))


def to_step(value: Fraction, step: Fraction) -> Fraction:
    """Round to a multiple of `step`; a half goes away from zero."""
    # In whole numbers: several times faster than step by step with fractions.
    top, bottom = value.as_integer_ratio()
    steps, whole = step.as_integer_ratio()
    times = (2 * abs(top) * whole + bottom * steps) // (2 * bottom * steps)
    return Fraction(times * steps if top >= 0 else -times * steps, whole)


def round_points(points: Points, rounding: Rounding) -> Points:
    """Round what a line gets, as asked; the maximum stays as it is.

    The average of a board is half of its maximum (in IMPs, where there is none: 0). With
    `toward-average` both sides of a line still have the whole board between them, unless the
    average itself lies halfway.
    """
    step = rounding.step
    if step is None:
        return points
    exact, average = points.points, points.maximum / 2
    if rounding.half is RoundHalf.AWAY or exact == average:
        rounded = to_step(exact, step)
    elif exact > average:
        rounded = step * ceil(exact / step - _HALF)
    else:
        rounded = step * floor(exact / step + _HALF)
    return Points(rounded, points.maximum)
