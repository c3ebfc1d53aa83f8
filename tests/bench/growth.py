"""The hundredth file of a device against the first."""

import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from daemon.publish.site import Site
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import FileReceived
from daemon.tournament.state import State, step
from daemon.tournament.story import story
from tests.bench.figures import Figure, Part
from tests.bench.stage import Stage

_VERSIONS = 100
_REPEATS = 7
HOW = (
    "50 tables play 49 rounds of two boards: some hundred versions of every file. Half of the "
    "tables have written 99, the others none. In turns one writes its hundredth version and one "
    "its first; what is counted is the time of the processor for reading it, the conclusion, the "
    "story and the standings, each the least of several times."
)


def measure() -> Part:
    """Compare the hundredth version of a file with the first, in one and the same event."""
    with tempfile.TemporaryDirectory() as directory:
        stage = Stage(Path(directory), 50, rounds=49, section=50)
        first, hundredth = _measure(stage)
    times = median(hundredth) / median(first)
    note = f"{median(first):.2f} ms and {median(hundredth):.2f} ms of the processor"
    figure = Figure("hundredth file against the first", times, "x", 1.3, note)
    return Part("The hundredth file of a device", HOW, (figure,))


def _measure(stage: Stage) -> tuple[list[float], list[float]]:
    now = datetime.now(UTC)
    versions: dict[str, list[bytes]] = {}
    for one in stage.deliveries:
        versions.setdefault(one.path, []).append(one.text.encode())
    full = [path for path, all_ in versions.items() if len(all_) >= _VERSIONS][: len(versions) // 2]
    state = step(State(), stage.plan_read, None)
    for path in full:
        for content in versions[path][: _VERSIONS - 1]:
            state = step(state, FileReceived(path, now, content), None)
    before = conclude(state)
    site = Site()
    _write(site, before)
    first, hundredth = [], []
    for late, early in zip(full, [path for path in versions if path not in full], strict=False):
        fact = FileReceived(early, now, versions[early][0])
        first.append(_cost(state, before, fact, site))
        fact = FileReceived(late, now, versions[late][_VERSIONS - 1])
        hundredth.append(_cost(state, before, fact, site))
    return first, hundredth


def _cost(state: State, before: Conclusion, fact: FileReceived, site: Site) -> float:
    """Milliseconds of the processor, the least of some times."""
    seconds = []
    for _ in range(_REPEATS):
        begun = time.thread_time()
        after = conclude(step(state, fact, None), before)
        story(before, after)
        _write(site, after)
        seconds.append(time.thread_time() - begun)
    return 1000 * min(seconds)


def _write(site: Site, conclusion: Conclusion) -> None:
    next(site.pages(conclusion.results)).make()
