"""Whether a daemon runs on an event, for commands that leave word for it."""

from pathlib import Path

from daemon.ledger.lock import LOCK_FILE, take_lock
from daemon.ledger.port import LedgerFullError, LedgerLockedError


def daemon_runs(state: Path) -> bool:
    """Whether somebody has the ledger in this directory; it is let go again at once."""
    if not (state / LOCK_FILE).exists():
        return False
    try:
        take_lock(state).release()
    except LedgerLockedError:
        return True
    except LedgerFullError:
        return False  # nobody could run on it either
    return False
