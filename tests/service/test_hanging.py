"""Every loop in turn hangs, and the watchdog is fed no more; what is outside may take its time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import field
from msgspec.structs import replace

from daemon.folder import watching as folder_watching
from daemon.folder.local import LocalFolder
from daemon.folder.local_documents import LocalDocuments
from daemon.folder.memory import MemoryFolder
from daemon.frbe.building import Wishes
from daemon.frbe.file_name import Kind
from daemon.service import daemon as daemon_module
from daemon.service import jobs
from daemon.service.courier import Mail
from daemon.service.crew import Crew
from daemon.service.crew import crew_of as make_crew
from daemon.service.desk import Desk
from daemon.service.messages import (
    Arrived,
    Beat,
    DocumentCame,
    FolderLost,
    InFilesPushed,
    Message,
    RulingsArrived,
)
from daemon.service.notify import Manager
from daemon.service.pulse import WORK_SECONDS, Pulses

if TYPE_CHECKING:
    from daemon.folder.port import FileSeen
    from tests.service.conftest import MakePlace, Place, Running

PATIENCE_SECONDS = 20
TOO_LONG = WORK_SECONDS + 1

Start = Callable[..., "Running"]


class Trap:
    """Holds whoever steps into it once it is set, until the test is over."""

    def __init__(self) -> None:
        self._set = False
        self._caught = threading.Event()
        self._open = threading.Event()

    def set(self) -> None:
        self._set = True

    def step(self, *_: object) -> None:
        if self._set:
            self._caught.set()
            assert self._open.wait(PATIENCE_SECONDS)

    def wait_until_somebody_is_caught(self) -> None:
        assert self._caught.wait(PATIENCE_SECONDS)

    def open(self) -> None:
        self._set = False
        self._open.set()


@pytest.fixture
def trap() -> Iterator[Trap]:
    made = Trap()
    yield made
    made.open()


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def felt(monkeypatch: pytest.MonkeyPatch) -> list[Pulses]:
    """The pulses of every daemon that is started."""
    seen: list[Pulses] = []
    make = make_crew

    def crew_of(house: Any, post: Callable[[Message], None]) -> Crew:  # noqa: ANN401 - a House
        crew = make(house, post)
        seen.append(crew.pulses)
        return crew

    monkeypatch.setattr(daemon_module, "crew_of", crew_of)
    return seen


def posting(monkeypatch: pytest.MonkeyPatch, trap: Trap, kind: type[Message]) -> None:
    """Whoever posts such a message steps into the trap."""
    make = vars(daemon_module)["crew_of"]

    def crew_of(house: Any, post: Callable[[Message], None]) -> Crew:  # noqa: ANN401 - a House
        def posted(message: Message) -> None:
            if isinstance(message, kind):
                trap.step()
            post(message)

        crew: Crew = make(house, posted)
        return crew

    monkeypatch.setattr(daemon_module, "crew_of", crew_of)


def late_after(felt: list[Pulses], clock: Clock, seconds: float) -> tuple[str, ...]:
    clock.now += seconds
    return felt[-1].late()


def test_nobody_is_late_while_all_goes_well(
    place: Place, start: Start, felt: list[Pulses], clock: Clock
) -> None:
    place.house = replace(place.house, monotonic=clock)
    start(place).put(Beat())
    place.log.wait_for("heartbeat")
    assert late_after(felt, clock, 1) == ()


def test_the_lookout_hangs(
    place: Place,
    start: Start,
    felt: list[Pulses],
    clock: Clock,
    trap: Trap,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    posting(monkeypatch, trap, Arrived)
    place.house = replace(place.house, monotonic=clock)
    start(place)
    trap.set()
    place.folder.write("OUT_T1.txt", b"Latest 0  AndroidId 1\n")
    trap.wait_until_somebody_is_caught()
    assert late_after(felt, clock, TOO_LONG) == ("lookout",)


def test_the_rulings_hang(
    place: Place,
    start: Start,
    felt: list[Pulses],
    clock: Clock,
    trap: Trap,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    posting(monkeypatch, trap, RulingsArrived)

    def seconds() -> float:  # each look a second later, so that what is written is quiet
        clock.now += 1
        return clock.now

    place.rulings.write_text("")
    place.house = replace(place.house, monotonic=seconds)
    start(place)
    trap.set()
    place.rulings.write_text("# nothing yet\n")
    trap.wait_until_somebody_is_caught()
    assert "rulings" in late_after(felt, clock, TOO_LONG)


def test_the_plan_hangs(
    place: Place, start: Start, felt: list[Pulses], clock: Clock, trap: Trap
) -> None:
    read = place.house.read_plan

    def read_plan() -> Any:  # noqa: ANN401 - a PlanFound
        trap.step()
        return read()

    def seconds() -> float:
        clock.now += 1
        return clock.now

    trap.set()
    place.house = replace(place.house, monotonic=seconds, read_plan=read_plan)
    start(place)
    trap.wait_until_somebody_is_caught()
    assert "plan" in late_after(felt, clock, TOO_LONG)


def test_the_pusher_hangs(
    place: Place,
    start: Start,
    felt: list[Pulses],
    clock: Clock,
    trap: Trap,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    posting(monkeypatch, trap, InFilesPushed)

    def seconds() -> float:  # the rulings file is quiet at once
        clock.now += 1
        return clock.now

    place.house = replace(place.house, monotonic=seconds)
    start(place)
    trap.set()
    place.rulings.write_text("[[absent]]\ncontestant = 6\n")
    trap.wait_until_somebody_is_caught()
    assert "pusher" in late_after(felt, clock, TOO_LONG)


def test_the_courier_hangs(
    place: Place, start: Start, felt: list[Pulses], clock: Clock, trap: Trap
) -> None:
    def published() -> dict[str, bytes]:
        trap.step()
        return {}

    trap.set()
    mail = Mail(published, lambda _: None)
    place.house = replace(place.house, monotonic=clock, mail=mail)
    start(place)
    trap.wait_until_somebody_is_caught()
    assert late_after(felt, clock, TOO_LONG) == ("courier",)


def desk(directory: Path) -> Desk:
    documents = LocalDocuments(directory, max_file_bytes=1000, max_files=10)
    wishes = Wishes(618, Kind.OPEN)
    return Desk(documents, "in", "out", "rejected", wishes, None, 0.01)


def test_the_reporter_hangs(
    place: Place,
    start: Start,
    felt: list[Pulses],
    clock: Clock,
    trap: Trap,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    posting(monkeypatch, trap, DocumentCame)

    def seconds() -> float:
        clock.now += 1
        return clock.now

    trap.set()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.trf").write_text("012 Trial\n")
    place.house = replace(place.house, monotonic=seconds, desk=desk(tmp_path))
    start(place)
    trap.wait_until_somebody_is_caught()
    assert "reporter" in late_after(felt, clock, TOO_LONG)


def test_the_writer_hangs(
    place: Place, start: Start, felt: list[Pulses], clock: Clock, trap: Trap
) -> None:
    tell = place.log.tell

    class Slow:
        def tell(self, told: Any) -> None:  # noqa: ANN401 - a Told
            if told.event == "heartbeat":
                trap.step()
            tell(told)

    trap.set()
    place.house = replace(place.house, monotonic=clock, log=Slow())
    start(place).put(Beat())
    trap.wait_until_somebody_is_caught()
    assert late_after(felt, clock, TOO_LONG) == ("writer",)


def test_the_timers_stop(
    place: Place, start: Start, felt: list[Pulses], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    @contextmanager
    def timers(
        _seconds: float, _rescan: Callable[[], None], beat: Callable[[], None]
    ) -> Iterator[Callable[[], None]]:
        beats.put(beat)
        yield lambda: None

    monkeypatch.setattr(jobs, "timers", timers)
    place.house = replace(place.house, monotonic=clock)
    start(place)
    beats.get(timeout=PATIENCE_SECONDS)()
    place.log.wait_for("heartbeat")
    assert late_after(felt, clock, 4 * 60) == ()
    assert late_after(felt, clock, 60) == ("timers",)


def test_the_watching_hangs(clock: Clock, trap: Trap, tmp_path: Path, monkeypatch: Any) -> None:  # noqa: ANN401 - pytest's
    """As when the system's library does not come back from setting a watch."""
    pulses = Pulses(clock)
    folder = LocalFolder(tmp_path, max_file_bytes=1, max_files=1, recheck_seconds=0.01)
    begin = folder_watching._Sentry.begin

    def slow(sentry: folder_watching._Sentry) -> None:
        trap.step()
        begin(sentry)

    monkeypatch.setattr(folder_watching._Sentry, "begin", slow)
    with folder.watch(lambda _: None, pulses.promise):
        trap.set()
        tmp_path.rename(tmp_path.with_name("elsewhere"))
        tmp_path.mkdir()
        trap.wait_until_somebody_is_caught()
        assert late_after([pulses], clock, TOO_LONG) == ("folder-watching",)
        trap.open()


