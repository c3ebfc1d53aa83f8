"""Documents in memory, for tests: they keep the port's promises, and people can be played."""

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Lock

from msgspec import Struct

from daemon.folder.names import folder_parts, is_document_name, same_name, split_path
from daemon.folder.port import (
    FileGoneError,
    FileSeen,
    FileTooLargeError,
    FolderGoneError,
    FolderRefusedError,
    NameTakenError,
)


class _Document(Struct, frozen=True):
    version: int
    modified: datetime
    content: bytes


def _now() -> datetime:
    return datetime.now(UTC)


class MemoryDocuments:
    """Documents (see the port) that live as long as this object.

    `write`, `delete`, `vanish` and `come_back` are what people do to them.
    """

    def __init__(
        self,
        *,
        max_file_bytes: int = 1024 * 1024,
        max_files: int = 10_000,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._max_file_bytes = max_file_bytes
        self._max_files = max_files
        self._now = now
        self._places: set[str] = set()
        self._files: dict[str, _Document] = {}
        self._versions = 0
        self._gone = False
        self._lock = Lock()

    def make(self, place: str) -> None:
        """See the port."""
        self._reach()
        parts = folder_parts(place)
        self._places.update("/".join(parts[:end]) for end in range(1, len(parts) + 1))

    def scan(self, place: str) -> tuple[FileSeen, ...]:
        """See the port."""
        found = tuple(
            FileSeen(f"{place}/{own}", *self._said(f"{place}/{own}"))
            for own in self.names(place)
            if is_document_name(own)
        )
        if len(found) > self._max_files:
            raise FolderRefusedError(
                f"{place} holds {len(found)} files and {self._max_files} are allowed: move old "
                "ones away or raise folder.max_files."
            )
        return found

    def names(self, place: str) -> tuple[str, ...]:
        """See the port."""
        folder_parts(place)
        self._reach()
        if place not in self._places:
            raise FileGoneError(f"{place} is not there (any more).")
        with self._lock:
            paths = [name.rpartition("/") for name in self._files]
        return tuple(sorted(own for folder, _, own in paths if folder == place))

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        """See the port."""
        split_path(name)
        self._reach()
        with self._lock:
            there = same_name(list(self._files), name)
            if there is None:
                raise FileGoneError(f"{name} is not there (any more).")
            file = self._files[there]
        if len(file.content) > self._max_file_bytes:
            raise FileTooLargeError(
                f"{name} has {len(file.content)} bytes and {self._max_file_bytes} are allowed."
            )
        return FileSeen(name, *self._said(there)), file.content

    def add(self, name: str, content: bytes) -> None:
        """See the port."""
        folders, _ = split_path(name)
        self.names("/".join(folders))
        with self._lock:
            if same_name(list(self._files), name) is not None:
                raise NameTakenError(f"{name} is there already.")
            self._store(name, content)

    def write(self, name: str, content: bytes) -> None:
        """Somebody puts a file there, a new one or a new version."""
        with self._lock:
            self._store(name, content)

    def delete(self, name: str) -> None:
        """Somebody takes a file away."""
        with self._lock:
            del self._files[name]

    def vanish(self) -> None:
        """The drive is pulled out, or the network is lost."""
        self._gone = True

    def come_back(self) -> None:
        """The folder is there again, with all that was in it."""
        self._gone = False

    def content(self, name: str) -> bytes:
        """What a file holds, for a test to look at."""
        return self._files[name].content

    def _said(self, name: str) -> tuple[str, int, datetime]:
        file = self._files[name]
        return str(file.version), len(file.content), file.modified

    def _store(self, name: str, content: bytes) -> None:
        self._versions += 1
        self._files[name] = _Document(self._versions, self._now(), content)

    def _reach(self) -> None:
        if self._gone:
            raise FolderGoneError(
                "The folder cannot be reached. Nothing is lost: work goes on when it is back."
            )
