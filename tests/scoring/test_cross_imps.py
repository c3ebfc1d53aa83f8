import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from daemon.scoring.cross_imps import score_board
from daemon.scoring.rules import CrossImpRules, Divide, ImpsPerTenth, Rounding
from tests.scoring.conftest import board, columns, weighted

DATA = Path(__file__).parents[1] / "data" / "scoring"
PUBLISHED: list[dict[str, Any]] = [
    vector
    for vector in json.loads((DATA / "published_vectors.json").read_text(encoding="utf-8"))
    if vector["kind"] == "cross_imps"
]
PLAIN = CrossImpRules()


@pytest.mark.parametrize("vector", PUBLISHED)
def test_published_cross_imps(vector: dict[str, Any]) -> None:
    rules = CrossImpRules(divide=Divide(vector["divide"]))
    ns, ew = columns(score_board(board(*vector["scores"]), rules))
    assert [ns[at] for at in vector["which"]] == [
        Fraction(str(expected)) for expected in vector["expected"]
    ]
    assert ew == [-points for points in ns]


def test_the_sum_may_be_divided_by_the_scores_or_not_at_all() -> None:
    # 420 against 400: 1 IMP; against -50: 10; 400 against -50: 10.
    lines = board(420, 400, -50)
    ways = {
        Divide.COMPARISONS: [Fraction(11, 2), Fraction(9, 2), Fraction(-10)],
        Divide.SCORES: [Fraction(11, 3), Fraction(3), Fraction(-20, 3)],
        Divide.NONE: [Fraction(11), Fraction(9), Fraction(-20)],
    }
    for divide, expected in ways.items():
        assert columns(score_board(lines, CrossImpRules(divide=divide)))[0] == expected


@pytest.mark.parametrize("divide", list(Divide))
def test_a_score_alone_gets_nothing_and_awards_alone_are_scored(divide: Divide) -> None:
    rules = CrossImpRules(divide=divide)
    assert columns(score_board(board(420), rules)) == ([0], [0])
    assert columns(score_board(board(("60", "40")), rules)) == ([3], [-3])
    assert score_board([], rules) == ()


def test_there_is_no_top() -> None:
    assert {points.maximum for line in score_board(board(420, "60"), PLAIN) for points in line} == {
        0
    }


def test_a_comparison_gives_no_more_than_the_cap() -> None:
    assert columns(score_board(board(2210, -100), CrossImpRules(cap=17)))[0] == [17, -17]


def test_an_award_takes_no_part_and_is_worth_its_imps() -> None:
    lines = board(420, -50, ("60", "40"), "50")
    assert columns(score_board(lines, PLAIN)) == ([10, -10, 3, 0], [-10, 10, -3, 0])
    nbb = CrossImpRules(per_tenth=ImpsPerTenth.NBB)
    assert columns(score_board(lines, nbb))[0] == [10, -10, 2, 0]


def test_the_sides_of_a_split_score_are_compared_apart() -> None:
    # For NS 420, 420 and -50; for EW 420, -50 and -50 (as NS see it).
    ns, ew = columns(score_board(board(420, (420, -50), -50), PLAIN))
    assert ns == [5, 5, -10]
    assert ew == [-10, 5, 5]


def test_of_a_weighted_score_each_outcome_is_compared_and_weighed() -> None:
    # 60 % of 420 and 40 % of -50 against 420 and -50: 0.6 x 10 - 0.4 x 10 over two comparisons.
    lines = board(420, -50, weighted((60, 420), (40, -50)))
    ns, ew = columns(score_board(lines, PLAIN))
    assert ns[2] == (Fraction("0.6") * 10 - Fraction("0.4") * 10) / 2
    # The others meet its outcomes by their weights.
    assert ns[0] == (10 + Fraction("0.4") * 10) / 2
    assert ns[1] == (-10 - Fraction("0.6") * 10) / 2
    assert ew == [-points for points in ns]


def test_a_weighted_score_is_not_compared_with_itself() -> None:
    # 1430, 680 and -100 differ by 13, 17 and 13 IMPs, but it is the only score.
    lines = board(weighted((50, 1430), (30, 680), (20, -100)))
    assert columns(score_board(lines, PLAIN)) == ([0], [0])


def test_tables_that_played_other_cards_are_compared_among_themselves() -> None:
    lines = [*board(420, -50), *board(620, 170, deal=1)]
    mixed = [lines[0], lines[2], lines[1], lines[3]]
    assert columns(score_board(mixed, PLAIN))[0] == [10, 10, -10, -10]


def test_imps_are_rounded_where_that_is_asked_for() -> None:
    rules = CrossImpRules(divide=Divide.SCORES, rounding=Rounding(Fraction("0.01")))
    ns, ew = columns(score_board(board(420, 400, -50), rules))
    assert ns == [Fraction("3.67"), 3, Fraction("-6.67")]
    assert ew == [-points for points in ns]
