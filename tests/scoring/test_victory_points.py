import csv
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.scoring.matches import match_tallies
from daemon.scoring.tally import Tally
from daemon.scoring.traveller import Compared, Contestant, Line, Points, ScoredLine
from daemon.scoring.victory_points import (
    Formula,
    Step,
    Table,
    draw,
    maximum,
    victory_points,
    wbf_scale,
)

DATA = Path(__file__).parents[1] / "data" / "scoring"
TABLE = Table(
    {
        4: (Step(0, Fraction(10), Fraction(10)), Step(5, Fraction(20), Fraction(-1))),
        8: (Step(0, Fraction(15), Fraction(15)), Step(3, Fraction(16), Fraction(14))),
    }
)


def test_all_published_cells_of_the_wbf_scale_come_out() -> None:
    with (DATA / "wbf_vp_continuous_published.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    cells = [
        (int(row["imp_margin"]), int(column.removeprefix("b")), value)
        for row in rows
        for column, value in row.items()
        if column != "imp_margin" and value
    ]
    assert len(cells) == 860
    for margin, boards, published in cells:
        won = victory_points(Formula.WBF, Fraction(margin), boards)
        assert (margin, boards, won) == (margin, boards, Fraction(published))


@pytest.mark.parametrize(
    ("margin", "won"), [(1, "10.31"), (10, "12.80"), (20, "15"), (60, "20"), (400, "20")]
)
def test_a_match_of_sixteen_boards(margin: int, won: str) -> None:
    assert victory_points(Formula.WBF, Fraction(margin), 16) == Fraction(won)
    assert victory_points(Formula.WBF, Fraction(-margin), 16) == 20 - Fraction(won)


@given(st.integers(1, 64))
def test_the_wbf_scale_rises_to_twenty_and_never_faster(boards: int) -> None:
    scale = wbf_scale(boards)
    assert scale[0] == 10
    assert scale[-1] == 20
    gains = [after - before for before, after in pairwise(scale)]
    assert all(gain > 0 for gain in gains)
    assert all(later <= earlier for earlier, later in pairwise(gains))


def test_part_of_an_imp_is_rounded_to_a_whole_one_from_zero() -> None:
    whole = [victory_points(Formula.WBF, Fraction(margin), 8) for margin in (-3, 0, 1, 3)]
    parts = [Fraction(margin) for margin in ("-2.5", "0.49", "0.5", "2.5")]
    assert [victory_points(Formula.WBF, margin, 8) for margin in parts] == whole


def test_a_table_goes_by_the_last_step_that_was_reached() -> None:
    margins = [Fraction(margin) for margin in (-9, -5, -4, 0, 4, 5, 9)]
    assert [victory_points(TABLE, margin, 4) for margin in margins] == [
        *(-1, -1, 10, 10, 10, 20, 20),
    ]


def test_a_match_goes_by_the_table_for_its_boards_or_the_nearest_below() -> None:
    assert [draw(TABLE, boards) for boards in (1, 4, 7, 8, 30)] == [10, 10, 10, 15, 15]
    assert maximum(TABLE, 8) == 30
    assert maximum(Formula.WBF, 8) == 20


def line(ns: int, ew: int, points: str, against: str | None = None) -> ScoredLine:
    """A line with its IMPs for NS, and for EW where they are not the opposite."""
    score = Compared(0)
    lost = -Fraction(points) if against is None else Fraction(against)
    return ScoredLine(
        Line((Contestant("A", ns),), (Contestant("A", ew),), score, score),
        (Points(Fraction(points), Fraction(0)),),
        (Points(lost, Fraction(0)),),
    )


def test_the_boards_of_a_match_are_one_margin_whichever_side_a_pair_sat() -> None:
    # 7 and -2 as NS, and -5 for those who then sat NS: 10 IMPs over three boards.
    match = [line(1, 2, "7"), line(1, 2, "-2"), line(2, 1, "-5")]
    won = victory_points(Formula.WBF, Fraction(10), 3)
    assert match_tallies([match], Formula.WBF) == {
        Contestant("A", 1): Tally(3, won, Fraction(20)),
        Contestant("A", 2): Tally(3, 20 - won, Fraction(20)),
    }


def test_matches_are_added_up_and_a_split_score_counts_for_each_side_by_itself() -> None:
    matches = [[line(1, 2, "3", "3")], [line(1, 3, "0")]]
    three = victory_points(Formula.WBF, Fraction(3), 1)
    assert match_tallies(matches, Formula.WBF) == {
        Contestant("A", 1): Tally(2, three + 10, Fraction(40)),
        Contestant("A", 2): Tally(1, three, Fraction(20)),
        Contestant("A", 3): Tally(1, Fraction(10), Fraction(20)),
    }
