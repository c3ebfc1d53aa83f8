"""Giving a file its name on every system, also while another program has the old one open.

On Windows a file that somebody reads at this moment (a viewer, a sync client, a scanner for
viruses) can be neither replaced nor moved nor deleted. Most let go within a moment, so it is tried
again for a while; whoever calls reports it then.
"""

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct


def codes(*names: str) -> frozenset[int]:
    """The error numbers of this system: not every system knows every name."""
    return frozenset(getattr(errno, name) for name in names if hasattr(errno, name))


NO_ROOM = codes("ENOSPC", "EDQUOT")
"""The disk is full, or what this user may have of it."""

_AWAY = codes(
    "EHOSTDOWN", "EHOSTUNREACH", "EIO", "ENETDOWN", "ENETUNREACH", "ENODEV", "ENOTCONN", "ENXIO",
    "ESTALE", "ETIMEDOUT",
)  # fmt: skip
_AWAY_WINDOWS = frozenset({21, 53, 55, 59, 64, 67, 1167, 1231})
"""A drive that is not ready or not connected, a network path that is not found or was lost."""

_HELD = codes("EAGAIN", "EBUSY", "EDEADLK", "ETXTBSY")
"""EDEADLK is what macOS says of a file that its sync client has not fetched yet."""

_HELD_WINDOWS = frozenset({32, 33})
"""Another program has the file open, or a part of it locked."""


def _wait(seconds: float) -> None:
    time.sleep(seconds)


class Patience(Struct, frozen=True):
    """How many seconds to wait between the tries. The waiting is passed in."""

    pauses: tuple[float, ...] = (0.2,) * 20
    sleep: Callable[[float], None] = _wait

    def persist(self, action: Callable[[], object]) -> None:
        """Do it; again and again while another program holds the file.

        Raises the system's OSError when it is held to the end, and every other at once.
        """
        for pause in self.pauses:
            try:
                action()
            except OSError as error:
                if not held_against_replacing(error):
                    raise
            else:
                return
            self.sleep(pause)
        action()


USUAL = Patience()
"""About four seconds."""


def replace(source: Path, target: Path, patience: Patience = USUAL) -> None:
    """Give a file another name, over the file that has it. Raises OSError, as `persist`."""
    patience.persist(lambda: source.replace(target))


def remove(path: Path, patience: Patience = USUAL) -> None:
    """Delete a file, if it is there. Raises OSError, as `persist`."""
    patience.persist(lambda: path.unlink(missing_ok=True))


def held_against_replacing(error: OSError) -> bool:
    """Whether a file could not be replaced because a program has it open just now.

    Windows says "access denied" for that too, so there a refusal is worth another try.
    """
    refused = isinstance(error, PermissionError) and windows_code(error) is not None
    return refused or is_held(error)


def is_away(error: OSError) -> bool:
    """Whether the disk, the stick or the network drive cannot be reached just now."""
    return error.errno in _AWAY or windows_code(error) in _AWAY_WINDOWS


def is_held(error: OSError) -> bool:
    """Whether another program has the file, or it was not fetched yet."""
    return error.errno in _HELD or windows_code(error) in _HELD_WINDOWS


def windows_code(error: OSError) -> int | None:
    """What Windows calls the error; None on other systems."""
    code = getattr(error, "winerror", None)  # there on Windows only
    return code if isinstance(code, int) else None


def sync_directory(directory: Path) -> None:
    """Put new names on the disk too. Windows does so by itself and opens no directory."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:  # not every network drive offers it
            raise
    finally:
        os.close(handle)
