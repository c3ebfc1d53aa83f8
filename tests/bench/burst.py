"""All devices at once, and where the time goes."""

import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from daemon.bridgesuite import out_file
from daemon.cli.loading import load
from daemon.ledger.sqlite import open_ledger
from daemon.publish.writing import Publisher
from daemon.tournament.conclusion import conclude
from daemon.tournament.entry import FileReceived
from daemon.tournament.state import State, step
from tests.bench.figures import Figure, Part
from tests.bench.process import running
from tests.bench.stage import SECRET, Stage, newest, sealed

_TABLES, _ROUNDS = 100, 13
HOW = (
    "100 tables, 26 results each, all encrypted, are renamed into the folder at once while the "
    "daemon runs; the time runs until everything is published. The shares are those of the same "
    "files taken one commit at a time in one process: opening and reading the lines, checking "
    "them, the ledger, conclusions with their scores, and publishing."
)


def measure() -> Part:
    """Deliver everything at once."""
    with tempfile.TemporaryDirectory() as directory:
        more = '[encryption]\nsecret_file = "secret.txt"\n\n'
        stage = Stage(Path(directory), _TABLES, _ROUNDS, more=more)
        stage.build()
        secret = stage.directory / "secret.txt"
        secret.touch(mode=0o600)
        secret.write_text(SECRET)
        results = len(stage.plan.plays)
        files = sealed(newest(stage.deliveries))
        seconds = _deliver(stage, files, results)
        shares = _shares(stage, files)
    whole = sum(shares.values())
    figures = (
        Figure("until everything is published", seconds, "s"),
        Figure("a result", 1000 * seconds / results, "ms"),
        *(Figure(f"share of {name}", 100 * took / whole, "%") for name, took in shares.items()),
    )
    return Part("All devices at once", HOW, figures)


def _deliver(stage: Stage, files: dict[str, bytes], results: int) -> float:
    """Seconds until the daemon has published all results and waits again."""
    for name, content in files.items():
        (stage.box / name).with_name(f".~{Path(name).name}").write_bytes(content)
    with running(stage.config) as daemon:
        daemon.log.wait_for("standings.published")
        begun = time.perf_counter()
        for name in files:
            path = stage.box / name
            path.with_name(f".~{path.name}").replace(path)
        daemon.log.wait_for("result.entered", results)
        published = 0
        while published != daemon.log.count("standings.published"):
            published = daemon.log.count("standings.published")
            time.sleep(1)
            daemon.log.wait_for("standings.published", published)
    return (stage.directory / "live" / "travellers.csv").stat().st_mtime - _wall(begun)


def _wall(moment: float) -> float:
    """The time of day of a moment of the clock that never goes back."""
    return time.time() - (time.perf_counter() - moment)


def _shares(stage: Stage, files: dict[str, bytes]) -> dict[str, float]:
    """Seconds of each kind of work."""
    took: defaultdict[str, float] = defaultdict(float)
    loaded = load(stage.config)
    if loaded.plan is None or loaded.plan_read is None:
        raise ValueError("the event that is measured has no plan")
    now = datetime.now(UTC)
    ledger = open_ledger(stage.directory / "measured", loaded.settings.event.identity)
    try:
        state = step(State(), loaded.plan_read, loaded.secret)
        facts = [FileReceived(name, now, content) for name, content in files.items()]
        with _timed(took, "the ledger"):
            for fact in facts:
                ledger.append([fact], now)
        with ExitStack() as stack:
            check = stack.enter_context(_timing(took, "checking", out_file, "check"))
            begun = time.perf_counter()
            for fact in facts:
                state = step(state, fact, loaded.secret)
            took["reading"] = time.perf_counter() - begun - took[check]
        with _timed(took, "scoring"):
            results = conclude(state).results
        with _timed(took, "publishing"):
            list(Publisher(stage.directory / "measured-live").publish(results))
    finally:
        ledger.close()
    return dict(took)


@contextmanager
def _timed(took: dict[str, float], what: str) -> Iterator[None]:
    begun = time.perf_counter()
    yield
    took[what] += time.perf_counter() - begun


@contextmanager
def _timing(took: dict[str, float], what: str, module: object, name: str) -> Iterator[str]:
    """Count the time in a function of a module."""
    function: Callable[..., Any] = getattr(module, name)

    def timed(*arguments: object) -> object:
        with _timed(took, what):
            return function(*arguments)

    with patch.object(module, name, timed):
        yield what
