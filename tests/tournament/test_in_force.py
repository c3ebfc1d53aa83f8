"""Absent contestants, pairs that sat the other way round, and what was played all the same."""

import pytest

from daemon.tournament.device_files import in_files
from daemon.tournament.entry import RulingsRead
from daemon.tournament.resolving import resolve
from daemon.tournament.results import Ranking, Status
from daemon.tournament.rulings import no_rulings, read_rulings
from tests.tournament.conftest import DAY, SECTION, Desk, line, plan_of, text

MITCHELL = 'name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1'
ABSENT = "[[absent]]\ncontestant = 4\n"
GAME = "3NT,=,N,,400"


def expected(desk: Desk) -> list[tuple[int, int, int]]:
    return [(play.board, play.ns, play.ew) for play in desk.now.plan.plays]


def totals(ranking: Ranking) -> dict[int, tuple[float, float]]:
    return {row.contestant: (float(row.total), float(row.maximum or 0)) for row in ranking.rows}


# Absent.


def test_nobody_waits_for_a_pair_that_never_came(desk: Desk) -> None:
    desk.rule(ABSENT)
    assert expected(desk) == [(1, 1, 2), (2, 1, 2), (3, 1, 3), (4, 1, 3), (5, 2, 3), (6, 2, 3)]
    assert desk.now.results.expected == 6
    assert desk.codes() == []
    (ranking,) = desk.now.results.rankings
    assert [row.contestant for row in ranking.rows] == [1, 2, 3]


def test_a_pair_that_comes_late_plays_from_then_on(desk: Desk) -> None:
    desk.rule(f"{ABSENT}to_round = 1")
    assert expected(desk) == [
        *((1, 1, 2), (2, 1, 2), (3, 1, 3), (4, 1, 3), (3, 4, 2), (4, 4, 2)),
        *((5, 1, 4), (6, 1, 4), (5, 2, 3), (6, 2, 3)),
    ]


def test_a_pair_that_leaves_keeps_what_it_has_played(desk: Desk) -> None:
    desk.out("OUT_T2.txt", text(line(2, 1, 3, 4, GAME)))
    desk.rule(f"{ABSENT}from_round = 2")
    assert (5, 1, 4) not in expected(desk)
    assert desk.verdict(1, 3, 4).status is Status.SCORED
    (ranking,) = desk.now.results.rankings
    assert 4 in {row.contestant for row in ranking.rows}


def test_the_tablets_are_not_asked_for_what_an_absent_pair_would_play(desk: Desk) -> None:
    before = in_files(desk.now.plan)["IN_T2.txt"].decode().splitlines()
    desk.rule(f"{ABSENT}from_round = 1\nto_round = 1")
    after = in_files(desk.now.plan)["IN_T2.txt"].decode().splitlines()
    assert [row for row in before if row not in after] == [
        "2,1,3,4,N,false,false",
        "2,2,3,4,E,true,false",
    ]


def test_a_result_of_an_absent_pair_is_held_and_says_why(desk: Desk) -> None:
    desk.rule(ABSENT)
    desk.out("OUT_T2.txt", text(line(2, 1, 3, 4, GAME)))
    assert desk.the_problem("not-in-plan").problem.message == (
        "3 against 4 on board 1 at table 2 is not in the movement: 4 is absent by the director's "
        "ruling; if it did play this round, change from_round or to_round there, or correct the "
        "numbers in the tablet"
    )
    assert desk.now.results.played == 0
    desk.rule()
    assert desk.codes() == []
    assert desk.verdict(1, 3, 4).status is Status.SCORED


def test_an_opponent_of_an_absent_pair_sits_out_and_the_absent_pair_does_not(bare: Desk) -> None:
    bare.plan(SECTION, more='[ranking]\nsitout = "average"')
    bare.rule(f"{ABSENT}to_round = 1")
    bare.out(
        "OUT_T1.txt",
        text(line(1, 1, 1, 2, GAME), line(1, 3, 1, 3, GAME), line(1, 5, 1, 4, GAME)),
    )
    bare.out(
        "OUT_T2.txt",
        text(line(2, 3, 4, 2, GAME), line(2, 5, 2, 3, GAME)),
    )
    (ranking,) = bare.now.results.rankings
    # Pair 3 has boards 3 and 5 and sits boards 1 and 2 out; pair 4 has boards 3 and 5 only.
    assert {row.contestant: row.boards for row in ranking.rows} == {1: 3, 2: 3, 3: 4, 4: 2}


UNKNOWN = {
    "contestant = 9": "9 does not play in section A; it has 1 to 4",
    "contestant = 4\nfrom_round = 4": "there is no round 4: the movement has 3 rounds",
    'contestant = 4\nsection = "B"': 'there is no section "B"; the section is A',
}


