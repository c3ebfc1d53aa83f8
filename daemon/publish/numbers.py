"""Exact numbers written with so many decimals, the same for people and for programs."""

from fractions import Fraction
from functools import lru_cache


def decimal(value: Fraction | int, places: int = 2) -> str:
    """Round half away from zero and show exactly `places` decimals; never a `-0.00`."""
    return _rounded(value.numerator, value.denominator, places)


@lru_cache(maxsize=4096)  # a large field has tens of thousands of numbers, most of them alike
def _rounded(number: int, below: int, places: int) -> str:
    # In whole numbers: a page has hundreds of these, and fractions take ten times as long.
    above = 2 * abs(number) * 10**places
    units = (above + below) // (2 * below)
    digits = str(units).rjust(places + 1, "0")
    sign = "-" if number < 0 and units else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def percentage(part: Fraction, whole: Fraction) -> Fraction:
    """What part of the whole it is, of 100; exact. ZeroDivisionError for a whole of nothing."""
    # In whole numbers again: a division of fractions takes three times as long.
    return Fraction(100 * part.numerator * whole.denominator, part.denominator * whole.numerator)
