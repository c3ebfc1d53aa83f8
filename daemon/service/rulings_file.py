"""The rulings file on the disk: read again when it has changed and been quiet for a second."""

from collections.abc import Callable
from pathlib import Path

from daemon.service.messages import RulingsArrived

QUIET_SECONDS = 1.0

_Stamp = tuple[int, int, int]


class RulingsFile:
    """Tells a new text once, after the file has not changed for a moment.

    An editor may empty the file before it writes it: a text that is still being written must not
    count. `monotonic` gives seconds and never goes back.
    """

    def __init__(self, path: Path, monotonic: Callable[[], float]) -> None:
        self._path = path
        self._monotonic = monotonic
        self._told: _Stamp | None = None
        self._pending: tuple[_Stamp | None, float] | None = None

    def read_now(self) -> RulingsArrived | None:
        """Read it without waiting (at the start); None when there is none."""
        self._told = self._stamp()
        self._pending = None
        return None if self._told is None else self._read()

    def look(self, post: Callable[[RulingsArrived], None]) -> None:
        """Post the text if it changed and has been quiet for a second."""
        stamp = self._stamp()
        if stamp == self._told:
            self._pending = None
            return
        now = self._monotonic()
        if self._pending is None or self._pending[0] != stamp:
            self._pending = (stamp, now)
            return
        if now - self._pending[1] < QUIET_SECONDS:
            return
        self._told = stamp
        self._pending = None
        post(
            RulingsArrived(self._path.name, None, f"{self._path.name} is missing")
            if stamp is None
            else self._read()
        )

    def _read(self) -> RulingsArrived:
        try:
            return RulingsArrived(self._path.name, self._path.read_bytes().decode("utf-8-sig"))
        except OSError as error:
            self._told = None  # look again: it may have been moved or locked for a moment
            return RulingsArrived(
                self._path.name, None, f"{self._path.name} cannot be read: {error.strerror}"
            )
        except UnicodeDecodeError:
            return RulingsArrived(
                self._path.name,
                None,
                f"{self._path.name} is not UTF-8; save it as UTF-8 in your editor",
            )

    def _stamp(self) -> _Stamp | None:
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return (stat.st_ino, stat.st_size, stat.st_mtime_ns)
