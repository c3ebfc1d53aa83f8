"""What the threads put into the queue of the one that writes."""

import queue
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

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
    """The folder can be reached again, and was read whole."""


@dataclass(frozen=True, slots=True)
class RulingsArrived:
    """The rulings file has this text, and has been quiet for a moment."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RulingsLost:
    """The rulings file is missing or cannot be read; the message says what to do."""

    message: str


@dataclass(frozen=True, slots=True)
class Beat:
    """It is time for a heartbeat, and to try again what failed."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Somebody asks the daemon to end."""

    reason: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A thread ended by an error that nobody foresaw: the daemon ends by it too."""

    error: BaseException


Message: TypeAlias = (
    Arrived
    | Unreadable
    | FolderLost
    | FolderBack
    | RulingsArrived
    | RulingsLost
    | Beat
    | Stop
    | Failed
)
Inbox: TypeAlias = queue.SimpleQueue[Message]
"""The queue of the thread that writes. Anybody may put a message into it, from any thread."""


def waiting(inbox: Inbox) -> list[Message]:
    """Take all that waits in a queue, without waiting for more."""
    messages: list[Message] = []
    with suppress(queue.Empty):
        while True:
            messages.append(inbox.get_nowait())
    return messages
