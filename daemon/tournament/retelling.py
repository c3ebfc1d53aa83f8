"""The entries of a ledger, told again from the first on."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from itertools import takewhile

from daemon.bridgesuite.envelope import Secret
from daemon.tournament.entry import Entry, FileReceived
from daemon.tournament.state import State, step_at
from daemon.tournament.version import let_in

Entries = Callable[[], Iterable[Entry]]
"""Tells all entries of a ledger in order, each time it is called."""


def retell(entries: Entries, secret: Secret | None) -> Iterator[tuple[Entry, State]]:
    """Every entry, and the state after it.

    No version of a file is kept: where the plan changes, the entries before it are told once more.
    """
    state = State()
    for entry in entries():
        earlier = partial(_before, entry.sequence, entries)
        state = step_at(state, entry.fact, entry.at, secret, earlier)
        yield entry, state


def versions(entries: Iterable[Entry]) -> Iterator[tuple[FileReceived, datetime]]:
    """The versions of OUT files that were let in, and when each was written down."""
    return let_in((one.fact, one.at) for one in entries)


def _before(sequence: int, entries: Entries) -> Iterator[tuple[FileReceived, datetime]]:
    return versions(takewhile(lambda one: one.sequence < sequence, entries()))
