"""Adjusted scores, fouled boards, corrections and earlier sessions, from the rulings to the list.

In the small evening both tables play a board: its top is 2. In the Mitchell three tables do: 4.
"""

from fractions import Fraction

import pytest

from daemon.tournament.results import Ranking
from tests.tournament.conftest import SECTION, Desk, line, text

MITCHELL = 'name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1'
F = Fraction


def totals(ranking: Ranking) -> dict[int, Fraction]:
    return {row.contestant: row.total for row in ranking.rows}


@pytest.fixture
def played(desk: Desk) -> Desk:
    """Board 1: NS +50 at table 2, nothing yet at table 1."""
    desk.out("OUT_T2.txt", text(line(2, 1, 3, 4, "3NT,-1,E,,50"), device="bbbb"))
    return desk


def ruled(desk: Desk, entry: str) -> dict[int, Fraction]:
    desk.rule(entry)
    assert desk.codes() == []
    (ranking,) = desk.now.results.rankings
    return totals(ranking)


def test_a_split_score_compares_each_side_with_its_own(played: Desk) -> None:
    entry = "[[split]]\nboard = 1\nns = 1\nns_score = 400\new_score = -100"
    # NS: 400 against 50. EW: -100 against -50.
    assert ruled(played, entry) == {1: 2, 2: 0, 3: 0, 4: 2}
    (traveller, *_) = played.now.results.travellers
    assert traveller.lines[0].award == "NS +400, EW -100"


def test_one_side_can_have_a_percentage_and_the_other_a_score(played: Desk) -> None:
    entry = '[[split]]\nboard = 1\nns = 1\nns_award = "60%"\new_score = -100'
    # NS: 60 % of 2, and the only real score of its side gets half the top.
    assert ruled(played, entry) == {1: F(6, 5), 2: 0, 3: 1, 4: 2}


def test_a_weighted_score_is_worth_what_its_outcomes_are(played: Desk) -> None:
    entry = (
        "[[weighted]]\nboard = 1\nns = 1\n"
        "outcomes = [{weight = 60, score = 400}, {weight = 40, score = -50}]"
    )
    assert ruled(played, entry) == {1: F(6, 5), 2: F(4, 5), 3: F(4, 5), 4: F(6, 5)}
    verdict = played.verdict(1, 1, 2)
    assert verdict.ruling is not None
    assert verdict.ruling.words == ("NS 60% of +400 and 40% of -50, EW 60% of -400 and 40% of +50")


def test_the_weights_of_the_two_sides_may_differ(played: Desk) -> None:
    entry = (
        "[[weighted]]\nboard = 1\nns = 1\nns_outcomes = [{weight = 100, score = -50}]\n"
        "ew_outcomes = [{weight = 33.3, score = 400}, {weight = 66.7, score = -50}]"
    )
    assert ruled(played, entry) == {
        1: 0,
        2: 2 * F(667, 1000),
        3: 2,
        4: 2 * F(333, 1000),
    }


def test_tables_that_played_another_deal_are_compared_among_themselves(bare: Desk) -> None:
    bare.plan(MITCHELL)
    bare.out("OUT_T1.txt", text(line(1, 1, 1, 4, "3NT,=,N,,400")))
    bare.out("OUT_T2.txt", text(line(2, 1, 2, 6, "3NT,-1,E,,50"), device="bbbb"))
    bare.out("OUT_T3.txt", text(line(3, 1, 3, 5, "3NT,-1,N,,-50"), device="cccc"))
    bare.tell()
    bare.rule("[[fouled]]\nboard = 1\ntables = [[1]]\nreason = 'two hands changed'")
    assert bare.codes() == []
    ns, _ = bare.now.results.rankings
    # Alone: half of 4. Two scores of three expected: (2 + 1) * 3/2 - 1 and (0 + 1) * 3/2 - 1.
    assert totals(ns) == {1: 2, 2: F(7, 2), 3: F(1, 2)}
    assert bare.told() == [
        (
            "ruling.applied: board 1 is fouled: tables (1) played deals of their own, and are "
            "compared among themselves, because: two hands changed"
        )
    ]
    bare.rule("[[fouled]]\nboard = 1\ntables = [[1], [9]]")
    assert bare.the_problem("rulings-no-play").problem.message == (
        "board 1 is not at table 9; it is at 1 to 3"
    )
    bare.rule("[[fouled]]\nboard = 7\ntables = [[1]]")
    assert bare.the_problem("rulings-no-play").problem.message == (
        "board 7 is not at table 1; there is no such board"
    )


@pytest.fixture
def both(played: Desk) -> Desk:
    """Board 1: pair 1 beats pair 3, so 1 and 4 have 2 of 2."""
    played.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,400")))
    return played


def test_corrections_go_onto_the_total(both: Desk) -> None:
    entry = "[[correction]]\ncontestant = 1\nmatchpoints = -0.5\npercent_of_top = -10"
    assert ruled(both, entry)[1] == 2 - F(1, 2) - F(2, 10)
    # Of two entries for one contestant both count.
    assert ruled(both, f"{entry}\n{entry}")[1] == 2 - 1 - F(4, 10)


