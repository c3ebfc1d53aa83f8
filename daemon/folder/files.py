"""Reading, writing and moving one file so that nobody sees, or gets, half of it.

Everything here raises the system's OSError, or the FolderError that a check of our own found.
"""

import errno
import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from daemon.disk import USUAL, Patience, sync_directory
from daemon.folder.names import numbered, same_name
from daemon.folder.patience import persist
from daemon.folder.port import FileBusyError, FileGoneError, FileSeen, FileTooLargeError

# A symlink is refused where it lies, and a named pipe does not block; Windows knows neither.
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_BINARY = getattr(os, "O_BINARY", 0)
_DRAFT = ".~"
"""What stands before the name of a file that is being written: no sync client carries it."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def seen(name: str, status: os.stat_result) -> FileSeen:
    """What a listing shows of a file.

    The version is inode, size and time of change. The inode tells a file that was swapped for
    another of the same size and with the old time, as sync clients do.
    """
    version = f"{status.st_ino}-{status.st_size}-{status.st_mtime_ns}"
    return FileSeen(name, version, status.st_size, _utc(status.st_mtime_ns))


def spelling(directory: Path, name: str) -> str | None:
    """How a name is spelt in this directory, whatever the case; None when it is not there."""
    return same_name(_names(directory), name)


def read_one_version(path: Path, name: str, most: int) -> tuple[FileSeen, bytes]:
    """The bytes of a file and what was seen of it, both of the same version.

    Raises FileGoneError for what is no ordinary file, FileTooLargeError beyond `most` bytes, and
    FileBusyError when it changed meanwhile.
    """
    before = seen(name, _ordinary(path))
    if before.size > most:
        raise FileTooLargeError(
            f"{path} has {before.size} bytes and {most} are allowed. If it really is a file of "
            "results, raise folder.max_file_kb; if not, move it away."
        )
    with os.fdopen(os.open(path, _READ | _BINARY), "rb") as file:
        content = file.read(before.size + 1)
        handle = seen(name, os.fstat(file.fileno()))
    after = seen(name, path.lstat())
    if not before == handle == after or len(content) != before.size:
        raise FileBusyError(f"{path} changed while it was read: try again in a moment.")
    return before, content


_MOVED_AFTER_SECONDS = 60.0
"""Much longer than a move takes for which a name was reserved."""


def write_whole(directory: Path, name: str, content: bytes, patience: Patience) -> bool:
    """Write a file so that it is there as before, or whole; False when it held these bytes.

    The temporary file bears a name that no sync client carries. A file of this name in other
    letters (`in_2.txt`) is replaced and then renamed: two that differ in case only would be one
    file on the devices.
    """
    there = spelling(directory, name)
    if there == name and _holds(directory / name, content):
        return False
    final, current = directory / name, directory / (there or name)
    temporary = directory / f"{_DRAFT}{name}"
    try:
        temporary.unlink(missing_ok=True)  # what a power cut left behind
        _write_through(temporary, content)
        persist(patience, lambda: temporary.replace(current), current)
    except BaseException:
        _discard(temporary)
        raise
    if current != final:
        persist(patience, lambda: current.rename(final), current)
    sync_directory(directory)
    return True


def write_new(directory: Path, name: str, content: bytes, patience: Patience) -> None:
    """Write a file so that it is there whole or not at all, and never over another.

    Raises FileExistsError when the name is taken, in whatever letters.
    """
    if spelling(directory, name) is not None:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    temporary = directory / f"{_DRAFT}{name}"
    try:
        temporary.unlink(missing_ok=True)
        _write_through(temporary, content)
        _give_free_name(temporary, directory / name, patience)
    finally:
        _discard(temporary)
    sync_directory(directory)


def write_dated(
    directory: Path, name: str, content: bytes, modified: datetime, patience: Patience = USUAL
) -> None:
    """Write a file so that it is there whole, and changed at this time, or not at all."""
    temporary = directory / f"{_DRAFT}{name}"
    nanoseconds = (modified - _EPOCH) // timedelta(microseconds=1) * 1000
    try:
        temporary.unlink(missing_ok=True)
        _write_through(temporary, content)
        os.utime(temporary, ns=(nanoseconds, nanoseconds))
        persist(patience, lambda: temporary.replace(directory / name), directory / name)
    except BaseException:
        _discard(temporary)
        raise
    sync_directory(directory)


def remove_drafts(directory: Path, ours: Callable[[str], bool]) -> None:
    """Remove what was left half written of the files whose names are ours."""
    for path in list(directory.iterdir()):
        if path.name.startswith(_DRAFT) and ours(path.name.removeprefix(_DRAFT)):
            _discard(path)


def move_beside_others(source: Path, directory: Path, patience: Patience) -> str:
    """Move a file into a directory under its name, or `NAME (2)` when that is taken.

    Returns its name there. The name is reserved by an empty file that the move replaces: neither
    system has a rename that never overwrites and that every drive offers.
    """
    _ordinary(source)
    name = _reserve(directory, source.name)
    try:
        persist(patience, lambda: source.replace(directory / name), source)
    except BaseException:
        _discard(directory / name)
        raise
    sync_directory(directory)
    return name


def _give_free_name(temporary: Path, final: Path, patience: Patience) -> None:
    """Give a file its name; FileExistsError when somebody was faster."""
    try:
        os.link(temporary, final)
    except FileExistsError:
        raise
    except OSError:  # many sticks and network drives know no links: the name is reserved first
        os.close(os.open(final, _CREATE, 0o666))
        try:
            persist(patience, lambda: temporary.replace(final), final)
        except BaseException:
            _discard(final)
            raise


def _names(directory: Path) -> list[str]:
    return [path.name for path in directory.iterdir()]


def _ordinary(path: Path) -> os.stat_result:
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        raise FileGoneError(f"{path} is a link, a folder or a device, not a file: passed over.")
    return status


def _holds(path: Path, content: bytes) -> bool:
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size != len(content):
            return False
        with os.fdopen(os.open(path, _READ | _BINARY), "rb") as file:
            return file.read() == content
    except OSError:
        return False  # it cannot be compared; whether it can be replaced will show


def _write_through(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, _CREATE | _BINARY, 0o666), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _reserve(directory: Path, name: str) -> str:
    taken = _names(directory)
    number, free = 1, name
    while True:
        if free in taken and _is_left_behind(directory / free):
            return free
        if same_name(taken, free) is None:
            try:
                os.close(os.open(directory / free, _CREATE, 0o666))
            except FileExistsError:
                taken.append(free)  # somebody was faster
            else:
                return free
        number += 1
        free = numbered(name, number)


def _is_left_behind(path: Path) -> bool:
    """Whether a power cut came after a name was reserved here, and before the move."""
    with suppress(OSError):
        status = path.lstat()
        empty = stat.S_ISREG(status.st_mode) and status.st_size == 0
        return empty and time.time() - status.st_mtime > _MOVED_AFTER_SECONDS
    return False


def _discard(path: Path) -> None:
    with suppress(OSError):  # the error that led here is the one to tell
        path.unlink()


def _utc(nanoseconds: int) -> datetime:
    """A time of change as its writer's clock had it, however wrong that clock was."""
    try:
        return _EPOCH + timedelta(microseconds=nanoseconds // 1000)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC) if nanoseconds > 0 else _EPOCH
