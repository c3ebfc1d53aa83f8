"""What the threads put into the queue of the one that writes."""

import queue
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from msgspec import Struct

from daemon.folder.port import FileSeen
from daemon.problem import Problem
from daemon.service.pushing import Pushed
from daemon.tournament.entry import PlanRead, ReportAnswered


@dataclass(frozen=True, slots=True)
class Arrived:
    """A version of a file, read whole."""

    seen: FileSeen
    content: bytes = field(repr=False)


class Unreadable(Struct, frozen=True):
    """A file that is there and cannot be read; the message says what to do."""

    name: str
    message: str


class FolderLost(Struct, frozen=True):
    """The folder cannot be reached."""

    message: str


class FolderBack(Struct, frozen=True):
    """The folder can be reached again, and was read whole."""


class RulingsArrived(Struct, frozen=True):
    """The rulings file has this text, and has been quiet for a moment."""

    name: str
    text: str


class RulingsLost(Struct, frozen=True):
    """The rulings file is missing or cannot be read; the message says what to do."""

    message: str


class PlanArrived(Struct, frozen=True):
    """The files that the plan is made of say this now; `warnings` are those not told yet."""

    read: PlanRead
    warnings: tuple[Problem, ...] = ()


class PlanRefused(Struct, frozen=True):
    """The files that the plan is made of cannot be used; `problems` are those not told yet."""

    problems: tuple[Problem, ...]


class InFilesPushed(Struct, frozen=True):
    """The devices' IN files were brought to what the plan says now."""

    pushed: Pushed


class InFilesRefused(Struct, frozen=True):
    """The devices' IN files could not be written; it is tried again."""

    message: str


class ResultsNotCarried(Struct, frozen=True):
    """The published files could not be carried to where others see them; it is tried again."""

    message: str


class ResultsCarried(Struct, frozen=True):
    """They were carried, after they could not be."""


class PagesServed(Struct, frozen=True):
    """The pages' server is open at an address.

    `token_file` was made for it now, if any; `advice` is what is odd about that file.
    """

    address: str
    token_file: str | None = None
    advice: str | None = None


class PagesNotServed(Struct, frozen=True):
    """The pages' server cannot be opened; it is tried again. The message says what to do."""

    message: str


class DocumentCame(Struct, frozen=True):
    """A file for the federation's report lies in the inbox and was read; `size` is in bytes."""

    name: str
    size: int


class DocumentAnswered(Struct, frozen=True):
    """It was dealt with. `problems` are all that were found."""

    fact: ReportAnswered
    problems: tuple[Problem, ...] = ()


class DocumentFailed(Struct, frozen=True):
    """It, or a place for such files, could not be dealt with; the message says what to do."""

    name: str
    message: str


class LedgerCopied(Struct, frozen=True):
    """The ledger was copied to a second place; it had so many entries."""

    path: str
    entries: int


class LedgerNotCopied(Struct, frozen=True):
    """The ledger could not be copied; the message says what to do. It is tried again."""

    message: str


class Beat(Struct, frozen=True):
    """It is time for a heartbeat, and to try again what failed."""


class Stop(Struct, frozen=True):
    """Somebody asks the daemon to end."""

    reason: str


class Failed(Struct, frozen=True):
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
