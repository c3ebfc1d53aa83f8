"""Watching a folder in Dropbox: a longpoll for speed, and a look every now and then for truth.

The server may keep a longpoll for two minutes, and so does a dead connection: only the safety
polls tell the two apart in time.
"""

import logging
import math
import threading
from collections.abc import Callable
from typing import Any

from dropbox.exceptions import ApiError
from msgspec import Struct

from daemon.folder.dropbox.connection import Connection
from daemon.folder.dropbox.mirror import Mirror, Names, NotThereYetError
from daemon.folder.dropbox.troubles import LONGEST_PAUSE, tags_of
from daemon.folder.port import CredentialError, FolderError, LookAt, Promise, unheard

logger = logging.getLogger(__name__)

_LONGPOLL = "dropbox-longpoll"
_SAFETY = "dropbox-safety"
_LONGEST_SECONDS = 600.0
"""A dead longpoll goes unseen for two minutes, and every call is tried a few times: more than all
of that, after which a thread that was not heard hangs."""

_LEAVE_SECONDS = 0.5
_BREAKS = 50
"""How long to wait for a thread, and how often to break off what it does. Only in the making of a
connection it does not notice: then it ends by itself, later, and nobody waits for it."""


class Pace(Struct, frozen=True):
    """Seconds: how long a longpoll lasts, between two safety polls, and until it is tried again.

    With every try in vain the next one comes so many times later (`slower`), up to the pace of
    the safety polls.
    """

    longpoll: int = 30
    safety: float = 25.0
    retry: float = 1.0
    slower: float = 1.5


USUAL = Pace()


class Watching:
    """Keeps the mirror in step and passes hints on, from `begin` to `end`."""

    def __init__(
        self,
        connection: Connection,
        mirror: Mirror,
        look_at: LookAt,
        pace: Pace,
        promise: Promise = unheard,
    ) -> None:
        self._connection = connection
        self._mirror = mirror
        self._look_at = look_at
        self._pace = pace
        self._promise = promise
        self._over = threading.Event()
        self._reached = threading.Event()
        self._telling = threading.Lock()
        self._trouble: FolderError | None = None
        self._failures = 0
        self._threads: list[threading.Thread] = []

    @property
    def trouble(self) -> FolderError | None:
        """Why the folder cannot be reached; None while it can."""
        return self._trouble

    def begin(self) -> None:
        """Know what is there, if that can be known, and watch from then on."""
        try:
            if self._mirror.cursor is None:
                self._mirror.refresh()
            self._reached.set()
        except NotThereYetError:
            pass
        except FolderError as error:
            self._trouble = error
        for name, work in ((_LONGPOLL, self._longpolls), (_SAFETY, self._polls)):
            thread = threading.Thread(target=work, name=name, daemon=True)
            thread.start()
            self._threads.append(thread)

    def end(self) -> None:
        """Stop, whatever is under way."""
        self._over.set()
        self._reached.set()
        for _ in range(_BREAKS):
            # Again and again: a call that is only just begun makes a new connection.
            self._connection.break_off()
            for thread in self._threads:
                thread.join(_LEAVE_SECONDS / _BREAKS)
            if not any(thread.is_alive() for thread in self._threads):
                return

    def look(self) -> None:
        """Ask what has changed, and tell who listens."""
        try:
            names = self._mirror.refresh()
        except NotThereYetError:
            self._empty()
        except FolderError as error:
            if not self._over.is_set():
                self._lost(error)
        else:
            self._found(names)

    def longpoll(self, cursor: str) -> None:
        """Wait for a change once, and take it over."""
        try:
            answer = self._connection.call_once(_longpoll(cursor, self._pace.longpoll))
        except CredentialError as error:
            self._lost(error)
            return
        except FolderError:
            if not self._over.is_set():
                self._failures += 1
                self.look()  # it says whether the folder is away, or only the longpoll
                self._over.wait(self._delay())
            return
        self._failures = 0
        if answer is None:
            self._mirror.start_over()
        if answer is None or answer.changes:
            self.look()
        if answer is not None and answer.backoff:
            pause = min(answer.backoff, LONGEST_PAUSE)
            self._promise(_LONGPOLL, pause + _LONGEST_SECONDS)
            self._over.wait(pause)

    def _longpolls(self) -> None:
        while not self._over.is_set():
            self._promise(_LONGPOLL, _LONGEST_SECONDS)
            cursor = self._mirror.cursor
            if self._reached.is_set() and cursor is not None:
                self._carefully(lambda cursor=cursor: self.longpoll(cursor))  # type: ignore[misc] # bound at once
            elif not self._over.wait(self._delay()):
                self._carefully(self.look)
        self._promise(_LONGPOLL, math.inf)

    def _polls(self) -> None:
        while not self._over.wait(self._pace.safety):
            self._promise(_SAFETY, _LONGEST_SECONDS)
            self._carefully(self.look)
            self._promise(_SAFETY, math.inf)

    def _carefully(self, work: Callable[[], None]) -> None:
        """An error that nobody foresaw does not end the watching."""
        try:
            work()
        except Exception:
            logger.exception("Dropbox could not be watched; tried again in a moment")
            self._over.wait(self._pace.retry)

    def _delay(self) -> float:
        """Seconds until the next try, after so many in vain."""
        return min(
            self._pace.safety, self._pace.retry * self._pace.slower ** min(self._failures, 20)
        )

    def _lost(self, error: FolderError) -> None:
        with self._telling:
            first, self._trouble = self._trouble is None, error
            self._failures += 1
            self._reached.clear()
        if first or isinstance(error, CredentialError):
            self._look_at(None)

    def _empty(self) -> None:
        """Dropbox can be reached, and the folder is still to be made."""
        with self._telling:
            back, self._trouble = self._trouble is not None, None
            self._failures += 1
            self._reached.clear()
        if back:
            self._look_at(None)

    def _found(self, names: Names) -> None:
        with self._telling:
            back, self._trouble = self._trouble is not None, None
            if back or names is None:
                self._failures = 0
            self._reached.set()
        for name in [None] if back or names is None else sorted(names):
            self._look_at(name)


def _longpoll(cursor: str, seconds: int) -> Callable[[Any], Any]:
    """The answer, or None when the cursor is not good any more."""

    def ask(client: Any) -> Any:  # noqa: ANN401 - the SDK has no types
        try:
            return client.files_list_folder_longpoll(cursor, timeout=seconds)
        except ApiError as error:
            if "reset" in tags_of(error):
                return None
            raise

    return ask
