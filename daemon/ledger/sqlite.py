"""The ledger in an SQLite file: entries in order, and the devices' bytes once each."""

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from filelock import BaseFileLock

from daemon.ledger.encoding import utc
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.lock import take_lock
from daemon.ledger.making import begin_ledger, write_ledger
from daemon.ledger.port import LedgerError, LedgerMissingError
from daemon.ledger.refusals import translated
from daemon.ledger.remedies import damaged
from daemon.ledger.rows import add, connect, digest_of, entry_of
from daemon.ledger.schema import check_kind, prepare
from daemon.tournament.entry import Entry, Fact, FileReceived

_log = logging.getLogger(__name__)

_ROWS_AT_ONCE = 50
_READ = """
    SELECT sequence, at, event, site, kind, body, sha256, bytes
    FROM entry LEFT JOIN content USING (sha256)
    WHERE sequence > ? ORDER BY sequence LIMIT ?
"""
_LAST = "SELECT coalesce(max(sequence), 0) FROM entry"
_FIRST_AND_LAST = "SELECT coalesce(min(sequence), 1), coalesce(max(sequence), 0) FROM entry"

_Row = tuple[object, ...]
"""Sequence, time, event, site, kind, body, digest and content, if nothing is damaged."""


def open_ledger(directory: Path, event: str, site: str = "local") -> "SqliteLedger":
    """Open the ledger in this directory to add to it; both are made when there is none.

    Only their owner may read what is made. Raises LedgerLockedError when another process has it,
    LedgerDamagedError, LedgerNewerError, LedgerFullError.
    """
    lock = lock_directory(directory)
    try:
        return open_locked(directory, event, site, lock)
    except BaseException:
        lock.release()
        raise


def lock_directory(directory: Path) -> BaseFileLock:
    """Take the lock of a ledger's directory, which is made when there is none.

    Raises LedgerLockedError, LedgerFullError.
    """
    with translated(directory / LEDGER_FILE):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return take_lock(directory)


def open_locked(directory: Path, event: str, site: str, lock: BaseFileLock) -> "SqliteLedger":
    """Open a ledger whose lock was taken; it lets go of the lock when it is closed.

    Raises LedgerDamagedError, LedgerNewerError, LedgerFullError, and keeps the lock then.
    """
    file = directory / LEDGER_FILE
    with translated(file):
        if not file.exists():
            begin_ledger(file)
        if file.stat().st_size == 0:
            # SQLite would take it for a new one, and throw away the log beside it.
            raise damaged(f"The ledger {file}", "it is empty")
        connection = _open(file)
    return SqliteLedger(connection, file, lock, event, site)


def read_ledger(directory: Path) -> "SqliteReader":
    """Open the ledger in this directory to read it, also while a daemon adds to it.

    Raises LedgerMissingError, LedgerDamagedError, LedgerNewerError, LedgerFullError.
    """
    file = directory / LEDGER_FILE
    if not file.exists():
        raise LedgerMissingError(
            f"There is no ledger in {directory}: nothing was recorded there yet. `tournamentd run` "
            "begins one; see that event.state names the right folder."
        )
    with translated(file):
        connection = connect(file, "ro")
        try:
            check_kind(connection, f"The ledger {file}")
        except BaseException:
            connection.close()
            raise
    return SqliteReader(connection, file)


class SqliteReader:
    """A LedgerReader (see the port) of a file. All methods may be called from any thread."""

    def __init__(self, connection: sqlite3.Connection, file: Path) -> None:
        self._connection = connection
        self._file = file
        self._closed = False
        self._using = Lock()

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """See the port. Those that are added meanwhile come too.

        They are fetched in portions, so that a slow reader does not hold up anything.
        """
        last = after
        while rows := self._fetch(last):
            for row in rows:
                entry = self._entry(row)
                yield entry
                last = entry.sequence

    def close(self) -> None:
        """See the port."""
        with self._using:
            self._closed = True
            self._connection.close()

    def _must_be_open(self) -> None:
        if self._closed:
            raise LedgerError("The ledger was closed: open it again to use it.")

    def _fetch(self, after: int) -> list[_Row]:
        with self._using, translated(self._file):
            self._must_be_open()
            return self._connection.execute(_READ, (after, _ROWS_AT_ONCE)).fetchall()

    def _entry(self, row: _Row) -> Entry:
        content, digest = row[-1], row[-2]
        place = f"Entry {row[0]} of the ledger {self._file}"
        if digest is not None and digest_of(content) != digest:
            raise damaged(place, "the content of its file is not what was received")
        return entry_of(row, place)


