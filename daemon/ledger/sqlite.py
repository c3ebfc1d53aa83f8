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

_Row = tuple[int, str, str, str, str, str, str | None, bytes | None]


def open_ledger(directory: Path, event: str, site: str = "local") -> "SqliteLedger":
    """Open the ledger in this directory to add to it; both are made when there is none.

    Only their owner may read what is made. Raises LedgerLockedError when another process has it,
    LedgerDamagedError, LedgerFullError.
    """
    file = directory / LEDGER_FILE
    with translated(file):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = take_lock(directory)
    try:
        with translated(file):
            # SQLite would let everybody read it; its side files take this file's permissions.
            os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
            connection = _connect(file, "rw")
            try:
                prepare(connection, f"The ledger {file}")
            except BaseException:
                connection.close()
                raise
    except BaseException:
        lock.release()
        raise
    return SqliteLedger(connection, file, lock, event, site)


def read_ledger(directory: Path) -> "SqliteReader":
    """Open the ledger in this directory to read it, also while a daemon adds to it.

    Raises LedgerMissingError, LedgerDamagedError, LedgerFullError.
    """
    file = directory / LEDGER_FILE
    if not file.exists():
        raise LedgerMissingError(
            f"There is no ledger in {directory}: nothing was recorded there yet. `tournamentd run` "
            "begins one; see that event.state names the right folder."
        )
    with translated(file):
        connection = _connect(file, "ro")
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
                yield self._entry(row)
            last = rows[-1][0]

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
        sequence, at, event, site, kind, body, digest, content = row
        place = f"Entry {sequence} of the ledger {self._file}"
        if digest is not None and _digest(content) != digest:
            raise damaged(place, "the content of its file is not what was received")
        fact = decode(Encoded(kind, body, content), place)
        try:
            return Entry(sequence, read_moment(at), event, site, fact)
        except ValueError as error:
            raise damaged(place, str(error)) from error


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
                    self._add(sequence, moment, one)
        return tuple(
            Entry(sequence, moment, self._event, self._site, fact)
            for sequence, fact in enumerate(facts, last + 1)
        )

    def close(self) -> None:
        """See the port."""
        super().close()
        self._lock.release()

    def _add(self, sequence: int, at: datetime, one: Encoded) -> None:
        digest = None
        if one.content is not None:
            digest = _digest(one.content)
            self._connection.execute(_ADD_CONTENT, {"sha256": digest, "bytes": one.content})
        self._connection.execute(
            _ADD_ENTRY,
            (sequence, written_moment(at), self._event, self._site, one.kind, one.body, digest),
        )


def _digest(content: object) -> str | None:
    return sha256(content).hexdigest() if isinstance(content, bytes) else None


def _connect(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{file.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,  # transactions begin where this module says so
        check_same_thread=False,
    )
