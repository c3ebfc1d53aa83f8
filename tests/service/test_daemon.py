"""The loop and its threads: a daemon in a thread, or in this one where signals are about."""

from __future__ import annotations

import dataclasses
import itertools
import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from daemon.folder.memory import MemoryFolder
from daemon.folder.port import FileSeen, FolderRefusedError, unheard
from daemon.ledger.port import LedgerDamagedError
from daemon.service import daemon as daemon_module
from daemon.service import jobs
from daemon.service.daemon import BrokenOffError, run
from daemon.service.house import Orders, PlanFound
from daemon.service.messages import Beat, Failed, Inbox, Stop
from daemon.service.notify import Manager
from daemon.settings.model import Stale
from daemon.tournament.entry import FileReceived, Stopped

if TYPE_CHECKING:
    from daemon.folder.port import LookAt, Promise
    from daemon.tournament.entry import PlanRead
    from daemon.tournament.told import Told
    from tests.service.conftest import MakePlace, Place, Running

PATIENCE_SECONDS = 20
UNTIL_COMPLETE = Orders(Stale.REFUSE, until_complete=True)

Start = Callable[..., "Running"]
MakeOut = Callable[..., bytes]
MakeLine = Callable[..., str]


def test_what_a_device_writes_is_scored_at_once(
    place: Place, start: Start, out: MakeOut, line: MakeLine
) -> None:
    start(place)
    place.folder.write("OUT_T1.txt", out(line(1, 1, 1, 4)))
    told = place.log.wait_for("result.entered")
    assert told.text == "board 1, 1 against 4 (round 1, table 1): 2H W +1, NS -140"
    place.log.wait_for("standings.published", "1 of 9")


def test_it_ends_when_every_result_is_in(
    place: Place, start: Start, whole_evening: dict[str, bytes]
) -> None:
    daemon = start(place, UNTIL_COMPLETE)
    for name, content in whole_evening.items():
        place.folder.write(name, content)
    daemon.ended()
    assert daemon.error is None
    assert place.shelf.published[-1].complete
    assert place.ledger.facts[-1] == Stopped("every result is in")


def test_it_ends_at_once_when_every_result_was_in(
    place: Place, start: Start, whole_evening: dict[str, bytes]
) -> None:
    for name, content in whole_evening.items():
        place.folder.write(name, content)
    place.once()
    again = place.again()
    start(again, UNTIL_COMPLETE).ended()
    assert again.ledger.facts[-1] == Stopped("every result is in")


def test_it_does_not_end_before_the_results_are_published(
    place: Place, start: Start, whole_evening: dict[str, bytes]
) -> None:
    daemon = start(place, UNTIL_COMPLETE)
    place.shelf.failures = ["close the spreadsheet"] * 9
    for name, content in whole_evening.items():
        place.folder.write(name, content)
    place.log.wait_for("publish.failed")
    daemon.put(Beat())
    assert place.log.wait_for("heartbeat").text == "9 of 9 results, 0 errors open"
    place.shelf.failures = []
    daemon.put(Beat())
    daemon.ended()
    assert place.shelf.published[-1].complete


def test_two_hundred_files_at_once_are_a_few_commits(
    place: Place, start: Start, out: MakeOut, line: MakeLine
) -> None:
    start(place)
    writers = [
        threading.Thread(
            target=place.folder.write,
            args=(f"OUT_{number}.txt", out(line(1, 1, 1, 4), device=f"{number:016}")),
        )
        for number in range(1, 201)
    ]
    for writer in writers:
        writer.start()
    place.log.wait_for("out.received", times=200)
    received = [
        facts
        for facts in place.ledger.commits
        if any(isinstance(fact, FileReceived) for fact in facts)
    ]
    assert sum(map(len, received)) == 200
    assert len(received) <= 40  # how many come together depends on how busy the computer is


def test_a_heartbeat_tells_how_far_it_is(place: Place, start: Start) -> None:
    daemon = start(place)
    daemon.put(Beat())
    assert place.log.wait_for("heartbeat").text == "0 of 9 results, 0 errors open"


