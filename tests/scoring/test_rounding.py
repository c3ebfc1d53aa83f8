from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.scoring.rounding import half_away


@pytest.mark.parametrize(
    ("value", "places", "rounded"),
    [
        ("48.86734693877551", 2, "48.87"),
        ("48.86904761904762", 2, "48.87"),
        ("0.005", 2, "0.01"),
        ("-0.005", 2, "-0.01"),
        ("0.00499999", 2, "0"),
        ("50.125", 2, "50.13"),
        ("2.5", 0, "3"),
        ("-2.5", 0, "-3"),
        ("7", 2, "7"),
    ],
)
def test_a_half_goes_away_from_zero(value: str, places: int, rounded: str) -> None:
    assert half_away(Fraction(value), places) == Fraction(rounded)


@given(st.decimals(-1000, 1000, places=4), st.integers(0, 3))
def test_decimals_are_rounded_as_decimal_arithmetic_does(value: Decimal, places: int) -> None:
    expected = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    assert half_away(Fraction(value), places) == Fraction(expected)


@given(st.fractions(), st.integers(0, 3))
def test_rounding_is_the_same_on_both_sides_of_zero(value: Fraction, places: int) -> None:
    assert half_away(-value, places) == -half_away(value, places)
