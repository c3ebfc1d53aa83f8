"""What a ledger comes to, for commands that look at an event from outside."""

from daemon.cli.building import state_directory
from daemon.cli.loading import Loaded
from daemon.ledger.port import LedgerMissingError
from daemon.ledger.sqlite import read_ledger
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.state import fold


def conclude_ledger(loaded: Loaded) -> Conclusion:
    """Fold the whole ledger anew; it may be written to meanwhile. Raises LedgerError."""
    directory = state_directory(loaded)
    ledger = read_ledger(directory)
    try:
        state = fold((entry.fact for entry in ledger.entries()), loaded.secret)
    finally:
        ledger.close()
    if state.plan is None:
        raise LedgerMissingError(
            f"The ledger in {directory} holds no plan yet: `tournamentd run` writes it."
        )
    return conclude(state)
