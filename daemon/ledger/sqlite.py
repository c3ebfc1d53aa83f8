"""The ledger in an SQLite file: entries in order, and the devices' bytes once each."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock

from filelock import BaseFileLock

from daemon.ledger.encoding import Encoded, decode, encode, read_moment, utc, written_moment
from daemon.ledger.lock import take_lock
from daemon.ledger.port import LedgerError, LedgerMissingError
from daemon.ledger.refusals import translated
from daemon.ledger.remedies import damaged
from daemon.ledger.schema import check_kind, prepare
from daemon.tournament.entry import Entry, Fact

LEDGER_FILE = "ledger.sqlite3"

_ROWS_AT_ONCE = 50
_READ = """
    SELECT sequence, at, event, site, kind, body, sha256, bytes
    FROM entry LEFT JOIN content USING (sha256)
    WHERE sequence > ? ORDER BY sequence LIMIT ?
"""
_LAST = "SELECT coalesce(max(sequence), 0) FROM entry"
_ADD_CONTENT = """
    INSERT INTO content (sha256, bytes)
    SELECT :sha256, :bytes WHERE NOT EXISTS (SELECT 1 FROM content WHERE sha256 = :sha256)
"""
_ADD_ENTRY = """
    INSERT INTO entry (sequence, at, event, site, kind, body, sha256) VALUES (?, ?, ?, ?, ?, ?, ?)
"""

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
        if file.exists() and file.stat().st_size == 0:
            # SQLite would take it for a new one, and throw away the log beside it.
            raise damaged(f"The ledger {file}", "it is empty")
        # SQLite would let everybody read it; its side files take this file's permissions.
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        connection = connect(file, "rw")
        try:
            prepare(connection, f"The ledger {file}")
        except BaseException:
            connection.close()
            raise
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

    def append(self, facts: Sequence[Fact], at: datetime) -> tuple[Entry, ...]:
        """See the port."""
        moment = utc(at)
        encoded = [encode(fact) for fact in facts]
        with self._using, translated(self._file):
            self._must_be_open()
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                (last,) = self._connection.execute(_LAST).fetchone()
                for sequence, one in enumerate(encoded, last + 1):
                    self._add(sequence, moment, self._event, self._site, one)
        return tuple(
            Entry(sequence, moment, self._event, self._site, fact)
            for sequence, fact in enumerate(facts, last + 1)
        )

    def let_go_of_file(self) -> None:
        """Close the file and keep the lock."""
        super().close()

    def take_over(self, entries: Sequence[Entry]) -> None:
        """Add entries of another ledger as they are, with their numbers, times and sites.

        Raises LedgerFullError, LedgerDamagedError.
        """
        with self._using, translated(self._file):
            self._must_be_open()
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                for one in entries:
                    self._add(one.sequence, one.at, one.event, one.site, encode(one.fact))

    def close(self) -> None:
        """See the port."""
        super().close()
        self._lock.release()

    def _add(self, sequence: int, at: datetime, event: str, site: str, one: Encoded) -> None:
        digest = None
        if one.content is not None:
            digest = digest_of(one.content)
            self._connection.execute(_ADD_CONTENT, {"sha256": digest, "bytes": one.content})
        self._connection.execute(
            _ADD_ENTRY,
            (sequence, written_moment(at), event, site, one.kind, one.body, digest),
        )


def entry_of(row: Sequence[object], place: str) -> Entry:
    """The entry that a row holds: sequence, time, event, site, kind, body, digest and content.

    `place` says where it was found, for the error. Raises LedgerDamagedError, LedgerNewerError.
    """
    match row:
        case (
            int(sequence),
            str(at),
            str(event),
            str(site),
            str(kind),
            str(body),
            str() | None,
            bytes() | None as content,
        ):
            fact = decode(Encoded(kind, body, content), place)
            try:
                return Entry(sequence, read_moment(at), event, site, fact)
            except ValueError as error:
                raise damaged(place, str(error)) from error
        case _:
            raise damaged(place, "its columns hold what no ledger has there")


def digest_of(content: object) -> str | None:
    """The SHA-256 (hex) under which a content is kept; None for anything that is no bytes."""
    return sha256(content).hexdigest() if isinstance(content, bytes) else None


def connect(file: Path, mode: str) -> sqlite3.Connection:
    """A connection to a file that is there: `rw` to write, `ro` only to read."""
    return sqlite3.connect(
        f"{file.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,  # transactions begin where this module says so
        check_same_thread=False,
    )
