"""The rulings file on the disk: read again when it has changed and been quiet for a second."""

import threading
from collections.abc import Callable
from pathlib import Path

from daemon.service.messages import RulingsArrived, RulingsLost

QUIET_SECONDS = 1.0
_PAUSE_SECONDS = 0.5

_Stamp = tuple[int, int, int]
_Found = RulingsArrived | RulingsLost


class RulingsFile:
    """Posts every new text of the file once, after the file has not changed for a moment.

    An editor may empty a file before it writes it: a text that is still being written must not
    count. A file that is missing or cannot be read is told once, and looked at again and again.
    `monotonic` gives seconds and never goes back.
    """

    def __init__(
        self, path: Path, post: Callable[[_Found], None], monotonic: Callable[[], float]
    ) -> None:
        self._path = path
        self._post = post
        self._monotonic = monotonic
        self._over = threading.Event()
        self._judged: _Stamp | None = None
        self._again = False
        self._changing: tuple[_Stamp | None, float] | None = None
        self._posted: _Found | None = None

    @property
    def missing(self) -> RulingsLost:
        """What is posted when it is not there."""
        return RulingsLost(f"{self._path.name} is missing: put it back at {self._path}")

    def first(self) -> _Found:
        """What it says at the start, without waiting for it to be quiet."""
        self._posted = self._read(self._stamp())
        return self._posted

    def run(self) -> None:
        """Look twice a second until asked to leave."""
        while not self._over.wait(_PAUSE_SECONDS):
            self.look()

    def leave(self) -> None:
        """Ask the thread to end."""
        self._over.set()

    def look(self) -> None:
        """Post what the file says if it changed and has been quiet for a second."""
        stamp = self._stamp()
        if stamp == self._judged and not self._again:
            self._changing = None
            return
        now = self._monotonic()
        if self._changing is None or self._changing[0] != stamp:
            self._changing = (stamp, now)
        if now - self._changing[1] < QUIET_SECONDS:
            return
        self._changing = None
        found = self._read(stamp)
        if self._stamp() == stamp and found != self._posted:
            self._posted = found
            self._post(found)

    def _read(self, stamp: _Stamp | None) -> _Found:
        """Read this version, and keep in mind whether it must be read again."""
        self._judged = stamp
        self._again = False
        name = self._path.name
        if stamp is None:
            return self.missing
        try:
            return RulingsArrived(name, self._path.read_bytes().decode("utf-8-sig"))
        except OSError as error:
            self._again = True  # moved or locked for a moment, or not ours to read yet
            return RulingsLost(f"{name} cannot be read ({error.strerror}): see to {self._path}")
        except UnicodeDecodeError as error:
            return RulingsLost(
                f"{name} is not UTF-8 (byte {error.start + 1}): save it as UTF-8 in your editor"
            )

    def _stamp(self) -> _Stamp | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return (status.st_ino, status.st_size, status.st_mtime_ns)
