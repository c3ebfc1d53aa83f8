"""A new ledger file: it is there whole, or not at all."""

import os
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from daemon.disk import remove, replace, sync_directory
from daemon.ledger.remedies import damaged
from daemon.ledger.rows import add, connect
from daemon.ledger.schema import create
from daemon.tournament.entry import Entry

_SIDE_FILES = ("-wal", "-journal")


def begin_ledger(file: Path) -> None:
    """Make an empty ledger.

    Raises LedgerDamagedError when a log lies there, which SQLite would take for the new file's, and
    the errors of SQLite and of the system.
    """
    if any(file.with_name(f"{file.name}{side}").exists() for side in _SIDE_FILES):
        raise damaged(f"The ledger {file}", "its file is gone, and only its log is there")
    write_ledger(file, ())


def write_ledger(file: Path, entries: Iterable[Entry]) -> None:
    """Make a ledger of these entries. Raises the errors of SQLite and of the system."""
    draft = file.with_name(f"{file.name}.new")
    for left in file.parent.glob(f"{draft.name}*"):
        remove(left)  # a power cut left it behind
    # SQLite would let everybody read it; its side files take this file's permissions.
    os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(connect(draft, "rw")) as connection:
        create(connection)
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            for entry in entries:
                add(connection, entry)
    replace(draft, file)
    sync_directory(file.parent)
