from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from daemon.cli.loading import load
from daemon.cli.main import main
from daemon.ledger.sqlite import open_ledger
from daemon.tournament.entry import Started

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def status(event: Event, capsys: Capture) -> Callable[[], dict[str, Any]]:
    """What `status --json` says."""

    def ask() -> dict[str, Any]:
        capsys.readouterr()
        assert event.command("status", "--json") == 0
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    return ask


def test_before_the_first_result_everything_is_of_later_rounds(
    event: Event, status: Callable[[], dict[str, Any]]
) -> None:
    event.command("run", "--once")
    assert status() == {
        "event": "Trial",
        "date": event.today,
        "complete": False,
        "progress": {"played": 0, "expected": 9},
        "missing": [],
        "later": 9,
        "held": [],
        "problems": [],
    }


def test_it_says_which_table_owes_which_boards(
    event: Event, status: Callable[[], dict[str, Any]]
) -> None:
    event.play("OUT_T1.txt", "OUT_T3.txt")
    event.command("run", "--once")
    answer = status()
    assert answer["progress"] == {"played": 6, "expected": 9}
    assert answer["missing"] == [
        {"section": "A", "round": 1, "table": 2, "ns": 2, "ew": 5, "boards": [2]},
        {"section": "A", "round": 2, "table": 2, "ns": 2, "ew": 4, "boards": [3]},
        {"section": "A", "round": 3, "table": 2, "ns": 2, "ew": 6, "boards": [1]},
    ]
    assert answer["later"] == 0


def test_it_says_what_is_held_and_what_to_write_to_settle_it(
    event: Event, status: Callable[[], dict[str, Any]]
) -> None:
    event.play("OUT_T1.txt")
    conflicting = (event.box / "OUT_T1.txt").read_text().replace("2♡,+1,W,J♤,-140", "Pass,,,,0", 1)
    (event.box / "OUT_1.txt").write_text(conflicting)
    event.command("run", "--once")
    answer = status()
    assert answer["held"] == [{"section": "A", "board": 1, "ns": 1, "ew": 4}]
    conflict = next(one for one in answer["problems"] if one["code"] == "result-conflict")
    assert conflict["ruling"].startswith('[[accept]]\nsection = "A"\nboard = 1\nns = 1\n')


def test_for_people_it_prints_standings_progress_and_what_is_open(
    event: Event, capsys: Capture
) -> None:
    event.play("OUT_T1.txt")
    (event.box / "OUT_T1_E.txt").write_text("no secret opens this")
    event.command("run", "--once")
    capsys.readouterr()
    assert event.command("status") == 0
    out = capsys.readouterr().out
    assert out.startswith("Trial, ")
    assert "Ada Anker & Bram Brugge" in out
    assert "3 of 9 results" in out
    assert "section A, round 1, table 2: board 2 (2 against 5)" in out
    assert "[out-unreadable]" in out


def test_when_all_is_well_it_says_so(event: Event, capsys: Capture) -> None:
    event.play()
    event.command("run", "--once")
    capsys.readouterr()
    assert event.command("status") == 0
    assert capsys.readouterr().out.endswith("All results are in.\n")


def test_what_was_not_played_is_not_said_to_be_in(event: Event, capsys: Capture) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    event.command("close")
    capsys.readouterr()
    assert event.command("status") == 0
    assert capsys.readouterr().out.endswith("\n3 results are in, 6 were not played.\n")


def test_it_works_while_the_daemon_has_the_ledger(
    event: Event, status: Callable[[], dict[str, Any]]
) -> None:
    event.play()
    event.command("run", "--once")
    ledger = open_ledger(event.directory / "state", load(event.config).settings.event.identity)
    try:
        assert status()["complete"]
    finally:
        ledger.close()


def test_without_a_ledger_it_is_1(event: Event, capsys: Capture) -> None:
    assert event.command("status") == 1
    assert capsys.readouterr().err == (
        f"tournamentd status: There is no ledger in {event.directory / 'state'}: nothing was "
        "recorded there yet. `tournamentd run` begins one; see that event.state names the right "
        "folder.\n"
    )