# What is outside


class Slow(MemoryFolder):
    """A folder whose files have to be fetched first, and the network is away."""

    def __init__(self, trap: Trap) -> None:
        super().__init__()
        self.trap = trap

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        self.trap.step()
        return super().read(name)


def test_a_file_that_is_still_to_be_fetched_ends_no_pings(
    make_place: MakePlace, start: Start, felt: list[Pulses], clock: Clock, trap: Trap
) -> None:
    place = make_place(folder=Slow(trap))
    place.house = replace(place.house, monotonic=clock)
    start(place)
    trap.set()
    place.folder.write("OUT_T1.txt", b"Latest 0  AndroidId 1\n")
    trap.wait_until_somebody_is_caught()
    assert late_after(felt, clock, 24 * 3600) == ()


def test_results_that_wait_for_the_network_end_no_pings(
    place: Place, start: Start, felt: list[Pulses], clock: Clock, trap: Trap
) -> None:
    trap.set()
    mail = Mail(dict, trap.step)
    place.house = replace(place.house, monotonic=clock, mail=mail)
    start(place)
    trap.wait_until_somebody_is_caught()
    assert late_after(felt, clock, 24 * 3600) == ()


def test_a_folder_that_is_away_ends_no_pings(
    place: Place, start: Start, felt: list[Pulses], clock: Clock
) -> None:
    place.house = replace(place.house, monotonic=clock)
    daemon = start(place)
    place.folder.vanish()
    place.log.wait_for("sync.lost")
    daemon.put(Beat())
    place.log.wait_for("heartbeat")
    assert late_after(felt, clock, 1) == ()