def test_percentage_points_go_onto_the_result_and_change_its_place(both: Desk) -> None:
    both.rule("[[correction]]\ncontestant = 1\npercent_points = -2.5")
    (ranking,) = both.now.results.rankings
    rows = [(row.rank, row.contestant, row.total, row.percent) for row in ranking.rows]
    assert rows == [
        (1, 4, F(2), F(100)),
        (2, 1, F(2), F("97.5")),
        (3, 2, F(0), F(0)),
        (3, 3, F(0), F(0)),
    ]


def test_points_can_be_carried_in(both: Desk) -> None:
    both.tell()
    both.rule(
        "[[correction]]\ncontestant = 3\ncarried = {points = 30.5, maximum = 40, boards = 20}"
    )
    (ranking,) = both.now.results.rankings
    (row,) = (row for row in ranking.rows if row.contestant == 3)
    assert (row.boards, row.total, row.maximum) == (21, F("30.5"), F(42))
    assert both.told() == ["ruling.applied: correction for 3: 30.5 of 40 carried in for 20 boards"]


def test_a_correction_is_for_a_contestant_of_its_section(bare: Desk) -> None:
    bare.plan(SECTION, SECTION.replace('"A"', '"B"'))
    for section in "AB":
        bare.out(f"{section}/OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,400")))
    bare.rule('[[correction]]\ncontestant = 1\nsection = "B"\nmatchpoints = 1')
    a, b = bare.now.results.rankings
    assert [totals(one)[1] for one in (a, b)] == [1, 2]
    bare.rule("[[correction]]\ncontestant = 1\nmatchpoints = 1")
    assert bare.the_problem("rulings-no-play").problem.message == (
        'say which section, as in section = "A"; the sections are A and B'
    )


# Earlier sessions.

SESSION_1 = "section,contestant,boards,total,maximum\nA,1,10,12,20\nA,3,10,15,20\n"


def carried(bare: Desk, mode: str, **sessions: str) -> dict[int, tuple[int, Fraction | None]]:
    files = ", ".join(f'"{name}.csv"' for name in sessions)
    bare.plan(SECTION, more=f'[ranking]\ncarry_over = [{files}]\ncarry_mode = "{mode}"', **sessions)
    bare.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,400")))
    bare.out("OUT_T2.txt", text(line(2, 1, 3, 4, "3NT,-1,E,,50"), device="bbbb"))
    assert bare.codes() == []
    (ranking,) = bare.now.results.rankings
    return {row.contestant: (row.boards, row.percent) for row in ranking.rows}


def test_sessions_are_added_up(bare: Desk) -> None:
    assert carried(bare, "sum", session1=SESSION_1) == {
        1: (11, F(14 * 100, 22)),
        2: (1, F(0)),
        3: (11, F(15 * 100, 22)),
        4: (1, F(100)),
    }


def test_sessions_are_averaged_by_their_boards(bare: Desk) -> None:
    assert carried(
        bare, "mean", session1=SESSION_1, session2="contestant,boards,total,maximum\n"
    ) == {
        1: (11, F(60 * 10 + 100, 11)),
        2: (1, F(0)),
        3: (11, F(75 * 10 + 0, 11)),
        4: (1, F(100)),
    }


def test_who_does_not_play_here_is_named_and_left_out(bare: Desk) -> None:
    session = f"{SESSION_1}A,9,10,15,20\nC,1,10,15,20\n"
    bare.plan(SECTION, more='[ranking]\ncarry_over = ["s.csv"]', s=session)
    (problem,) = bare.state.plan_problems
    assert problem.one_line() == (
        "tournament.toml:14:14: warning: s.csv has results of A 9 and C 1, who do not play here; "
        "they are left out [carried-unknown]"
    )


def test_a_file_without_a_section_is_of_the_only_one(bare: Desk) -> None:
    session = "contestant,boards,total,maximum\n1,10,12,20\n"
    assert carried(bare, "sum", s=session)[1] == (11, F(14 * 100, 22))
    bare.plan(
        SECTION, SECTION.replace('"A"', '"B"'), more='[ranking]\ncarry_over = ["s.csv"]', s=session
    )
    (problem,) = bare.state.plan_problems
    assert problem.message == ("s.csv has results of 1, who do not play here; they are left out")


def test_capitals_of_a_section_make_no_difference(bare: Desk) -> None:
    assert carried(bare, "sum", s=SESSION_1.replace("A,", "a,"))[1] == (11, F(14 * 100, 22))


def test_a_broken_file_keeps_the_plan_from_being_used(bare: Desk) -> None:
    bare.plan(SECTION, more='[ranking]\ncarry_over = ["s.csv"]', s="nonsense\n")
    assert bare.state.plan is None
    assert bare.state.plan_problems[0].file == "s.csv"


def test_a_file_that_could_not_be_read_is_for_others_to_report(bare: Desk) -> None:
    bare.plan(SECTION, more='[ranking]\ncarry_over = ["gone.csv"]')
    assert bare.state.plan is not None
    assert bare.state.plan_problems == ()
