"""From a file that is renamed into its place to the standings that are replaced."""

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from watchdog.events import FileMovedEvent, FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from tests.bench.figures import Figure, Part, percentile, ratio
from tests.bench.process import PATIENCE_SECONDS, ROOT, LateError, running
from tests.bench.stage import Stage, enters, environment, newest

BOUNDS = {20: 2.0, 100: 3.0, 500: 6.0}
_PAGES_SECONDS = 10.0
HOW = (
    "In the middle of the evening one table after the other enters a result; its file is renamed "
    "into the folder. The time runs until `standings.json` was replaced, and is compared with that "
    "of a process that does nothing but hear the same kind of event, read the file, and write, "
    "sync and rename as many bytes. Both are watched in the same way, in turns. The next file "
    "comes when everything else is published too, or ten seconds later. Sections of 20 tables; "
    "each is ranked by itself (the default), or all against all (`scope = event`), where a result "
    "moves nearly everybody."
)


class _Bell(FileSystemEventHandler):
    """Rings when a file gets its name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rung = threading.Event()
        self._when = 0.0

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Take the time."""
        if str(event.dest_path).endswith(self._name):
            self._when = time.perf_counter()
            self._rung.set()

    def seconds_from(self, begun: float) -> float:
        """Wait for it; how long after `begun` it rang. Raises LateError."""
        if not self._rung.wait(PATIENCE_SECONDS):
            raise LateError(f"{self._name} was not replaced")
        self._rung.clear()
        return self._when - begun


def measure(tables: int, scope: str, events: int) -> Part:
    """Measure so many results of an event of so many tables."""
    with tempfile.TemporaryDirectory() as directory:
        daemons, bare = _measure(Stage(Path(directory), tables, scope=scope), events)
    bound = BOUNDS.get(tables) if scope == "section" else None
    own, least = [[1000 * one for one in seconds] for seconds in (daemons, bare)]
    return Part(
        f"Latency at {tables} tables, scope {scope}",
        HOW,
        (
            Figure("median against bare", ratio(own, least), "x", bound),
            Figure(
                "median", percentile(own, 50), "ms", note=f"bare {percentile(least, 50):.2f} ms"
            ),
            Figure("p99", percentile(own, 99), "ms", note=f"bare {percentile(least, 99):.2f} ms"),
        ),
    )


def _measure(stage: Stage, events: int) -> tuple[list[float], list[float]]:
    """Seconds of the daemon, and of the bare cost, one for each event."""
    stage.build()
    half = len(stage.deliveries) // 2
    for name, content in newest(stage.deliveries[:half]).items():
        stage.put(name, content)
    daemons: list[float] = []
    bare: list[float] = []
    with running(stage.config) as daemon:
        daemon.log.wait_for("standings.published")
        size = stage.standings.stat().st_size
        with _bell(stage.standings) as bell, _bare(stage.directory, size) as (folder, bare_bell):
            published = daemon.log.count("standings.published")
            for delivery in islice(filter(enters, stage.deliveries[half:]), events):
                content = delivery.text.encode()
                begun = time.perf_counter()
                stage.put(delivery.path, content)
                daemons.append(bell.seconds_from(begun))
                daemon.log.give_time("standings.published", published + 1, _PAGES_SECONDS)
                published = daemon.log.count("standings.published")
                begun = time.perf_counter()
                (folder / ".~arriving").write_bytes(content)
                (folder / ".~arriving").replace(folder / "OUT_1.txt")
                bare.append(bare_bell.seconds_from(begun))
    return daemons, bare


@contextmanager
def _bell(path: Path) -> Iterator[_Bell]:
    bell, observer = _Bell(path.name), Observer()
    observer.schedule(bell, str(path.parent), event_filter=[FileMovedEvent])
    observer.start()
    try:
        yield bell
    finally:
        observer.stop()
        observer.join()


@contextmanager
def _bare(directory: Path, size: int) -> Iterator[tuple[Path, _Bell]]:
    """A folder that is watched by a process with the bare cost, and the bell at what it writes."""
    folder, target = directory / "bare-in", directory / "bare-out" / "bare.json"
    folder.mkdir()
    target.parent.mkdir()
    command = [sys.executable, "-m", "tests.bench.bare", str(folder), str(target), str(size)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE)
    try:
        if process.stdout is None or process.stdout.readline() != b"ready\n":
            raise LateError("the process with the bare cost did not begin")
        with _bell(target) as bell:
            yield folder, bell
    finally:
        process.kill()
        process.wait()
