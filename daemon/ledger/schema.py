"""The tables of a ledger file, and what makes them append-only."""

import sqlite3

from daemon.ledger.remedies import damaged, newer

APPLICATION = 0x42524447
"""Marks the file as a ledger of ours (`BRDG`)."""

VERSION = 1
"""Of the tables. Facts of new kinds do not change it."""

_TABLES = (
    """
    CREATE TABLE content (
      sha256 TEXT NOT NULL PRIMARY KEY,
      bytes BLOB NOT NULL
    )
    """,
    """
    CREATE TABLE entry (
      sequence INTEGER NOT NULL PRIMARY KEY,
      at TEXT NOT NULL,
      event TEXT NOT NULL,
      site TEXT NOT NULL,
      kind TEXT NOT NULL,
      body TEXT NOT NULL,
      sha256 TEXT REFERENCES content (sha256)
    )
    """,
)

# INSERT OR REPLACE deletes without asking the triggers against deleting: hence the ones on INSERT.
_GUARDS = (
    """
    CREATE TRIGGER entry_comes_last BEFORE INSERT ON entry
    WHEN NEW.sequence <= (SELECT coalesce(max(sequence), 0) FROM entry)
    BEGIN SELECT RAISE(ABORT, 'the ledger only grows: an entry comes after all others'); END
    """,
    """
    CREATE TRIGGER content_is_new BEFORE INSERT ON content
    WHEN EXISTS (SELECT 1 FROM content WHERE sha256 = NEW.sha256)
    BEGIN SELECT RAISE(ABORT, 'the ledger only grows: this content is in it'); END
    """,
    *(
        f"""
        CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table}
        BEGIN SELECT RAISE(ABORT, 'the ledger only grows: nothing in it is changed'); END
        """
        for table in ("entry", "content")
        for action in ("UPDATE", "DELETE")
    ),
)


def create(connection: sqlite3.Connection) -> None:
    """Make the tables of a ledger in an empty file, before there is a log beside it."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for statement in (*_TABLES, *_GUARDS):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def prepare(connection: sqlite3.Connection, place: str) -> None:
    """Check a ledger file from end to end, and have SQLite treat it as it must.

    Raises LedgerDamagedError, LedgerNewerError.
    """
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise damaged(place, " ".join(found.split()))
    check_kind(connection, place)
    # Readers never wait for the writer nor it for them, and one fsync makes an entry safe. Where
    # a drive does not offer it, SQLite stays with its older way, which is as safe.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # macOS: through the disk's own cache too
    connection.execute("PRAGMA foreign_keys = ON")


def check_kind(connection: sqlite3.Connection, place: str) -> None:
    """Raise LedgerDamagedError for what is no ledger, LedgerNewerError for a newer one."""
    if _pragma(connection, "application_id") != APPLICATION:
        raise damaged(place, "it is no ledger of tournamentd")
    version = _pragma(connection, "user_version")
    if version != VERSION:
        raise newer(place, f"tables of the version {version}")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)
