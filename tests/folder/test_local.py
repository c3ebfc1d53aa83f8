"""What a folder on a disk does beyond what every folder does."""

import errno
import os
import stat
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from daemon.disk import Patience
from daemon.folder import files
from daemon.folder.local import LocalFolder
from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FileTooLargeError,
    FolderGoneError,
    FolderRefusedError,
    PutOutcome,
)

if TYPE_CHECKING:
    from tests.folder.conftest import LocalExchange


@dataclass
class Clock:
    """Time that passes only when somebody sleeps."""

    now: float = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class HeldOnWindowsError(PermissionError):
    winerror = 32


def held() -> OSError:
    return HeldOnWindowsError(errno.EACCES, "Permission denied")


def a_folder(root: Path, clock: Clock | None = None) -> LocalFolder:
    clock = clock or Clock()
    patience = Patience((0.5,) * 8, clock.sleep)
    return LocalFolder(
        root, subfolders=("A",), max_file_bytes=1000, max_files=5000, patience=patience
    )


no_windows = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such thing")
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets it be made")


def names(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def fail(error: OSError) -> Callable[..., Any]:
    def call(*_args: object, **_kwargs: object) -> None:
        raise error

    return call


def test_a_thousand_files_are_scanned(tmp_path: Path) -> None:
    for number in range(1, 1001):
        (tmp_path / f"OUT_{number}.txt").write_bytes(b"x")
    assert len(a_folder(tmp_path).scan()) == 1000


@no_windows
def test_links_and_what_is_no_file_are_passed_over(tmp_path: Path) -> None:
    root = tmp_path / "Dropbox"
    root.mkdir()
    (tmp_path / "secret").write_bytes(b"secret")
    (root / "OUT_1.txt").symlink_to(tmp_path / "secret")
    (root / "OUT_2.txt").mkdir()
    os.mkfifo(root / "OUT_3.txt")
    folder = a_folder(root)
    assert folder.scan() == ()
    for name in ("OUT_1.txt", "OUT_2.txt", "OUT_3.txt"):
        with pytest.raises(FileGoneError, match="is a link, a folder or a device, not a file"):
            folder.read(name)
        with pytest.raises(FileGoneError):
            folder.archive(name, "old")


@no_windows
def test_a_file_that_becomes_a_link_at_the_last_moment_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "Dropbox"
    root.mkdir()
    (tmp_path / "secret").write_bytes(b"secret")
    (root / "OUT_1.txt").write_bytes(b"public")
    opening = os.open

    def swap_then_open(path: Path, flags: int, mode: int = 0o777) -> int:
        path.unlink()
        path.symlink_to(tmp_path / "secret")
        return opening(path, flags, mode)

    monkeypatch.setattr(os, "open", swap_then_open)
    with pytest.raises(FileGoneError, match="is a link, and links are not followed"):
        a_folder(root).read("OUT_1.txt")


@no_windows
def test_a_subfolder_that_is_a_link_is_passed_over_and_not_written_to(tmp_path: Path) -> None:
    root, elsewhere = tmp_path / "Dropbox", tmp_path / "elsewhere"
    root.mkdir()
    elsewhere.mkdir()
    (elsewhere / "OUT_1.txt").write_bytes(b"x")
    (root / "A").symlink_to(elsewhere)
    folder = a_folder(root)
    assert folder.scan() == ()
    with pytest.raises(FileGoneError):
        folder.read("A/OUT_1.txt")
    with pytest.raises(FolderRefusedError, match="is a link or a file where a folder should be"):
        folder.put("A/IN_1.txt", b"x")
    assert names(elsewhere) == ["OUT_1.txt"]


def test_a_file_where_a_subfolder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "A").write_bytes(b"")
    folder = a_folder(tmp_path)
    assert folder.scan() == ()
    with pytest.raises(FolderRefusedError, match="Put a folder there, then try again"):
        folder.put("A/IN_1.txt", b"x")


@no_windows
def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "OUT_1.txt").write_bytes(b"x")
    (tmp_path / "Dropbox").symlink_to(tmp_path / "disk")
    assert [file.name for file in a_folder(tmp_path / "Dropbox").scan()] == ["OUT_1.txt"]