def test_the_rescan_finds_what_no_event_told(
    make_place: MakePlace,
    start: Start,
    plan_read: Callable[..., PlanRead],
    out: MakeOut,
    line: MakeLine,
) -> None:
    class Deaf(MemoryFolder):
        """A folder whose events are all lost."""

        def watch(self, look_at: LookAt, promise: Promise = unheard) -> object:  # type: ignore[override] # any context does
            del look_at
            return super().watch(lambda _: None, promise)

    evening = make_place().house.clock()
    place = make_place(plan_read(rescan=0.1), folder=Deaf(now=lambda: evening))
    start(place)
    place.folder.write("OUT_T1.txt", out(line(1, 1, 1, 4)))
    place.log.wait_for("result.entered")


def test_the_loop_looks_at_the_clock_when_nothing_happens(
    place: Place, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = threading.Semaphore(0)

    @contextmanager
    def counted(*_: object) -> Iterator[Callable[[], None]]:
        yield looks.release

    monkeypatch.setattr(daemon_module, "_WAKE_SECONDS", 0.01)
    monkeypatch.setattr(jobs, "timers", counted)
    start(place)
    for _ in range(3):
        assert looks.acquire(timeout=PATIENCE_SECONDS)


def test_a_burst_without_an_end_is_taken_in_portions(
    place: Place, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon_module, "_BATCH", 2)
    beats = threading.Semaphore(0)
    monkeypatch.setattr("daemon.service.daemon.Writer.heartbeat", lambda _: beats.release())
    daemon = start(place)
    for _ in range(4):
        daemon.put(Beat())
    for _ in range(2):
        assert beats.acquire(timeout=PATIENCE_SECONDS)


# A folder that goes and comes


def test_a_folder_that_vanishes_and_comes_back(
    place: Place, start: Start, out: MakeOut, line: MakeLine
) -> None:
    start(place)
    place.folder.write("OUT_T1.txt", out(line(1, 1, 1, 4)))
    place.log.wait_for("standings.published", "1 of 9")
    place.folder.vanish()
    place.log.wait_for("sync.lost")
    place.folder.vanish()
    place.folder.write("OUT_T2.txt", out(line(2, 2, 2, 5)))
    place.folder.come_back()
    place.log.wait_for("sync.restored")
    place.log.wait_for("standings.published", "2 of 9")
    assert place.log.events.count("sync.lost") == 1
    assert place.log.events.count("sync.restored") == 1
    assert place.shelf.published[-1].played == 2


# Rulings while it runs


def test_a_ruling_that_is_saved_is_applied_and_one_taken_out_is_undone(
    place: Place, start: Start
) -> None:
    place.rulings.write_text("event = 2026-12-01\n")
    seconds = itertools.count()
    place.house = replace(place.house, monotonic=lambda: float(next(seconds)))
    start(place)
    entry = "[[not_played]]\nboard = 1\nns = 1\nreason = 'too late'\n"
    place.rulings.write_text(f"event = 2026-12-01\n{entry}")
    told = place.log.wait_for("ruling.applied")
    assert told.text == (
        "board 1, 1 against 4 (round 1, table 1): ruled not played, because: too late"
    )
    place.rulings.write_text("event = 2026-12-01\n")
    told = place.log.wait_for("ruling.withdrawn")
    assert told.text == (
        "board 1, 1 against 4 (round 1, table 1): the ruling (not played) was taken out; it is "
        "missing now"
    )


# What goes wrong


def test_a_disk_that_is_full_for_a_while_loses_nothing(
    place: Place, start: Start, out: MakeOut, line: MakeLine
) -> None:
    daemon = start(place)
    place.ledger.room = 0
    place.folder.write("OUT_T1.txt", out(line(1, 1, 1, 4)))
    place.log.wait_for("ledger.full")
    place.ledger.room = None
    daemon.put(Beat())
    place.log.wait_for("ledger.restored")
    place.log.wait_for("standings.published", "1 of 9")


def test_a_disk_that_stays_full_is_no_success(
    place: Place, start: Start, out: MakeOut, line: MakeLine
) -> None:
    daemon = start(place)
    place.ledger.room = 0
    place.folder.write("OUT_T1.txt", out(line(1, 1, 1, 4)))
    place.log.wait_for("ledger.full")
    daemon.stop()
    assert isinstance(daemon.error, BrokenOffError)
    assert str(daemon.error).startswith("the disk is full. Nothing is lost")


class Cursed(MemoryFolder):
    """A folder that breaks the program when it is looked at once more."""

    curse: Exception | None = None

    def scan(self) -> tuple[FileSeen, ...]:
        if self.curse is not None:
            raise self.curse
        return super().scan()


def test_a_plan_that_changes_while_it_runs_gives_the_tablets_new_files(
    place: Place, start: Start, plan_read: Callable[..., PlanRead], make_place: MakePlace
) -> None:
    new = plan_read(section="absent = [4]")
    plan = make_place(new).house.plan
    clock = itertools.count()
    house = replace(
        place.house,
        read_plan=lambda: PlanFound(new, plan.settings, (), (), None),
        monotonic=lambda: float(next(clock)),
    )
    start(dataclasses.replace(place, house=house))
    place.log.wait_for("plan.changed", "6 results expected now")
    told = place.log.wait_for("files.pushed", times=2)
    assert told.text == "3 IN files in the folder, 3 written now"
    assert place.folder.read("IN_T1.txt")[1] == (b"1,2,1,6,E,true,false\n1,3,1,5,S,false,true\n")


def test_whom_the_director_calls_absent_the_tablets_do_not_wait_for(
    place: Place, start: Start
) -> None:
    clock = itertools.count()
    house = replace(place.house, monotonic=lambda: float(next(clock)))
    place.rulings.write_text("event = 2026-12-01\n")
    start(dataclasses.replace(place, house=house))
    place.rulings.write_text("event = 2026-12-01\n[[absent]]\ncontestant = 4\n")
    place.log.wait_for("files.pushed", times=2)
    assert place.folder.read("IN_T1.txt")[1] == (b"1,2,1,6,E,true,false\n1,3,1,5,S,false,true\n")


def test_a_lookout_that_breaks_ends_the_daemon_with_its_error(
    make_place: MakePlace, start: Start
) -> None:
    folder = Cursed()
    place = make_place(folder=folder)
    daemon = start(place)
    folder.curse = RuntimeError("nobody foresaw this")
    folder.come_back()
    told = place.log.wait_for("daemon.failed")
    assert told.text == "RuntimeError: nobody foresaw this"
    assert "Traceback" in dict(told.fields)["details"]  # type: ignore[operator] # it is a text
    daemon.ended()
    assert daemon.error is folder.curse
    assert place.ledger.facts[-1] == Stopped("RuntimeError: nobody foresaw this")
    assert "daemon.stopping" not in place.log.events


def test_a_rulings_thread_that_breaks_ends_the_daemon_too(place: Place, start: Start) -> None:
    def broken() -> float:
        if threading.current_thread().name == "rulings":
            raise RuntimeError("no clock")
        return 0.0

    place.house = replace(place.house, monotonic=broken)
    daemon = start(place)
    place.rulings.write_text("# one\n")
    daemon.ended()
    assert str(daemon.error) == "no clock"


@pytest.mark.parametrize(
    "error", [LedgerDamagedError("it is malformed"), FolderRefusedError("no room for OUT_T1.txt")]
)
def test_an_error_of_a_port_is_told_in_its_own_words(
    place: Place, start: Start, error: Exception
) -> None:
    daemon = start(place)
    daemon.put(Failed(error))
    daemon.ended()
    assert isinstance(daemon.error, BrokenOffError)
    assert str(daemon.error) == str(error)


def test_a_daemon_does_not_wait_for_a_thread_that_hangs(
    make_place: MakePlace, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sync client may never fetch what it shows."""
    monkeypatch.setattr(daemon_module, "_LEAVE_SECONDS", 0.01)
    hanging, released = threading.Event(), threading.Event()

    class Hanging(MemoryFolder):
        def read(self, name: str) -> tuple[FileSeen, bytes]:
            if name.startswith("OUT"):
                hanging.set()
                released.wait(PATIENCE_SECONDS)
            return super().read(name)

    place = make_place(folder=Hanging())
    daemon = start(place)
    place.folder.write("OUT_T1.txt", b"")
    assert hanging.wait(PATIENCE_SECONDS)
    daemon.stop()
    released.set()
    assert daemon.error is None


def test_what_was_asked_while_it_started_is_done(
    make_place: MakePlace, start: Start, whole_evening: dict[str, bytes]
) -> None:
    class Impatient(MemoryFolder):
        def scan(self) -> tuple[FileSeen, ...]:
            inbox.put(Stop("at once"))
            return super().scan()

    inbox: Inbox = queue.SimpleQueue()
    evening = make_place().house.clock()
    place = make_place(folder=Impatient(now=lambda: evening))
    place.folder.write("OUT_T1.txt", whole_evening["OUT_T1.txt"])
    start(place, inbox=inbox).ended()
    assert place.ledger.facts[-1] == Stopped("at once")
    assert place.shelf.published[-1].played == 3


def test_what_failed_while_it_started_ends_it(place: Place, start: Start) -> None:
    inbox: Inbox = queue.SimpleQueue()
    inbox.put(Failed(RuntimeError("no tablets")))
    daemon = start(place, inbox=inbox)
    daemon.ended()
    assert str(daemon.error) == "no tablets"


def test_no_thread_is_left(place: Place, start: Start) -> None:
    before = set(threading.enumerate())
    start(place).stop()
    assert set(threading.enumerate()) <= before


# Signals: these run in this thread, the main one


def when_published(place: Place, act: Callable[[], object]) -> None:
    """Do something when the daemon has published for the first time."""
    tell = place.log.tell

    def listen(told: Told) -> None:
        tell(told)
        if told.event == "standings.published":
            act()

    place.log.tell = listen  # type: ignore[method-assign] # an ear of the test


def raise_both(first: signal.Signals, second: signal.Signals) -> None:
    signal.raise_signal(first)
    signal.raise_signal(second)


@pytest.fixture
def usual_signals() -> Iterator[None]:
    """As in a terminal: in a script's background, or under nohup, some are ignored."""
    usual: dict[signal.Signals, Any] = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGTERM: signal.SIG_DFL,
        signal.SIGHUP: signal.SIG_DFL,
    }
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("not_for_ever", "usual_signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it(place: Place, number: signal.Signals) -> None:
    before = signal.getsignal(number)
    when_published(place, lambda: os.kill(os.getpid(), number))
    run(place.house, place.orders)
    assert place.ledger.facts[-1] == Stopped(f"{number.name} was received")
    assert signal.getsignal(number) is before


@pytest.mark.usefixtures("not_for_ever", "usual_signals")
def test_a_later_signal_has_its_usual_effect_and_is_no_failure(place: Place) -> None:
    class Impatient(Manager, frozen=True):
        """Loses patience when all is on its way."""

        def tell_status(self, text: str) -> None:
            if not text.startswith("starting"):
                raise_both(signal.SIGINT, signal.SIGINT)

    seconds = itertools.count(step=2)
    place.house = replace(place.house, monotonic=lambda: float(next(seconds)), manager=Impatient())
    with pytest.raises(KeyboardInterrupt):
        run(place.house, place.orders)
    assert place.log.texts("daemon.stopping") == [
        "it was told again to end, and does so at once",
    ]
    assert place.log.texts("daemon.failed") == []


@pytest.mark.usefixtures("not_for_ever")
@pytest.mark.parametrize("again", [signal.SIGINT, signal.SIGTERM])
def test_signals_at_the_same_moment_are_one_wish(place: Place, again: signal.Signals) -> None:
    """A terminal that is closed sends one, and its shell another."""
    place.house = replace(place.house, monotonic=lambda: 0.0)
    when_published(place, lambda: raise_both(signal.SIGINT, again))
    run(place.house, place.orders)
    assert place.ledger.facts[-1] == Stopped("SIGINT was received")


@pytest.mark.usefixtures("not_for_ever")
def test_nohup_is_respected(place: Place) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        when_published(place, lambda: raise_both(signal.SIGHUP, signal.SIGTERM))
        run(place.house, place.orders)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
    assert place.ledger.facts[-1] == Stopped("SIGTERM was received")


@pytest.mark.usefixtures("not_for_ever")
def test_a_system_without_some_signals_is_no_trouble(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon_module, "_ENDING_SIGNALS", ("SIGTERM", "SIGWINDOWSONLY"))
    when_published(place, lambda: os.kill(os.getpid(), signal.SIGTERM))
    run(place.house, place.orders)
    assert place.ledger.facts[-1] == Stopped("SIGTERM was received")
