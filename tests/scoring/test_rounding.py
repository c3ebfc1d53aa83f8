from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.scoring.matchpoints import score_board
from daemon.scoring.rounding import half_away, round_points, to_step
from daemon.scoring.rules import MatchpointRules, RoundHalf, Rounding
from daemon.scoring.traveller import Award, Compared, Contestant, Line, Points, SideScore, Weighted


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


def rounded(points: str, maximum: int, step: str | None, half: RoundHalf) -> Fraction:
    rounding = Rounding(None if step is None else Fraction(step), half)
    found = round_points(Points(Fraction(points), Fraction(maximum)), rounding)
    assert found.maximum == maximum
    return found.points


@pytest.mark.parametrize(
    ("points", "step", "away", "toward"),
    [
        ("7.125", "0.01", "7.13", "7.12"),  # above the average of 7: down to it
        ("6.875", "0.01", "6.88", "6.88"),  # below: up to it
        ("8.25", "0.1", "8.3", "8.2"),
        ("5.25", "0.1", "5.3", "5.3"),
        ("8.5", "1", "9", "8"),
        ("5.5", "1", "6", "6"),
        ("8.51", "1", "9", "9"),
        ("5.49", "1", "5", "5"),
        ("7", "1", "7", "7"),
    ],
)
def test_points_of_a_board_are_rounded_as_asked(
    points: str, step: str, away: str, toward: str
) -> None:
    assert rounded(points, 14, step, RoundHalf.AWAY) == Fraction(away)
    assert rounded(points, 14, step, RoundHalf.TOWARD_AVERAGE) == Fraction(toward)


def test_without_rounding_points_stay_exact() -> None:
    assert rounded("7.123456", 14, None, RoundHalf.AWAY) == Fraction("7.123456")


def test_an_average_that_lies_halfway_itself_is_rounded_from_zero() -> None:
    assert rounded("3.5", 7, "1", RoundHalf.TOWARD_AVERAGE) == 4


def test_the_average_in_imps_is_zero() -> None:
    assert rounded("1.5", 0, "1", RoundHalf.TOWARD_AVERAGE) == 1
    assert rounded("-1.5", 0, "1", RoundHalf.TOWARD_AVERAGE) == -1
    assert rounded("-1.5", 0, "1", RoundHalf.AWAY) == -2


@given(st.fractions(-50, 50, max_denominator=2000), st.sampled_from(["0.01", "0.1", "1"]))
def test_rounding_to_the_average_leaves_the_sides_the_whole_board(
    value: Fraction, step: str
) -> None:
    rounding = Rounding(Fraction(step), RoundHalf.TOWARD_AVERAGE)
    ns = round_points(Points(25 + value, Fraction(50)), rounding).points
    ew = round_points(Points(25 - value, Fraction(50)), rounding).points
    assert ns + ew == 50
    assert abs(ns - 25 - value) <= Fraction(step) / 2


@given(st.fractions(), st.sampled_from(["0.01", "0.1", "1", "10"]).map(Fraction))
def test_a_step_is_never_further_than_half_of_it(value: Fraction, step: Fraction) -> None:
    found = to_step(value, step)
    assert (found / step).denominator == 1
    assert abs(found - value) <= step / 2


def test_scores_awards_and_weighted_scores_of_a_board_are_rounded_each_once() -> None:
    third = Weighted(((Fraction(1, 3), 420), (Fraction(2, 3), -50)))
    scores: list[SideScore] = [Compared(420), Compared(-50), Award(Fraction(61)), third]
    lines = [
        Line((Contestant("A", at),), (Contestant("A", 9 + at),), score, score)
        for at, score in enumerate(scores)
    ]
    exact = score_board(lines, 7, MatchpointRules())
    tenths = MatchpointRules(rounding=Rounding(Fraction("0.1")))
    found = [ns.points for ns, _ in score_board(lines, 7, tenths)]
    assert found == [half_away(ns.points, 1) for ns, _ in exact]
    assert found != [ns.points for ns, _ in exact]
