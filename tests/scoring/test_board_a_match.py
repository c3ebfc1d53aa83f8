from fractions import Fraction

from daemon.scoring.board_a_match import TOP, score_board
from daemon.scoring.rules import BoardAMatchRules
from tests.scoring.conftest import Column, Written, board, columns, weighted

PLAIN = BoardAMatchRules()


def scored(*scores: Written | tuple[Written, Written]) -> tuple[Column, Column]:
    return columns(score_board(board(*scores), PLAIN))


def test_of_two_tables_the_higher_score_wins_the_board() -> None:
    assert scored(420, 400) == ([2, 0], [0, 2])
    assert scored(420, 420) == ([1, 1], [1, 1])
    assert TOP == 2


def test_of_more_tables_a_board_is_won_by_beating_more_than_are_lost_to() -> None:
    assert scored(420, 400, 400, -50)[0] == [2, 1, 1, 0]
    assert scored(420, 420, 400, -50)[0] == [2, 2, 0, 0]
    assert scored(420, 400, -50)[0] == [2, 1, 0]


def test_a_score_alone_is_a_tie() -> None:
    assert scored(420) == ([1], [1])
    assert score_board([], PLAIN) == ()


def test_an_award_is_a_percentage_of_two_and_takes_no_part() -> None:
    assert scored(420, ("60", "40"), 400) == (
        [2, Fraction("1.2"), 0],
        [0, Fraction("0.8"), 2],
    )


def test_the_sides_of_a_split_score_are_compared_apart() -> None:
    assert scored(420, (450, 400)) == ([0, 2], [0, 2])


def test_the_outcomes_of_a_weighted_score_are_compared_and_weighed() -> None:
    # 60 % win and 40 % lose against 400; 400 is behind by 60 to 40, and loses.
    assert scored(400, weighted((60, 420), (40, -50))) == (
        [0, Fraction("1.2")],
        [2, Fraction("0.8")],
    )
    # Alone it is compared with nothing, not with its own outcomes.
    assert scored(weighted((60, 420), (40, -50))) == ([1], [1])


def test_tables_that_played_other_cards_are_compared_among_themselves() -> None:
    lines = [*board(420, 400), *board(-50, -100, deal=1)]
    assert columns(score_board(lines, PLAIN))[0] == [2, 0, 2, 0]
