"""What the one that writes lets the pages' server see: the newest conclusion and the last events.

The writer puts in values that never change; the server's threads only read them.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from daemon.tournament.conclusion import Conclusion
from daemon.tournament.told import Told
from daemon.tournament.version import Version

MOST_NOTED = 100

_OF_THE_FOLDER = frozenset({"sync.lost", "sync.silent", "sync.restored"})


class Noted(Struct, frozen=True):
    """A line of the log and when it was told (aware)."""

    at: datetime
    told: Told


class Look(Struct, frozen=True):
    """What there is to see at one moment.

    `opened` is when there was a conclusion first, and `known` how many versions of OUT files had
    been let in by then; see `came`. `folder` is the last word about whether anything comes in.
    `number` grows with every change.
    """

    number: int = 0
    conclusion: Conclusion | None = None
    opened: datetime | None = None
    known: int = 0
    log: tuple[Noted, ...] = ()
    folder: Noted | None = None

    def came(self, version: Version) -> datetime:
        """When a version came in; one that was there at the start has the time of its writer."""
        if version.order > self.known and version.noted is not None:
            return version.noted
        return version.modified if self.opened is None else min(version.modified, self.opened)

    @property
    def last(self) -> datetime | None:
        """When the last version of all came in."""
        last = None if self.conclusion is None else self.conclusion.state.last
        return None if last is None else self.came(last)


Listener = Callable[[tuple[str, ...]], None]
"""Hears of every change: the names of files that were published, none when something else is new.

Called on the thread that made it, so it must not wait.
"""


class Window:
    """Holds the newest look; may be used from any thread. `clock` tells the time now (aware)."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._news = threading.Condition()
        self._look = Look()
        self._log: deque[Noted] = deque(maxlen=MOST_NOTED)
        self._listeners: tuple[Listener, ...] = ()

    def look(self) -> Look:
        """What there is to see now."""
        with self._news:
            return replace(self._look, log=tuple(self._log))

    def show(self, conclusion: Conclusion) -> None:
        """Let a new conclusion be seen."""
        with self._news:
            look = replace(self._look, conclusion=conclusion)
            if look.opened is None:
                look = replace(look, opened=self._clock(), known=conclusion.state.received)
            self._change(look)
        self._tell(())

    def note(self, told: Told) -> None:
        """Keep a line of the log."""
        noted = Noted(self._clock(), told)
        with self._news:
            self._log.append(noted)
            folder = noted if told.event in _OF_THE_FOLDER else self._look.folder
            self._change(replace(self._look, folder=folder))
        self._tell(())

    def published(self, names: Iterable[str]) -> None:
        """Say that these files were published, or taken away."""
        self._tell(tuple(names))

    def wait_for(self, seen: Callable[[Look], bool], seconds: float) -> bool:
        """Wait until something can be seen, at most so long; whether it can."""
        with self._news:
            return self._news.wait_for(lambda: seen(self._look), seconds)

    @contextmanager
    def listening(self, listener: Listener) -> Iterator[None]:
        """Let somebody hear of every change while the context lasts."""
        with self._news:
            self._listeners = (*self._listeners, listener)
        try:
            yield
        finally:
            with self._news:
                self._listeners = tuple(one for one in self._listeners if one is not listener)

    def _change(self, look: Look) -> None:
        self._look = replace(look, number=self._look.number + 1)
        self._news.notify_all()

    def _tell(self, names: tuple[str, ...]) -> None:
        for listener in self._listeners:
            listener(names)
