"""A terminal on which the log goes by above the results."""

import io
import os
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from daemon.cli.live import live_terminal
from daemon.tournament.results import Results

NOW = datetime(2026, 12, 1, 18, 40, tzinfo=UTC)
RESULTS = Results("Tuesday pairs", date(2026, 12, 1), "matchpoints", complete=False, final=False, played=84, expected=147, rankings=(), travellers=(), problems=())  # fmt: skip  # noqa: E501 - as short as it can be


class Screen(io.StringIO):
    """A terminal that keeps what it was sent."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Screen:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Screen()


def test_lines_go_by_whole_and_the_results_stay(terminal: Screen) -> None:
    line = "20:31:07    out.received  [bold]OUT_T2.txt[/bold] " + "x" * 100
    with live_terminal(lambda: NOW, stream=terminal) as live:
        assert live is not None
        live.show(RESULTS)
        live.stream.write(line[:30])
        live.stream.write(f"{line[30:]}\nsecond\n")
    sent = terminal.getvalue()
    assert f"{line}\n" in sent
    assert "84 of 147 results are in. Provisional." in sent.rpartition("second")[2]


def test_words_stand_in_the_place_of_results_until_there_are_some(terminal: Screen) -> None:
    with live_terminal(lambda: NOW, stream=terminal) as live:
        assert live is not None
        live.say("no ledger yet: \x1b[31m[bold]waiting[/bold]")
        live.stream.write("first\n")
        waited = terminal.getvalue()
        live.show(RESULTS)
    assert "[bold]waiting[/bold]" in waited
    assert "\x1b[31m" not in waited
    assert "84 of 147 results are in. Provisional." in terminal.getvalue()


def test_the_cursor_is_back_when_it_ends_by_an_error(terminal: Screen) -> None:
    with pytest.raises(ZeroDivisionError), live_terminal(lambda: NOW, stream=terminal):
        raise ZeroDivisionError
    hidden, shown = "\x1b[?25l", "\x1b[?25h"
    assert terminal.getvalue().count(hidden) == terminal.getvalue().count(shown) == 1


def test_a_terminal_that_cannot_move_its_cursor_has_lines_alone(
    terminal: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with live_terminal(lambda: NOW, stream=terminal) as live:
        assert live is None
    assert terminal.getvalue() == ""


def test_what_is_piped_has_lines_alone() -> None:
    piped = io.StringIO()
    with live_terminal(lambda: NOW, stream=piped) as live:
        assert live is None
    assert piped.getvalue() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
def test_a_demonstration_on_a_terminal_shows_the_results_below_the_log(tmp_path: Path) -> None:
    import pty  # noqa: PLC0415 - not on Windows

    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from daemon.cli.main import entry_point; entry_point()"]
    arguments = ["demo", "--tables", "3", "--seed", "1", "--speed", "5000"]
    with subprocess.Popen(
        [*command, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm", "PYTHONPATH": str(Path.cwd())},
    ) as process:
        os.close(theirs)
        sent = b""
        try:
            while piece := os.read(ours, 65536):
                sent += piece
        except OSError:
            pass  # what Linux says when the other side is closed
        finally:
            os.close(ours)
    text = sent.decode()
    assert process.returncode == 0
    assert "daemon.started" in text
    assert "All results are in. Provisional." in text
