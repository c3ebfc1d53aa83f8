"""Why the daemon did not start, on stderr and in the log file, and the status that says it."""

from __future__ import annotations

import errno
import json
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from daemon.cli.passing import status_of
from daemon.folder.port import CredentialError, FolderError
from daemon.folder.port import FolderRefusedError as Refused
from daemon.ledger.port import LedgerFullError, LedgerNewerError
from daemon.ledger.sqlite import open_ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]

LOG = '\n\n[logging]\nfile = "logs/tournamentd.log"'


def logged(event: Event) -> list[dict[str, Any]]:
    text = (event.directory / "logs" / "tournamentd.log").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def named(line: dict[str, Any], *names: str) -> list[Any]:
    return [line.get(name) for name in names]


def test_a_folder_that_is_away_stands_in_the_log_file_too(event: Event, capsys: Capture) -> None:
    event.change('path = "box"', f'path = "box"{LOG}')
    event.box.rmdir()
    assert event.command("run", "--once") == 1
    said = capsys.readouterr().err.removesuffix("\n")
    assert said.startswith(f"tournamentd does not start: The folder {event.box} cannot be reached")
    (line,) = logged(event)
    assert named(line, "level", "event", "text", "tournament", "status") == [
        *("error", "daemon.refused", said, "Trial", 1)
    ]


def test_files_of_an_earlier_event_are_named_in_the_log_file_too(
    event: Event, capsys: Capture
) -> None:
    event.change('path = "box"', f'path = "box"{LOG}')
    event.play(days_ago=7)
    assert event.command("run", "--once") == 78
    (line,) = logged(event)
    assert line["text"] == capsys.readouterr().err.removesuffix("\n")
    assert "OUT_T3.txt" in line["text"]
    assert line["status"] == 78


def test_a_second_daemon_says_so_in_the_log_of_the_first(event: Event) -> None:
    event.change('path = "box"', f'path = "box"{LOG}')
    ledger = open_ledger(event.directory / "state", f"{event.today} Trial")
    try:
        assert event.command("run", "--once") == 78
    finally:
        ledger.close()
    assert "Another tournamentd" in logged(event)[-1]["text"]


def test_an_evening_that_is_half_put_away_is_said_in_the_log_file_too(event: Event) -> None:
    event.change('path = "box"', f'path = "box"{LOG}')
    archive = event.directory / "archive" / "2026-12-01 Trial"
    archive.mkdir(parents=True)
    (archive / "unfinished.json").write_text('{"day": "2026-12-08", "ledger": null, "lines": []}')
    assert event.command("run", "--once") == 78
    assert "`tournamentd next` was broken off" in logged(event)[-1]["text"]


def test_what_is_wrong_with_a_file_of_the_plan_stands_in_the_log_file(event: Event) -> None:
    event.change('path = "box"', f'path = "box"{LOG}')
    (event.directory / "mitchell.asc").unlink()
    assert event.command("run", "--once") == 78
    found, refused = logged(event)
    assert named(found, "event", "text", "file", "line", "column", "code") == [
        "problem.found",
        "mitchell.asc does not exist: put the file there, or correct its name here",
        *(str(event.config), 13, 12, "config-file"),
    ]
    assert named(refused, "event", "text", "tournament", "status") == [
        "daemon.refused",
        f"tournamentd does not start: mend {event.config} first",
        *("tournament.toml", 78),
    ]


def test_a_configuration_that_is_no_toml_still_says_where_the_log_is(event: Event) -> None:
    event.change('path = "box"', f'path = "box"{LOG}')
    event.change('name = "Trial"', 'name = "Trial')
    assert event.command("run", "--once") == 78
    assert [line["event"] for line in logged(event)] == ["problem.found", "daemon.refused"]


@pytest.mark.parametrize("written", ["", "[logging]\nfile = 7", '[logging]\nfile = ""'])
def test_without_a_log_file_stderr_has_to_do(event: Event, written: str, capsys: Capture) -> None:
    event.change('path = "box"', f'pat = "box"\n\n{written}')
    before = event.seen()
    assert event.command("run", "--once") == 78
    assert event.seen() == before
    assert ": error: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    ['name = "Trial', 'name = "Trial"\ncolour = "red"', 'name = "Trial"'],
    ids=["no TOML", "a key that nobody knows", "nothing else"],
)
@pytest.mark.parametrize("named", ["rulings.toml", "mitchell.asc", "names.csv", "tournament.toml"])
def test_why_it_did_not_start_is_never_written_into_a_file_that_is_no_log(
    event: Event, wrong: str, named: str
) -> None:
    event.change('path = "box"', f'path = "box"\n\n[logging]\nfile = "{named}"')
    event.change('name = "Trial"', wrong)
    (event.directory / "rulings.toml").write_text("closed = false\n")
    before = (event.directory / named).read_bytes()
    assert event.command("run", "--once") == 78
    assert (event.directory / named).read_bytes() == before