def test_a_file_in_place_of_the_folder_is_a_folder_gone(tmp_path: Path) -> None:
    (tmp_path / "Dropbox").write_bytes(b"")
    with pytest.raises(FolderGoneError, match="Not a directory"):
        a_folder(tmp_path / "Dropbox").scan()


def test_a_swapped_file_of_the_same_size_and_time_is_a_new_version(tmp_path: Path) -> None:
    path, other = tmp_path / "OUT_1.txt", tmp_path / "other"
    path.write_bytes(b"one")
    folder = a_folder(tmp_path)
    (before,) = folder.scan()
    other.write_bytes(b"two")
    os.utime(other, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    other.replace(path)
    (after,) = folder.scan()
    assert (after.size, after.modified) == (before.size, before.modified)
    assert after.version != before.version


def test_a_file_written_in_place_is_read_as_it_stands_each_time(tmp_path: Path) -> None:
    folder = a_folder(tmp_path)
    versions = []
    with (tmp_path / "OUT_1.txt").open("wb") as writer:
        for part in (b"Latest 01  And", b"roidId 4711\n", b"1,1,1,2"):
            writer.write(part)
            writer.flush()
            versions.append(folder.read("OUT_1.txt"))
    assert [content for _, content in versions] == [
        b"Latest 01  And",
        b"Latest 01  AndroidId 4711\n",
        b"Latest 01  AndroidId 4711\n1,1,1,2",
    ]
    assert len({seen.version for seen, _ in versions}) == 3


def test_a_file_that_changes_while_it_is_read_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "OUT_1.txt"
    path.write_bytes(b"one")
    looking = os.fstat

    def write_then_look(handle: int) -> os.stat_result:
        with path.open("ab") as writer:
            writer.write(b" and more")
        return looking(handle)

    monkeypatch.setattr(os, "fstat", write_then_look)
    with pytest.raises(FileBusyError, match="changed while it was read: try again in a moment"):
        a_folder(tmp_path).read("OUT_1.txt")


def test_a_file_that_was_short_for_a_moment_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "OUT_1.txt"
    path.write_bytes(b"three lines")
    before = path.stat()
    opening, looking = os.open, os.fstat

    def cut_then_open(name: Path, flags: int) -> int:
        os.truncate(path, 5)
        return opening(name, flags)

    def restore_then_look(handle: int) -> os.stat_result:
        if looking(handle).st_ino == before.st_ino:
            os.truncate(path, before.st_size)
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        return looking(handle)

    monkeypatch.setattr(os, "open", cut_then_open)
    monkeypatch.setattr(os, "fstat", restore_then_look)
    with pytest.raises(FileBusyError):
        a_folder(tmp_path).read("OUT_1.txt")


def test_a_file_that_is_replaced_while_it_is_read_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "OUT_1.txt"
    path.write_bytes(b"one")
    (tmp_path / "new").write_bytes(b"two")
    looking = os.fstat

    def replace_then_look(handle: int) -> os.stat_result:
        if (tmp_path / "new").exists():
            (tmp_path / "new").replace(path)
        return looking(handle)

    monkeypatch.setattr(os, "fstat", replace_then_look)
    folder = a_folder(tmp_path)
    with pytest.raises(FileBusyError):
        folder.read("OUT_1.txt")
    assert folder.read("OUT_1.txt")[1] == b"two"


def test_a_file_that_is_swapped_and_swapped_back_while_it_is_read_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, aside, other = tmp_path / "OUT_1.txt", tmp_path / "aside", tmp_path / "other"
    path.write_bytes(b"one")
    other.write_bytes(b"two")
    opening = os.open

    def open_the_other(name: Path, flags: int) -> int:
        path.rename(aside)
        other.rename(path)
        handle = opening(name, flags)
        path.rename(other)
        aside.rename(path)
        return handle

    monkeypatch.setattr(os, "open", open_the_other)
    with pytest.raises(FileBusyError):
        a_folder(tmp_path).read("OUT_1.txt")


def test_a_file_that_a_program_holds_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "OUT_1.txt").write_bytes(b"x")
    monkeypatch.setattr(os, "open", fail(held()))
    with pytest.raises(FileBusyError, match="is held by another program"):
        a_folder(tmp_path).read("OUT_1.txt")


