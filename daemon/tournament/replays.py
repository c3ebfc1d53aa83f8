"""What an event leaves to those after it: its lines are known when a tablet sends them again."""

from collections.abc import Iterable

from daemon.bridgesuite.envelope import Secret
from daemon.tournament.entry import EarlierLines
from daemon.tournament.plan import Plan
from daemon.tournament.reading import read_version
from daemon.tournament.repeated import fingerprints
from daemon.tournament.state import State
from daemon.tournament.version import Received


def lines_of_file(path: str, content: bytes, plan: Plan, secret: Secret | None) -> EarlierLines:
    """The lines of one version of a file, for an event that comes after."""
    reading = read_version(path, content, plan, secret)
    if reading is None or reading.content is None:
        return EarlierLines(frozenset())
    return EarlierLines(frozenset(fingerprints(reading.content)))


def lines_of_event(
    state: State, versions: Iterable[Received], secret: Secret | None
) -> EarlierLines:
    """All lines that came in for an event, and those of the events before it.

    `versions` are all of its files that were let in.
    """
    if state.plan is None:
        return EarlierLines(state.earlier)
    lines = set(state.earlier)
    for fact, _ in versions:
        lines |= lines_of_file(fact.name, fact.content, state.plan, secret).lines
    return EarlierLines(frozenset(lines))
