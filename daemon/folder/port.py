"""What the daemon asks of a folder, whatever keeps it in step with the devices."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from enum import Enum
from typing import Protocol

from msgspec import Struct

LookAt = Callable[[str | None], None]
"""Told that a name may have changed (None: look at everything). May come from any thread.

Keep it short: put the name into a queue. What it raises is logged, and the watching goes on.
"""


Promise = Callable[[str, float], None]
"""Told by every thread that watches, under its name, within how many seconds it is heard again.

Infinitely many while it waits for something to do, or for a system that waits as it likes.
"""


def unheard(_name: str, _seconds: float) -> None:
    """A promise that nobody listens to."""


class FolderError(Exception):
    """Something about the folder went wrong; the message says what to do."""


class FolderGoneError(FolderError):
    """The folder cannot be reached now. It never means that its files were deleted.

    `seen` are the files that a scan found elsewhere all the same: they can be read.
    """

    def __init__(self, message: str, seen: "tuple[FileSeen, ...]" = ()) -> None:
        super().__init__(message)
        self.seen = seen


class OfflineError(FolderGoneError):
    """The network, or what answers there, is away for now: who waits will reach the folder."""


class CredentialError(FolderError):
    """The folder does not let us in, and only a person can change that: waiting is no use."""


class FileGoneError(FolderError):
    """The file is not there (any more)."""


class FileBusyError(FolderError):
    """The file changes while it is read, or somebody holds it: try again later."""


class NameTakenError(FolderError):
    """There is a file of this name already, and it is left as it is."""


class FileTooLargeError(FolderError):
    """The file is larger than the configuration allows."""


class FolderRefusedError(FolderError):
    """The system refused to write or read: no permission, no room, read-only, held for too long.

    Also a folder with more files than the configuration allows.
    """


class FileSeen(Struct, frozen=True):
    """A file as a listing shows it.

    `name` is its path within the folder with `/` between the parts. `version` changes whenever the
    content may have changed. `size` is in bytes; `modified` in UTC, as its writer's clock had it.
    """

    name: str
    version: str
    size: int
    modified: datetime


class PutOutcome(Enum):
    """What putting a file did."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"


class Folder(Protocol):
    """A folder that is shared with the devices. All methods may be called from any thread.

    A name that is no IN or OUT file's, or that could lead outside the folder, is a ValueError.
    Folders and files whose names differ in case only are the same to the devices, so they are to
    every method: a subfolder is found whatever its case and shown as it was configured.
    Every method that reaches the folder may raise CredentialError where one is needed.
    """

    @property
    def is_there(self) -> bool:
        """Whether the last scan found it, and not only a place where it will be made."""
        ...

    def scan(self) -> tuple[FileSeen, ...]:
        """All files of the exchange (IN_* and OUT_*, in any case of letters), sorted by name.

        Looks in the folder itself and in the subfolders that it was opened with; symlinks, what
        sync clients and editors leave behind and dated archives are passed over.
        Raises FolderGoneError, FolderRefusedError.
        """
        ...

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        """The content of a file and what was seen of it, of one version.

        Raises FileGoneError, FileBusyError, FileTooLargeError, FolderGoneError,
        FolderRefusedError.
        """
        ...

    def put(self, name: str, content: bytes) -> PutOutcome:
        """Write an IN file so that nobody sees it half written; nothing when the bytes are equal.

        Makes the subfolder when there is none. A file whose name differs in case only is replaced.
        Raises ValueError for a name that is not a section's IN file, FolderGoneError,
        FolderRefusedError, and FileBusyError as `put_all`.
        """
        ...

    def put_all(self, files: Mapping[str, bytes]) -> frozenset[str]:
        """Put many IN files (name -> content), in as few steps as possible; names of those written.

        As `put`; also raises FileBusyError when somebody else changes one of them meanwhile: what
        lies there must be looked at again. Then, and with any error, some may have been written.
        """
        ...

    def holds(self, name: str, content: bytes) -> bool:
        """Whether a file that a scan has shown has exactly this content.

        Where that can be told without reading it, it is. False when the file cannot be read.
        Raises FolderGoneError, FolderRefusedError.
        """
        ...

    def archive(self, name: str, into: str) -> str:
        """Move a file into the subfolder `into` (made when there is none), never over another.

        Below `into` it keeps the subfolder of its section (`2026-11-24/A/OUT_2.txt`), and gets a
        number when its name is taken (`OUT_2 (2).txt`). Returns its new path within the folder,
        under which it can be read. Raises ValueError when `into` is a place of the exchange,
        FileGoneError, FolderGoneError, FolderRefusedError.
        """
        ...

    def watch(self, look_at: LookAt, promise: Promise = unheard) -> AbstractContextManager[None]:
        """Tell `look_at` about changes while the context lasts. Hints only: scan for the truth.

        Begins whether or not the folder can be reached, and begins anew, with a hint to look at
        everything, when it comes back.
        """
        ...
