"""The same movement in the same folder next week, and the director has forgotten everything."""

from __future__ import annotations

import shutil
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def last_week(event: Event) -> str:
    """The first Tuesday was played a week ago; its day."""
    day = (date.fromisoformat(event.today) - timedelta(days=7)).isoformat()
    event.change(event.today, day)
    event.play(days_ago=7)
    assert event.command("run", "--once", "--resume") == 0
    assert event.published("standings.json")["progress"]["played"] == 9
    return day


def played(event: Event) -> int:
    count = event.published("standings.json")["progress"]["played"]
    assert isinstance(count, int)
    return count


def test_who_only_starts_the_daemon_is_told_of_next(
    event: Event, last_week: str, capsys: Capture
) -> None:
    capsys.readouterr()
    assert event.command("run", "--once") == 78
    assert f"event.date is {last_week}, which is past" in capsys.readouterr().err
    assert event.command("next", "--date", event.today) == 0
    assert event.command("run", "--once") == 0
    assert played(event) == 0


def test_who_only_sets_the_date_is_told_of_next(
    event: Event, last_week: str, capsys: Capture
) -> None:
    event.change(last_week, event.today)
    capsys.readouterr()
    assert event.command("run", "--once") == 78
    err = capsys.readouterr().err
    assert f'is of "{last_week} Trial"' in err
    assert "for a new evening use `tournamentd next CONFIG`" in err
    assert event.command("next") == 0
    assert event.command("run", "--once") == 0
    assert played(event) == 0


def test_who_throws_the_ledger_away_too_is_told_of_the_files(
    event: Event, last_week: str, capsys: Capture
) -> None:
    shutil.rmtree(event.directory / "state")
    assert event.command("run", "--once") == 78
    assert f"event.date is {last_week}, which is past" in capsys.readouterr().err
    event.change(last_week, event.today)
    assert event.command("run", "--once") == 78
    assert "files of an earlier event lie in the folder" in capsys.readouterr().err
    assert event.command("run", "--once", "--stale", "archive") == 0
    assert played(event) == 0
    # The tablets wake up, and send last week's results as if they were today's.
    event.play()
    assert event.command("run", "--once") == 0
    assert played(event) == 0
    problems = event.published("problems.json")
    assert {one["code"] for one in problems} == {"result-replayed"}
    assert len(problems) == 9


def test_rulings_of_last_week_are_not_applied(event: Event, last_week: str) -> None:
    rulings = event.directory / "rulings.toml"
    rulings.write_text(f"event = {last_week}\n\n[[result]]\nboard = 1\nns = 1\nscore = 420\n")
    event.change(last_week, event.today)
    shutil.rmtree(event.directory / "state")
    assert event.command("run", "--once", "--stale", "archive") == 0
    assert played(event) == 0
    (problem,) = event.published("problems.json")
    assert problem["message"] == (
        f"the rulings in this file (1) are for {last_week}, and this event is on {event.today}: "
        f"none is applied; take out what is old and write event = {event.today}"
    )
