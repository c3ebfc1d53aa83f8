"""What rulings are tried on: the ledger, under the configuration as it is now."""

from daemon.cli.building import rulings_path, state_directory
from daemon.cli.loading import Loaded
from daemon.directing.trying import Stage
from daemon.ledger.port import LedgerError, LedgerMissingError
from daemon.ledger.sqlite import read_ledger
from daemon.tournament.state import State, step


def stage(loaded: Loaded) -> Stage:
    """Take everything from the ledger, where there is one of this event."""
    state, unread = State(), None
    try:
        state = _remembered(loaded)
    except LedgerMissingError:
        pass
    except LedgerError as error:
        unread = str(error)
    if loaded.plan_read is not None and loaded.plan_read != state.plan_read:
        state = step(state, loaded.plan_read, loaded.secret)
    return Stage(state, loaded.secret, rulings_path(loaded), unread)


def _remembered(loaded: Loaded) -> State:
    """What the ledger holds of this event; nothing when it is another's."""
    state = State()
    ledger = read_ledger(state_directory(loaded))
    try:
        for entry in ledger.entries():
            if entry.event != loaded.settings.event.identity:
                return State()
            state = step(state, entry.fact, loaded.secret)
    finally:
        ledger.close()
    return state
