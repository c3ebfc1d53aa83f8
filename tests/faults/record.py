"""The ledger between two lives of the daemon: it only grows, and holds what was told."""

from hashlib import sha256

from daemon.ledger.port import LedgerMissingError
from daemon.ledger.sqlite import read_ledger
from daemon.tournament.entry import Entry, FileReceived
from tests.faults.evening import Evening


class Record:
    """What the ledger held at the last look."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.entries: list[Entry] = []

    def look(self) -> list[Entry]:
        """The entries that are new; AssertionError when an old one is another now, or gone."""
        now = entries_of(self._evening)
        before = len(self.entries)
        assert [one.sequence for one in now] == list(range(1, len(now) + 1))
        assert now[:before] == self.entries, "what was in the ledger is no more what it was"
        self.entries = now
        return now[before:]

    def holds(self, name: str, content: bytes) -> bool:
        """Whether this content of a tablet's file is in it."""
        digest = sha256(content).digest()
        return any(
            isinstance(one.fact, FileReceived)
            and one.fact.name == name
            and sha256(one.fact.content).digest() == digest
            for one in self.entries
        )


def entries_of(evening: Evening) -> list[Entry]:
    """All entries of the ledger; none where there is no ledger yet."""
    try:
        ledger = read_ledger(evening.state)
    except LedgerMissingError:
        return []
    try:
        return list(ledger.entries())
    finally:
        ledger.close()
