"""What stands at the foot of the director's terminal."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from fractions import Fraction
from io import StringIO

import pytest
from msgspec.structs import replace
from rich.console import Console

from daemon.problem import Problem, Severity
from daemon.publish.characters import Characters
from daemon.publish.screen import Window, screen
from daemon.tournament.results import OpenProblem, Ranking, Results, Row
from daemon.tournament.round_clock import Moment, RoundTime, SectionClock

NOW = datetime(2026, 12, 1, 18, 40, tzinfo=UTC)


def local(wall: datetime) -> datetime:
    """The clocks here are an hour ahead of UTC."""
    return wall.replace(tzinfo=timezone(timedelta(hours=1)))


def row(rank: int, *names: str, percent: int = 50) -> Row:
    points = Fraction(percent)
    return Row(
        rank, tied=False, section="A", contestant=rank, names=names, boards=2, total=points,
        maximum=Fraction(100), percent=points, average=points / 2,
    )  # fmt: skip


def error(message: str, severity: Severity = Severity.ERROR) -> OpenProblem:
    return OpenProblem(Problem(severity, "result-conflict", message), "A", 5, 2, 9)


RESULTS = Results(
    event="Tuesday pairs",
    date=date(2026, 12, 1),
    method="matchpoints",
    complete=False,
    final=False,
    played=84,
    expected=147,
    rankings=(
        Ranking("A", "A", None, (row(1, "Ada Voss", "Bob Stein", percent=61), row(2, "C", "D"))),
    ),
    travellers=(),
    problems=(),
)


@pytest.fixture
def shown() -> Callable[..., list[str]]:
    """The lines of a window, without what fills them up."""

    def draw(
        results: Results, columns: int = 100, lines: int = 20, *, ascii_: bool = False
    ) -> list[str]:
        console = Console(file=StringIO(), width=columns, record=True, color_system=None)
        characters = Characters.ASCII if ascii_ else Characters.UNICODE
        console.print(screen(results, NOW, local, Window(columns, lines, characters)))
        return [line.rstrip() for line in console.export_text().splitlines()]

    return draw


Shown = Callable[..., list[str]]


def test_progress_stands_above_the_lists(shown: Shown) -> None:
    heading, progress, title, first, second = shown(RESULTS)
    assert " Tuesday pairs, Tuesday 1 December 2026 " in heading
    assert progress.endswith("84 of 147 results are in. Provisional.")
    assert title == "Section A"
    assert first.split() == ["1", "1", "Ada", "Voss", "&", "Bob", "Stein", "61.00%"]
    assert second.split() == ["2", "2", "C", "&", "D", "50.00%"]


def test_a_round_that_is_on_is_named_with_the_time_that_is_left(shown: Shown) -> None:
    begins = Moment(datetime(2026, 12, 1, 19, 30))  # noqa: DTZ001 - on a wall
    one = RoundTime(1, begins, begins.later(timedelta(minutes=12)), timedelta(minutes=6))
    lines = shown(replace(RESULTS, clocks=(SectionClock("A", (one,)),)))
    ends = datetime(2026, 12, 1, 18, 42, tzinfo=UTC).astimezone()
    assert lines[2] == f"Round 1 of 1 until {ends:%H:%M}, 2 minutes left."


def test_two_lists_stand_beside_each_other_and_further_ones_are_told(shown: Shown) -> None:
    (ranking,) = RESULTS.rankings
    three = replace(
        RESULTS, rankings=tuple(replace(ranking, section=one, name=one) for one in "ABC")
    )
    assert shown(three, 110)[2].split() == ["Section", "A", "Section", "B"]
    assert "1 more list: `tournamentd status` shows all." in shown(three, 110)


def test_what_is_open_is_told_with_errors_first_and_a_mark(shown: Shown) -> None:
    found = (error("ask later", Severity.WARNING), error("ask the table"))
    lines = shown(replace(RESULTS, problems=found))
    assert lines[-2:] == [
        "!! section A, board 5, 2 against 9: ask the table",
        "!  section A, board 5, 2 against 9: ask later",
    ]


def test_of_many_problems_the_others_are_counted(shown: Shown) -> None:
    lines = shown(replace(RESULTS, problems=tuple(error(f"number {n}") for n in range(6))))
    assert lines[-1] == "and 2 more problems: `tournamentd status` shows them all"


def test_markup_and_what_steers_a_terminal_mean_nothing(shown: Shown) -> None:
    (ranking,) = RESULTS.rankings
    rows = (row(1, "[red]Ada[/red]", "Bob\x1b[31m"),)
    lines = shown(replace(RESULTS, event="[b]Club[/b]", rankings=(replace(ranking, rows=rows),)))
    assert "[b]Club[/b]" in lines[0]
    assert "[red]Ada[/red] & Bob\N{REPLACEMENT CHARACTER}[31m" in lines[-1]


def test_in_a_low_window_there_are_no_lists(shown: Shown) -> None:
    lines = shown(replace(RESULTS, problems=(error("ask the table"),)), lines=8)
    assert len(lines) == 3
    assert lines[-1].startswith("!!")


@pytest.mark.parametrize("columns", [40, 60, 79, 200])
def test_no_line_is_wider_than_the_window(shown: Shown, columns: int) -> None:
    long = replace(
        RESULTS, event="An evening with a very long name " * 3, problems=(error("x" * 300),)
    )
    assert max(map(len, shown(long, columns))) <= columns


def test_a_console_without_these_signs_gets_others(shown: Shown) -> None:
    (ranking,) = RESULTS.rankings
    rows = (row(1, "Renée", "Jörg"),)
    lines = shown(replace(RESULTS, rankings=(replace(ranking, rows=rows),)), ascii_=True)
    assert "Renee & Jorg" in lines[-1]


def test_imps_are_shown_by_the_board(shown: Shown) -> None:
    (ranking,) = RESULTS.rankings
    one = replace(row(1, "Ada"), maximum=None, percent=None, average=Fraction(-5, 4))
    two = replace(row(2, "Bob"), percent=None)
    lines = shown(replace(RESULTS, rankings=(replace(ranking, rows=(one, two)),)))
    assert lines[-2].split() == ["1", "1", "Ada", "-1.25"]
    assert lines[-1].split() == ["2", "2", "Bob", "-"]
