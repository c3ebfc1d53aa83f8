"""The subfolders of a folder on this computer: found whatever their letters, never through links.

Everything here raises the system's OSError, or the FolderError that a check of our own found.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from daemon.folder.files import seen, spelling
from daemon.folder.port import FileSeen, FolderRefusedError


def identity(root: Path) -> tuple[int, int]:
    """What tells a folder from another that takes its place; an OSError when there is none."""
    status = root.stat()
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    return status.st_dev, status.st_ino


def find(root: Path, folders: tuple[str, ...]) -> Path:
    """Where a subfolder is, in whatever letters; FileNotFoundError when it is not there."""
    here = root
    for part in folders:
        here /= spelling(here, part) or part
        if not _is_directory(here):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    return here


def make(root: Path, folders: tuple[str, ...]) -> Path:
    """A subfolder, made when there is none. The folder itself is never made."""
    here = root
    for part in folders:
        here /= spelling(here, part) or part
        with suppress(FileExistsError):
            here.mkdir()
        if not _is_directory(here):
            raise FolderRefusedError(
                f"{here} is a link or a file where a folder should be. Put a folder there, "
                "then try again."
            )
    return here


def file_seen(path: Path, name: str) -> Iterator[FileSeen]:
    """What is seen of a file; nothing of a link, a folder, or what was deleted meanwhile."""
    with suppress(FileNotFoundError):
        status = path.lstat()
        if stat.S_ISREG(status.st_mode):
            yield seen(name, status)


def _is_directory(path: Path) -> bool:
    return stat.S_ISDIR(path.lstat().st_mode)
