"""How soon the command answers, and how soon the daemon is ready."""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.bench.figures import Figure, Part
from tests.bench.process import COMMAND, ready_socket, running, seconds_of
from tests.bench.stage import Stage

_TIMES = 15
_TELLS_SECONDS = 1.0
HOW = (
    "In turns: `python -c pass`, `tournamentd --version`, and `run` of an event of 20 tables until "
    "it says READY=1 as to systemd (where it does not, until the tablets' files are written). "
    "Medians, against `python -c pass`."
)


def measure() -> Part:
    """Start each of them some times."""
    bare, version, ready = [], [], []
    for _ in range(_TIMES):
        bare.append(seconds_of(sys.executable, "-c", "pass"))
        version.append(seconds_of(*COMMAND, "--version"))
        ready.append(_ready())
    least = median(bare)
    note = f"python -c pass {1000 * least:.0f} ms"
    return Part(
        "Starting",
        HOW,
        (
            Figure("tournamentd --version", median(version) / least, "x", 6.0, note),
            Figure("run, until ready", median(ready) / least, "x", 15.0, note),
        ),
    )


def _ready() -> float:
    """Seconds until a daemon says that it is ready."""
    with tempfile.TemporaryDirectory() as directory, ready_socket() as (address, said):
        stage = Stage(Path(directory), 20)
        stage.build()
        begun = time.perf_counter()
        with running(stage.config, NOTIFY_SOCKET=address) as daemon:
            daemon.log.wait_for("files.pushed")
            passed = time.perf_counter() - begun
            said.settimeout(_TELLS_SECONDS)
            try:
                while b"READY=1" not in said.recv(4096):
                    pass
            except TimeoutError:  # it tells nobody: what it logs must do
                return passed
            return time.perf_counter() - begun
