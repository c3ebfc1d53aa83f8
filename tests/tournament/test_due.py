"""What should have come in by now."""

import dataclasses
from datetime import UTC, datetime, timedelta, timezone

import pytest
from msgspec.structs import replace

from daemon.problem import Source
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.due import late_rounds, missing_plays, results_are_due
from daemon.tournament.entry import Fact, FileReceived, PlanRead, RulingsRead
from daemon.tournament.state import fold

# Three tables, three rounds of two boards, six minutes a board: rounds of twelve minutes.
CONFIGURATION = """\
[event]
name = "Trial"
date = 2026-12-01

[folder]
path = "box"

[[section]]
name = "A"
movement = "mitchell.asc"
boards_per_round = 2

[clock]
first_round = 19:30:00
minutes_per_board = 6
"""
MITCHELL = "6 3 M\n1 4 A  2 5 B  3 6 C\n"
BEGINS = datetime(2026, 12, 1, 18, 30, tzinfo=UTC)
WITHOUT_CLOCK = CONFIGURATION.replace("first_round = 19:30:00\n", "")
LINES = {
    1: "1,1,1,4,N,false,false,2♡,+1,W,J♤,-140\n",
    2: "1,2,1,4,E,true,false,2♡,+1,W,J♤,-140\n",
}


def local(wall: datetime) -> datetime:
    """The clocks here are an hour ahead of UTC."""
    return wall.replace(tzinfo=timezone(timedelta(hours=1)))


def concluded(*boards: int, rulings: str = "", configuration: str = CONFIGURATION) -> Conclusion:
    """Table 1 has reported these boards of round 1."""
    texts = (("mitchell.asc", MITCHELL), ("tournament.toml", configuration))
    text = "Latest 1  AndroidId 1111111111111111\n" + "".join(LINES[board] for board in boards)
    received = FileReceived("OUT_T1.txt", BEGINS, text.encode())
    facts: list[Fact] = [
        PlanRead("tournament.toml", texts),
        *([received] if boards else []),
        RulingsRead("rulings.toml", rulings),
    ]
    return conclude(fold(facts, None))


def minutes(number: float) -> datetime:
    return BEGINS + timedelta(minutes=number)


def test_the_plan_of_these_tests_is_right() -> None:
    assert Source("tournament.toml", CONFIGURATION).lines[0] == "[event]"
    assert len(concluded().plan.plays) == 18


def test_what_has_not_come_in_is_missing() -> None:
    missing = missing_plays(concluded(1))
    assert len(missing) == 17
    assert [(play.table, play.board) for play in missing[:2]] == [(1, 2), (2, 3)]


def test_what_nobody_plays_is_not_missing() -> None:
    ruled = "event = 2026-12-01\n[[not_played]]\nboards = '1-6'\nns = 2\n"
    assert {play.table for play in missing_plays(concluded(rulings=ruled))} == {1, 3}


def test_without_a_clock_results_are_due_when_the_first_file_has_come() -> None:
    nothing = concluded(configuration=WITHOUT_CLOCK)
    assert not results_are_due(nothing, local, minutes(500))
    one = concluded(1, configuration=WITHOUT_CLOCK)
    assert results_are_due(one, local, minutes(-500))


@pytest.mark.parametrize(("after", "due"), [(0, False), (5.9, False), (6, True), (500, True)])
def test_with_a_clock_results_are_due_when_the_first_board_is_over(
    after: float, *, due: bool
) -> None:
    assert results_are_due(concluded(), local, minutes(after)) is due


def test_nothing_is_due_when_nothing_is_missing() -> None:
    ruled = "event = 2026-12-01\n" + "".join(
        f"[[not_played]]\nboards = '1-6'\nns = {pair}\n" for pair in (1, 2, 3)
    )
    assert not results_are_due(concluded(rulings=ruled), local, minutes(500))


def test_nothing_is_due_when_the_event_is_closed() -> None:
    conclusion = concluded(1)
    closed = dataclasses.replace(conclusion, results=replace(conclusion.results, final=True))
    assert missing_plays(closed) == ()
    assert late_rounds(closed, local, minutes(500)) == ()


def test_a_round_is_late_when_two_boards_time_has_passed_since_its_end() -> None:
    conclusion = concluded(1)
    assert late_rounds(conclusion, local, minutes(12 + 12 - 0.1)) == ()
    (late,) = late_rounds(conclusion, local, minutes(12 + 12))
    assert (late.section, late.round, late.ended) == ("A", 1, minutes(12))
    assert late.tables == "table 1: board 2; table 2: boards 3 and 4; table 3: boards 5 and 6"


def test_every_round_that_is_late_is_named() -> None:
    late = late_rounds(concluded(1, 2), local, minutes(24 + 12))
    assert [(one.round, len(one.missing)) for one in late] == [(1, 4), (2, 6)]


def test_without_a_clock_no_round_is_late() -> None:
    one = concluded(1, configuration=WITHOUT_CLOCK)
    assert late_rounds(one, local, minutes(500)) == ()


def test_a_round_that_was_put_off_is_late_later() -> None:
    ruled = "event = 2026-12-01\n[[clock]]\nfrom_round = 2\nminutes = 10\n"
    conclusion = concluded(1, rulings=ruled)
    assert late_rounds(conclusion, local, minutes(12 + 10 + 12 - 0.1)) == ()
    (late,) = late_rounds(conclusion, local, minutes(12 + 10 + 12))
    assert (late.round, late.ended) == (1, minutes(22))


def test_of_many_tables_only_some_are_named() -> None:
    (late,) = late_rounds(concluded(1), local, minutes(24))
    many = [
        play
        for table in range(1, 11)
        for play in late.missing[:1]
        for play in [type(play)("A", 1, table, 1, 2, 1, 4, (), ())]
    ]
    shown = type(late)("A", 1, late.ended, tuple(many)).tables
    assert shown.endswith("table 8: board 2; and 2 more tables")
