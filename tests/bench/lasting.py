"""What the daemon takes: memory after an evening, growth over hours, the processor when idle."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec.structs import replace

from daemon.simulation.evening import Delivery
from tests.bench.figures import Figure, Part
from tests.bench.process import Running, running
from tests.bench.stage import Stage, newest

_TABLES = 30
_HOURS = 8
_IDLE_SECONDS = 30.0
_BATCH = 15
HOW = (
    "30 tables play 30 boards, and every version of every file comes, as fast as it is taken. "
    "Then, until 8 hours of play are over, tables correct results as often as they entered them. "
    "Growth is from the end of the evening's play to the end of the 8 hours, and that of memory, "
    "which goes up and down by the making of pages, from its lowest in the first hour of those to "
    "its lowest in the last; the idle processor is that of half a minute "
    "after it, with the rescans every two seconds."
)


def measure() -> Part:
    """Play an evening in a folder of this computer."""
    with tempfile.TemporaryDirectory() as directory:
        stage = Stage(Path(directory), _TABLES, section=_TABLES)
        stage.build()
        with running(stage.config) as daemon:
            daemon.log.wait_for("standings.published")
            begun = daemon.took()
            _deliver(daemon, stage.deliveries, stage.put)
            evening = daemon.took()
            looks = list(_looks(daemon, _corrections(stage), stage.put))
            end = daemon.took()
            idle = _idle(daemon)
    at_start = f"{begun.memory:.1f} MB at the start"
    an_hour = len(looks) // 4
    first, last = min(looks[:an_hour]), min(looks[-an_hour:])
    levels = f"{min(looks):.1f} to {max(looks):.1f} MB"
    return Part(
        "What it takes",
        HOW,
        (
            Figure("memory after the evening", evening.memory, "MB", 70, at_start),
            Figure("memory gained in 4 hours of corrections", last - first, "MB", 2, levels),
            Figure("threads gained", end.threads - evening.threads, "", 0),
            Figure("file descriptors gained", end.descriptors - evening.descriptors, "", 0),
            Figure("processor when idle", idle, "%", 0.5),
        ),
    )


def measure_dropbox() -> Part:
    """Play an evening in a Dropbox."""
    from tests.fake_dropbox.oauth import APP_KEY  # noqa: PLC0415 - needs the test dependencies
    from tests.fake_dropbox.server import FakeDropbox  # noqa: PLC0415 - as above

    with tempfile.TemporaryDirectory() as directory:
        folder = 'kind = "dropbox"\npath = "/Bridge"'
        more = f'[dropbox]\napp_key = "{APP_KEY}"\n\n'
        stage = Stage(Path(directory), _TABLES, section=_TABLES, folder=folder, more=more)
        stage.build()
        with FakeDropbox(stage.directory) as fake:
            environment = {
                **fake.hosts,
                "TOURNAMENTD_DROPBOX_CA": str(fake.certificate),
                "TOURNAMENTD_DROPBOX_TOKEN": fake.door.login(),
            }

            def put(name: str, content: bytes) -> None:
                fake.box.write(f"/Bridge/{name}", content)

            with running(stage.config, **environment) as daemon:
                daemon.log.wait_for("standings.published")
                _deliver(daemon, stage.deliveries, put)
                evening = daemon.took()
                idle = _idle(daemon)
    return Part(
        "What it takes with Dropbox",
        "The same evening through Dropbox's own library, from a server on this computer.",
        (
            Figure("memory after the evening", evening.memory, "MB", 170),
            Figure("processor when idle", idle, "%", 0.5),
        ),
    )


def _deliver(
    daemon: Running, deliveries: tuple[Delivery, ...], put: Callable[[str, bytes], None]
) -> None:
    """Bring every version, wait for each batch until it came in, and at the end for quiet."""
    for _ in _looks(daemon, deliveries, put):
        pass


def _looks(
    daemon: Running, deliveries: tuple[Delivery, ...], put: Callable[[str, bytes], None]
) -> Iterator[float]:
    """Bring every version, as above; the memory (MB) after each batch."""
    for start in range(0, len(deliveries), _BATCH):
        came = daemon.log.count("out.received")
        files = newest(deliveries[start : start + _BATCH])
        for name, content in files.items():
            put(name, content)
        daemon.log.wait_for("out.received", came + len(files))
        yield daemon.took().memory
    published = -1
    while published != daemon.log.count("standings.published"):
        published = daemon.log.count("standings.published")
        time.sleep(2)


def _corrections(stage: Stage) -> tuple[Delivery, ...]:
    """Tables correct their last result, and back, for the rest of the hours."""
    last = {one.path: one for one in stage.deliveries}
    play = stage.deliveries[-1].minute
    number = round(len(stage.deliveries) * (60 * _HOURS - play) / play)
    made = []
    texts = {path: one.text for path, one in last.items()}
    paths = sorted(last)
    for turn in range(number):
        path = paths[turn % len(paths)]
        right = last[path].text.splitlines()[-1]
        wrong = ",".join([*right.split(",")[:7], "All Pass", "", "", "", ""])
        line = right if turn // len(paths) % 2 else wrong
        texts[path] += f"{line}\n"
        made.append(replace(last[path], text=texts[path]))
    return tuple(made)


def _idle(daemon: Running) -> float:
    """Per cent of a processor while nothing happens."""
    time.sleep(2)
    begun, before = time.perf_counter(), daemon.took()
    time.sleep(_IDLE_SECONDS)
    passed, after = time.perf_counter() - begun, daemon.took()
    return 100 * (after.cpu - before.cpu) / passed
