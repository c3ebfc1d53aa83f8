"""A plan that changes during play: what was played by the one before stays."""

from daemon.tournament.device_files import in_files
from daemon.tournament.results import Status
from tests.tournament.conftest import SECTION, Desk, line, text

GAME = "3NT,=,N,,400"
FIRST = text(line(1, 1, 1, 2, GAME), line(1, 2, 1, 2, "All Pass,,,,"))


def counted(desk: Desk) -> dict[tuple[int, int, int], str]:
    return {
        (key.board, key.ns, key.ew): str(verdict.outcome)
        for key, verdict in desk.now.merged.verdicts.items()
        if verdict.status is Status.SCORED
    }


def test_what_the_new_plan_has_too_is_found_again(desk: Desk) -> None:
    desk.out("OUT_T1.txt", FIRST)
    desk.plan(f"{SECTION}\npair_boards = 'all'")
    assert counted(desk) == {(1, 1, 2): "3NT N =", (2, 1, 2): "Pass"}
    assert desk.now.results.expected == 12


def test_boards_that_get_other_numbers_stay_where_they_were_played(desk: Desk) -> None:
    desk.out("OUT_T1.txt", FIRST)
    desk.plan(f"{SECTION}\nfirst_board = 11")
    assert counted(desk) == {(1, 1, 2): "3NT N =", (2, 1, 2): "Pass"}
    assert desk.now.results.expected == 14
    assert desk.codes() == []
    # The tablets are asked for the new boards only.
    rows = in_files(desk.now.plan)["IN_T1.txt"].decode().splitlines()
    boards = {int(row.split(",")[1]) for row in rows}
    assert boards == set(range(11, 17))


def test_what_comes_in_later_is_judged_by_the_new_plan(desk: Desk) -> None:
    desk.out("OUT_T1.txt", FIRST)
    desk.plan(f"{SECTION}\nfirst_board = 11")
    desk.out("OUT_T2.txt", text(line(2, 1, 3, 4, GAME)))
    assert desk.codes() == ["device-shared", "not-in-plan"]


def test_a_correction_of_what_stayed_is_taken(desk: Desk) -> None:
    desk.out("OUT_T1.txt", FIRST)
    desk.plan(f"{SECTION}\nfirst_board = 11")
    desk.out("OUT_T1.txt", FIRST + line(1, 1, 1, 2, "3NT,-1,N,,-50") + "\n")
    assert counted(desk)[1, 1, 2] == "3NT N -1"


def test_a_pair_that_is_taken_out_of_the_configuration_keeps_what_it_played(desk: Desk) -> None:
    desk.out("OUT_T1.txt", FIRST)
    desk.plan(f"{SECTION}\nabsent = [2]")
    assert set(counted(desk)) == {(1, 1, 2), (2, 1, 2)}
    (ranking,) = desk.now.results.rankings
    assert {row.contestant: row.boards for row in ranking.rows} == {1: 2, 2: 2, 3: 0, 4: 0}


def test_a_table_with_another_number_is_found_by_its_pairs(desk: Desk) -> None:
    desk.out("OUT_T1.txt", FIRST)
    # The tables of the first round have changed places.
    desk.plan(SECTION.replace("small.asc", "changed.asc"))
    assert set(counted(desk)) == {(1, 1, 2), (2, 1, 2)}
    assert desk.now.results.expected == 12
    assert desk.codes() == []


def test_nobody_plays_a_board_twice(desk: Desk) -> None:
    desk.out("OUT_T1.txt", FIRST)
    # 1 and 2 meet in another round, and play boards 1 and 2 against others.
    desk.plan(SECTION.replace("small.asc", "other.asc"))
    assert counted(desk) == {}
    assert desk.codes() == ["not-in-plan", "not-in-plan"]
    assert desk.problems[0].problem.message == (
        "1 against 2 on board 1 at table 1 is not in the movement: it was played by the plan "
        "before, and by the one now one of them plays the board with others (or is not there): "
        "paste the ruling if this counts, and rule on the other one"
    )
    ruling = desk.problems[0].ruling
    assert ruling is not None
    desk.rule(ruling)
    assert counted(desk) == {(1, 1, 2): "3NT N ="}


def test_who_is_not_in_the_new_movement_keeps_nothing(bare: Desk) -> None:
    bare.plan('name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1')
    bare.out("OUT_T3.txt", text(line(3, 3, 3, 6, GAME)))
    bare.plan(SECTION)
    assert counted(bare) == {}


def test_a_section_that_is_gone_is_said_with_its_files(bare: Desk) -> None:
    bare.plan(SECTION, SECTION.replace('"A"', '"B"'))
    bare.out("B/OUT_T1.txt", FIRST)
    bare.plan(SECTION, SECTION.replace('"A"', '"C"'))
    assert bare.codes() == ["out-name"]


def test_a_slip_of_paper_stays_too(desk: Desk) -> None:
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = 400")
    desk.plan(f"{SECTION}\nfirst_board = 11")
    assert desk.verdict(1, 1, 2).score == 400
    assert desk.codes() == []


def test_what_stayed_once_stays_when_the_plan_changes_again(desk: Desk) -> None:
    desk.out("OUT_T1.txt", FIRST)
    desk.plan(f"{SECTION}\nfirst_board = 11")
    desk.plan(f"{SECTION}\nfirst_board = 21")
    assert set(counted(desk)) == {(1, 1, 2), (2, 1, 2)}
    desk.plan()
    assert set(counted(desk)) == {(1, 1, 2), (2, 1, 2)}
    assert desk.now.results.expected == 12


def test_with_two_winners_everybody_stays_in_his_list(bare: Desk) -> None:
    bare.plan('name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1')
    bare.out("OUT_T1.txt", text(line(1, 1, 1, 4, GAME)))
    bare.plan('name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1\nabsent = [4]')
    ns, ew = bare.now.results.rankings
    assert [row.contestant for row in ns.rows] == [1, 2, 3]
    assert sorted(row.contestant for row in ew.rows) == [4, 5, 6]


def test_what_the_old_plan_did_not_know_is_none_of_the_new_ones_business(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 3, GAME)))
    desk.plan(f"{SECTION}\nfirst_board = 11")
    assert desk.now.results.expected == 12
    assert desk.codes() == ["not-in-plan"]
