"""What the daemon asks of its ledger."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Protocol

from daemon.tournament.entry import Entry, Fact


class LedgerError(Exception):
    """The ledger cannot be used; the message says what to do."""


class LedgerMissingError(LedgerError):
    """There is none yet to read."""


class LedgerLockedError(LedgerError):
    """Another daemon has it."""


class LedgerDamagedError(LedgerError):
    """It cannot be read, or not all of it; `reason` says no more than why."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message


class LedgerNewerError(LedgerError):
    """It is of a newer version, and nothing is wrong with it."""


class LedgerOfOtherEventError(LedgerError):
    """It is damaged, and another event's, so it is left as it is."""


class LedgerFullError(LedgerError):
    """Nothing could be added: no room, no permission, a failing disk, or another program has it.

    What was in it stands, and adding may be tried again.
    """


class LedgerReader(Protocol):
    """What everybody may do with a ledger, also while a daemon writes to it."""

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """All entries with a higher sequence, in order, of all sites.

        Raises LedgerDamagedError, LedgerNewerError.
        """
        ...

    def close(self) -> None:
        """Let go of the file and the lock. Whatever is asked of it later is a LedgerError."""
        ...


class Ledger(LedgerReader, Protocol):
    """An append-only book of facts. One writer; every reader sees whole entries only."""

    def append(self, facts: Sequence[Fact], at: datetime) -> tuple[Entry, ...]:
        """Add facts, all or none; they are on the disk when it returns.

        `at` is the time of writing; ValueError when it is not aware. Returns the entries that the
        facts became. Raises LedgerFullError, LedgerDamagedError.
        """
        ...
