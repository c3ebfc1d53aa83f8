"""Copies of a ledger in a second place: made while a daemon adds to it, and put back later."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from daemon.disk import remove, replace
from daemon.ledger.aside import put_aside
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.port import LedgerError
from daemon.ledger.refusals import translated
from daemon.ledger.remedies import damaged
from daemon.ledger.rows import connect
from daemon.ledger.schema import check_kind
from daemon.ledger.sqlite import SqliteReader
from daemon.settings.file_names import fit_for_file
from daemon.tournament.entry import Entry

_ENDING = ".sqlite3"
_UNFINISHED = f".~ledger{_ENDING}"
"""Sync clients pass over such a name, and the next copy takes its place."""

_LAST = "SELECT coalesce(max(sequence), 0) FROM entry"

_WHOSE = "SELECT event FROM entry ORDER BY sequence DESC LIMIT 1"

_LACKING = """
    SELECT 1 FROM other.entry AS theirs
    WHERE event = (SELECT event FROM main.entry ORDER BY sequence DESC LIMIT 1) AND NOT EXISTS (
        SELECT 1 FROM main.entry AS own
        WHERE own.sequence = theirs.sequence AND own.at = theirs.at AND own.body = theirs.body
    ) LIMIT 1
"""


class CopyError(Exception):
    """The ledger could not be copied; the message says why, and what to do."""


class Copied(Struct, frozen=True):
    """A copy that was made: where it is, and how many entries it has."""

    path: Path
    entries: int


class Held(Struct, frozen=True):
    """What a ledger holds, every entry of which could be read: a copy, or the one in its place.

    `event` is whose it is, `begun` and `ended` are when its first and last entry were written;
    None when it has none.
    """

    path: Path
    entries: tuple[Entry, ...]

    @property
    def event(self) -> str | None:
        """Date and name of the event."""
        return self.entries[-1].event if self.entries else None

    @property
    def ended(self) -> datetime | None:
        """When its last entry was written."""
        return self.entries[-1].at if self.entries else None

    def has_all_of(self, other: "Held") -> bool:
        """Whether the other is an earlier state of this one: a ledger only grows."""
        return self.entries[: len(other.entries)] == other.entries


def copy_ledger(
    directory: Path, into: Path, title: str, now: datetime, keep: int, unless: int | None = None
) -> Copied | None:
    """Copy the ledger in `directory` into another folder, and delete the oldest beyond `keep`.

    The copy is checked before it gets its name, `ledger DATE TIME TITLE` (`now` in local time);
    what is there is never written over. A copy of this event is not deleted while it holds what
    later ones do not: a ledger that was lost and begun anew does not push out what there was of it.
    The last folder of `into` is made when it is missing, the one above it never: it may be a stick
    that is not plugged in. None when the ledger has as many entries as `unless`. Raises CopyError.
    """
    try:
        return _copy(directory / LEDGER_FILE, into, title, now, keep, unless)
    except (OSError, sqlite3.Error, LedgerError) as error:
        reason = str(error)
        if isinstance(error, OSError):
            reason = error.strerror or reason
        raise CopyError(
            f"the ledger could not be copied to {into} ({reason.rstrip('.')}): see that the disk "
            f"or stick is there, may be written and has room, or name another folder as "
            f"backup.directory"
        ) from error


def copies_in(directory: Path, title: str) -> tuple[Path, ...]:
    """The copies of an event of this title, the newest first by their names. Raises OSError."""
    ending = _own_part(title)
    found = (one for one in directory.iterdir() if one.name.endswith(ending))
    return tuple(sorted((one for one in found if _is_copy(one.name, ending)), reverse=True))


def whose_copy(path: Path) -> str | None:
    """Date and name of the event of a copy, by its last entry alone; None when it says nothing."""
    with suppress(OSError, sqlite3.Error), closing(connect(path, "ro")) as connection:
        row = connection.execute(_WHOSE).fetchone()
        return row[0] if row and isinstance(row[0], str) else None
    return None


def read_copy(path: Path) -> Held:
    """Read a copy from its beginning to its end.

    Raises LedgerDamagedError when not all of it is whole, LedgerNewerError, LedgerFullError.
    """
    with translated(path):
        connection = connect(path, "ro")
        reader = SqliteReader(connection, path)
        try:
            _check(connection, path)
            return Held(path, tuple(reader.entries()))
        finally:
            reader.close()


def put_back(copy: Path, directory: Path, now: datetime) -> Path | None:
    """Put a copy into the place of the ledger in `directory`, whose lock was taken.

    The ledger that is there is put aside; returns where. Raises OSError, LedgerError.
    """
    file, unfinished = directory / LEDGER_FILE, directory / _UNFINISHED
    with translated(file):
        _write(copy, unfinished)
        aside = None
        if any(directory.glob(f"{LEDGER_FILE}*")):
            aside = put_aside(directory, "replaced", now)
        replace(unfinished, file)
    return aside


def _copy(
    file: Path, into: Path, title: str, now: datetime, keep: int, unless: int | None
) -> Copied | None:
    with closing(connect(file, "ro")) as source:
        (last,) = source.execute(_LAST).fetchone()
    if last == unless:
        return None
    if not into.is_dir():
        into.mkdir(mode=0o700)
    entries = _write(file, into / _UNFINISHED)
    final = _free_name(into, f"ledger {now.astimezone():%Y-%m-%d %H.%M.%S}", _own_part(title))
    replace(into / _UNFINISHED, final)
    # The new one stays, whatever the clock says.
    others = [one for one in copies_in(into, title) if one != final]
    old = list(zip(others, (final, *others), strict=False))[keep - 1 :]
    for one in [one for one, later in old if not _is_alone(one, (final, later))]:
        remove(one)
    return Copied(final, entries)


def _is_alone(copy: Path, others: Iterable[Path]) -> bool:
    """Whether a copy has entries of the event of the others that none of them has."""
    return all(_lacks_some_of(other, copy) for other in others)


def _lacks_some_of(copy: Path, other: Path) -> bool:
    """Whether another copy of the same event has entries that this one has not."""
    with suppress(sqlite3.Error), closing(connect(copy, "ro")) as connection:
        uri = f"{other.absolute().as_uri()}?mode=ro"
        connection.execute("ATTACH DATABASE ? AS other", (uri,))
        return connection.execute(_LACKING).fetchone() is not None
    return False


def _write(source: Path, target: Path) -> int:
    """Make a checked copy of one file, whatever SQLite keeps beside it; how many entries it has."""
    remove(target)
    os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(connect(source, "ro")) as old, closing(connect(target, "rw")) as new:
            old.backup(new)
            # One file that can be read from a stick that is write-protected.
            new.execute("PRAGMA journal_mode = DELETE")
            _check(new, target)
            (last,) = new.execute(_LAST).fetchone()
        with target.open("rb+") as written:
            os.fsync(written.fileno())
    except BaseException:
        remove(target)
        raise
    return int(last)


def _check(connection: sqlite3.Connection, path: Path) -> None:
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise damaged(f"The copy {path}", " ".join(found.split()))
    check_kind(connection, f"The copy {path}")


def _own_part(title: str) -> str:
    """What the names of all copies of one event, whatever its date, end with."""
    plain = fit_for_file(title)
    return f" {plain}{_ENDING}" if plain else _ENDING


def _is_copy(name: str, ending: str) -> bool:
    """Whether a name is `ledger DATE TIME` and this ending: not that of an event called `B A`."""
    stamp = name.removesuffix(ending).removeprefix("ledger ").partition(" (")[0]
    try:
        datetime.strptime(stamp, "%Y-%m-%d %H.%M.%S")  # noqa: DTZ007 - only whether it is one
    except ValueError:
        return False
    return name.startswith("ledger ")


def _free_name(directory: Path, stamp: str, ending: str) -> Path:
    for name in _numbered(stamp, ending):
        if not os.path.lexists(directory / name):
            return directory / name
    raise AssertionError("there is always a free name")


def _numbered(stamp: str, ending: str) -> Iterator[str]:
    yield f"{stamp}{ending}"
    number = 1
    while True:
        number += 1
        yield f"{stamp} ({number}){ending}"
