"""What the threads put into the queue of the one that writes."""

from dataclasses import dataclass, field

from daemon.folder.port import FileSeen


@dataclass(frozen=True, slots=True)
class Arrived:
    """A version of a file, read whole."""

    seen: FileSeen
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that is there and cannot be read; the message says what to do."""

    name: str
    message: str


@dataclass(frozen=True, slots=True)
class FolderLost:
    """The folder cannot be reached."""

    message: str


@dataclass(frozen=True, slots=True)
class FolderBack:
    """The folder can be reached again."""


@dataclass(frozen=True, slots=True)
class RulingsArrived:
    """The rulings file has a new text and has been quiet for a moment.

    `text` is None when it is missing or cannot be read, and `message` says so.
    """

    name: str
    text: str | None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Beat:
    """It is time for a heartbeat, and to try again what failed."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Somebody asks the daemon to end."""

    reason: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A thread ended by an error that nobody foresaw."""

    error: BaseException


Message = Arrived | Unreadable | FolderLost | FolderBack | RulingsArrived | Beat | Stop | Failed
