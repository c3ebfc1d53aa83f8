"""A ledger in memory, for tests: it keeps the port's promises as long as it lives."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from daemon.ledger.encoding import utc
from daemon.ledger.port import LedgerError
from daemon.tournament.entry import Entry, Fact


class MemoryLedger:
    """A Ledger (see the port). Ledgers of several sites share one `book`."""

    def __init__(self, event: str, site: str = "local", book: list[Entry] | None = None) -> None:
        self._event = event
        self._site = site
        self._book = [] if book is None else book
        self._closed = False

    def append(self, facts: Sequence[Fact], at: datetime) -> tuple[Entry, ...]:
        """See the port."""
        self._must_be_open()
        moment = utc(at)
        first = len(self._book) + 1
        entries = tuple(
            Entry(sequence, moment, self._event, self._site, fact)
            for sequence, fact in enumerate(facts, first)
        )
        self._book.extend(entries)
        return entries

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """See the port."""
        self._must_be_open()
        yield from self._book[max(after, 0) :]

    def close(self) -> None:
        """See the port."""
        self._closed = True

    def _must_be_open(self) -> None:
        if self._closed:
            raise LedgerError("The ledger was closed: open it again to use it.")
