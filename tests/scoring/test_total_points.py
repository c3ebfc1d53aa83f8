from fractions import Fraction

from daemon.scoring.rules import ImpsPerTenth, Rounding, TotalPointRules
from daemon.scoring.total_points import score_board
from tests.scoring.conftest import board, columns, weighted

PLAIN = TotalPointRules()


def test_each_side_gets_what_it_scored() -> None:
    assert columns(score_board(board(420, -50, (100, -100)), PLAIN)) == (
        [420, -50, 100],
        [-420, 50, 100],
    )


def test_a_weighted_score_is_the_mean_of_its_outcomes() -> None:
    assert columns(score_board(board(weighted((60, 420), (40, -50))), PLAIN)) == ([232], [-232])


def test_an_award_is_the_mean_of_the_field_and_so_many_points_as_its_imps_begin_at() -> None:
    # Average plus is 3 IMPs, which begin at 90 points; as the NBB counts 2, and so 60.
    lines = board(420, -50, ("60", "40"), "50")
    assert columns(score_board(lines, PLAIN)) == (
        [420, -50, 275, 185],
        [-420, 50, -275, -185],
    )
    nbb = TotalPointRules(per_tenth=ImpsPerTenth.NBB)
    assert columns(score_board(lines, nbb))[0][2] == 245


def test_with_awards_only_the_mean_is_nothing() -> None:
    assert columns(score_board(board(("60", "40")), PLAIN)) == ([90], [-90])


def test_an_award_goes_by_the_tables_that_played_the_same_cards() -> None:
    lines = [*board(420, "50"), *board(-100, "50", deal=1)]
    assert columns(score_board(lines, PLAIN))[0] == [420, 420, -100, -100]


def test_points_are_rounded_where_that_is_asked_for() -> None:
    tens = TotalPointRules(rounding=Rounding(Fraction(1)))
    assert columns(score_board(board(100, 110, 110, "50"), tens))[0][3] == 107