@pytest.mark.parametrize("entry", UNKNOWN)
def test_an_absent_entry_that_fits_nobody_says_so(desk: Desk, entry: str) -> None:
    desk.rule(f"[[absent]]\n{entry}")
    assert desk.the_problem("rulings-no-play").problem.message == UNKNOWN[entry]
    assert desk.now.results.expected == 12


def test_a_number_of_the_movement_is_told_by_what_it_is_called_here(bare: Desk) -> None:
    bare.plan(f'{MITCHELL}\nnumbering = "ns-ew-100"')
    bare.rule(ABSENT)
    assert bare.the_problem("rulings-no-play").problem.message == (
        "4 does not play in section A: pair 4 of the movement is called 101 here"
    )


# Reversed.


@pytest.fixture
def mitchell(bare: Desk) -> Desk:
    """Board 1: 1 against 4 (+400), 2 against 6 (+50), 3 against 5 (-50); two lists."""
    bare.plan(MITCHELL)
    bare.out("OUT_T1.txt", text(line(1, 1, 1, 4, GAME)))
    bare.out("OUT_T2.txt", text(line(2, 1, 2, 6, "3NT,-1,E,,50"), device="bbbb"))
    bare.out("OUT_T3.txt", text(line(3, 1, 3, 5, "3NT,-1,N,,-50"), device="cccc"))
    return bare


def test_reversed_pairs_get_the_scores_of_the_side_on_which_they_sat(mitchell: Desk) -> None:
    mitchell.rule("[[reversed]]\nround = 1\ntable = 1")
    assert mitchell.codes() == []
    ns, ew = mitchell.now.results.rankings
    # Pair 4 sat NS with +400 and beats 2 and 3; pair 1 has the worst of the EW scores.
    assert totals(ns) == {1: (0, 4), 2: (2, 4), 3: (0, 4)}
    assert totals(ew) == {4: (4, 4), 5: (4, 4), 6: (2, 4)}
    (traveller, *_) = mitchell.now.results.travellers
    assert {(one.ns, one.ew, one.score) for one in traveller.lines} == {
        *((4, 1, 400), (2, 6, 50), (3, 5, -50)),
    }


def test_without_the_ruling_they_get_those_of_their_usual_sides(mitchell: Desk) -> None:
    ns, ew = mitchell.now.results.rankings
    assert totals(ns) == {1: (4, 4), 2: (2, 4), 3: (0, 4)}
    assert totals(ew) == {4: (0, 4), 5: (4, 4), 6: (2, 4)}


def test_numbers_that_were_entered_as_they_sat_are_right_then(mitchell: Desk) -> None:
    mitchell.out("OUT_1.txt", text(line(1, 1, 4, 1, GAME)))
    swapped = mitchell.the_problem("pairs-swapped")
    # The right numbers stand in another tablet already: they may be what was meant.
    assert swapped.ruling is not None
    assert swapped.ruling.startswith('[[result]]\nsection = "A"\nboard = 1\nns = 1\n')
    mitchell.rule("[[reversed]]\nboard = 1\nns = 1")
    assert mitchell.codes() == ["device-shared"]
    assert mitchell.verdict(1, 4, 1).sources == ("OUT_1.txt", "OUT_T1.txt")


def test_a_reversal_is_told_with_what_counts_then(mitchell: Desk) -> None:
    mitchell.tell()
    mitchell.rule("[[reversed]]\nround = 1\ntable = 1")
    assert mitchell.told() == [
        (
            "ruling.applied: round 1, table 1: the pairs sat the other way round, and the results "
            "count for the sides as they sat"
        ),
        "result.entered: board 1, 4 against 1 (round 1, table 1): 3NT N =, NS +400",
    ]


def test_a_ruling_that_was_made_before_says_who_sat_ns_and_falls(mitchell: Desk) -> None:
    entry = '[[artificial]]\nboard = 1\nns = 1\nns_award = "60%"\new_award = "40%"'
    mitchell.rule(entry)
    mitchell.tell()
    mitchell.rule(entry, "[[reversed]]\nround = 1\ntable = 1")
    assert mitchell.the_problem("rulings-no-play").problem.message == (
        "by a [[reversed]] entry they sat the other way round (board 1, 4 against 1 (round 1, "
        "table 1)), and this ruling counts for nobody until it says so too: write ns = 4, ew = 1, "
        "and mind that scores and awards are those of the sides as they sat"
    )
    assert (
        "ruling.withdrawn: board 1, 1 against 4 (round 1, table 1): the ruling (NS 60%, EW 40%) "
        "falls, as they sat otherwise"
    ) in mitchell.told()