def test_a_ledger_without_a_plan_is_1(event: Event, capsys: Capture) -> None:
    settings = load(event.config).settings
    ledger = open_ledger(event.directory / "state", settings.event.identity)
    ledger.append([Started("0.1.0")], datetime.now(UTC))
    ledger.close()
    assert event.command("status") == 1
    assert capsys.readouterr().err == (
        f"tournamentd status: The ledger in {event.directory / 'state'} holds no plan yet: "
        "`tournamentd run` writes it.\n"
    )


def test_a_ledger_of_another_event_is_shown_as_what_it_is(event: Event, capsys: Capture) -> None:
    event.play()
    event.command("run", "--once")
    event.change('name = "Trial"', 'name = "Another"')
    capsys.readouterr()
    assert event.command("status") == 0
    out, err = capsys.readouterr()
    assert out.startswith("Trial, ")
    assert err == (
        f"tournamentd: the ledger in {event.directory / 'state'} is of "
        f'"{event.today} Trial", the configuration is of "{event.today} Another": this is what the '
        "ledger says\n"
    )


# When the files of the plan are broken in the middle of play

BY_THE_LEDGER = (
    "tournamentd: {config} cannot be used as it is now, so this goes by the plan in the ledger, "
    "which was read last and which a daemon that runs goes by too: mend what is named above\n"
)


def broken(event: Event, name: str, text: str | bytes | None) -> None:
    path = event.directory / name
    if text is None:
        path.unlink()
    elif isinstance(text, bytes):
        path.write_bytes(text)
    else:
        path.write_text(text)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("names.csv", "x\n", "names.csv:1:"),
        ("names.csv", None, "names.csv does not exist: put the file there"),
        ("mitchell.asc", "", "mitchell.asc"),
        ("tournament.toml", "[event\n", "tournament.toml:1:"),
        ("tournament.toml", b"# caf\xe9\n", "byte 6 is not UTF-8"),
        ("tournament.toml", '[event]\nname = "Trial"\n', "tournament.toml:"),
    ],
)
def test_what_is_broken_while_it_is_played_is_named_and_the_ledgers_plan_used(
    event: Event, capsys: Capture, name: str, text: str | bytes | None, says: str
) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    capsys.readouterr()
    assert event.command("status") == 0
    before = capsys.readouterr().out
    broken(event, name, text)
    assert event.command("status") == 0
    out, err = capsys.readouterr()
    assert out == before
    assert says in err
    assert err.endswith(BY_THE_LEDGER.format(config=event.config))


@pytest.mark.parametrize(
    "event_table",
    [
        '[event]\nname = "Trial"\ndate = {today}\nstate = "kept"\n[folder]\n',
        '[event\nname = "Trial"\nstate = "kept" # here\n',
        'event.state = "kept"\nevent.name = "Trial\n',
        '[event]\ndate = 2026-13-13\nstate = "kept"\n',
    ],
)
def test_the_ledger_is_found_by_what_can_still_be_read(event: Event, event_table: str) -> None:
    event.change('name = "Trial"', 'name = "Trial"\nstate = "kept"')
    event.command("run", "--once")
    broken(event, "tournament.toml", event_table.format(today=event.today))
    assert event.command("status") == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        # There is no such ledger.
        ("tournament.toml", '[event\nstate = "elsewhere"\n'),
        # It speaks of another event.
        ("tournament.toml", '[event]\nname = "Other"\ndate = 2026-12-01\n'),
    ],
)
def test_where_there_is_no_plan_of_it_to_go_by_it_is_78(
    event: Event, capsys: Capture, name: str, text: str
) -> None:
    event.command("run", "--once")
    broken(event, name, text)
    capsys.readouterr()
    assert event.command("status") == 78
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(
        f"Nothing was done: mend {event.config} first (`tournamentd check {event.config}` looks "
        "again).\n"
    )


def test_a_configuration_that_was_mistyped_is_78(event: Event) -> None:
    event.command("run", "--once")
    assert main(["status", str(event.directory / "tornament.toml")]) == 78