def test_a_too_large_file_is_refused_before_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "OUT_1.txt").write_bytes(b"x" * 1001)
    monkeypatch.setattr(os, "open", fail(OSError("opened")))
    with pytest.raises(FileTooLargeError, match=r"raise folder\.max_file_kb"):
        a_folder(tmp_path).read("OUT_1.txt")


@pytest.mark.parametrize(
    ("nanoseconds", "modified"),
    [
        (2**62, datetime(2116, 2, 20, 23, 53, 38, 427387, UTC)),
        (10**21, datetime.max.replace(tzinfo=UTC)),
        (-(10**21), datetime(1970, 1, 1, tzinfo=UTC)),
    ],
)
def test_a_time_from_a_broken_clock_is_shown_as_near_as_can_be(
    nanoseconds: int, modified: datetime
) -> None:
    assert files._utc(nanoseconds) == modified


@linux_only
def test_a_name_that_is_no_utf_8_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "OUT_1.txt").write_bytes(b"x")
    stray = os.fsencode(tmp_path) + b"/OUT_1 (Ren\xe9).txt"
    os.close(os.open(stray, os.O_CREAT | os.O_WRONLY))
    assert [file.name for file in a_folder(tmp_path).scan()] == ["OUT_1.txt"]


def test_a_file_deleted_during_a_scan_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OUT_1.txt", "OUT_2.txt"):
        (tmp_path / name).write_bytes(b"x")
    looking = Path.lstat

    def delete_then_look(path: Path) -> os.stat_result:
        if path.name == "OUT_1.txt":
            path.unlink()
        return looking(path)

    monkeypatch.setattr(Path, "lstat", delete_then_look)
    assert [file.name for file in a_folder(tmp_path).scan()] == ["OUT_2.txt"]


@pytest.mark.parametrize("then", ["nothing is there", "another is there"])
def test_a_folder_that_vanishes_during_a_scan_never_looks_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, then: str
) -> None:
    root = tmp_path / "Dropbox"
    root.mkdir()
    (root / "OUT_1.txt").write_bytes(b"x")
    listing = Path.iterdir

    def vanish_then_list(path: Path) -> object:
        if root.exists() and (root / "OUT_1.txt").exists():
            root.rename(tmp_path / "pulled out")
            if then == "another is there":
                root.mkdir()
        return listing(path)

    monkeypatch.setattr(Path, "iterdir", vanish_then_list)
    with pytest.raises(FolderGoneError, match="cannot be reached"):
        a_folder(root).scan()


def test_a_folder_without_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "iterdir", fail(PermissionError(errno.EACCES, "denied")))
    with pytest.raises(FolderRefusedError, match="No permission for"):
        a_folder(tmp_path).scan()


