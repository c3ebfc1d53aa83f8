"""The event of a ledger that is to be put away, whatever the configuration says now."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime
from functools import partial
from pathlib import Path

from filelock import BaseFileLock
from msgspec import Struct
from msgspec.structs import replace

from daemon.bridgesuite.envelope import Secret
from daemon.ledger.encoding import written_moment
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.port import LedgerDamagedError, LedgerReader
from daemon.ledger.sqlite import open_locked, read_ledger
from daemon.tournament.entry import Entry
from daemon.tournament.replays import lines_of_event
from daemon.tournament.retelling import Entries, retell, versions
from daemon.tournament.state import State

_DAMAGED = "damaged"


class OldEvent(Struct, frozen=True):
    """What a ledger holds.

    `identity` is the event's date and name, as far as they could be read. `mark` tells this ledger
    from one that takes its place. `came_in` says when each version of an OUT file that was let in
    was written down. `lines` are the fingerprints of what tablets wrote for it and for the events
    before it. `damage` says why not all of it could be read, when that is so; then the others are
    of what could be.
    """

    identity: str | None
    state: State
    mark: str
    came_in: tuple[datetime, ...] = ()
    lines: frozenset[str] = frozenset()
    damage: str | None = None

    @property
    def day(self) -> date | None:
        """The day of the event."""
        return None if self.identity is None else date.fromisoformat(self.identity[:10])

    def after(self, entry: Entry, state: State) -> "OldEvent":
        """The same with one more entry of the ledger, after which this is the state."""
        came_in = (at for _, at in versions([entry]))
        return replace(
            self,
            identity=entry.event,
            state=state,
            mark=written_moment(entry.at) if self.identity is None else self.mark,
            came_in=(*self.came_in, *came_in),
        )

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has happened in it: it only knows what earlier events brought."""
        return self.damage is None and self.state.plan_read is None and not self.state.received


def read_old_event(directory: Path, secret: Secret | None, lock: BaseFileLock) -> OldEvent | None:
    """Read the ledger in a directory whose lock was taken, and leave it as a single file.

    None when there is none. A damaged one is left as it is. Raises LedgerNewerError,
    LedgerFullError.
    """
    if not (directory / LEDGER_FILE).exists():
        return None
    try:
        # Whoever opens it to write and closes it last folds what SQLite keeps beside it into it.
        ledger = open_locked(directory, "", "local", lock)
        try:
            return _read(ledger.entries, secret)
        finally:
            ledger.let_go_of_file()
    except LedgerDamagedError as error:
        return _what_is_left(directory, secret, str(error))


def _read(entries: Entries, secret: Secret | None) -> OldEvent:
    """What these entries come to."""
    old = OldEvent(None, State(), "empty")
    for entry, state in retell(entries, secret):
        old = old.after(entry, state)
    return replace(old, lines=lines_of_event(old.state, versions(entries()), secret).lines)


def _what_is_left(directory: Path, secret: Secret | None, damage: str) -> OldEvent:
    """What can be read of a damaged one, up to where it is damaged."""
    old = OldEvent(None, State(), _DAMAGED)
    with suppress(LedgerDamagedError):
        ledger = read_ledger(directory)
        try:
            old = _read(partial(_whole, ledger), secret)
        finally:
            ledger.close()
    return replace(old, mark=_DAMAGED, damage=damage)


def _whole(ledger: LedgerReader) -> Iterator[Entry]:
    """The entries up to where it is damaged."""
    with suppress(LedgerDamagedError):
        yield from ledger.entries()
