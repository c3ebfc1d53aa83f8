"""Looks at the folder and at the rulings file, and tells the writer what is new.

Everything slow is read here: a file that a sync client must first download blocks this thread,
never the one that writes.
"""

import queue
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from daemon.bridgesuite.file_name import parse_out_name
from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FileSeen,
    FileTooLargeError,
    Folder,
    FolderError,
    FolderRefusedError,
)
from daemon.service.messages import Arrived, FolderBack, FolderLost, Message, Unreadable
from daemon.service.rulings_file import RulingsFile

Post = Callable[[Message], None]


@dataclass(frozen=True, slots=True)
class Look:
    """A request to look at a name (None: at everything)."""

    name: str | None


@dataclass(frozen=True, slots=True)
class Leave:
    """A request to end."""


class Lookout:
    """Keeps in mind which version of every file it has handed on, and hands on the others."""

    def __init__(self, folder: Folder, post: Post, rulings: RulingsFile) -> None:
        self._folder = folder
        self._post = post
        self.rulings = rulings
        self._handed_on: dict[str, str] = {}
        self._lost = False
        self.requests: queue.SimpleQueue[Look | Leave] = queue.SimpleQueue()

    def look_at(self, name: str | None) -> None:
        """Ask for a look; may be called from any thread, and never waits."""
        self.requests.put(Look(name))

    def leave(self) -> None:
        """Ask the thread to end."""
        self.requests.put(Leave())

    def run(self) -> None:
        """Serve requests until asked to leave."""
        while (names := self._gather()) is not None:
            if None in names:
                self.sweep()
            else:
                for name in sorted(filter(None, names)):
                    self._guarded(partial(self._take, name))

    def sweep(self) -> None:
        """Look at everything once: the folder's listing is the truth, events are only hints."""
        self.rulings.look(self._post)
        self._guarded(self._sweep_folder)

    def _gather(self) -> set[str | None] | None:
        """Wait for a request and take those that stand behind it; None: it is time to leave."""
        names: set[str | None] = set()
        request = self.requests.get()
        while isinstance(request, Look):
            names.add(request.name)
            try:
                request = self.requests.get_nowait()
            except queue.Empty:
                return names
        return None

    def _sweep_folder(self) -> None:
        for seen in self._folder.scan():
            if _is_out_file(seen.name) and self._is_new(seen):
                self._take(seen.name, seen)

    def _take(self, name: str, listed: FileSeen | None = None) -> None:
        """Read a file and hand it on; a file that cannot be read now is left to a later sweep."""
        if not _is_out_file(name):
            return
        try:
            seen, content = self._folder.read(name)
        except (FileGoneError, FileBusyError):
            return
        except (FileTooLargeError, FolderRefusedError) as error:
            if listed is not None:
                self._handed_on[name] = listed.version  # say it once for this version
                self._post(Unreadable(name, str(error)))
            return
        if self._is_new(seen):
            self._handed_on[seen.name] = seen.version
            self._post(Arrived(seen, content))

    def _is_new(self, seen: FileSeen) -> bool:
        return self._handed_on.get(seen.name) != seen.version

    def _guarded(self, work: Callable[[], None]) -> None:
        """Tell once when the folder is lost, and once when it is back."""
        try:
            work()
        except FolderError as error:
            if not self._lost:
                self._lost = True
                self._post(FolderLost(str(error)))
        else:
            if self._lost:
                self._lost = False
                self._post(FolderBack())


def _is_out_file(path: str) -> bool:
    return parse_out_name(path.rpartition("/")[2]) is not None