# What the manager hears of all this


class Heard(Manager, frozen=True):
    """A manager that keeps what it is told."""

    address: str = "somewhere"
    every: float = 3600
    lines: list[str] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)

    def tell(self, *lines: str) -> None:
        with self.news:
            self.lines.extend(lines)
            self.news.notify_all()

    def wait_for(self, line: str) -> None:
        with self.news:
            assert self.news.wait_for(lambda: line in self.lines, PATIENCE_SECONDS), self.lines


def test_the_manager_hears_how_an_evening_goes(
    place: Place, start: Start, whole_evening: dict[str, bytes]
) -> None:
    manager = Heard()
    place.house = replace(place.house, manager=manager)
    daemon = start(place)
    manager.wait_for("STATUS=0 of 9 results, 0 errors open, folder reached")
    manager.wait_for("WATCHDOG=1")
    place.folder.write("OUT_T1.txt", whole_evening["OUT_T1.txt"])
    manager.wait_for("STATUS=3 of 9 results, 0 errors open, folder reached")
    daemon.put(FolderLost("the network is away"))
    manager.wait_for("STATUS=3 of 9 results, 0 errors open, folder not reached")
    daemon.stop()
    lines = manager.lines
    assert lines[:2] == [
        "STATUS=starting: reaches the folder and reads what lies there",
        "READY=1",
    ]
    assert lines[-1] == "STOPPING=1"
    assert lines.count("READY=1") == 1


def test_it_is_not_ready_before_all_was_read_and_published(
    place: Place, start: Start, whole_evening: dict[str, bytes]
) -> None:
    published: list[int] = []

    class Counting(Heard, frozen=True):
        def tell(self, *lines: str) -> None:
            if "READY=1" in lines:
                published.append(place.shelf.published[-1].played)
            super().tell(*lines)

    for name, content in whole_evening.items():
        place.folder.write(name, content)
    place.house = replace(place.house, manager=Counting())
    start(place)
    assert published == [9]


def test_a_full_disk_is_what_the_manager_shows_first(
    place: Place, start: Start, whole_evening: dict[str, bytes]
) -> None:
    manager = Heard()
    place.house = replace(place.house, manager=manager)
    start(place)
    place.ledger.room = 0
    place.folder.write("OUT_T1.txt", whole_evening["OUT_T1.txt"])
    manager.wait_for(
        "STATUS=CANNOT WRITE: the disk is full, 0 of 9 results, 0 errors open, folder reached"
    )
    place.ledger.room = None
