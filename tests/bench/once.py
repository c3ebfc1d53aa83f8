"""`run --once` against salliere, a scorer that works in one go, on the same results."""

import json
import shutil
import tempfile
from pathlib import Path
from statistics import median

from daemon.bridge.contract import PassedOut
from daemon.bridgesuite.out_file import read_out
from daemon.problem import Source
from tests.bench.figures import Figure, Part
from tests.bench.process import COMMAND, seconds_of
from tests.bench.stage import Stage, newest

_TABLES, _ROUNDS = 100, 13
_TIMES = 5
HOW = (
    "100 tables play 26 boards. `run --once` reads the OUT files, records them, scores and "
    "publishes everything, from nothing; salliere (`score matchpoint total results`) reads the "
    "same results, as CSV, and prints the ranking. Wall time with the start of the program, in "
    "turns, the median."
)


def measure() -> Part:
    """Let both score the same evening."""
    java, program = shutil.which("java"), Path("/usr/games/salliere").resolve()
    with tempfile.TemporaryDirectory() as directory:
        stage = Stage(Path(directory), _TABLES, _ROUNDS, scope="event")
        stage.build()
        files = newest(stage.deliveries)
        for name, content in files.items():
            stage.put(name, content)
        boards = _boards(files)
        own, other = [], []
        for _ in range(_TIMES):
            for made in ("state", "live"):
                shutil.rmtree(stage.directory / made, ignore_errors=True)
            own.append(seconds_of(*COMMAND, "run", str(stage.config), "--once"))
            if java is not None and program.exists():
                (stage.directory / "boards.csv").write_text(boards)
                (stage.directory / "names.csv").write_text(_names(boards))
                given = [str(stage.directory / name) for name in ("boards.csv", "names.csv")]
                commands = ("score", "matchpoint", "total", "results")
                other.append(seconds_of(java, "-jar", str(program), *commands, "--", *given))
        played = json.loads(stage.standings.read_text("utf-8"))["progress"]["played"]
    note = f"{played} results"
    figures = [Figure("run --once", median(own), "s", note=note)]
    if other:
        figures.append(Figure("salliere", median(other), "s"))
        figures.append(Figure("run --once against it", median(own) / median(other), "x", 1.0))
    else:
        figures.append(Figure("salliere", 0, "", note="not installed (apt-get install salliere)"))
    return Part("Everything in one go", HOW, tuple(figures))


def _boards(files: dict[str, bytes]) -> str:
    """The results as salliere takes them: board, NS, EW, contract with its result, declarer."""
    rows = []
    for path, content in files.items():
        section = int(path.partition("/")[0].removeprefix("S"))
        last = {one.place: one for one in read_out(Source(path, content.decode())).records}
        for place, one in last.items():
            ns, ew = (1000 * section + number for number in (place.ns, place.ew))
            if isinstance(one.outcome, PassedOut):
                rows.append(f"{place.board},{ns},{ew},P,,,,,,")
                continue
            outcome = one.outcome
            result = f"{outcome.result:+d}" if outcome.result else "="
            contract = str(outcome.contract).replace("NT", "N").replace("X", "x")
            rows.append(f"{place.board},{ns},{ew},{contract}{result},{outcome.declarer},,,,,")
    return "\n".join(rows) + "\n"


def _names(boards: str) -> str:
    pairs = {number for row in boards.splitlines() for number in row.split(",")[1:3]}
    return "".join(f"{number},Player {number},Partner {number}\n" for number in sorted(pairs))
