"""`check` warns before play when there is little room where an evening is written."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from daemon.cli.loading import load
from daemon.cli.room import room_problems

if TYPE_CHECKING:
    from tests.cli.conftest import Event


class _Usage(NamedTuple):
    free: int


class _Status(NamedTuple):
    st_dev: int
    st_mode: int


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many bytes are free below a path that has such a part; the default is under ``."""
    room = {"": 10**12}

    def usage(path: Path) -> _Usage:
        return _Usage(next((room[part] for part in reversed(room) if part in str(path)), 0))

    monkeypatch.setattr(shutil, "disk_usage", usage)
    return room


def warnings(event: Event) -> list[str]:
    return [problem.one_line() for problem in room_problems(load(event.config))]


def said(event: Event, megabytes: int, shown: str) -> str:
    return (
        f"{event.directory / 'state'}: warning: only {megabytes} MB are free on the drive of "
        f"{shown}, and an evening may need 200 MB with ledger, results, copies and log: make room "
        "before play, or name another place [little-room]"
    )


def test_where_there_is_room_nothing_is_said(event: Event, free: dict[str, int]) -> None:
    free[""] = 200_000_000
    assert warnings(event) == []


def test_little_room_is_a_warning_for_all_places_on_that_drive(
    event: Event, free: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    free[""] = 199_999_999
    event.change(
        "[folder]", '[backup]\ndirectory = "spare"\n\n[logging]\nfile = "x.log"\n\n[folder]'
    )
    places = [str(event.directory / name) for name in ("state", "live", "spare")]
    line = said(event, 199, f"{', '.join(places)} and {event.directory / 'x.log'}")
    assert warnings(event) == [line]
    assert event.command("check") == 0
    out, err = capsys.readouterr()
    assert err == f"{line}\n"
    assert out.endswith("Ready, with 1 warning.\n")


def test_each_drive_has_a_warning_of_its_own(
    event: Event, free: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.stat

    def stat(path: Path, **how: bool) -> object:
        found = real(path, **how)
        return _Status(2, found.st_mode) if path.name in {"spare", "live"} else found

    monkeypatch.setattr(Path, "stat", stat)
    for name in ("live", "spare", "state"):
        (event.directory / name).mkdir()
    event.change("[folder]", '[backup]\ndirectory = "spare"\n\n[folder]')
    free["live"] = free["spare"] = 7_000_000
    live, spare = (event.directory / name for name in ("live", "spare"))
    assert warnings(event) == [
        said(event, 7, f"{live} and {spare}").replace(f"{event.directory / 'state'}:", f"{live}:")
    ]


def test_a_stick_that_is_not_plugged_in_has_no_room_to_speak_of(
    event: Event, free: dict[str, int]
) -> None:
    free[""] = 1_000_000
    event.change("[folder]", '[backup]\ndirectory = "stick/copies"\n\n[folder]')
    state, live = (event.directory / name for name in ("state", "live"))
    assert warnings(event) == [said(event, 1, f"{state} and {live}")]


def test_what_nobody_knows_is_no_warning(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> None:
        raise OSError("not on this system")

    monkeypatch.setattr(shutil, "disk_usage", refuse)
    assert warnings(event) == []
    (event.directory / "state").symlink_to("nowhere")
    assert warnings(event) == []