def test_the_tablets_keep_the_sides_of_the_movement(mitchell: Desk) -> None:
    before = in_files(mitchell.now.plan)
    mitchell.rule("[[reversed]]\nround = 1\ntable = 1")
    assert in_files(mitchell.now.plan) == before


def test_a_reversal_of_nothing_says_so(mitchell: Desk) -> None:
    mitchell.rule("[[reversed]]\nround = 1\ntable = 7")
    assert mitchell.the_problem("rulings-no-play").problem.message == (
        "nothing is played at table 7 in round 1; the movement has 3 tables and 3 rounds"
    )


# What the movement does not have.

WRONG_TABLE = text(line(1, 1, 1, 3, GAME))
ACCEPT = '[[accept]]\nboard = 1\ntable = 1\nns = 1\new = 3\nfile = "OUT_T1.txt"'


def test_a_board_that_was_played_by_the_wrong_pairs_can_count(desk: Desk) -> None:
    desk.out("OUT_T1.txt", WRONG_TABLE)
    assert desk.codes() == ["not-in-plan"]
    desk.rule(ACCEPT)
    assert desk.codes() == []
    verdict = desk.verdict(1, 1, 3)
    assert (verdict.status, verdict.score, verdict.play.round) == (Status.SCORED, 400, 1)
    assert desk.now.results.expected == 13


def test_what_nobody_entered_is_not_made_up(desk: Desk) -> None:
    desk.rule(ACCEPT)
    assert desk.now.results.expected == 12
    assert desk.the_problem("rulings-no-play").problem.message.startswith(
        "1 and 3 do not meet on board 1"
    )


def test_of_several_boards_those_that_were_entered_count(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 3, GAME), line(1, 2, 1, 3, "All Pass,,,,")))
    desk.rule(ACCEPT, ACCEPT.replace("board = 1", "board = 2"))
    assert desk.codes() == []
    assert desk.now.results.expected == 14
    desk.rule(ACCEPT.replace("board = 1", 'boards = "1-2"'))
    assert desk.codes() == []
    assert desk.now.results.expected == 14


def test_before_any_file_came_in_nothing_was_entered() -> None:
    read = read_rulings(RulingsRead("rulings.toml", f"event = {DAY}\n{ACCEPT}"), no_rulings())
    (problem,) = resolve(read, plan_of()).problems
    assert problem.code == "rulings-no-play"


def test_a_ruling_on_a_pair_that_is_absent_says_so(desk: Desk) -> None:
    desk.rule(f"{ABSENT}from_round = 3", "[[result]]\nboard = 5\new = 4\nscore = 50")
    assert desk.the_problem("rulings-no-play").problem.message == (
        "4 is absent by the director's ruling, so nobody waits for its boards: take this entry "
        "out, or let it play (absent, or its rounds)"
    )


@pytest.mark.parametrize(
    "entry",
    [
        '[[accept]]\nboard = 1\ntable = 1\nns = 1\new = 1\nfile = "OUT_T1.txt"',
        '[[accept]]\nboard = 1\ntable = 1\nns = 1\new = 9\nfile = "OUT_T1.txt"',
        '[[accept]]\nboard = 33\ntable = 1\nns = 1\new = 3\nfile = "OUT_T1.txt"',
    ],
)
def test_nor_is_what_cannot_be_played_here(desk: Desk, entry: str) -> None:
    desk.out("OUT_T1.txt", WRONG_TABLE)
    desk.rule(entry)
    assert desk.codes() == ["not-in-plan", "rulings-no-play"]


def test_a_pair_that_turned_up_after_all_and_played_can_count(bare: Desk) -> None:
    bare.plan(f"{SECTION}\nabsent = [4]")
    bare.out("OUT_T2.txt", text(line(2, 1, 3, 4, GAME)))
    bare.rule('[[accept]]\nboard = 1\ntable = 2\nns = 3\new = 4\nfile = "OUT_T2.txt"')
    assert bare.codes() == []
    assert bare.verdict(1, 3, 4).status is Status.SCORED
    (ranking,) = bare.now.results.rankings
    assert 4 in {row.contestant for row in ranking.rows}


def test_the_round_of_such_a_board_is_the_one_that_is_given(desk: Desk) -> None:
    desk.out("OUT_T7.txt", text(line(7, 1, 1, 3, GAME)))
    entry = ACCEPT.replace("table = 1", "table = 7").replace("OUT_T1", "OUT_T7")
    desk.rule(entry)
    assert desk.verdict(1, 1, 3).play.round == 1
    desk.rule(f"{entry}\nround = 3")
    assert desk.verdict(1, 1, 3).play.round == 3
