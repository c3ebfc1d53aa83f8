"""What the daemon asks of its ledger."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Protocol

from daemon.tournament.entry import Entry, Fact


class LedgerError(Exception):
    """The ledger cannot be used; the message says what to do."""


class LedgerLockedError(LedgerError):
    """Another daemon has it."""


class LedgerDamagedError(LedgerError):
    """It cannot be read, or it is of a newer version."""


class LedgerFullError(LedgerError):
    """Nothing could be added: no room, or no permission. What was in it stands."""


class Ledger(Protocol):
    """An append-only book of facts. One writer; every reader sees whole entries only."""

    def append(self, facts: Sequence[Fact], at: datetime) -> tuple[Entry, ...]:
        """Add facts, all or none; they are on the disk when it returns. `at` is aware (UTC).

        Raises LedgerFullError, LedgerDamagedError.
        """
        ...

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """All entries with a higher sequence, in order, of all sites. Raises LedgerDamagedError."""
        ...

    def close(self) -> None:
        """Let go of the file and the lock."""
        ...