class SqliteLedger(SqliteReader):
    """A Ledger (see the port) in a file. All methods may be called from any thread."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        file: Path,
        lock: BaseFileLock,
        event: str,
        site: str,
    ) -> None:
        super().__init__(connection, file)
        self._lock = lock
        self._event = event
        self._site = site
        self._identity = _identity(file)
        self._locked = _identity(Path(lock.lock_file))

    def append(self, facts: Sequence[Fact], at: datetime) -> tuple[Entry, ...]:
        """See the port."""
        moment = utc(at)
        with self._using, translated(self._file):
            self._must_be_open()
            if _identity(self._file) != self._identity:
                self._write_anew()
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                (last,) = self._connection.execute(_LAST).fetchone()
                entries = tuple(
                    Entry(sequence, moment, self._event, self._site, fact)
                    for sequence, fact in enumerate(facts, last + 1)
                )
                for entry in entries:
                    add(self._connection, entry)
        return entries

    def try_to_add(self) -> None:
        """See that an entry and a content can be added, and leave none behind.

        Tables may be damaged so that they can only be read. Raises LedgerDamagedError,
        LedgerFullError.
        """
        moment = datetime.min.replace(tzinfo=UTC)
        fact = FileReceived("OUT_1.txt", moment, b"a trial")
        with self._using, translated(self._file):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                first, last = self._connection.execute(_FIRST_AND_LAST).fetchone()
                if first < 1:
                    raise damaged(f"The ledger {self._file}", "it has entries that have no number")
                add(self._connection, Entry(last + 1, moment, self._event, self._site, fact))
            finally:
                self._connection.rollback()

    def let_go_of_file(self) -> None:
        """Close the file and keep the lock."""
        super().close()

    def close(self) -> None:
        """See the port."""
        super().close()
        self._lock.release()

    def _write_anew(self) -> None:
        """Put a ledger back that somebody deleted, moved or replaced while it was in use.

        What was opened can still be read, though its name is gone: whoever tidies up the folder
        during play costs nobody a result.
        """
        rows = self._connection.execute(_READ, (0, -1)).fetchall()
        entries = [self._entry(row) for row in rows]
        directory = self._file.parent
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _identity(Path(self._lock.lock_file)) != self._locked:
            self._lock = take_lock(directory)
            self._locked = _identity(Path(self._lock.lock_file))
        aside = ""
        strange = sorted(directory.glob(f"{LEDGER_FILE}*"))
        if strange:
            place = directory / f"found at {len(entries)} entries"
            place.mkdir(mode=0o700, exist_ok=True)
            for one in strange:
                one.replace(place / one.name)
            aside = f"; what lay in its place is in {place} now"
        write_ledger(self._file, entries)
        opened, self._connection = self._connection, _open(self._file)
        self._identity = _identity(self._file)
        opened.close()  # only now: until then it is the only one that has everything
        _log.error(
            "The ledger %s was deleted, moved or replaced while it was in use. It was written anew "
            "with all its %s entries, and nothing is lost%s: leave that folder (event.state) alone "
            "while tournamentd runs",
            *(self._file, len(entries), aside),
        )


def _open(file: Path) -> sqlite3.Connection:
    """A connection to a sound ledger, to add to it."""
    connection = connect(file, "rw")
    try:
        prepare(connection, f"The ledger {file}")
    except BaseException:
        connection.close()
        raise
    return connection


def _identity(file: Path) -> tuple[int, int] | None:
    """What tells a file from another that takes its place; None when there is none."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
