"""When something that people write has been quiet for long enough to be read."""

from collections.abc import Callable, Hashable
from pathlib import Path

QUIET_SECONDS = 1.0
PAUSE_SECONDS = 0.5
"""Between two looks."""

Stamp = tuple[int, int, int]
"""Inode, size and time of change: what differs when a file was written or swapped."""


class Quiet:
    """Says whether what is seen has stayed the same for a second.

    An editor may empty a file before it writes it, or take it away before its new one comes: what
    is being written must not count. `monotonic` gives seconds and never goes back.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._seen: tuple[Hashable, float] | None = None

    def lasts(self, seen: Hashable) -> bool:
        """Whether this is what was seen for a second now."""
        now = self._monotonic()
        if self._seen is None or self._seen[0] != seen:
            self._seen = (seen, now)
        return now - self._seen[1] >= QUIET_SECONDS

    def begin_anew(self) -> None:
        """Whatever is seen next begins a second of its own."""
        self._seen = None


def stamp(path: Path) -> Stamp | None:
    """The stamp of a file; None when it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_ino, status.st_size, status.st_mtime_ns)
