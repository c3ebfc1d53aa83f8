"""What a ledger comes to, for commands that look at an event from outside."""

import sys

from daemon.cli.building import state_directory
from daemon.cli.loading import Loaded
from daemon.ledger.port import LedgerMissingError
from daemon.ledger.sqlite import read_ledger
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.retelling import retell
from daemon.tournament.state import State


def conclude_ledger(loaded: Loaded) -> Conclusion:
    """Fold the whole ledger anew; it may be written to meanwhile.

    Says so on stderr when it is of another event than the configuration. Raises LedgerError.
    """
    directory = state_directory(loaded)
    ledger = read_ledger(directory)
    mine = loaded.settings.event.identity
    events: dict[str, None] = {}
    state = State()
    try:
        for entry, after in retell(ledger.entries, loaded.secret):
            events[entry.event] = None
            state = after
    finally:
        ledger.close()
    if state.plan is None:
        raise LedgerMissingError(
            f"The ledger in {directory} holds no plan yet: `tournamentd run` writes it."
        )
    for other in events:
        if other != mine:
            print(
                f'tournamentd: the ledger in {directory} is of "{other}", the configuration is of '
                f'"{mine}": this is what the ledger says',
                file=sys.stderr,
            )
    return conclude(state)
