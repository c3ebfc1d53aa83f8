"""A Tuesday as it really goes, hour by hour, through the folder, the files and the commands.

Its log is a golden file, written as the director reads it. In the end the standings are those of a
daemon that has known everything from the start.
"""

import json
import queue
import shutil
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from datetime import time as time_of_day
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from daemon.bridge.board import dealer, vulnerability
from daemon.bridgesuite.envelope import Form, Secret, seal
from daemon.cli import running
from daemon.cli.loading import load
from daemon.cli.main import main
from daemon.service import jobs
from daemon.service.house import Orders
from daemon.service.messages import Beat, Inbox, Stop
from daemon.service.writer import Writer
from daemon.settings.model import Stale

GOLDEN = Path(__file__).parent / "golden" / "as_it_really_goes.log"
PATIENCE_SECONDS = 60

# Three tables, three rounds of two boards; 1 to 3 stay NS.
MOVEMENT = "6 3 3 3 0\n1 4 A  2 5 B  3 6 C\n1 6 B  2 4 C  3 5 A\n1 5 C  2 6 A  3 4 B\n"
# At half past ten table 3 goes home.
SHORTER = MOVEMENT.replace("3 4 B", "0 0 0")
NAMES = "number,name1,id1,name2,id2\n1,Ada Anker,,Bram Brugge,\n6,Clio Corno,,Dario Dijk,\n"
CONFIGURATION = """\
[event]
name = "Tuesday pairs"
date = {today}

[folder]
path = "box"
rescan_seconds = 0.2

[encryption]
secret_file = "secret.txt"

[[section]]
name = "A"
movement = "movement.asc"
boards_per_round = 2
names = "names.csv"

[clock]
first_round = "19:30"

[logging]
file = "log.jsonl"
"""
SECRET = "aB9z"
UNTOLD = {"heartbeat", "standings.published"}
"""How often these come depends on how fast the computer is."""


@dataclass
class Tablet:
    """A device that keeps all it was told, and writes its file anew each time."""

    box: Path
    name: str
    device: str
    lines: list[str] = field(default_factory=list)

    def enter(self, table: int, board: int, ns: int, ew: int, result: str) -> None:
        """Enter what was played: `4♠,=,N,,420`."""
        self.lines.append(line(table, board, ns, ew, result))
        self.save()

    def save(self) -> None:
        """As a sync client brings it: renamed into place."""
        content = f"Latest {len(self.lines)}  AndroidId {self.device}\n{''.join(self.lines)}"
        data = content.encode()
        if self.name.endswith("_E.txt"):
            data = seal(content, Secret(SECRET), Form.ANDROID)
        partial = self.box / f"{self.name}.part"
        partial.write_bytes(data)
        partial.replace(self.box / self.name)


def line(table: int, board: int, ns: int, ew: int, result: str) -> str:
    vulnerable = vulnerability(board)
    letter = str(dealer(board)).replace("W", "O")
    flags = f"{vulnerable.ns},{vulnerable.ew}".lower()
    return f"{table},{board},{ns},{ew},{letter},{flags},{result}\n"


class Time:
    """The clock on the wall, which the test sets, and one that never stands still."""

    def __init__(self) -> None:
        self.now = datetime.combine(
            datetime.now().astimezone().date(), time_of_day(19)
        ).astimezone()
        self.passed = 0.0

    def clock(self) -> datetime:
        return self.now

    def monotonic(self) -> float:
        return time.monotonic() + self.passed

    def set(self, hour: int, minute: int) -> None:
        self.now = self.now.replace(hour=hour, minute=minute)


