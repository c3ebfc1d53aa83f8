from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    return tmp_path / "media" / "stick"


def test_only_the_in_files_are_written(event: Event, stick: Path, capsys: Capture) -> None:
    assert event.command("files", "--out", str(stick)) == 0
    assert sorted(path.name for path in stick.iterdir()) == [
        *("IN_T1.txt", "IN_T2.txt", "IN_T3.txt")
    ]
    assert (stick / "IN_T2.txt").read_text() == (
        "2,2,2,5,E,true,false\n2,3,2,4,S,false,true\n2,1,2,6,N,false,false\n"
    )
    assert list(event.box.iterdir()) == []
    assert not (event.directory / "state").exists()
    assert capsys.readouterr().out == f"3 IN files in {stick}, 3 of them written now\n"


def test_only_what_differs_is_written(event: Event, stick: Path, capsys: Capture) -> None:
    event.command("files", "--out", str(stick))
    (stick / "IN_T2.txt").write_text("old")
    before = _identity(stick / "IN_T1.txt")
    capsys.readouterr()
    assert event.command("files", "--out", str(stick)) == 0
    assert capsys.readouterr().out == f"3 IN files in {stick}, 1 of them written now\n"
    assert _identity(stick / "IN_T1.txt") == before


def _identity(file: Path) -> tuple[int, int]:
    """What tells a file from one that took its place, or was written to."""
    status = file.stat()
    return status.st_ino, status.st_mtime_ns


def test_sections_get_their_folders(event: Event, stick: Path) -> None:
    event.change('name = "A"', 'name = "A"\nsubfolder = "Room 1"')
    assert event.command("files", "--out", str(stick)) == 0
    assert (stick / "Room 1" / "IN_T1.txt").exists()


def test_a_place_that_cannot_be_made_is_1(event: Event, stick: Path, capsys: Capture) -> None:
    stick.parent.write_text("a file where a folder should be")
    assert event.command("files", "--out", str(stick)) == 1
    assert capsys.readouterr().err == (
        f"tournamentd files: {stick} cannot be made (Not a directory): name another folder\n"
    )


def test_a_place_that_cannot_be_written_is_1(event: Event, stick: Path, capsys: Capture) -> None:
    (stick / "IN_T1.txt").mkdir(parents=True)
    assert event.command("files", "--out", str(stick)) == 1
    assert capsys.readouterr().err.startswith("tournamentd files: ")


def test_a_configuration_with_an_error_is_78(event: Event, stick: Path, capsys: Capture) -> None:
    event.change("boards_per_round = 1", "boards_per_round = 0")
    assert event.command("files", "--out", str(stick)) == 78
    assert not stick.exists()
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"Nothing was done: mend {event.config} first (`tournamentd check {event.config}` looks "
        "again)."
    )
