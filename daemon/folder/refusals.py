"""The one place where what the system says about a file or folder becomes our own error."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from daemon.disk import NO_ROOM, codes, is_away, is_held
from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FolderError,
    FolderGoneError,
    FolderRefusedError,
)

_NO_PERMISSION = codes("EACCES", "EPERM")


def folder_error(error: OSError, root: Path, name: str) -> FolderError:
    """Our error for the system's, met at `name` (empty: the folder itself) below `root`."""
    place = root.joinpath(*name.split("/")) if name else root
    reason = os.strerror(error.errno) if error.errno else str(error)
    missing = isinstance(error, FileNotFoundError)
    if _is_unreachable(error) or (missing and not root.is_dir()):
        return gone(root, reason)
    if missing:
        return FileGoneError(f"{place} is not there (any more).")
    if error.errno == errno.ELOOP:
        return FileGoneError(f"{place} is a link, and links are not followed.")
    if is_held(error):
        return FileBusyError(
            f"{place} is held by another program, or was not fetched yet: try again in a moment."
        )
    return FolderRefusedError(_what_to_do(error, place, reason))


def gone(root: Path, reason: str) -> FolderGoneError:
    """The error for a folder that cannot be reached."""
    return FolderGoneError(
        f"The folder {root} cannot be reached ({reason}). Is the drive connected, the network up, "
        "and folder.path right? Nothing is lost."
    )


@contextmanager
def translated(root: Path, name: str = "") -> Iterator[None]:
    """Turn the system's errors within the context into ours."""
    try:
        yield
    except OSError as error:
        raise folder_error(error, root, name) from error


def _what_to_do(error: OSError, place: Path, reason: str) -> str:
    if error.errno in NO_ROOM:
        return f"No room for {place} ({reason}). Make room on that disk, then try again."
    if error.errno == errno.EROFS:
        return (
            f"{place} is on a disk that is read-only. Take off the write protection, or name "
            "another folder as folder.path."
        )
    if error.errno in _NO_PERMISSION:
        return (
            f"No permission for {place} ({reason}). Let the user who runs tournamentd read and "
            "write there, then try again."
        )
    if isinstance(error, IsADirectoryError):
        return f"{place} is a folder where a file should be. Move it away, then try again."
    return f"{place} cannot be used ({reason}). Check the disk and the folder, then try again."


def _is_unreachable(error: OSError) -> bool:
    """Where a part of the way is a file, the folder was replaced by something else."""
    return isinstance(error, NotADirectoryError) or is_away(error)
