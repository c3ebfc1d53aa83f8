"""Exact numbers written with so many decimals, the same for people and for programs."""

from fractions import Fraction


def decimal(value: Fraction, places: int = 2) -> str:
    """Round half away from zero and show exactly `places` decimals; never a `-0.00`."""
    units = int(abs(value) * 10**places + Fraction(1, 2))
    digits = str(units).rjust(places + 1, "0")
    sign = "-" if value < 0 and units else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
