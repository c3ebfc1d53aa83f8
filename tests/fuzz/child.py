"""What happens in the process that tries one reader: it reports, and keeps what crashed."""

import hashlib
import signal
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from tests.fuzz.engines import ENGINES
from tests.fuzz.reader import Reader
from tests.fuzz.trying import Tally, smallest
from tests.fuzz.watchdog import guarded

_MOST_MEMORY = 3_000_000_000
_SHOWN_CODES = 8


def say(text: str) -> None:
    """A line for whoever started this, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def run(name: str, engine: str, inputs: int, seed: int, crashes: Path) -> None:
    """Try one reader; the exit status is 1 when it crashed."""
    _limit_memory(engine)
    # Whoever ends a long run learns what was seen until then.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    began, before = time.monotonic(), _most_memory()
    crashed = []

    def report(reader: Reader, tally: Tally) -> None:
        seconds, memory = time.monotonic() - began, _most_memory() - before
        say(
            f"{name:18} {tally.inputs:8,} {seconds:8.0f} {1000 * tally.slowest:6.0f} ms"
            f" {memory / 1e6:5.0f} MB  {_codes(tally)}",
        )
        crashed.extend(_keep(reader, tally, crashes))

    ENGINES[engine](name, inputs, seed, report)
    sys.exit(1 if crashed else 0)


def _codes(tally: Tally) -> str:
    common = tally.codes.most_common()
    shown = [f"{code} {count:,}" for code, count in common[:_SHOWN_CODES]]
    more = len(common) - len(shown)
    others = [f"and {more} other codes"] if more > 0 else []
    return ", ".join([f"without a problem {tally.clean:,}", *shown, *others])


def _keep(reader: Reader, tally: Tally, directory: Path) -> list[Path]:
    """Write down what was not stood, and say how to see it again."""
    kept = []
    for crash in tally.crashes.values():
        directory.mkdir(parents=True, exist_ok=True)
        with guarded():
            small = smallest(reader, crash)
        digest = hashlib.sha256(small.data).hexdigest()[:8]
        file = directory / f"{reader.name}-{digest}.bin"
        file.write_bytes(small.data)
        kept.append(file)
        say(f"  {small.where}\n    {len(small.data)} bytes: {small.data[:100]!r}")
        say(f"    python -m tests.fuzz {reader.name} --replay {file}")
    return kept


def _limit_memory(engine: str) -> None:
    """Let what takes memory without measure fail, instead of the computer (not on Windows)."""
    if engine == "atheris":  # its own counters take addresses without using them
        return
    with suppress(ImportError, ValueError, OSError):
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


def _most_memory() -> int:
    """The most bytes that this process ever took; 0 where nobody can tell."""
    try:
        resource = import_module("resource")
    except ImportError:
        return 0
    most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most
