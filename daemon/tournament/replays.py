"""Lines that an earlier event brought already: a tablet that wakes up sends them again.

The times of an auction make a line unique. Without them two evenings can have the same line by
right (the same movement, the same contract), so such a line is never taken for a replay.
"""

from collections.abc import Iterator
from hashlib import sha256

from daemon.bridgesuite.envelope import Secret
from daemon.bridgesuite.record import Record
from daemon.tournament.entry import EarlierLines, FileReceived
from daemon.tournament.plan import Plan
from daemon.tournament.reading import read_version
from daemon.tournament.state import State

_TIMES_THAT_MAKE_UNIQUE = 2
_DIGITS = 32


def fingerprint(record: Record) -> str | None:
    """What a line is known by later; None for one that could come again by right."""
    times = [call.milliseconds for call in record.auction if call.milliseconds is not None]
    if len(times) < _TIMES_THAT_MAKE_UNIQUE:
        return None
    return sha256(record.text.strip().encode()).hexdigest()[:_DIGITS]


def lines_of_file(path: str, content: bytes, plan: Plan, secret: Secret | None) -> EarlierLines:
    """The lines of one version of a file, for an event that comes after."""
    reading = read_version(path, content, plan, secret)
    if reading is None or reading.content is None:
        return EarlierLines(frozenset())
    marks = map(fingerprint, reading.content.records)
    return EarlierLines(frozenset(mark for mark in marks if mark is not None))


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
