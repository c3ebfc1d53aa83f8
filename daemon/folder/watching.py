"""Watching directories for hints, and watching that the watching still works.

Events say only that a name is worth a look. They are lost in a burst, in a suspend, and with a
directory that was swapped; so nothing here is ever the truth about the files.
"""

import logging
import math
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from watchdog.events import (
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer, ObserverType
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver
from watchdog.utils import platform

from daemon.folder.hints import careful
from daemon.folder.names import is_exchange_name
from daemon.folder.port import LookAt, Promise, unheard
from daemon.settings.model import Watch

logger = logging.getLogger(__name__)

Places = Callable[[], Mapping[str, Path]]
"""Tells which directories to watch now, each under the prefix of its files' names (`A/`)."""

_Identities = dict[str, tuple[int, int]]

_THREAD = "folder-watching"
_LEAVE_SECONDS = 1.0
_SETTING_SECONDS = 60.0
"""More than it takes to watch other directories, once it is known that they can be reached."""

# Without a filter each look at a file would be an event, and call for the next look.
_EVENTS: list[type[FileSystemEvent]] = [
    FileMovedEvent,
    FileCreatedEvent,
    FileClosedEvent,
    FileDeletedEvent,
]
# Only inotify tells that a writer closed a file: elsewhere every change must do.
_EVENTS_WITHOUT_CLOSED = [*_EVENTS, FileModifiedEvent]
_EVENTS_OF_SYSTEM = _EVENTS if platform.is_linux() else _EVENTS_WITHOUT_CLOSED


@contextmanager
def watching(
    places: Places,
    look_at: LookAt,
    watch: Watch,
    recheck_seconds: float,
    promise: Promise = unheard,
) -> Iterator[None]:
    """Tell `look_at` about changes in these places while the context lasts.

    Every `recheck_seconds` a thread sees whether the places are still the ones that are watched
    and whether the watching is alive; if not it begins anew and says "look at everything". That
    is also the pace of polling. That thread tells `promise` when it will be heard again.
    """

    def alive(seconds: float) -> None:
        promise(_THREAD, seconds)

    sentry = _Sentry(places, careful(look_at), watch, recheck_seconds, alive)
    over = Event()

    def recheck() -> None:
        while not over.wait(recheck_seconds):
            try:
                sentry.recheck()
            except Exception:
                logger.exception("The folder could not be watched anew; tried again in a moment")
            finally:
                alive(math.inf)

    thread = Thread(target=recheck, name=_THREAD, daemon=True)
    sentry.begin()
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(_LEAVE_SECONDS)
        if not thread.is_alive():  # else a drive that is away holds it: it ends with the program
            sentry.end()


class _Hints(FileSystemEventHandler):
    """Passes on the names of the exchange's files in one directory, and does nothing else."""

    def __init__(self, prefix: str, look_at: LookAt) -> None:
        self._prefix = prefix
        self._look_at = look_at

    def on_any_event(self, event: FileSystemEvent) -> None:
        for path in (event.src_path, event.dest_path):
            name = Path(os.fsdecode(path)).name
            if is_exchange_name(name):
                self._look_at(self._prefix + name)


class _Sentry:
    """The observer of the moment, and the directories that it was set on."""

    def __init__(
        self,
        places: Places,
        look_at: LookAt,
        watch: Watch,
        pace: float,
        alive: Callable[[float], None],
    ) -> None:
        self._alive = alive
        self._places = places
        self._look_at = look_at
        self._watch = watch
        self._pace = pace
        self._observer: BaseObserver | None = None
        self._identities: _Identities | None = None

    def begin(self) -> None:
        """Watch what is there. What cannot be watched by events is polled: the same, but later."""
        places = dict(self._places())
        self._identities = _identities(places)
        if not places:
            return
        if self._watch is Watch.EVENTS and self._start(Observer, _EVENTS_OF_SYSTEM, places):
            return
        if not self._start(PollingObserver, _EVENTS_WITHOUT_CLOSED, places):
            self._identities = None  # the places vanished just now

    def recheck(self) -> None:
        """Begin anew, and say so, unless all is as it was when it began."""
        found = _identities(self._places())  # a drive that is away may hold it up here for long
        self._alive(_SETTING_SECONDS)
        if self._is_alive() and found == self._identities:
            return
        self.end()
        self.begin()
        self._look_at(None)

    def end(self) -> None:
        """Stop watching; no thread is left when it returns."""
        if self._observer is not None:
            _stop(self._observer)
            self._observer = None

    def _start(
        self, kind: ObserverType, events: list[type[FileSystemEvent]], places: Mapping[str, Path]
    ) -> bool:
        observer = None
        try:
            observer = kind(timeout=self._pace)
            for prefix, path in places.items():
                # A path through a link would have the link watched, which never changes.
                real = str(path.resolve())
                observer.schedule(_Hints(prefix, self._look_at), real, event_filter=events)
            observer.start()
        except OSError as error:
            logger.warning("The folder cannot be watched by %s: %s", kind, error)
            if observer is not None:
                _stop(observer)
            return False
        self._observer = observer
        return True

    def _is_alive(self) -> bool:
        if self._observer is None:
            return True
        threads = (self._observer, *self._observer.emitters)
        return all(thread.is_alive() for thread in threads)


def _stop(observer: BaseObserver) -> None:
    observer.stop()
    if observer.is_alive():
        observer.join()


def _identities(places: Mapping[str, Path]) -> _Identities:
    """Device and inode of each place: a directory that was swapped keeps its path only."""
    found = {}
    for prefix, path in places.items():
        with suppress(OSError):
            status = path.stat()
            found[prefix] = (status.st_dev, status.st_ino)
    return found
