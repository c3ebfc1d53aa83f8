"""What an event leaves to those after it: its lines are known when a tablet sends them again."""

from collections.abc import Iterator

from daemon.bridgesuite.envelope import Secret
from daemon.tournament.entry import EarlierLines, FileReceived
from daemon.tournament.plan import Plan
from daemon.tournament.reading import read_version
from daemon.tournament.repeated import fingerprints
from daemon.tournament.state import State


def lines_of_file(path: str, content: bytes, plan: Plan, secret: Secret | None) -> EarlierLines:
    """The lines of one version of a file, for an event that comes after."""
    reading = read_version(path, content, plan, secret)
    if reading is None or reading.content is None:
        return EarlierLines(frozenset())
    return EarlierLines(frozenset(fingerprints(reading.content)))


def lines_of_event(state: State, secret: Secret | None) -> EarlierLines:
    """All lines that came in for an event, and those of the events before it."""
    return EarlierLines(state.earlier.union(*_lines(state, secret)))


def _lines(state: State, secret: Secret | None) -> Iterator[frozenset[str]]:
    if state.plan is None:
        return
    for received in state.received:
        yield _lines_of(received, state.plan, secret)


def _lines_of(received: FileReceived, plan: Plan, secret: Secret | None) -> frozenset[str]:
    return lines_of_file(received.name, received.content, plan, secret).lines
