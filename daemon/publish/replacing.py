"""One file is replaced so that nobody ever sees half of it."""

import os
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Protocol

from daemon.disk import NO_ROOM, Patience, replace

# On Windows a file that somebody reads at this moment cannot be replaced: a web server lets go
# within milliseconds, a spreadsheet does not, and everything else waits meanwhile.
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2)

_WRITTEN_SECONDS = 60.0
"""Longer than it takes to write a file and to give it its name."""

_LEFTOVER = re.compile(r"\.(?P<name>.+)\.[0-9a-f]{8}\.tmp")


class Replace(Protocol):
    """A way to give a file a new content so that a reader sees the old or the new one, whole.

    Raises OSError; then the old file stands, and nothing is left beside it.
    """

    def __call__(self, path: Path, content: bytes, *, sleep: Callable[[float], None]) -> None:
        """Replace it; `sleep` waits for a program that has it open."""


def replace_file(path: Path, content: bytes, *, sleep: Callable[[float], None]) -> None:
    """Replace a file for good: after a power cut, too, the old or the new content is there, whole.

    The content is on the disk before the name points to it. Which of the two is there then is left
    open (the folder is not synced, which would cost as much again). See `Replace`.
    """
    _replace(path, content, lambda file: os.fsync(file.fileno()), sleep)


def replace_soon(path: Path, content: bytes, *, sleep: Callable[[float], None]) -> None:
    """Replace a file, and leave it to the system when it is on the disk: within half a minute.

    A power cut before that can leave it empty. It is for what there are hundreds of, and what the
    next start makes anew from the ledger: waiting for the disk is most of what writing one takes.
    See `Replace`.
    """
    _replace(path, content, lambda _: None, sleep)


def _replace(
    path: Path,
    content: bytes,
    settle: Callable[[BinaryIO], None],
    sleep: Callable[[float], None],
) -> None:
    # Opened by hand and not by tempfile, whose files nobody else (a web server) may read.
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            settle(file)
        replace(temporary, path, Patience(_PAUSES, sleep))
    except BaseException:
        with suppress(OSError):  # the error that led here is the one to tell
            temporary.unlink(missing_ok=True)
        raise


def left_over(name: str) -> str | None:
    """The file that a file of this name was to replace when a crash came; None: it is no such."""
    match = _LEFTOVER.fullmatch(name)
    return None if match is None else match["name"]


def tidy(path: Path) -> None:
    """Remove what a crash left beside a file that was being replaced, unless it is quite new.

    That may be somebody else's who replaces the file at this moment.
    """
    with suppress(OSError):  # it is only untidy, and goes the next time
        for one in path.parent.iterdir():
            if (
                left_over(one.name) == path.name
                and time.time() - one.stat().st_mtime > _WRITTEN_SECONDS
            ):
                one.unlink()


def what_to_do(error: OSError, done: str = "written") -> str:
    """Why a file could not be written (or `done`), and what to do: the end of a sentence."""
    reason = error.strerror or str(error)
    if isinstance(error, PermissionError):
        advice = (
            "close the program that has it open (a spreadsheet, perhaps), or give this user the "
            "right to write in the folder"
        )
    elif error.errno in NO_ROOM:
        advice = "the disk is full: make room on it"
    elif isinstance(error, (IsADirectoryError, FileExistsError, NotADirectoryError)):
        advice = "something of the wrong kind has that name: move it away, or name another folder"
    else:
        advice = "see that the disk is there and can be written to"
    return f"could not be {done} ({reason}): {advice}."
