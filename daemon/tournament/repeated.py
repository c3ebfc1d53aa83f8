"""Lines that earlier events brought already: they are held, since an old tablet sends them again.

The times of an auction make a line unique. Without them two evenings can have the same line by
right (the same movement, the same contract), so such a line is never taken for a replay.
"""

from dataclasses import replace
from hashlib import sha256

from daemon.bridgesuite.record import HeldLine, Record
from daemon.problem import Problem, Severity, Span
from daemon.tournament.reading import Reading

_TIMES_THAT_MAKE_UNIQUE = 2
_DIGITS = 32


def fingerprint(record: Record) -> str | None:
    """What a line is known by later; None for one that could come again by right."""
    times = [call.milliseconds for call in record.auction if call.milliseconds is not None]
    if len(times) < _TIMES_THAT_MAKE_UNIQUE:
        return None
    return sha256(record.text.strip().encode()).hexdigest()[:_DIGITS]


def without_replays(path: str, reading: Reading, earlier: frozenset[str]) -> Reading:
    """The reading with every line held that an earlier event brought (`earlier`: fingerprints)."""
    if not earlier or reading.content is None:
        return reading
    lines = tuple(
        _hold(path, line) if isinstance(line, Record) and fingerprint(line) in earlier else line
        for line in reading.content.lines
    )
    return replace(reading, content=replace(reading.content, lines=lines))


def _hold(path: str, record: Record) -> HeldLine:
    message = (
        "this line came in an earlier event already, with the same times: a tablet sends old "
        "results again, and they count for nobody; empty that tablet, and have the board entered "
        "anew if it was played"
    )
    span = Span(record.line, 1, len(record.text))
    problem = Problem(Severity.ERROR, "result-replayed", message, path, span, record.text)
    return HeldLine(record.line, record.text, record.place, problem)
