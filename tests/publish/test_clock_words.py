"""Which round is on, in words for the director."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from msgspec.structs import replace

from daemon.publish.clock_words import clock_text, how_to_move
from daemon.tournament.results import Results
from daemon.tournament.round_clock import Moment, RoundTime, SectionClock

NONE = Results(
    event="Trial",
    date=date(2026, 12, 1),
    method="matchpoints",
    complete=False,
    final=False,
    played=0,
    expected=0,
    rankings=(),
    travellers=(),
    problems=(),
)
SIX = timedelta(minutes=6)


def local(wall: datetime) -> datetime:
    """The clocks where it is played are an hour ahead of UTC."""
    return wall.replace(tzinfo=timezone(timedelta(hours=1)))


def clock(section: str, *times: tuple[int, int]) -> SectionClock:
    """Rounds that begin and end so many minutes after 19:30."""
    begins = Moment(datetime(2026, 12, 1, 19, 30))  # noqa: DTZ001 - on a wall
    rounds = [
        RoundTime(
            number,
            begins.later(timedelta(minutes=first)),
            begins.later(timedelta(minutes=last)),
            SIX,
        )
        for number, (first, last) in enumerate(times, start=1)
    ]
    return SectionClock(section, tuple(rounds))


ONE = replace(NONE, clocks=(clock("A", (0, 12), (12, 24), (39, 51)),))


def after(minutes: float) -> datetime:
    return datetime(2026, 12, 1, 18, 30, tzinfo=UTC) + timedelta(minutes=minutes)


def shown(minutes: float) -> str:
    """How this computer's clock shows a moment so long after the beginning."""
    return f"{after(minutes).astimezone():%H:%M}"


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (-2.5, f"Round 1 of 3 begins at {shown(0)}, in 3 minutes.\n"),
        (0, f"Round 1 of 3 until {shown(12)}, 12 minutes left.\n"),
        (11.5, f"Round 1 of 3 until {shown(12)}, 1 minute left.\n"),
        (24, f"Round 3 of 3 begins at {shown(39)}, in 15 minutes.\n"),
        (51, f"By the clock the last round ended at {shown(51)}.\n"),
    ],
)
def test_it_says_which_round_is_on_and_for_how_long(minutes: float, text: str) -> None:
    assert clock_text(ONE, after(minutes), local) == text


def test_sections_that_differ_have_a_line_each() -> None:
    both = replace(NONE, clocks=(clock("A", (0, 12)), clock("B", (0, 18)), clock("C", (0, 12))))
    assert clock_text(both, after(6), local) == (
        f"Section A and C: Round 1 of 1 until {shown(12)}, 6 minutes left.\n"
        f"Section B: Round 1 of 1 until {shown(18)}, 12 minutes left.\n"
    )


def test_without_a_clock_and_when_all_is_final_nothing_is_said() -> None:
    assert clock_text(NONE, after(0), local) == ""
    assert clock_text(replace(ONE, final=True), after(0), local) == ""
    assert how_to_move(replace(ONE, final=True), after(0), local, "t.toml") == ""


def test_it_says_how_the_next_round_is_moved() -> None:
    assert how_to_move(ONE, after(6), local, "t.toml") == (
        "To move the clock: tournamentd rule t.toml clock from_round=2 minutes=5 "
        "(or begins=20:45, break=15)\n"
    )
    assert how_to_move(ONE, after(40), local, "t.toml") == ""
