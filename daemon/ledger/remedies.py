"""What to do about a ledger that cannot be used, in words."""

from daemon.ledger.port import LedgerDamagedError, LedgerNewerError, LedgerOfOtherEventError


def damaged(place: str, reason: str) -> LedgerDamagedError:
    """The error for a ledger, or an entry of one, that cannot be read."""
    return LedgerDamagedError(
        f"{place} is damaged: {reason}. `tournamentd run CONFIG` sets the ledger aside, keeps all "
        "that can still be read of it, and reads the files of results that lie in the folder, the "
        "plan and the rulings anew.",
        f"{place}: {reason}",
    )


def newer(place: str, what: str) -> LedgerNewerError:
    """The error for a ledger that this version does not understand."""
    return LedgerNewerError(
        f"{place} was written by a newer tournamentd: this one does not know {what}. Use the newer "
        "version, or name another folder as event.state to begin a ledger of its own."
    )


def of_other_event(place: str, theirs: str, ours: str) -> LedgerOfOtherEventError:
    """The error for a damaged ledger that is not this event's to set aside."""
    return LedgerOfOtherEventError(
        f'{place} is damaged, and of "{theirs}", while the configuration is of "{ours}": for a new '
        "evening use `tournamentd next CONFIG`, which sets the old one aside; to mend the old one "
        "set event.name and event.date back and start again."
    )
