"""A damaged ledger: set aside as it is, and all that can still be read of it taken over."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from filelock import BaseFileLock
from msgspec import Struct

from daemon.disk import replace, sync_directory
from daemon.ledger.aside import put_aside
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.making import write_ledger
from daemon.ledger.port import LedgerDamagedError
from daemon.ledger.refusals import translated
from daemon.ledger.remedies import of_other_event
from daemon.ledger.rows import connect, digest_of, entry_of
from daemon.ledger.schema import check_kind
from daemon.ledger.sqlite import SqliteLedger, lock_directory, open_locked
from daemon.tournament.entry import Entry

_SAVED = "saved.sqlite3"
"""What could be read of a damaged ledger, complete, until it takes that one's place."""

_LEAST_BYTES = 40
"""No entry takes less room: so many there can be at most in a file of a size."""

# SQLite asks for as much memory as a damaged length says.
_UNREADABLE = (sqlite3.Error, UnicodeDecodeError, MemoryError)

_ENTRY = "SELECT sequence, at, event, site, kind, body, sha256 FROM entry WHERE sequence = ?"
# By its number: the index on the digests may be what is damaged.
_CONTENT = "SELECT bytes FROM content WHERE rowid = ?"


class SetAside(Struct, frozen=True):
    """What became of a damaged ledger.

    `directory` is where its files lie now; `reason` says what was wrong with it. `saved` entries
    were taken over, and `lost` could not be read; None when nobody can tell how many there were.
    """

    directory: Path
    reason: str
    saved: int
    lost: int | None


def open_or_salvage(
    directory: Path, event: str, now: datetime, site: str = "local"
) -> tuple[SqliteLedger, SetAside | None]:
    """Open the ledger in this directory as `open_ledger` does; a damaged one is replaced.

    All its files are moved into `damaged DATE TIME` beside it (`now` in local time), nothing of
    them is deleted, and a new ledger takes over the entries that can be read, as they are. Every
    entry is read once, and one is added and taken back, so that what opens here can be read to its
    end and added to. Raises LedgerLockedError,
    LedgerNewerError and LedgerOfOtherEventError (nothing is moved then), LedgerFullError.
    """
    lock = lock_directory(directory)
    try:
        if (directory / _SAVED).exists():
            return _go_on(directory, event, site, lock, now)
        try:
            return _open_sound(directory, event, site, lock), None
        except LedgerDamagedError as error:
            return _replace(directory, event, site, lock, now, error)
    except BaseException:
        lock.release()
        raise


def _open_sound(directory: Path, event: str, site: str, lock: BaseFileLock) -> SqliteLedger:
    ledger = open_locked(directory, event, site, lock)
    try:
        for _ in ledger.entries():
            pass
        ledger.try_to_add()
    except BaseException:
        ledger.let_go_of_file()
        raise
    return ledger


def _replace(
    directory: Path,
    event: str,
    site: str,
    lock: BaseFileLock,
    now: datetime,
    error: LedgerDamagedError,
) -> tuple[SqliteLedger, SetAside]:
    file = directory / LEDGER_FILE
    with translated(file):
        there = file.exists() and file.stat().st_size > 0
    found = _salvage(file) if there else _Found()
    ours = [entry for entry in found.entries if entry.event == event]
    if found.entries and not ours:
        raise of_other_event(f"The ledger {file}", found.entries[0].event, event) from error
    with translated(file):
        write_ledger(directory / _SAVED, ours)
    place = _take_its_place(directory, now)
    lost = None if found.last is None else found.last - len(ours)
    aside = SetAside(place, error.reason, len(ours), lost)
    return open_locked(directory, event, site, lock), aside


def _go_on(
    directory: Path, event: str, site: str, lock: BaseFileLock, now: datetime
) -> tuple[SqliteLedger, SetAside]:
    """Do the rest of a replacing that was broken off when all that could be read was safe."""
    place = _take_its_place(directory, now)
    ledger = _open_sound(directory, event, site, lock)
    reason = f"The ledger {directory / LEDGER_FILE} was damaged, and its replacing was broken off"
    return ledger, SetAside(place, reason, sum(1 for _ in ledger.entries()), None)


def _take_its_place(directory: Path, now: datetime) -> Path:
    """Move the damaged ledger aside, and the one that was made of it to its place."""
    file = directory / LEDGER_FILE
    with translated(file):
        place = put_aside(directory, "damaged", now)
        replace(directory / _SAVED, file)
        sync_directory(directory)
    return place


class _Found(Struct, frozen=True):
    """The entries that could be read; `last` is the number of the last that is known of."""

    entries: tuple[Entry, ...] = ()
    last: int | None = None


def _salvage(file: Path) -> _Found:
    """Read what can be read, each entry by itself. Raises LedgerNewerError."""
    with suppress(*_UNREADABLE), closing(connect(file, "ro")) as connection:
        # Without this SQLite reads nothing of a file that was cut short.
        connection.execute("PRAGMA writable_schema = ON")
        with suppress(LedgerDamagedError):
            check_kind(connection, f"The ledger {file}")
        most = _size(file) // _LEAST_BYTES
        contents = _contents(connection, most)
        last = _last(connection)
        nonsense = last is not None and not 0 <= last <= most
        numbers = range(1, (most if last is None or nonsense else last) + 1)
        entries = tuple(_entries(connection, numbers, contents, f"the ledger {file}"))
        if nonsense:
            return _Found(entries)
        known = max((entry.sequence for entry in entries), default=None) if last is None else last
        return _Found(entries, known)
    return _Found()


def _size(file: Path) -> int:
    """Bytes of the file and its log; what SQLite keeps of them in memory has no entries."""
    files = file.parent.glob(f"{file.name}*")
    return sum(one.stat().st_size for one in files if not one.name.endswith("-shm"))


def _last(connection: sqlite3.Connection) -> int | None:
    with suppress(*_UNREADABLE):
        (last,) = connection.execute("SELECT max(sequence) FROM entry").fetchone()
        return last if isinstance(last, int) else None
    return None


def _contents(connection: sqlite3.Connection, most: int) -> Mapping[str, bytes]:
    """What devices wrote, by its digest: what does not fit its digest is found by nobody."""
    last = most
    with suppress(*_UNREADABLE):
        (last,) = connection.execute("SELECT coalesce(max(rowid), 0) FROM content").fetchone()
    contents: dict[str, bytes] = {}
    for number in range(1, min(last, most) + 1):
        with suppress(*_UNREADABLE):
            for (content,) in connection.execute(_CONTENT, (number,)):
                digest = digest_of(content)
                if digest is not None:
                    contents[digest] = content
    return contents


def _entries(
    connection: sqlite3.Connection, numbers: range, contents: Mapping[str, bytes], where: str
) -> Iterator[Entry]:
    for number in numbers:
        with suppress(*_UNREADABLE, LedgerDamagedError):
            row = connection.execute(_ENTRY, (number,)).fetchone()
            if row is not None:
                content = None if row[-1] is None else contents.get(row[-1])
                yield entry_of((*row, content), f"Entry {number} of {where}")