class Evening:
    """A daemon in a thread, its folder, and the report that is written of it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.box = directory / "box"
        self.config = directory / "tournament.toml"
        self.rulings = directory / "rulings.toml"
        self.time = Time()
        self.inbox: Inbox = queue.SimpleQueue()
        self.looked_round = threading.Semaphore(0)
        self.report: list[str] = []
        self._read = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.status: int | None = None

    def prepare(self) -> None:
        self.box.mkdir(parents=True)
        today = self.time.now.date()
        self.config.write_text(CONFIGURATION.format(today=today), "utf-8")
        (self.directory / "movement.asc").write_text(MOVEMENT, "ascii")
        (self.directory / "names.csv").write_text(NAMES, "ascii")
        secret = self.directory / "secret.txt"
        secret.write_text(SECRET, "ascii")
        secret.chmod(0o600)
        self.rulings.write_text(f"# Rulings\nevent = {today}\n", "utf-8")

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        self.status = running.run_loaded(load(self.config), Orders(Stale.REFUSE), self.inbox)

    def at(self, hour: int, minute: int, what: str) -> None:
        """It is so late now, and this happens."""
        self.time.set(hour, minute)
        self.report.append(f"\n{hour}:{minute:02} {what}")

    def told(self, *events: str) -> None:
        """Wait until these were told, in any order, and write down what was."""
        wanted = list(events)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while wanted:
            assert time.monotonic() < deadline, f"{wanted} did not come: {self.report[-20:]}"
            assert self._thread.is_alive() or "daemon.stopping" in events
            for one in self._news():
                self.report.append(self._shown(one))
                if one["event"] in wanted:
                    wanted.remove(one["event"])
            self.time.passed += 0.1  # whoever waits for a second of quiet has it sooner
            self._wait()

    def _wait(self) -> None:
        threading.Event().wait(0.02)

    def _news(self) -> Iterator[dict[str, Any]]:
        path = self.directory / "log.jsonl"
        if path.exists():
            whole = path.read_text("utf-8").rpartition("\n")[0].splitlines()
            for written in whole[self._read :]:
                self._read += 1
                one = json.loads(written)
                if one["event"] not in UNTOLD:
                    yield one

    def _shown(self, one: dict[str, Any]) -> str:
        mark = {"info": "  ", "warning": "! ", "error": "!!"}[one["level"]]
        file = f"{one['file']}: " if "file" in one else ""
        text = f"{mark} {one['event']:<17} {file}{one['text']}"
        ruling = "".join(f"\n        {row}" for row in one.get("ruling", "").splitlines())
        today = self.time.now.date().isoformat()
        return (text + ruling).replace(str(self.directory), "tuesday").replace(today, "TODAY")

    def command(self, *words: str) -> int:
        return main([words[0], str(self.config), *words[1:]])

    def rule(self, *words: str) -> None:
        assert self.command("rule", *words) == 0

    def minutes_pass(self, minutes: int) -> None:
        """The daemon looks round every minute, as its timer lets it."""
        for _ in range(minutes):
            self.time.now += timedelta(minutes=1)
            self.time.passed += 60
            self.inbox.put(Beat())
            assert self.looked_round.acquire(timeout=PATIENCE_SECONDS)

    def end(self) -> None:
        self.inbox.put(Stop("the director goes home"))
        self._thread.join(PATIENCE_SECONDS)
        assert not self._thread.is_alive()


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    made = Evening(tmp_path / "tuesday")
    made.prepare()
    monkeypatch.setattr(running, "utc_now", made.time.clock)
    monkeypatch.setattr(running, "time", SimpleNamespace(monotonic=made.time.monotonic))
    # The test says when a minute has passed, and waits until the daemon has looked round then.
    monkeypatch.setattr(jobs, "HEARTBEAT_SECONDS", 1e6)
    look_round = Writer.heartbeat

    def looked_round(writer: Writer) -> None:
        look_round(writer)
        made.looked_round.release()

    monkeypatch.setattr(Writer, "heartbeat", looked_round)
    yield made
    if made.status is None and made._thread.is_alive():
        made.end()


class Tuesday:
    """What happens, in the order in which it does."""

    def __init__(self, evening: Evening) -> None:
        box = evening.box
        self.evening = evening
        self.table_1 = Tablet(box, "OUT_T1.txt", "a" * 16)
        self.table_2 = Tablet(box, "OUT_T2.txt", "b" * 16)
        self.table_3 = Tablet(box, "OUT_T3.txt", "c" * 16)
        self.sealed = Tablet(box, "OUT_T2_E.txt", "b" * 16)

    def before_play(self) -> None:
        evening = self.evening
        evening.at(19, 0, "The director looks whether all is well, and starts the daemon.")
        assert evening.command("check") == 0
        evening.start()
        evening.told("daemon.started", "files.pushed")
        evening.at(19, 25, "Pair 6 telephones: it comes for the second round.")
        evening.rule("absent", "contestant=6", "to_round=1", "reason=a tyre")
        evening.told("ruling.applied", "files.pushed")

    def first_round(self) -> None:
        evening = self.evening
        evening.at(19, 50, "The first round is played.")
        evening.told("round.started")
        for table, tablet, pairs, results in (
            (1, self.table_1, (1, 4), ((1, "4♠,=,N,,420"), (2, "4♠,=,N,,620"))),
            (2, self.table_2, (2, 5), ((3, "3NT,=,N,,400"), (4, "1NT,=,E,,-90"))),
        ):
            for board, result in results:
                tablet.enter(table, board, *pairs, result)
                evening.told("result.entered")
        evening.at(19, 55, "Table 1 has miscounted its tricks.")
        self.table_1.enter(1, 2, 1, 4, "4♠,+1,N,,650")
        evening.told("result.corrected")
        evening.at(19, 57, "The room is behind the clock.")
        evening.rule("clock", "from_round=3", "begins=20:35")
        evening.told("ruling.applied")
        evening.at(20, 2, "Table 2 had boards 3 and 4 the wrong way round.")
        evening.rule("moved", "from_board=3", "to_board=4", "swap=true", "table=2", "ns=2")
        evening.told("ruling.applied", "result.entered", "result.entered")
        evening.at(20, 5, "Pair 6 is here, with a substitute.")
        names = NAMES.replace("Dario Dijk", "Emma Esch")
        (evening.directory / "names.csv").write_text(names, "ascii")
        evening.told("plan.changed")

    def second_round(self) -> None:
        evening = self.evening
        evening.at(20, 12, "Table 1 finds that it sits the wrong way round.")
        self.table_1.enter(1, 3, 1, 6, "3NT,-1,N,,-50")
        evening.told("result.entered")
        self.table_1.enter(1, 4, 1, 6, "2♡,=,S,,110")
        evening.told("result.entered")
        evening.rule("reversed", "round=2", "table=1")
        evening.told("ruling.applied", "result.entered", "result.entered")
        evening.at(20, 20, "The tablet of table 3 dies after a board, and another takes its place.")
        self.table_3.enter(3, 1, 3, 5, "4♠,-1,N,,-50")
        evening.told("result.entered")
        spare = Tablet(evening.box, "OUT_T3.txt", "d" * 16)
        spare.enter(3, 2, 3, 5, "4♠,=,N,,620")
        evening.told("result.entered", "device.changed")
        evening.rule("acknowledge", "code=device-changed", "file=OUT_T3.txt", "device=" + "d" * 16)
        evening.told("ruling.applied")

    def sync_client(self) -> None:
        evening, copied = self.evening, "OUT_T2 (Copia in conflitto di ANNA).txt"
        evening.at(20, 25, "The sync client keeps two versions of the file of table 2.")
        self.table_2.enter(2, 5, 2, 4, "3NT,=,N,,600")
        evening.told("result.entered")
        copy = Tablet(evening.box, copied, self.table_2.device, self.table_2.lines[:-1])
        copy.enter(2, 5, 2, 4, "3NT,-1,N,,-100")
        evening.told("problem.found", "result.conflict")
        evening.at(20, 27, "They agree again.")
        copy.enter(2, 5, 2, 4, "3NT,=,N,,600")
        evening.told("result.settled", "result.corrected")
        evening.at(20, 30, "Somebody switches on the encryption at table 2.")
        self.sealed.lines = list(self.table_2.lines)
        self.sealed.enter(2, 6, 2, 4, "All Pass,,,,0")
        evening.told("problem.found", "result.entered")

    def third_round(self) -> None:
        evening = self.evening
        evening.at(20, 40, "The director types an award into the tablet of table 1.")
        evening.told("round.started")
        self.table_1.enter(1, 5, 1, 5, "60/40,,,,")
        evening.told("result.held")
        award = ("ns_award=60%", "ew_award=40%", "reason=noise")
        evening.rule("artificial", "board=5", "ns=1", *award)
        evening.told("ruling.applied")
        evening.at(20, 45, "Table 1 changes a result of the first round.")
        self.table_1.enter(1, 1, 1, 4, "4♠,-1,N,,-50")
        evening.told("result.corrected")
        evening.rule("acknowledge", "code=late-correction", "board=1", "ns=1", "score=-50")
        evening.told("ruling.applied")

    def silence(self) -> None:
        evening = self.evening
        evening.at(20, 50, "The folder is gone, and put back.")
        away = evening.directory / "away"
        evening.box.rename(away)
        evening.told("sync.lost")
        away.rename(evening.box)
        evening.told("sync.restored")
        evening.at(21, 0, "Nothing comes in.")
        evening.minutes_pass(16)
        evening.told("round.late", "sync.silent")
        self.table_2.lines = list(self.sealed.lines)
        self.table_2.enter(2, 2, 2, 6, "2♠,+1,N,,140")
        evening.told("sync.restored", "result.entered")

    def rulings(self) -> None:
        evening = self.evening
        evening.at(21, 30, "The director types a ruling, and saves in the middle of it.")
        before = evening.rulings.read_text("utf-8")
        ruling = "\n[[assigned]]\nboard = 2\nns = 1\nscore = 680\nreason = 'a claim'\n"
        evening.rulings.write_text(before + ruling.partition("680")[0], "utf-8")
        evening.told("problem.found", "problem.found")
        evening.rulings.write_text("", "utf-8")  # an editor that empties the file before it writes
        evening.rulings.write_text(before + ruling, "utf-8")
        evening.told("ruling.applied", "problem.settled", "problem.settled")
        evening.at(21, 40, "The old tablet of table 3 wakes up.")
        self.table_3.enter(3, 2, 3, 5, "4♠,-1,N,,-100")
        evening.told("result.conflict", "device.changed")
        evening.rule("accept", "board=2", "ns=3", "score=620", "reason=asked the table")
        evening.told("ruling.applied")

    def end(self) -> None:
        evening = self.evening
        evening.at(21, 50, "Table 3 goes home: the movement is shortened.")
        (evening.directory / "movement.asc").write_text(SHORTER, "ascii")
        evening.told("plan.changed", "files.pushed")
        evening.at(22, 0, "A result comes on a slip of paper.")
        slip = ("contract=3NT", "declarer=N", "result==")
        evening.rule("result", "board=1", "ns=2", *slip)
        evening.told("ruling.applied")
        evening.at(22, 10, "A telephone rang at table 1.")
        evening.rule("correction", "contestant=4", "percent_of_top=-10", "reason=a telephone")
        evening.told("ruling.applied")
        evening.at(22, 20, "The evening is over.")
        assert evening.command("close") == 0
        evening.told("event.closed")
        evening.end()
        evening.told("daemon.stopping")


def test_the_log_of_the_evening_reads_like_a_report(evening: Evening, tmp_path: Path) -> None:
    tuesday = Tuesday(evening)
    tuesday.before_play()
    tuesday.first_round()
    tuesday.second_round()
    tuesday.sync_client()
    tuesday.third_round()
    tuesday.silence()
    tuesday.rulings()
    tuesday.end()
    assert evening.status == 0
    assert "".join(f"{one}\n" for one in evening.report) == GOLDEN.read_text("utf-8")
    assert_as_if_all_was_known(evening, tmp_path / "known")


def assert_as_if_all_was_known(evening: Evening, directory: Path) -> None:
    """The last files, the last plan and the last rulings, read at once by a new daemon."""
    left = shutil.ignore_patterns("state", "live", "log.jsonl", "archive")
    shutil.copytree(evening.directory, directory, ignore=left)
    for pushed in directory.glob("box/IN_*"):
        pushed.unlink()
    assert main(["run", str(directory / "tournament.toml"), "--once"]) == 0
    for name in ("standings.json", "standings.csv"):
        lived = (evening.directory / "live" / name).read_bytes()
        assert lived == (directory / "live" / name).read_bytes(), name
    standings = json.loads((directory / "live" / "standings.json").read_bytes())
    assert (standings["complete"], standings["final"]) == (True, True)
