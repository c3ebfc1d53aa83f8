"""How a damaged ledger that was set aside is told."""

from daemon.ledger.salvage import SetAside
from daemon.tournament.told import Level, Told


def told_set_aside(one: SetAside) -> Told:
    """What happened to the ledger, and what the director should look at."""
    saved = f"{one.saved:,} {'entry' if one.saved == 1 else 'entries'} taken over"
    lost = "how many were lost nobody can tell"
    if one.lost is not None:
        lost = f"{one.lost} could not be read"
    return Told(
        "ledger.damaged",
        f"{one.reason}. It was moved to {one.directory} as it is, and a new one was begun: "
        f"{saved}, {lost}. The files of results in the folder, the plan and the rulings are read "
        f"anew: compare the standings with what was shown before, above all corrections and "
        f"results of tablets whose files are no longer in the folder",
        Level.ERROR,
        (("directory", str(one.directory)), ("saved", one.saved), ("lost", one.lost)),
    )
