"""The one place where what SQLite and the system say becomes our own error."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from daemon.ledger.port import LedgerError, LedgerFullError
from daemon.ledger.remedies import damaged

_WHY_NOTHING_WAS_ADDED = {
    sqlite3.SQLITE_FULL: "the disk is full: make room on it",
    sqlite3.SQLITE_IOERR: "the disk reports an error: see that it is connected and has room",
    sqlite3.SQLITE_READONLY: "it may not be written: let the user who runs tournamentd write there",
    sqlite3.SQLITE_PERM: "it may not be written: let the user who runs tournamentd write there",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: see that its folder is there and may be written",
    sqlite3.SQLITE_BUSY: "another program is writing to it: close that program",
    sqlite3.SQLITE_LOCKED: "another program is writing to it: close that program",
    sqlite3.SQLITE_PROTOCOL: "another program is writing to it: close that program",
}


def ledger_error(error: sqlite3.Error | OSError, file: Path) -> LedgerError:
    """Our error for one that was met at this file."""
    if isinstance(error, OSError):
        reason = os.strerror(error.errno) if error.errno else str(error)
        return LedgerFullError(
            f"The ledger {file} cannot be written ({reason}). See that its folder (event.state) "
            "is there, that it may be written and that its disk has room."
        )
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    why = _WHY_NOTHING_WAS_ADDED.get(code & 0xFF)  # the rest of the number only says it finer
    if why is None:
        return damaged(f"The ledger {file}", str(error))
    return LedgerFullError(
        f"Nothing can be added to the ledger {file}: {why}. What was in it stands, and what comes "
        "in meanwhile is taken when that is mended."
    )


@contextmanager
def translated(file: Path) -> Iterator[None]:
    """Turn the errors of SQLite and of the system within the context into ours."""
    try:
        yield
    except UnicodeDecodeError as error:
        # What SQLite says of a damaged file can hold pieces of it.
        raise damaged(f"The ledger {file}", "it holds text that is no UTF-8") from error
    except MemoryError as error:
        # SQLite asks for as much as a damaged length says.
        raise damaged(f"The ledger {file}", "more would be in it than there is room for") from error
    except (sqlite3.Error, OSError) as error:
        raise ledger_error(error, file) from error
