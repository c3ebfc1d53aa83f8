"""Rounding of exact numbers, for showing them and for what is judged as shown."""

from fractions import Fraction
from math import floor

_HALF = Fraction(1, 2)


def half_away(value: Fraction, places: int) -> Fraction:
    """Round to this many decimals; a half goes away from zero, so -x rounds as x does."""
    scale = 10**places
    size = Fraction(floor(abs(value) * scale + _HALF), scale)
    return size if value >= 0 else -size
