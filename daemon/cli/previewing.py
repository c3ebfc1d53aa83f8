"""What rulings are tried on: the ledger, under the configuration as it is now."""

from daemon.cli.building import rulings_path, state_directory
from daemon.cli.loading import Loaded
from daemon.directing.trying import Stage
from daemon.ledger.port import LedgerError, LedgerMissingError
from daemon.ledger.sqlite import read_ledger
from daemon.tournament.retelling import retell, versions
from daemon.tournament.state import State, step
from daemon.tournament.version import Earlier, untold


def stage(loaded: Loaded) -> Stage:
    """Take everything from the ledger, where there is one of this event."""
    unread = None
    try:
        state = _remembered(loaded)
    except LedgerMissingError:
        state = _planned(State(), loaded)
    except LedgerError as error:
        state, unread = _planned(State(), loaded), str(error)
    return Stage(state, loaded.secret, rulings_path(loaded), unread)


def _remembered(loaded: Loaded) -> State:
    """What the ledger holds of this event (nothing when it is another's), under this plan."""
    state = State()
    ledger = read_ledger(state_directory(loaded))
    try:
        for entry, after in retell(ledger.entries, loaded.secret):
            if entry.event != loaded.settings.event.identity:
                return _planned(State(), loaded)
            state = after
        return _planned(state, loaded, lambda: versions(ledger.entries()))
    finally:
        ledger.close()


def _planned(state: State, loaded: Loaded, earlier: Earlier = untold) -> State:
    """The state under the configuration as it is now."""
    if loaded.plan_read is None or loaded.plan_read == state.plan_read:
        return state
    return step(state, loaded.plan_read, loaded.secret, earlier)
