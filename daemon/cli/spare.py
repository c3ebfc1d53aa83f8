"""The copies of the ledger in its second place, for whoever misses the ledger itself."""

import json
from contextlib import suppress

from daemon.cli.building import publish_directory, state_directory
from daemon.cli.loading import Loaded
from daemon.ledger.copies import Held, copies_in, read_copy, whose_copy
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.port import LedgerDamagedError, LedgerError, LedgerMissingError
from daemon.ledger.sqlite import SqliteLedger
from daemon.settings.model import Event
from daemon.tournament.entry import FileReceived, RulingsRead


def newest_copy(loaded: Loaded) -> Held | None:
    """The newest whole copy of this event; None without `[backup]`, or when its place is away."""
    backup, event = loaded.settings.backup, loaded.settings.event
    if backup is None:
        return None
    with suppress(OSError):
        for path in copies_in(loaded.path(backup.directory), event.name):
            if whose_copy(path) == event.identity:
                with suppress(LedgerError):
                    return read_copy(path)
    return None


def size_of(copy: Held) -> str:
    """`1,204 entries, the last of 2026-12-01 22:10:05`, in local time."""
    last = (
        "" if copy.ended is None else f", the last of {copy.ended.astimezone():%Y-%m-%d %H:%M:%S}"
    )
    entries = len(copy.entries)
    return f"{entries:,} {'entry' if entries == 1 else 'entries'}{last}"


def way_back(loaded: Loaded, copy: Held) -> str:
    """What to say to have this copy in the ledger's place.

    It is named: a ledger that is begun anew is copied at once, and its copy is the newest then.
    """
    return (
        f'`tournamentd restore {loaded.config} "{copy.path.name}"` puts a copy of the ledger in '
        f"its place ({size_of(copy)})"
    )


def with_way_back(loaded: Loaded, error: LedgerError) -> str:
    """What is wrong with the ledger, and how to have a copy of it back where there is one."""
    copy = None
    if isinstance(error, (LedgerMissingError, LedgerDamagedError)):
        copy = newest_copy(loaded)
    if copy is None:
        return str(error)
    what = str(error)
    if not ledger_is_there(loaded):
        what = f"There is no ledger in {state_directory(loaded)} any more, but there are copies."
    return f"{what} {way_back(loaded, copy)}."


def ledger_is_there(loaded: Loaded) -> bool:
    """Whether the ledger's file is in its place, whatever is in it."""
    return (state_directory(loaded) / LEDGER_FILE).exists()


def what_is_lacking(loaded: Loaded, ledger: SqliteLedger) -> str | None:
    """How to have back what the newest copy holds and this ledger does not; None: nothing."""
    copy = newest_copy(loaded)
    if copy is None or Held(copy.path, tuple(ledger.entries())).has_all_of(copy):
        return None
    return way_back(loaded, copy)


def was_lost(loaded: Loaded, copy: Held | None) -> bool:
    """Whether this event had a ledger, when there is none: its copy or its pages hold results.

    `copy` is the newest one.
    """
    if copy is not None:
        return any(isinstance(one.fact, (FileReceived, RulingsRead)) for one in copy.entries)
    with suppress(OSError, ValueError):
        published = json.loads((publish_directory(loaded) / "standings.json").read_bytes())
        return _has_results(published, loaded.settings.event)
    return False


def _has_results(published: object, event: Event) -> bool:
    match published:
        case {"event": event.name, "date": str(day), "progress": {"played": int(played)}}:
            return day == event.date.isoformat() and played > 0
        case _:
            return False
