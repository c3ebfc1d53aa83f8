"""The tablets' folder with what was collected beside it."""

from __future__ import annotations

import os
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daemon.folder.collected import (
    CollectedFolder,
    add_to_collection,
    new_collection,
    numbers,
)
from daemon.folder.local import LocalFolder
from daemon.folder.port import FileGoneError, FolderGoneError, FolderRefusedError, PutOutcome

YESTERDAY = datetime(2026, 11, 30, 21, 15, 30, 250_000, tzinfo=UTC)


def open_folder(path: Path) -> LocalFolder:
    return LocalFolder(path, subfolders=("A",), max_file_bytes=1000, max_files=100)


@pytest.fixture
def box(tmp_path: Path) -> Path:
    place = tmp_path / "box"
    (place / "A").mkdir(parents=True)
    return place


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "state" / "collected"


@pytest.fixture
def folder(box: Path, directory: Path) -> CollectedFolder:
    return CollectedFolder(open_folder(box), directory, open_folder)


def collect(directory: Path, path: str, content: bytes = b"collected") -> int:
    number = new_collection(directory)
    add_to_collection(directory, number, path, content, YESTERDAY)
    return number


def test_without_anything_collected_it_is_the_folder_itself(
    folder: CollectedFolder, box: Path
) -> None:
    (box / "OUT_1.txt").write_bytes(b"one")
    assert [seen.name for seen in folder.scan()] == ["OUT_1.txt"]
    assert folder.read("OUT_1.txt")[1] == b"one"
    assert folder.put("IN_1.txt", b"ours") is PutOutcome.WRITTEN
    assert (box / "IN_1.txt").read_bytes() == b"ours"
    assert folder.archive("OUT_1.txt", "old") == "old/OUT_1.txt"
    with folder.watch(lambda _: None):
        pass


def test_collected_files_are_shown_behind_the_others_under_their_collection(
    folder: CollectedFolder, box: Path, directory: Path
) -> None:
    (box / "OUT_1.txt").write_bytes(b"one")
    assert collect(directory, "OUT_T3.txt") == 1
    assert collect(directory, "A/OUT_T3.txt") == 2
    assert [seen.name for seen in folder.scan()] == [
        *("OUT_1.txt", "collected 1/OUT_T3.txt", "collected 2/A/OUT_T3.txt")
    ]


def test_a_collected_file_keeps_its_time_of_change(
    folder: CollectedFolder, directory: Path
) -> None:
    collect(directory, "A/OUT_T3.txt")
    seen, content = folder.read("collected 1/A/OUT_T3.txt")
    assert content == b"collected"
    assert (seen.name, seen.modified) == ("collected 1/A/OUT_T3.txt", YESTERDAY)
    assert folder.scan() == (seen,)


@pytest.mark.parametrize("name", ["collected 1/OUT_9.txt", "collected 7/OUT_1.txt"])
def test_what_is_not_there_is_gone_and_the_folder_is_not(
    folder: CollectedFolder, directory: Path, name: str
) -> None:
    collect(directory, "OUT_1.txt")
    with pytest.raises(FileGoneError):
        folder.read(name)
    with pytest.raises(FileGoneError):
        folder.archive(name, "old")


@pytest.mark.parametrize("name", ["collected 1/../../OUT_1.txt", "collected 1//OUT_1.txt"])
def test_a_name_that_leads_elsewhere_is_refused(folder: CollectedFolder, name: str) -> None:
    with pytest.raises(ValueError, match="is not"):
        folder.read(name)


def test_a_collected_file_is_archived_within_its_collection(
    folder: CollectedFolder, directory: Path
) -> None:
    collect(directory, "OUT_1.txt")
    there = folder.archive("collected 1/OUT_1.txt", "archive 2026-12-01")
    assert there == "collected 1/archive 2026-12-01/OUT_1.txt"
    assert folder.read(there)[1] == b"collected"
    assert folder.scan() == ()


def test_while_the_folder_is_away_the_collected_files_are_there(
    folder: CollectedFolder, box: Path, directory: Path
) -> None:
    collect(directory, "OUT_1.txt")
    box.rename(box.with_name("pulled out"))
    with pytest.raises(FolderGoneError, match="cannot be reached") as gone:
        folder.scan()
    assert [seen.name for seen in gone.value.seen] == ["collected 1/OUT_1.txt"]


def test_other_folders_beside_the_numbered_ones_are_passed_over(
    folder: CollectedFolder, directory: Path
) -> None:
    assert numbers(directory) == ()
    for name in ("10", "2", "03", "notes", "1 (copy)"):
        (directory / name).mkdir(parents=True)
        (directory / name / "OUT_1.txt").write_bytes(b"one")
    (directory / "4").write_bytes(b"no folder")
    assert numbers(directory) == (2, 4, 10)
    assert [seen.name for seen in folder.scan()] == [
        *("collected 2/OUT_1.txt", "collected 10/OUT_1.txt")
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such thing")
def test_only_their_owner_may_read_what_was_collected(directory: Path) -> None:
    collect(directory, "A/OUT_1.txt")
    for place in (directory.parent, directory, directory / "1", directory / "1" / "A"):
        assert stat.S_IMODE(place.stat().st_mode) == 0o700


def test_every_collection_has_a_number_of_its_own(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert new_collection(directory) == 1
    # Two that collect at once see the same numbers.
    monkeypatch.setattr("daemon.folder.collected.numbers", lambda _: ())
    assert new_collection(directory) == 2


def test_a_file_that_cannot_be_written_leaves_nothing_behind(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = new_collection(directory)

    def no_room(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "utime", no_room)
    with pytest.raises(FolderRefusedError, match="No room"):
        add_to_collection(directory, number, "OUT_1.txt", b"one", YESTERDAY)
    assert list((directory / "1").iterdir()) == []
