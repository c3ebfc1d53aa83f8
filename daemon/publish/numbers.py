"""Exact numbers written with so many decimals, the same for people and for programs."""

from fractions import Fraction


def decimal(value: Fraction, places: int = 2) -> str:
    """Round half away from zero and show exactly `places` decimals; never a `-0.00`."""
    # In whole numbers: a page has hundreds of these, and fractions take ten times as long.
    above, below = 2 * abs(value.numerator) * 10**places, value.denominator
    units = (above + below) // (2 * below)
    digits = str(units).rjust(places + 1, "0")
    sign = "-" if value < 0 and units else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
