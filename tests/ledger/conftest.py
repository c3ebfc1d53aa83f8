from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daemon.ledger.memory import MemoryLedger
from daemon.ledger.port import Ledger
from daemon.ledger.sqlite import open_ledger
from daemon.tournament.entry import Entry, Fact, FileReceived, RulingsRead, Started

EVENT = "2026-12-01 Tuesday pairs"

Open = Callable[[str], Ledger]
"""Opens the one ledger of a test for a site; the one that was open before is closed."""


def sqlite_ledgers(directory: Path) -> Iterator[Open]:
    opened: list[Ledger] = []

    def open_for(site: str) -> Ledger:
        for ledger in opened:
            ledger.close()
        opened.append(open_ledger(directory, EVENT, site))
        return opened[-1]

    yield open_for
    for ledger in opened:
        ledger.close()


def memory_ledgers(_: Path) -> Iterator[Open]:
    book: list[Entry] = []
    yield lambda site: MemoryLedger(EVENT, site, book)


@pytest.fixture(params=[sqlite_ledgers, memory_ledgers], ids=["sqlite", "memory"])
def open_for(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """How to open one ledger of each kind."""
    yield from request.param(tmp_path / "state")


@pytest.fixture
def ledger(open_for: Open) -> Ledger:
    return open_for("local")


@pytest.fixture
def evening() -> datetime:
    return datetime(2026, 12, 1, 19, 30, 15, 250_000, tzinfo=UTC)


@pytest.fixture
def facts(evening: datetime) -> tuple[Fact, ...]:
    """A beginning of an evening."""
    return (
        Started("1.0"),
        FileReceived("A/OUT_2.txt", evening, b"Latest 01  AndroidId 4711\r\n\xff\x00"),
        RulingsRead("rulings.toml", "[[not_played]]\nboard = 7\n"),
    )
