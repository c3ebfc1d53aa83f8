"""Reaching the folder at the start: it waits for the network, and for nothing else."""

import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from daemon.folder.port import OfflineError
from daemon.service.house import Log
from daemon.service.messages import FolderBack, FolderLost, Inbox, Stop, waiting
from daemon.service.news import News

T = TypeVar("T")

_RETRY_SECONDS = 1.0
_LOOK_UP_SECONDS = 0.05


class StoppedEarlyError(Exception):
    """Somebody asked the daemon to end before it had begun; the message is the reason."""


class Stopping:
    """Whether a signal asked for an end, for whoever does not read the inbox yet."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._reason = ""

    def ask(self, reason: str) -> None:
        """Ask for an end."""
        self._reason = reason
        self._asked.set()

    def obey(self, seconds: float = 0.0) -> None:
        """Wait so long. Raises StoppedEarlyError when an end was asked for."""
        if self._asked.wait(seconds):
            raise StoppedEarlyError(self._reason)


class Reaching:
    """Does things with the folder that may take long, and can be stopped meanwhile.

    While the network is away it tries again and again if it is `patient`, and tells that once, and
    once that it is back. Every other error is the caller's.
    """

    def __init__(self, log: Log, inbox: Inbox, stopping: Stopping, *, patient: bool) -> None:
        self._patient = patient
        self._log = log
        self._inbox = inbox
        self._stopping = stopping
        self._news = News()
        self._lost = False

    def reach(self, action: Callable[[], T]) -> T:
        """What the action gives, as soon as it can. Raises StoppedEarlyError, and as the action."""
        while True:
            try:
                done = self._beside(action)
            except OfflineError as error:
                if not self._patient:
                    raise
                if not self._lost:
                    self._tell(FolderLost(str(error)))
                self._lost = True
            else:
                if self._lost:
                    self._tell(FolderBack())
                self._lost = False
                return done
            self._obey()

    def _beside(self, action: Callable[[], T]) -> T:
        """Do it in a thread of its own, which is left behind when an end is asked for."""
        outcome: queue.SimpleQueue[tuple[T] | BaseException] = queue.SimpleQueue()

        def work() -> None:
            try:
                outcome.put((action(),))
            except BaseException as error:  # noqa: BLE001 - handed to the one who waits
                outcome.put(error)

        threading.Thread(target=work, name="reaching", daemon=True).start()
        while True:
            try:
                done = outcome.get(timeout=_LOOK_UP_SECONDS)
            except queue.Empty:
                self._stopping.obey()
                continue
            if isinstance(done, BaseException):
                raise done
            return done[0]

    def _obey(self) -> None:
        """Wait before the next try, unless somebody wants an end."""
        messages = waiting(self._inbox)
        for message in messages:
            self._inbox.put(message)
        for message in messages:
            if isinstance(message, Stop):
                raise StoppedEarlyError(message.reason)
        self._stopping.obey(_RETRY_SECONDS)

    def _tell(self, message: FolderLost | FolderBack) -> None:
        for told in self._news.of(message):
            self._log.tell(told)
