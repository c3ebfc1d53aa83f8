"""Copies the ledger to a second place during play, beside the one that writes."""

import threading
from collections.abc import Callable

from msgspec import Struct

from daemon.ledger.copies import Copied, CopyError
from daemon.service.messages import LedgerCopied, LedgerNotCopied
from daemon.service.pulse import Pulse

Copy = Callable[[int | None], Copied | None]
"""Copies the ledger unless it has so many entries; None then. Raises CopyError."""


class Copying(Struct, frozen=True):
    """How the ledger is copied, and every how many seconds."""

    copy: Copy
    every: float


class Copier:
    """Copies at the start, every so often and at the end, when there is something new.

    What fails is posted once, and tried again the next time: a stick may be plugged in later.
    """

    def __init__(
        self,
        copying: Copying,
        post: Callable[[LedgerCopied | LedgerNotCopied], None],
        pulse: Pulse | None = None,
    ) -> None:
        self._copying = copying
        self._post = post
        self._pulse = pulse or Pulse()
        self._over = threading.Event()
        self._entries: int | None = None
        self._complaint: str | None = None

    def run(self) -> None:
        """Copy until asked to leave, and once more then."""
        over = False
        while True:
            with self._pulse.at_work():
                self.work()
            if over:
                return
            over = self._over.wait(self._copying.every)

    def leave(self) -> None:
        """Ask the thread to end."""
        self._over.set()

    def work(self) -> None:
        """Copy what is new."""
        try:
            with self._pulse.outside():
                copied = self._copying.copy(self._entries)
        except CopyError as error:
            if self._complaint != str(error):
                self._complaint = str(error)
                self._post(LedgerNotCopied(str(error)))
            return
        self._complaint = None
        if copied is not None:
            self._entries = copied.entries
            self._post(LedgerCopied(str(copied.path), copied.entries))
