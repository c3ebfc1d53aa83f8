"""Looks at the folder, and tells the writer what is new.

Everything slow is read here: a file that a sync client must first download blocks this thread,
never the one that writes.
"""

import queue
from collections.abc import Callable, Iterable

from msgspec import Struct

from daemon.bridgesuite.file_name import parse_out_name
from daemon.folder.port import (
    CredentialError,
    FileBusyError,
    FileGoneError,
    FileTooLargeError,
    Folder,
    FolderError,
    FolderGoneError,
    FolderRefusedError,
)
from daemon.service.messages import Arrived, FolderBack, FolderLost, Message, Unreadable
from daemon.service.pulse import Pulse

Post = Callable[[Message], None]

Listed = Callable[[Iterable[str]], None]
"""Told the names of all files of the exchange whenever all of them were listed."""


class _Look(Struct, frozen=True):
    """A request to look at a name (None: at everything)."""

    name: str | None


class _Leave(Struct, frozen=True):
    """A request to end."""


class Lookout:
    """Keeps in mind which version of every file it has handed on, and hands on the others."""

    def __init__(
        self,
        folder: Folder,
        post: Post,
        pulse: Pulse | None = None,
        listed: Listed = lambda _: None,
    ) -> None:
        self._folder = folder
        self._pulse = pulse or Pulse()
        self._post = post
        self._listed = listed
        self._handed_on: dict[str, str] = {}
        self._complaints: dict[str, str] = {}
        self._lost = False
        self._requests: queue.SimpleQueue[_Look | _Leave] = queue.SimpleQueue()

    def look_at(self, name: str | None) -> None:
        """Ask for a look; may be called from any thread, and never waits."""
        self._requests.put(_Look(name))

    def leave(self) -> None:
        """Ask the thread to end."""
        self._requests.put(_Leave())

    def run(self) -> None:
        """Serve requests until asked to leave."""
        while (names := self._gather()) is not None:
            with self._pulse.at_work():
                self._serve(names)

    def look_around(self) -> None:
        """Look at everything once: the listing is the truth, events are only hints.

        A file that cannot be reached does not keep the others from being read. Raises
        FolderGoneError, FolderRefusedError.
        """
        first_error = None
        try:
            with self._pulse.outside():
                listed = self._folder.scan()
        except FolderGoneError as error:
            first_error, listed = error, error.seen
        else:
            self._listed(seen.name for seen in listed)
        for seen in listed:
            if _is_out_file(seen.name) and self._is_new(seen.name, seen.version):
                try:
                    self._take(seen.name)
                except FolderGoneError as error:
                    first_error = first_error or error
        if first_error is not None:
            raise first_error

    def _gather(self) -> set[str | None] | None:
        """Wait for a request and take those that stand behind it; None: it is time to leave."""
        names: set[str | None] = set()
        request = self._requests.get()
        while isinstance(request, _Look):
            names.add(request.name)
            try:
                request = self._requests.get_nowait()
            except queue.Empty:
                return names
        return None

    def _serve(self, names: set[str | None]) -> None:
        """Look, and tell once when the folder is lost, and once when it is back.

        Raises CredentialError: nobody can come in any more, and no waiting changes that.
        """
        try:
            if None in names or self._lost:
                self.look_around()
            else:
                for name in sorted(filter(None, names)):
                    self._take(name)
        except CredentialError:
            raise
        except FolderError as error:
            if not self._lost:
                self._lost = True
                self._post(FolderLost(str(error)))
        else:
            if self._lost:
                self._lost = False
                self._post(FolderBack())

    def _take(self, name: str) -> None:
        """Read a file and hand it on; one that cannot be read now is left to a later look."""
        if not _is_out_file(name):
            return
        try:
            with self._pulse.outside():
                seen, content = self._folder.read(name)
        except (FileGoneError, FileBusyError):
            return
        except (FileTooLargeError, FolderRefusedError) as error:
            self._complain(name, str(error))
            return
        self._complaints.pop(name, None)
        if self._is_new(seen.name, seen.version):
            self._handed_on[seen.name] = seen.version
            self._post(Arrived(seen, content))

    def _complain(self, name: str, message: str) -> None:
        if self._complaints.get(name) != message:
            self._complaints[name] = message
            self._post(Unreadable(name, message))

    def _is_new(self, name: str, version: str) -> bool:
        return self._handed_on.get(name) != version


def _is_out_file(path: str) -> bool:
    return parse_out_name(path.rpartition("/")[2]) is not None
