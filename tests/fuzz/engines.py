"""Where the inputs come from: our own damage, hypothesis, or atheris guided by coverage.

What is here imports no reader before it must: atheris has to be there before them.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random

from tests.fuzz.mutation import mutant
from tests.fuzz.reader import Reader
from tests.fuzz.trying import Tally, try_one
from tests.fuzz.watchdog import guarded

Engine = Callable[[str, int, int, Callable[[Reader, Tally], None]], None]
"""Tries so many inputs on the reader of a name, with a seed, and reports at the end."""


def by_mutation(name: str, inputs: int, seed: int, report: Callable[[Reader, Tally], None]) -> None:
    """Real files, damaged. An input depends on the seed and its number alone.

    When it is interrupted, what was seen so far is reported.
    """
    reader, tally = _reader(name), Tally()
    with guarded(), suppress(KeyboardInterrupt):
        for number in range(inputs):
            dice = Random(f"{seed} {name} {number}")
            seed_file = number < len(reader.seeds)
            data = reader.seeds[number] if seed_file else mutant(reader.seeds, dice)
            try_one(reader, data, tally)
    report(reader, tally)


def by_hypothesis(
    name: str, inputs: int, seed: int, report: Callable[[Reader, Tally], None]
) -> None:
    """What hypothesis draws; it ends at the first input that fails, made as small as it can."""
    import hypothesis  # noqa: PLC0415 - the other engines do without

    strategies = import_module("tests.fuzz.strategies")
    reader, tally = _reader(name), Tally()
    most = tally.crashes

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=inputs,
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(strategies.damaged(reader.seeds))
    def try_any(data: bytes) -> None:
        crash = try_one(reader, data, tally)
        if crash is not None:
            most[crash.where] = min(crash, most[crash.where], key=lambda one: len(one.data))
            raise AssertionError(crash.where)

    with guarded():
        try:
            try_any()
        except* AssertionError:
            pass  # the crashes are in the tally
    report(reader, tally)


def by_atheris(name: str, inputs: int, seed: int, report: Callable[[Reader, Tally], None]) -> None:
    """What leads atheris into code that no input has reached before."""
    try:
        atheris = import_module("atheris")
    except ImportError:
        sys.exit("there is no atheris here: pip install atheris (Linux and macOS)")
    with atheris.instrument_imports(include=["daemon"]):
        reader = _reader(name)
    tally = Tally()

    def try_any(data: bytes) -> None:
        try_one(reader, data, tally)
        if tally.inputs >= inputs:
            report(reader, tally)
            sys.stdout.flush()
            import os  # noqa: PLC0415 - libFuzzer never returns, and would take an exit for a crash

            os._exit(1 if tally.crashes else 0)

    def change(data: bytes, most: int, number: int) -> bytes:
        if number % 2:
            return bytes(atheris.Mutate(data, most))
        return mutant((data, *reader.seeds), Random(number))[:most]

    with tempfile.TemporaryDirectory() as corpus, guarded():
        for number, content in enumerate(reader.seeds):
            (Path(corpus) / str(number)).write_bytes(content)
        options = ["fuzz", corpus, f"-seed={seed}", "-verbosity=0", "-max_len=20000"]
        atheris.Setup(options, try_any, custom_mutator=change)
        atheris.Fuzz()


def _reader(name: str) -> Reader:
    registry: Mapping[str, Reader] = import_module("tests.fuzz.registry").READERS
    return registry[name]


def now() -> float:
    """Seconds of a clock that never goes back."""
    return time.monotonic()


ENGINES: Mapping[str, Engine] = {
    "mutation": by_mutation,
    "hypothesis": by_hypothesis,
    "atheris": by_atheris,
}