@no_windows
def test_a_file_that_is_put_can_be_read_by_whom_the_system_lets(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        a_folder(tmp_path).put("IN_1.txt", b"x")
    finally:
        os.umask(mask)
    assert (tmp_path / "IN_1.txt").stat().st_mode & 0o777 == 0o644


@no_windows
def test_a_file_is_on_the_disk_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = []
    syncing, replacing = os.fsync, Path.replace

    def note_sync(handle: int) -> None:
        story.append("sync")
        syncing(handle)

    def note_replace(path: Path, target: Path) -> Path:
        story.append(f"{path.name} -> {target.name}")
        assert path.read_bytes() == b"1,1,2,4\n"
        return replacing(path, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "replace", note_replace)
    a_folder(tmp_path).put("IN_1.txt", b"1,1,2,4\n")
    assert story == ["sync", ".~IN_1.txt -> IN_1.txt", "sync"]


@no_windows
def test_a_drive_that_cannot_sync_a_directory_is_good_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    syncing = os.fsync

    def sync_files_only(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")
        syncing(handle)

    monkeypatch.setattr(os, "fsync", sync_files_only)
    assert a_folder(tmp_path).put("IN_1.txt", b"x") is PutOutcome.WRITTEN


def test_a_directory_that_fails_to_sync_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_write_through", lambda path, content: path.write_bytes(content))
    monkeypatch.setattr(os, "fsync", fail(OSError(errno.ENOSPC, "full")))
    with pytest.raises(FolderRefusedError, match="No room"):
        a_folder(tmp_path).put("IN_1.txt", b"x")


@no_windows
def test_where_no_directory_can_be_opened_none_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening, opened = os.open, []

    def note_and_open(path: Path, flags: int, mode: int = 0o777) -> int:
        opened.append(path.name)
        return opening(path, flags, mode)

    monkeypatch.delattr(os, "O_DIRECTORY")
    monkeypatch.setattr(os, "open", note_and_open)
    assert a_folder(tmp_path).put("IN_1.txt", b"x") is PutOutcome.WRITTEN
    assert opened == [".~IN_1.txt"]


@pytest.mark.parametrize(
    ("number", "message"),
    [(errno.ENOSPC, "No room for"), (errno.EROFS, "read-only"), (errno.EACCES, "No permission")],
)
def test_a_refused_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, message: str
) -> None:
    folder = a_folder(tmp_path)
    folder.put("IN_1.txt", b"old")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail(OSError(number, "")))
        with pytest.raises(FolderRefusedError, match=message):
            folder.put("IN_1.txt", b"new")
    assert names(tmp_path) == ["IN_1.txt"]
    assert folder.read("IN_1.txt")[1] == b"old"
    assert folder.put("IN_1.txt", b"new") is PutOutcome.WRITTEN


def test_what_a_power_cut_left_behind_is_not_shown_and_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / ".~IN_1.txt").write_bytes(b"hal")
    folder = a_folder(tmp_path)
    assert folder.scan() == ()
    folder.put("IN_1.txt", b"whole")
    assert names(tmp_path) == ["IN_1.txt"]
    assert folder.read("IN_1.txt")[1] == b"whole"


def test_a_file_that_a_viewer_holds_is_replaced_when_it_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, replacing = Clock(), Path.replace

    def replace_after_three_seconds(path: Path, target: Path) -> Path:
        if clock.now < 3:
            raise held()
        return replacing(path, target)

    monkeypatch.setattr(Path, "replace", replace_after_three_seconds)
    folder = a_folder(tmp_path, clock)
    assert folder.put("IN_1.txt", b"x") is PutOutcome.WRITTEN
    assert clock.now == 3
    assert names(tmp_path) == ["IN_1.txt"]


def test_a_file_that_a_viewer_never_lets_go_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    folder = a_folder(tmp_path, clock)
    folder.put("IN_1.txt", b"old")
    monkeypatch.setattr(Path, "replace", fail(held()))
    with pytest.raises(FolderRefusedError) as caught:
        folder.put("IN_1.txt", b"new")
    assert str(caught.value) == (
        f"{tmp_path / 'IN_1.txt'} is held open by another program. Close the program that shows "
        "it (an editor, a viewer), then try again."
    )
    assert clock.now == 4
    assert names(tmp_path) == ["IN_1.txt"]


def test_a_file_that_cannot_be_compared_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = a_folder(tmp_path)
    folder.put("IN_1.txt", b"x")
    opening = os.open

    def open_for_writing_only(path: Path, flags: int, mode: int = 0o777) -> int:
        if path.name == "IN_1.txt":
            raise held()
        return opening(path, flags, mode)

    monkeypatch.setattr(os, "open", open_for_writing_only)
    assert folder.put("IN_1.txt", b"x") is PutOutcome.WRITTEN


@no_windows
def test_a_link_in_place_of_an_in_file_is_replaced_and_its_target_left(tmp_path: Path) -> None:
    root = tmp_path / "Dropbox"
    root.mkdir()
    (tmp_path / "target").write_bytes(b"x")
    (root / "IN_1.txt").symlink_to(tmp_path / "target")
    assert a_folder(root).put("IN_1.txt", b"x") is PutOutcome.WRITTEN
    assert not (root / "IN_1.txt").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"x"


