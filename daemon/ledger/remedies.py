"""What to do about a ledger that cannot be used, in words."""

from daemon.ledger.port import LedgerDamagedError


def damaged(place: str, reason: str) -> LedgerDamagedError:
    """The error for a ledger, or an entry of one, that cannot be read."""
    return LedgerDamagedError(
        f"{place} is damaged: {reason}. Move every file whose name begins with ledger.sqlite3 out "
        "of that folder, keep them, and start again: all files of results that lie in the folder, "
        "the plan and the rulings are read anew, and only the record of earlier versions is lost."
    )


def newer(place: str, what: str) -> LedgerDamagedError:
    """The error for a ledger that this version does not understand."""
    return LedgerDamagedError(
        f"{place} was written by a newer tournamentd: this one does not know {what}. Use the newer "
        "version, or name another folder as event.state to begin a ledger of its own."
    )
