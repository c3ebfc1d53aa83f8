"""What the threads put into the queue of the one that writes."""

import queue
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from daemon.folder.port import FileSeen
from daemon.problem import Problem
from daemon.service.pushing import Pushed
from daemon.tournament.entry import PlanRead, ReportAnswered


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
class PlanArrived:
    """The files that the plan is made of say this now; `warnings` are those not told yet."""

    read: PlanRead
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanRefused:
    """The files that the plan is made of cannot be used; `problems` are those not told yet."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class InFilesPushed:
    """The devices' IN files were brought to what the plan says now."""

    pushed: Pushed


@dataclass(frozen=True, slots=True)
class InFilesRefused:
    """The devices' IN files could not be written; it is tried again."""

    message: str


@dataclass(frozen=True, slots=True)
class ResultsNotCarried:
    """The published files could not be carried to where others see them; it is tried again."""

    message: str


@dataclass(frozen=True, slots=True)
class ResultsCarried:
    """They were carried, after they could not be."""


@dataclass(frozen=True, slots=True)
class PagesServed:
    """The pages' server is open at an address.

    `token_file` was made for it now, if any; `advice` is what is odd about that file.
    """

    address: str
    token_file: str | None = None
    advice: str | None = None


@dataclass(frozen=True, slots=True)
class PagesNotServed:
    """The pages' server cannot be opened; it is tried again. The message says what to do."""

    message: str


@dataclass(frozen=True, slots=True)
class DocumentCame:
    """A file for the federation's report lies in the inbox and was read; `size` is in bytes."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class DocumentAnswered:
    """It was dealt with. `problems` are all that were found."""

    fact: ReportAnswered
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentFailed:
    """It, or a place for such files, could not be dealt with; the message says what to do."""

    name: str
    message: str


@dataclass(frozen=True, slots=True)
class LedgerCopied:
    """The ledger was copied to a second place; it had so many entries."""

    path: str
    entries: int


@dataclass(frozen=True, slots=True)
class LedgerNotCopied:
    """The ledger could not be copied; the message says what to do. It is tried again."""

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
    | PlanArrived
    | PlanRefused
    | InFilesPushed
    | InFilesRefused
    | ResultsNotCarried
    | ResultsCarried
    | PagesServed
    | PagesNotServed
    | DocumentCame
    | DocumentAnswered
    | DocumentFailed
    | LedgerCopied
    | LedgerNotCopied
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
