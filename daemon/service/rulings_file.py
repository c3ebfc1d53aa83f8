"""The rulings file on the disk: read again when it has changed and been quiet for a second."""

import threading
from collections.abc import Callable
from pathlib import Path

from daemon.service.messages import RulingsArrived, RulingsLost
from daemon.service.pulse import Pulse
from daemon.service.quiet import PAUSE_SECONDS, Quiet, Stamp, stamp

_Found = RulingsArrived | RulingsLost


class RulingsFile:
    """Posts every new text of the file once, after the file has not changed for a moment.

    An editor may empty a file before it writes it: a text that is still being written must not
    count. A file that is missing or cannot be read is told once, and looked at again and again.
    `monotonic` gives seconds and never goes back.
    """

    def __init__(
        self,
        path: Path,
        post: Callable[[_Found], None],
        monotonic: Callable[[], float],
        pulse: Pulse | None = None,
    ) -> None:
        self._path = path
        self._pulse = pulse or Pulse()
        self._post = post
        self._quiet = Quiet(monotonic)
        self._over = threading.Event()
        self._hurry = threading.Event()
        self._judged: Stamp | None = None
        self._again = False
        self._posted: _Found | None = None

    @property
    def missing(self) -> RulingsLost:
        """What is posted when it is not there."""
        return RulingsLost(f"{self._path.name} is missing: put it back at {self._path}")

    def first(self) -> _Found:
        """What it says at the start, without waiting for it to be quiet."""
        self._posted = self._read(stamp(self._path))
        return self._posted

    def run(self) -> None:
        """Look twice a second until asked to leave."""
        while not self._over.is_set():
            look = self.look_at_once if self._hurry.wait(PAUSE_SECONDS) else self.look
            self._hurry.clear()
            if self._over.is_set():
                return
            with self._pulse.at_work():
                look()

    def leave(self) -> None:
        """Ask the thread to end."""
        self._over.set()
        self._hurry.set()

    def hurry(self) -> None:
        """Have it read at once: it was written whole, and nobody types in it."""
        self._hurry.set()

    def look(self) -> None:
        """Post what the file says if it changed and has been quiet for a second."""
        seen = stamp(self._path)
        if seen == self._judged and not self._again:
            self._quiet.begin_anew()
            return
        if not self._quiet.lasts(seen):
            return
        self._take(seen)

    def look_at_once(self) -> None:
        """Post what the file says if it changed, however short a time ago."""
        self._take(stamp(self._path))

    def _take(self, seen: Stamp | None) -> None:
        self._quiet.begin_anew()
        found = self._read(seen)
        if stamp(self._path) == seen and found != self._posted:
            self._posted = found
            self._post(found)

    def _read(self, seen: Stamp | None) -> _Found:
        """Read this version, and keep in mind whether it must be read again."""
        self._judged = seen
        self._again = False
        name = self._path.name
        if seen is None:
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
