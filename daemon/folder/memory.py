"""A folder in memory, for tests: it keeps the port's promises and can play the devices."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock

from msgspec import Struct

from daemon.folder.hints import careful
from daemon.folder.many import put_each, read_equals
from daemon.folder.names import (
    folder_parts,
    is_exchange_name,
    is_in_name,
    numbered,
    same_name,
    split_name,
)
from daemon.folder.port import (
    FileGoneError,
    FileSeen,
    FileTooLargeError,
    FolderGoneError,
    FolderRefusedError,
    LookAt,
    Promise,
    PutOutcome,
    unheard,
)


class _File(Struct, frozen=True):
    version: int
    modified: datetime
    content: bytes


def _now() -> datetime:
    return datetime.now(UTC)


class MemoryFolder:
    """A Folder (see the port) that lives as long as this object.

    `write`, `rename`, `delete`, `vanish` and `come_back` are what devices and people do to it;
    they tell the listeners at once, from the thread that they are called on. `now` gives files
    their time of change where the writer gives none.
    """

    def __init__(
        self,
        *,
        subfolders: Sequence[str] = (),
        max_file_bytes: int = 1024 * 1024,
        max_files: int = 10_000,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._places = tuple(dict.fromkeys(["", *subfolders]))
        self._max_file_bytes = max_file_bytes
        self._max_files = max_files
        self._now = now
        self._files: dict[str, _File] = {}
        self._versions = 0
        self._gone = False
        self._listeners: list[LookAt] = []
        self._lock = Lock()

    @property
    def is_there(self) -> bool:
        """See the port: it is never made here."""
        return True

    def scan(self) -> tuple[FileSeen, ...]:
        """See the port."""
        with self._lock:
            self._reach()
            found = [
                _seen(name, file)
                for name, file in sorted(self._files.items())
                if _folder(name) in self._places and is_exchange_name(_own(name))
            ]
        if len(found) > self._max_files:
            raise FolderRefusedError(
                f"The folder holds {len(found)} IN and OUT files and {self._max_files} are "
                "allowed: move old files away or raise folder.max_files."
            )
        return tuple(found)

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        """See the port. A name that leads outside the folder is a ValueError."""
        split_name(name)
        with self._lock:
            file = self._find(name)
        if len(file.content) > self._max_file_bytes:
            raise FileTooLargeError(
                f"{name} has {len(file.content)} bytes and {self._max_file_bytes} are allowed: "
                "raise folder.max_file_kb or move it away."
            )
        return _seen(name, file), file.content

    def put(self, name: str, content: bytes) -> PutOutcome:
        """See the port."""
        split_name(name)
        if not is_in_name(_own(name)) or _folder(name) not in self._places:
            raise ValueError(f"{name!r} is not an IN file of a section")
        with self._lock:
            self._reach()
            there = same_name(list(self._files), name)
            if there == name and self._files[name].content == content:
                return PutOutcome.UNCHANGED
            if there is not None:
                del self._files[there]
            self._store(name, content, self._now())
        self._tell(name)
        return PutOutcome.WRITTEN

    def put_all(self, files: Mapping[str, bytes]) -> frozenset[str]:
        """See the port."""
        return put_each(self, files)

    def holds(self, name: str, content: bytes) -> bool:
        """See the port."""
        return read_equals(self, name, content)

    def archive(self, name: str, into: str) -> str:
        """See the port. A file of a section keeps its subfolder: `INTO/A/OUT_2.txt`."""
        folders, own = split_name(name)
        kept = "/".join((*folder_parts(into), *folders))
        if kept in self._places:
            raise ValueError(
                f"{into!r} is no place for an archive: files of the exchange lie there"
            )
        with self._lock:
            file = self._find(name)
            number, free = 1, f"{kept}/{own}"
            while same_name(list(self._files), free) is not None:
                number += 1
                free = f"{kept}/{numbered(own, number)}"
            self._files[free] = file
            del self._files[name]
        self._tell(name)
        return free

    @contextmanager
    def watch(self, look_at: LookAt, promise: Promise = unheard) -> Iterator[None]:
        """See the port. It has no thread that could promise anything."""
        del promise
        listener = careful(look_at)
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)

    def write(self, name: str, content: bytes, modified: datetime | None = None) -> None:
        """A device writes a file, a new one or a new version."""
        name = self._configured(name)
        with self._lock:
            self._store(name, content, modified or self._now())
        self._tell(name)

    def rename(self, old: str, new: str) -> None:
        """Somebody renames a file, over another if need be."""
        old, new = self._configured(old), self._configured(new)
        with self._lock:
            self._files[new] = self._files.pop(old)
        self._tell(old)
        self._tell(new)

    def delete(self, name: str) -> None:
        """Somebody deletes a file."""
        name = self._configured(name)
        with self._lock:
            del self._files[name]
        self._tell(name)

    def vanish(self) -> None:
        """The drive is pulled out, or the network is lost."""
        self._gone = True
        self._tell(None)

    def come_back(self) -> None:
        """The folder is there again, with all that was in it."""
        self._gone = False
        self._tell(None)

    def names(self) -> tuple[str, ...]:
        """All files, those outside the exchange too, for a test to look at."""
        return tuple(sorted(self._files))

    def _reach(self) -> None:
        if self._gone:
            raise FolderGoneError(
                "The folder cannot be reached. Nothing is lost: work goes on when it is back."
            )

    def _find(self, name: str) -> _File:
        self._reach()
        if name not in self._files:
            raise FileGoneError(f"{name} is not there (any more).")
        return self._files[name]

    def _store(self, name: str, content: bytes, modified: datetime) -> None:
        self._versions += 1
        self._files[name] = _File(self._versions, modified, content)

    def _configured(self, name: str) -> str:
        """The name with its subfolder as the folder was opened with, whatever its letters."""
        folder = same_name(self._places, _folder(name))
        return f"{folder}/{_own(name)}" if folder else name

    def _tell(self, name: str | None) -> None:
        if name is None or is_exchange_name(_own(name)):
            for listener in tuple(self._listeners):
                listener(name)


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


def _own(name: str) -> str:
    return name.rpartition("/")[2]


def _seen(name: str, file: _File) -> FileSeen:
    return FileSeen(name, str(file.version), len(file.content), file.modified)
