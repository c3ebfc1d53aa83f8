"""`[[moved]]`: results that were entered under the wrong board."""

import pytest

from daemon.tournament.results import Status
from tests.tournament.conftest import Desk, line, text

# 4S by North, made: 420 when NS are not vulnerable (board 1), 620 when they are (board 2).
ON_1 = line(1, 1, 1, 2, "4♠,=,N,,420")
ON_2 = line(1, 2, 1, 2, "1NT,=,N,,90")
PLAY = "board 2, 1 against 2 (round 1, table 1)"


def moved(*more: str) -> str:
    return "\n".join(("[[moved]]", "from_board = 1", "to_board = 2", *more))


@pytest.mark.parametrize(
    "whom", ["ns = 1", "ew = 2", "ns = 1\new = 2", "table = 1", "round = 1\ntable = 1"]
)
def test_a_result_counts_for_the_board_that_was_played(desk: Desk, whom: str) -> None:
    desk.out("OUT_T1.txt", text(ON_1))
    desk.rule(moved(whom))
    assert desk.codes() == []
    assert desk.verdict(1, 1, 2).status is Status.MISSING
    assert (desk.verdict(2, 1, 2).status, desk.verdict(2, 1, 2).score) == (Status.SCORED, 620)


def test_two_boards_can_change_places(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(ON_1, ON_2))
    desk.rule(moved("ns = 1", "swap = true"))
    assert desk.verdict(1, 1, 2).score == 90
    assert desk.verdict(2, 1, 2).score == 620
    assert desk.codes() == []


def test_without_swap_two_results_for_one_board_are_in_conflict(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(ON_1, ON_2))
    desk.rule(moved("ns = 1"))
    assert desk.verdict(1, 1, 2).status is Status.MISSING
    assert desk.codes() == ["result-conflict"]


def test_a_board_that_the_table_does_not_have_can_be_put_right(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 33, 1, 2, "4♠,=,N,,420")))
    assert desk.codes() == ["not-in-plan"]
    desk.rule("[[moved]]\nfrom_board = 33\nto_board = 2\ntable = 1\nns = 1")
    assert desk.codes() == []
    assert desk.verdict(2, 1, 2).score == 620


def test_a_held_line_moves_too(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "ask me,,,,")))
    desk.rule(moved("ns = 1"))
    assert desk.verdict(1, 1, 2).status is Status.MISSING
    assert desk.verdict(2, 1, 2).status is Status.HELD
    (one,) = desk.problems
    assert (one.problem.code, one.board) == ("referee-score", 2)


def test_what_is_odd_for_the_wrong_board_is_not_for_the_right_one(desk: Desk) -> None:
    # Written with the dealer and vulnerability of board 2, under board 1.
    desk.out("OUT_T1.txt", text("1,1,1,2,E,true,false,4♠,=,N,,620"))
    assert desk.codes() == ["dealer-differs", "score-mismatch", "vulnerability-differs"]
    desk.rule(moved("ns = 1"))
    assert desk.codes() == []


def test_corrections_move_with_their_board(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(ON_1))
    desk.rule(moved("ns = 1"))
    desk.tell()
    desk.out("OUT_T1.txt", text(ON_1, line(1, 1, 1, 2, "4♠,+1,N,,450")))
    assert desk.told() == [f"result.corrected: {PLAY}: 4S N = (+620) became 4S N +1 (+650)"]


def test_a_move_is_told_with_what_counts_then(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(ON_1))
    desk.tell()
    desk.rule(moved("ns = 1", 'reason = "the tablet stood at board 1"'))
    assert desk.told() == [
        (
            "ruling.applied: board 1, NS 1: what was entered there counts for board 2, because: "
            "the tablet stood at board 1"
        ),
        (
            "result.withdrawn: board 1, 1 against 2 (round 1, table 1): 4S N =, NS +420 counts no "
            "longer; it is missing now"
        ),
        f"result.entered: {PLAY}: 4S N =, NS +620",
    ]
    desk.rule()
    assert desk.told()[0] == (
        "ruling.withdrawn: this was taken out: board 1, NS 1: what was entered there counts for "
        "board 2"
    )


def test_a_board_that_they_do_not_play_is_no_place_to_move_to(desk: Desk) -> None:
    desk.rule("[[moved]]\nfrom_board = 1\nto_board = 5\nns = 1\new = 2")
    assert desk.the_problem("rulings-no-play").problem.message == (
        "1 and 2 do not meet on board 5; did you mean board 5, 1 against 4 (round 3, table 1), "
        "board 5, 2 against 3 (round 3, table 2)?"
    )


def test_where_two_tables_play_the_board_it_must_be_said_which(bare: Desk) -> None:
    bare.plan('name = "A"\nmovement = "same.asc"\nboards_per_round = 1')
    bare.rule("[[moved]]\nfrom_board = 2\nto_board = 1\ntable = 1")
    assert bare.the_problem("rulings-no-play").problem.message == (
        "board 1 is played more than once there (board 1, 1 against 2 (round 1, table 1); board 1, "
        "3 against 4 (round 2, table 1)): say whose it is with ns, ew or table"
    )


def test_of_two_entries_that_move_the_same_the_first_counts(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(ON_1, ON_2))
    desk.rule(moved("ns = 1", "swap = true"), moved("ns = 1"))
    assert desk.the_problem("rulings-no-play").problem.message == (
        "what was entered there for board 1 is moved by another entry already, which counts: take "
        "one of them out"
    )
    assert (desk.verdict(1, 1, 2).score, desk.verdict(2, 1, 2).score) == (90, 620)