def test_a_ledger_that_was_moved_there_is_not_its_own(event: Event) -> None:
    event.change('name = "Trial"', 'name = "Trial"\nstate = "first"')
    event.command("run", "--once")
    (event.directory / "first").rename(event.directory / "state")
    broken(event, "tournament.toml", "[event\n")
    assert event.command("status") == 78


def test_without_the_secret_the_results_in_the_ledger_cannot_be_read(event: Event) -> None:
    event.change('path = "box"', 'path = "box"\n\n[encryption]\nsecret_file = "secret.txt"')
    secret = event.directory / "secret.txt"
    secret.touch(0o600)
    secret.write_text("zQ7k\n")
    event.command("run", "--once")
    broken(event, "names.csv", "x\n")
    assert event.command("status") == 0
    secret.unlink()
    assert event.command("status") == 78


def test_a_configuration_with_an_error_and_no_ledger_is_78(event: Event) -> None:
    event.change("boards_per_round = 1", "boards_per_round = 0")
    assert event.command("status") == 78


def test_what_is_watched_by_a_pipe_is_printed_once(event: Event, capsys: Capture) -> None:
    event.command("run", "--once")
    capsys.readouterr()
    assert event.command("status") == 0
    printed = capsys.readouterr().out
    assert event.command("status", "--watch") == 0
    assert capsys.readouterr().out == printed


class Watched(io.StringIO):
    """A terminal. What happens between two looks is passed in; then somebody has seen enough."""

    encoding = "utf-8"

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *meanwhile: Callable[[], object]) -> None:
        super().__init__()
        self._meanwhile = list(meanwhile)
        monkeypatch.setattr("sys.stdout", self)
        monkeypatch.setattr("daemon.cli.status.time.sleep", self._sleep)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", "200")

    def isatty(self) -> bool:
        return True

    def _sleep(self, _seconds: float) -> None:
        if not self._meanwhile:
            raise KeyboardInterrupt
        self._meanwhile.pop(0)()


def test_who_watches_before_there_is_a_ledger_is_told_and_sees_it_when_it_comes(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin() -> None:
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr("sys.stdout", io.StringIO())
            event.command("run", "--once")

    drawn: list[str] = []
    monkeypatch.setattr("daemon.cli.live.LiveTerminal.say", lambda _, words: drawn.append(words))
    screen = Watched(monkeypatch, lambda: None, begin)
    assert event.command("status", "--watch") == 0
    (said,) = drawn
    assert said == (
        f"There is no ledger in {event.directory / 'state'}: nothing was recorded there yet. "
        "`tournamentd run` begins one; see that event.state names the right folder.\n\n"
        "Waiting for it (Ctrl-C ends)."
    )
    assert "0 of 9 results are in. Provisional." in screen.getvalue()


def test_a_ledger_that_goes_while_it_is_watched_is_waited_for(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.command("run", "--once")
    away = event.directory / "put away"
    screen = Watched(monkeypatch, lambda: (event.directory / "state").rename(away))
    assert event.command("status", "--watch") == 0
    assert "Waiting for it (Ctrl-C ends)." in screen.getvalue()


def test_a_damaged_ledger_is_not_waited_for(
    event: Event, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (event.directory / "state").mkdir()
    (event.directory / "state" / "ledger.sqlite3").write_bytes(b"no ledger at all" * 99)
    Watched(monkeypatch)
    assert event.command("status", "--watch") == 1
    assert " is damaged: file is not a database." in capsys.readouterr().err


def test_a_terminal_that_cannot_move_its_cursor_is_shown_the_status_once(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.command("run", "--once")
    screen = Watched(monkeypatch)
    monkeypatch.setenv("TERM", "dumb")
    assert event.command("status", "--watch") == 0
    assert screen.getvalue().count("0 of 9 results are in.") == 1


def test_who_watches_sees_it_until_he_has_seen_enough(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.command("run", "--once")
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setenv("TERM", "xterm")

    def enough(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("daemon.cli.status.time.sleep", enough)
    assert event.command("status", "--watch") == 0
    assert "0 of 9 results are in. Provisional." in screen.getvalue()
