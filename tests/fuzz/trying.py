"""One input after another into a reader, and what was seen."""

import re
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field

from tests.fuzz.judging import judge
from tests.fuzz.reader import Reader
from tests.fuzz.watchdog import limited


@dataclass(frozen=True, slots=True)
class Crash:
    """An input that a reader did not stand; `where` is the same for the same defect."""

    data: bytes
    where: str
    story: str


@dataclass(slots=True)
class Tally:
    """What was seen so far. `slowest` is in seconds of processor time."""

    inputs: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    clean: int = 0
    slowest: float = 0.0
    slowest_input: bytes = b""
    crashes: dict[str, Crash] = field(default_factory=dict)


def try_one(reader: Reader, data: bytes, tally: Tally) -> Crash | None:
    """Give a reader some bytes; whatever it raises is a crash."""
    began = time.process_time()
    crash: Crash | None = None
    try:
        with limited(reader.seconds):
            seen = judge(reader, data)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        crash = _crash(data, error)
        tally.crashes.setdefault(crash.where, crash)
    else:
        tally.codes.update({problem.code for problem in seen.problems})
        tally.clean += not seen.problems
    took = time.process_time() - began
    tally.inputs += 1
    if took > tally.slowest:
        tally.slowest, tally.slowest_input = took, data
    return crash


def _crash(data: bytes, error: BaseException) -> Crash:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "daemon" in frame.filename] or list(frames)
    place = "" if type(error).__name__ == "TooLongError" else f":{ours[-1].lineno}"
    said = (
        re.sub(r"U\+[0-9A-F]+|[0-9]+", "N", str(error)) if isinstance(error, AssertionError) else ""
    )
    where = f"{type(error).__name__} {ours[-1].filename}{place} {said[:60]}"
    return Crash(data, where, "".join(traceback.format_exception(error)))


def smallest(reader: Reader, crash: Crash, seconds: float = 5.0) -> Crash:
    """The smallest input found in this time that ends in the same place."""
    best, end = crash, time.monotonic() + seconds
    size = len(best.data) // 2
    while size and time.monotonic() < end:
        start, found = 0, False
        while start < len(best.data) and time.monotonic() < end:
            shorter = best.data[:start] + best.data[start + size :]
            again = try_one(reader, shorter, Tally())
            if again is not None and again.where == best.where:
                best, found = again, True
            else:
                start += size
        size = size if found and size == 1 else size // 2
    return best
