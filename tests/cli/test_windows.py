"""An evening as Windows would have it, as far as that can be played on Linux.

There a file that somebody has open, this program included, can be neither replaced nor moved nor
deleted. Here every such call is refused when this process has the file open, and for a moment when
a scanner for viruses would. Not proved here: what else Windows does, from drive letters to its
locks; the tests that run on it prove that.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Event

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")

_MOVES = ("replace", "rename", "unlink")


class HeldError(PermissionError):
    winerror = 32


def _held(path: object) -> OSError:
    return HeldError(errno.EACCES, "The process cannot access the file", str(path))


def _open_files() -> set[str]:
    """What this process has open, by its path; SQLite's files among it."""
    found = set()
    for number in os.listdir("/proc/self/fd"):  # noqa: PTH208 - no paths are wanted
        try:
            found.add(os.readlink(f"/proc/self/fd/{number}"))  # noqa: PTH115 - the text as it is
        except OSError:
            continue
    return found


@pytest.fixture
def strict_windows(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Refuses to touch what this process has open; what was refused is listed."""
    refused: list[str] = []
    _patch(monkeypatch, lambda paths: [one for one in paths if one in _open_files()], refused)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    return refused


@pytest.fixture
def scanned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Refuses the first two tries to give each file its name or to delete it."""
    refused: list[str] = []

    def held(paths: list[str]) -> list[str]:
        return [paths[-1]] if refused.count(paths[-1]) < 2 else []

    _patch(monkeypatch, held, refused)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    return refused


def _patch(
    monkeypatch: pytest.MonkeyPatch, held: Callable[[list[str]], list[str]], refused: list[str]
) -> None:
    for name in _MOVES:
        really = getattr(Path, name)

        def act(
            path: Path, *others: object, _really: Callable[..., object] = really, **options: object
        ) -> object:
            paths = [os.path.realpath(str(one)) for one in (path, *others)]
            if path.exists() and (hits := held(paths)):
                refused.extend(hits)
                raise _held(hits[0])
            return _really(path, *others, **options)

        monkeypatch.setattr(Path, name, act)


def a_whole_evening(event: Event) -> None:
    """From the first IN file to the next week, with a ledger that is lost in between."""
    event.change("[folder]", '[backup]\ndirectory = "../stick"\n\n[folder]')
    config = event.config
    event.play("OUT_T1.txt", "OUT_T2.txt")
    assert event.command("run", "--once") == 0
    event.play("OUT_T3.txt")
    assert event.command("rule", "not_played", "board=3", "ns=1") == 0
    assert event.command("run", "--once") == 0
    copy = event.directory.parent / "kept.sqlite3"
    copy.write_bytes((event.directory / "state" / "ledger.sqlite3").read_bytes())
    assert event.command("restore", str(copy), "--anyway") == 0
    assert event.command("close", "--anyway") == 0
    assert event.command("next") == 0
    assert config.exists()


@pytest.mark.parametrize("move", _MOVES)
def test_the_play_is_strict(move: str, tmp_path: Path, strict_windows: list[str]) -> None:
    file, others = tmp_path / "held", ([] if move == "unlink" else [tmp_path / "new"])
    file.touch()
    with file.open(), pytest.raises(PermissionError):
        getattr(file, move)(*others)
    assert strict_windows == [str(file.resolve())]
    getattr(file, move)(*others)


def test_nothing_is_moved_or_replaced_that_we_have_open_ourselves(
    event: Event, strict_windows: list[str]
) -> None:
    a_whole_evening(event)
    assert strict_windows == []


def test_files_that_are_held_for_a_moment_stop_no_command(
    event: Event, scanned: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    a_whole_evening(event)
    touched = {Path(one).name for one in scanned}
    assert {
        *("IN_T1.txt", "standings.json", "rulings.toml", "tournament.toml", "ledger.sqlite3")
    } <= touched
    assert "held open" not in capsys.readouterr().err