@no_windows
def test_a_directory_in_place_of_an_in_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "IN_1.txt").mkdir()
    with pytest.raises(FolderRefusedError, match="is a folder where a file should be"):
        a_folder(tmp_path).put("IN_1.txt", b"x")
    assert names(tmp_path) == []


def test_a_subfolder_that_vanishes_while_it_is_written_to_is_a_folder_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "replace", fail(FileNotFoundError(errno.ENOENT, "")))
    with pytest.raises(FolderGoneError, match="a part of it vanished while it was written"):
        a_folder(tmp_path).put("A/IN_1.txt", b"x")


def test_a_folder_that_is_away_is_not_made(tmp_path: Path) -> None:
    for name in ("IN_1.txt", "A/IN_1.txt"):
        with pytest.raises(FolderGoneError, match=r"\(No such file or directory\)"):
            a_folder(tmp_path / "Dropbox").put(name, b"x")
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_put_from_many_threads_are_all_whole(tmp_path: Path) -> None:
    folder = a_folder(tmp_path)
    contents = [bytes([65 + number]) * 900 for number in range(8)]
    threads = [
        threading.Thread(target=folder.put, args=("IN_1.txt", content)) for content in contents
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert folder.read("IN_1.txt")[1] in contents
    assert names(tmp_path) == ["IN_1.txt"]


def test_archiving_goes_on_to_the_next_name_when_somebody_is_faster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "OUT_2.txt").write_bytes(b"ours")
    opening = os.open

    def be_faster(path: Path, flags: int, mode: int = 0o777) -> int:
        if path.name == "OUT_2.txt" and flags & os.O_CREAT:
            path.write_bytes(b"theirs")
        return opening(path, flags, mode)

    monkeypatch.setattr(os, "open", be_faster)
    assert a_folder(tmp_path).archive("OUT_2.txt", "old") == "old/OUT_2 (2).txt"
    assert (tmp_path / "old" / "OUT_2.txt").read_bytes() == b"theirs"
    assert (tmp_path / "old" / "OUT_2 (2).txt").read_bytes() == b"ours"


def test_a_name_that_a_power_cut_left_reserved_is_taken_after_a_minute(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    for name, seconds in (("OUT_1.txt", 30), ("OUT_2.txt", 90)):
        (tmp_path / name).write_bytes(b"ours")
        reserved = tmp_path / "old" / name
        reserved.write_bytes(b"")
        os.utime(reserved, (time.time() - seconds,) * 2)
    folder = a_folder(tmp_path)
    assert folder.archive("OUT_1.txt", "old") == "old/OUT_1 (2).txt"  # somebody may be moving it
    assert folder.archive("OUT_2.txt", "old") == "old/OUT_2.txt"
    assert (tmp_path / "old" / "OUT_2.txt").read_bytes() == b"ours"


def test_a_file_that_holds_something_is_never_taken_for_a_reserved_name(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    for place in (tmp_path, tmp_path / "old"):
        (place / "OUT_2.txt").write_bytes(b"x")
    os.utime(tmp_path / "old" / "OUT_2.txt", (0, 0))
    assert a_folder(tmp_path).archive("OUT_2.txt", "old") == "old/OUT_2 (2).txt"


def test_an_archiving_that_fails_leaves_the_file_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "OUT_2.txt").write_bytes(b"x")
    monkeypatch.setattr(Path, "replace", fail(held()))
    with pytest.raises(FolderRefusedError, match="is held open by another program"):
        a_folder(tmp_path).archive("OUT_2.txt", "old")
    assert names(tmp_path) == ["OUT_2.txt"]


def test_an_archived_file_keeps_its_time(local: "LocalExchange", evening: datetime) -> None:
    local.write("OUT_2.txt", b"x", evening)
    archived = local.folder.archive("OUT_2.txt", "2026-11-24")
    assert local.folder.read(archived)[0].modified == evening
