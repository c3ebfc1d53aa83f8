import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.scoring.factoring import add_one, ascherman, factor, neuberg, small_subfield, top_of
from daemon.scoring.matchpoints import matchpoints

DATA = Path(__file__).parents[1] / "data" / "scoring"
VECTORS: list[dict[str, Any]] = json.loads(
    (DATA / "published_vectors.json").read_text(encoding="utf-8")
)
EDGE_CASES: dict[str, dict[str, Any]] = {
    case["name"]: case
    for case in json.loads((DATA / "derived_edge_cases.json").read_text(encoding="utf-8"))
}


def of_kind(kind: str) -> list[Any]:
    found = [vector for vector in VECTORS if vector["kind"] == kind]
    return [pytest.param(vector, id=f"{kind} {at}") for at, vector in enumerate(found)]


def printed(value: float) -> Fraction:
    """Give the decimal number as it was published."""
    return Fraction(str(value))


@pytest.mark.parametrize("vector", of_kind("matchpoints"))
def test_published_matchpoints(vector: dict[str, Any]) -> None:
    expected = [printed(points) for points in vector["expected"]]
    if "frequencies" in vector:
        scores = [score for score, times in vector["frequencies"] for _ in range(times)]
        of_score = dict(zip(scores, matchpoints(scores, vector["unit"]), strict=True))
        assert [of_score[score] for score, _ in vector["frequencies"]] == expected
    else:
        assert list(matchpoints(vector["scores"], vector["unit"])) == expected


@pytest.mark.parametrize("vector", of_kind("neuberg"))
def test_published_points_by_neuberg(vector: dict[str, Any]) -> None:
    within = printed(vector["rounded"] or 0.0001) / 2
    for points, expected in zip(vector["matchpoints"], vector["expected"], strict=True):
        exact = neuberg(Fraction(points), vector["n"], vector["expected_plays"], vector["unit"])
        assert abs(exact - printed(expected)) <= within


@pytest.mark.parametrize("vector", of_kind("neuberg_percent") + of_kind("add_one_percent"))
def test_published_percentages_of_short_boards(vector: dict[str, Any]) -> None:
    way = {"neuberg_percent": neuberg, "add_one_percent": add_one}[vector["kind"]]
    plays, unit = vector["expected_plays"], vector["unit"]
    for points, expected in zip(vector["matchpoints"], vector["expected"], strict=True):
        exact = way(Fraction(points), vector["n"], plays, unit) * 100 / top_of(plays, unit)
        assert abs(exact - printed(expected)) <= Fraction("0.00005")


@pytest.mark.parametrize("vector", of_kind("ascherman_percent"))
@pytest.mark.parametrize("unit", [1, 2])
@pytest.mark.parametrize("missing", [0, 4])
def test_published_percentages_by_ascherman(
    vector: dict[str, Any], unit: int, missing: int
) -> None:
    n = len(vector["scores"])
    counted = matchpoints(vector["scores"], unit)
    for points, expected in zip(counted, vector["expected"], strict=True):
        of_top = ascherman(points, n, n + missing, unit) * 100 / top_of(n + missing, unit)
        assert abs(of_top - printed(expected)) <= Fraction("0.00005")


@pytest.mark.parametrize("vector", of_kind("small_subfield_percent"))
def test_published_percentages_of_small_subfields(vector: dict[str, Any]) -> None:
    plays, unit = vector["expected_plays"], vector["unit"]
    assert [
        small_subfield(Fraction(points), vector["n"], plays, unit) * 100 / top_of(plays, unit)
        for points in vector["matchpoints"]
    ] == vector["expected"]


def test_every_published_vector_is_looked_at_somewhere() -> None:
    assert {vector["kind"] for vector in VECTORS} == {
        *("matchpoints", "neuberg", "neuberg_percent", "add_one_percent"),
        *("ascherman_percent", "small_subfield_percent", "cross_imps", "butler", "contract"),
    }


def test_a_factor_keeps_the_percentage() -> None:
    # 4 of 6 among four tables is two thirds; of the top of seven tables that is 8 of 12.
    assert factor(Fraction(4), 4, 7, 2) == 8
    assert factor(Fraction(0), 1, 7, 2) == 6  # nothing was compared


def test_neuberg_gives_the_only_result_of_a_board_half_of_its_top() -> None:
    case = EDGE_CASES["neuberg_n1_is_50pct"]
    (counted,) = matchpoints([420], unit=2)
    assert neuberg(counted, case["n"], case["N"], unit=2) == case["mp"]
    assert top_of(case["N"], unit=2) == case["top"]
    assert case["mp"] * 100 / case["top"] == case["pct"]


def test_neuberg_keeps_the_sum_that_a_column_must_have() -> None:
    case = EDGE_CASES["neuberg_conservation"]
    counted = matchpoints([100, 110, 110, -50, 620, -100, -100], unit=2)
    assert len(counted) == case["n"]
    factored = [neuberg(points, case["n"], case["N"], unit=2) for points in counted]
    assert sum(factored) == case["expected"]
    assert top_of(case["N"], unit=2) == case["row_sum"]


def test_the_top_beats_every_other_play() -> None:
    assert [top_of(plays, 2) for plays in (13, 2, 1, 0)] == [24, 2, 0, 0]
    assert top_of(13, 1) == 12


def test_no_scores_have_no_matchpoints() -> None:
    assert matchpoints([], unit=2) == ()


@pytest.mark.parametrize("unit", [1, 2])
def test_matchpoints_are_what_comparing_with_every_other_score_gives(unit: int) -> None:
    dice = random.Random(78)
    for _ in range(500):
        scores = [dice.choice((-620, -50, 0, 110, 140, 420)) for _ in range(dice.randint(1, 12))]
        compared = [
            sum(
                (own > other) * Fraction(unit) + (own == other) * Fraction(unit, 2)
                for place, other in enumerate(scores)
                if place != at
            )
            for at, own in enumerate(scores)
        ]
        assert list(matchpoints(scores, unit)) == compared


SCORES = st.lists(st.integers(-760, 316).map(lambda tens: 10 * tens), min_size=1, max_size=20)
UNITS = st.sampled_from([1, 2])


@given(SCORES, UNITS)
def test_a_better_score_gets_more_and_an_equal_one_the_same(scores: list[int], unit: int) -> None:
    points = matchpoints(scores, unit)
    for own, mine in zip(scores, points, strict=True):
        for other, theirs in zip(scores, points, strict=True):
            assert (own > other) == (mine > theirs)


@given(SCORES, UNITS)
def test_with_all_scores_in_most_ways_of_factoring_are_the_plain_count(
    scores: list[int], unit: int
) -> None:
    n = len(scores)
    for points in matchpoints(scores, unit):
        assert neuberg(points, n, n, unit) == points
        assert add_one(points, n, n, unit) == points
        assert n == 1 or factor(points, n, n, unit) == points


@given(SCORES, UNITS, st.integers(0, 20))
def test_factoring_keeps_the_average_of_a_column_at_half_of_the_top(
    scores: list[int], unit: int, missing: int
) -> None:
    n = len(scores)
    plays = n + missing
    for way in (neuberg, add_one, ascherman, factor):
        factored = [way(points, n, plays, unit) for points in matchpoints(scores, unit)]
        assert sum(factored) == n * top_of(plays, unit) / 2
        assert all(0 <= points <= top_of(plays, unit) for points in factored)
