"""How a ledger is told that was damaged and set aside, or that is not there any more."""

from pathlib import Path

from daemon.ledger.salvage import SetAside
from daemon.tournament.told import Level, Told


def told_set_aside(one: SetAside, way_back: str | None = None) -> Told:
    """What happened to the ledger, and what the director should look at.

    `way_back` says how to have back what a copy still holds.
    """
    saved = f"{one.saved:,} {'entry' if one.saved == 1 else 'entries'} taken over"
    lost = "how many were lost nobody can tell"
    if one.lost is not None:
        lost = f"{one.lost} could not be read"
    return Told(
        "ledger.damaged",
        f"{one.reason}. It was moved to {one.directory} as it is, and a new one was begun: "
        f"{saved}, {lost}. The files of results in the folder, the plan and the rulings are read "
        f"anew: compare the standings with what was shown before, above all corrections and "
        f"results of tablets whose files are no longer in the folder{_more(way_back)}",
        Level.ERROR,
        (("directory", str(one.directory)), ("saved", one.saved), ("lost", one.lost)),
    )


def told_lost(directory: Path, way_back: str | None = None) -> Told:
    """There was a ledger of this event in this directory, and there is none."""
    return Told(
        "ledger.lost",
        f"there is no ledger in {directory} any more, though results of this event came in before: "
        f"a new one was begun. The files of results in the folder, the plan and the rulings are "
        f"read anew: compare the standings with what was shown before, above all corrections and "
        f"results of tablets whose files are no longer in the folder{_more(way_back)}",
        Level.ERROR,
        (("directory", str(directory)),),
    )


def _more(way_back: str | None) -> str:
    if way_back is None:
        return ""
    return f". Should something be missing, stop the daemon: {way_back}; then start it again"
