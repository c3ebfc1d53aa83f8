"""Lines that earlier events brought already: they are held, since an old tablet sends them again.

The times of an auction make a line unique. Without them two evenings can have the same line by
right (the same movement, the same contract); but not three such lines at the head of a file, from
the same tablet.
"""

from collections.abc import Iterator
from hashlib import sha256

from msgspec.structs import replace

from daemon.bridgesuite.record import HeldLine, OutFile, Record
from daemon.problem import Problem, Severity, Span
from daemon.tournament.reading import Reading

_TIMES_THAT_MAKE_UNIQUE = 2
_LINES_THAT_MAKE_UNIQUE = 3
_DIGITS = 32


def fingerprints(content: OutFile) -> Iterator[str]:
    """What the lines of a file are known by later."""
    for record in content.records:
        if _is_timed(record):
            yield _digest(record.text.strip())
        if content.device is not None:
            yield _digest(f"{content.device} {record.text.strip()}")


def without_replays(path: str, reading: Reading, earlier: frozenset[str]) -> Reading:
    """The reading with every line held that an earlier event brought (`earlier`: fingerprints)."""
    if not earlier or reading.content is None:
        return reading
    content = reading.content
    head = content.records[:_LINES_THAT_MAKE_UNIQUE]
    again = len(head) == _LINES_THAT_MAKE_UNIQUE and all(
        _came_from(content, record, earlier) for record in head
    )
    lines = tuple(
        _hold(path, line)
        if isinstance(line, Record)
        and (_is_known(line, earlier) or (again and _came_from(content, line, earlier)))
        else line
        for line in content.lines
    )
    return replace(reading, content=replace(content, lines=lines))


def _is_known(record: Record, earlier: frozenset[str]) -> bool:
    return _is_timed(record) and _digest(record.text.strip()) in earlier


def _came_from(content: OutFile, record: Record, earlier: frozenset[str]) -> bool:
    """Whether this tablet has sent the line in an earlier event."""
    return _digest(f"{content.device} {record.text.strip()}") in earlier


def _is_timed(record: Record) -> bool:
    times = [call.milliseconds for call in record.auction if call.milliseconds is not None]
    return len(times) >= _TIMES_THAT_MAKE_UNIQUE


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:_DIGITS]


def _hold(path: str, record: Record) -> HeldLine:
    message = (
        "this line came from a tablet in an earlier event already: it sends old results again, and "
        "they count for nobody; empty that tablet, and have the board entered anew if it was played"
    )
    span = Span(record.line, 1, len(record.text))
    problem = Problem(Severity.ERROR, "result-replayed", message, path, span, record.text)
    return HeldLine(record.line, record.text, record.place, problem)
