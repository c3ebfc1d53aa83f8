"""How far an evening is that is to be put away, and whether it is still played."""

from collections.abc import Iterator
from datetime import date

from daemon.cli.old_event import OldEvent
from daemon.cli.tablet_files import Lying
from daemon.movement.wording import listing
from daemon.publish import show
from daemon.service.house import day_begins
from daemon.tournament.conclusion import conclude
from daemon.tournament.results import Status


def is_under_way(old: OldEvent | None, lying: Lying, configured: date, evening: date) -> bool:
    """Whether results came in on the day of an event (or after it), and others are waited for.

    Not when the day is past, the event was closed, or everything is in. Those that came in before
    the day are a rehearsal's. Of a ledger that is damaged nobody knows
    all: then it is enough that files of results lie in the folder. `configured` is the day in the
    configuration, for a ledger that does not say its own; `evening` whose evening it is now.
    """
    if old is None or was_closed(old):
        return False
    day = old.day or configured
    if day < evening:
        return False
    if old.damage is not None and lying.out:
        return True
    if not any(at >= day_begins(day) for at in old.came_in):
        return False
    return old.state.ruled is None or not conclude(old.state).results.complete


def was_closed(old: OldEvent) -> bool:
    """Whether the director has closed it."""
    return old.state.ruled is not None and old.state.ruled.rulings.closed


def what_it_comes_to(old: OldEvent | None, identity: str) -> Iterator[str]:
    """In sentences for people; nothing of a ledger that holds no plan."""
    if old is None:
        yield f"There is no ledger: nothing was played of {identity}."
        return
    if old.state.plan is None:
        return
    results = conclude(old.state).results
    progress = show.progress(results)
    yield f"{results.event}, {show.day(results.date)}: {progress[0].lower()}{progress[1:]}."
    if was_closed(old):
        return
    lines = [line for traveller in results.travellers for line in traveller.lines]
    counts = (
        (sum(line.status is status for line in lines), words)
        for status, words in ((Status.MISSING, "missing"), (Status.HELD, "held"))
    )
    open_ = listing([f"{count} {words}" for count, words in counts if count])
    yield f"It was not closed{f': {open_}' if open_ else ''}."