def test_a_log_file_that_cannot_be_written_either_is_said_once(
    event: Event, capsys: Capture
) -> None:
    event.change('path = "box"', 'path = "box"\n\n[logging]\nfile = "names.csv/x.log"')
    assert event.command("run", "--once") == 78
    assert capsys.readouterr().err == (
        f"tournamentd does not start: the log {event.directory / 'names.csv' / 'x.log'} cannot be "
        "written (File exists): name another file as logging.file, or let the user who runs "
        "tournamentd write there\n"
    )


def test_a_log_on_a_drive_that_is_away_may_come_back_and_is_1(
    event: Event, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Path.mkdir

    def refuse(path: Path, **how: Any) -> None:  # noqa: ANN401 - as the library has it
        if path.name == "stick":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        make(path, **how)

    monkeypatch.setattr(Path, "mkdir", refuse)
    log = event.directory / "stick" / "tournamentd.log"
    event.change('path = "box"', f'path = "box"\n\n[logging]\nfile = "{log.as_posix()}"')
    assert event.command("run", "--once") == 1
    assert capsys.readouterr().err == (
        f"tournamentd does not start: the log {log} cannot be written (Permission denied): is its "
        "drive connected? Else name another file as logging.file. Start it again then (a service "
        "is started again by itself).\n"
    )


# What the service manager shows until the next start


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[str]]]:
    """Gives all that a service manager has heard by now."""
    if not hasattr(socket, "AF_UNIX"):
        pytest.skip("this system has no such sockets, and no systemd")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ears:
        ears.bind(str(tmp_path / "notify"))
        ears.settimeout(0.0)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))

        def heard() -> list[str]:
            told = []
            with suppress(BlockingIOError):
                while True:
                    told.append(ears.recv(4096).decode())
            return told

        yield heard


def test_the_manager_hears_why_it_did_not_start(
    event: Event, manager: Callable[[], list[str]]
) -> None:
    event.box.rmdir()
    assert event.command("run") == 1
    starting, refused = manager()
    assert starting == "STATUS=starting: reaches the folder and reads what lies there"
    assert refused == (
        f"STATUS=tournamentd does not start: The folder {event.box} cannot be reached (No such "
        "file or directory). Is the drive connected, the network up, and folder.path right? "
        "Nothing is lost. Start it again then (a service is started again by itself)."
    )


def test_the_manager_hears_which_configuration_is_to_be_mended(
    event: Event, manager: Callable[[], list[str]]
) -> None:
    event.change('path = "box"', 'pat = "box"')
    assert event.command("run") == 78
    assert manager() == [f"STATUS=tournamentd does not start: mend {event.config} first"]


# The status of other commands


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (LedgerFullError("full"), 1),
        (FolderError("away"), 1),
        (Refused("no room"), 1),
        (OSError(errno.ENOSPC, "full"), 1),
        (CredentialError("no token"), 78),
        (LedgerNewerError("newer"), 78),
        (ValueError("anything else"), 78),
    ],
)
def test_what_passes_is_1_and_what_somebody_must_change_is_78(
    error: Exception, status: int
) -> None:
    assert status_of(error) == status


def test_simulate_on_a_folder_that_lets_nobody_in_is_78(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scan(_folder: object) -> tuple[()]:
        raise CredentialError("the token was taken back")

    monkeypatch.setattr("daemon.folder.local.LocalFolder.scan", scan)
    assert event.command("simulate", "--speed", "1e9") == 78


def test_simulate_on_a_full_disk_is_1(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(path: Path, _content: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(Path, "write_bytes", write)
    assert event.command("simulate", "--speed", "1e9") == 1


def test_next_on_a_full_disk_is_1(
    event: Event, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lock(directory: Path) -> None:
        raise LedgerFullError(f"The ledger {directory} cannot be written.")

    monkeypatch.setattr("daemon.cli.next.lock_directory", lock)
    assert event.command("next") == 1
    assert capsys.readouterr().err == (
        f"tournamentd next: The ledger {event.directory / 'state'} cannot be written.\n"
        "Nothing was done.\n"
    )


def test_next_with_a_token_that_was_taken_back_is_78(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scan(_folder: object) -> tuple[()]:
        raise CredentialError("the token was taken back")

    monkeypatch.setattr("daemon.folder.local.LocalFolder.scan", scan)
    assert event.command("next") == 78
