"""Clocks that jump, the change to summer time and back, and the end of the watching."""

import dataclasses
import os
import queue
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from watchdog.observers.api import EventEmitter

from daemon.cli.running import _house
from daemon.ledger.salvage import open_or_salvage
from daemon.service.daemon import run
from daemon.service.house import Orders
from daemon.service.messages import Beat, Inbox, Stop
from daemon.settings.model import Stale
from daemon.tournament.told import Told
from tests.faults.evening import Evening, Written, differences, perform, prepare, steps
from tests.faults.record import entries_of

_PATIENCE_SECONDS = 60.0


class Hall:
    """A daemon in a thread of this process, whose clock the test sets."""

    def __init__(self, evening: Evening, now: datetime) -> None:
        self.now = now
        self.told: list[Told] = []
        self.inbox: Inbox = queue.SimpleQueue()
        self._news = threading.Condition()
        self._evening = evening
        self._error: BaseException | None = None

    def tell(self, told: Told) -> None:
        with self._news:
            self.told.append(told)
            self._news.notify_all()

    def wait_for(self, event: str, containing: str = "") -> Told:
        def such() -> list[Told]:
            return [one for one in self.told if one.event == event and containing in one.text]

        with self._news:
            assert self._news.wait_for(such, _PATIENCE_SECONDS), self.told
        return such()[-1]

    @contextmanager
    def open(self) -> Iterator[None]:
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        self.wait_for("files.pushed")
        try:
            yield
        finally:
            self.inbox.put(Stop("the evening is over"))
            thread.join(_PATIENCE_SECONDS)
        assert self._error is None

    def _run(self) -> None:
        loaded = self._evening.loaded()
        identity = loaded.settings.event.identity
        try:
            ledger, _ = open_or_salvage(self._evening.state, identity, self.now)
            with closing(ledger):
                house = replace(_house(loaded, ledger, self), clock=lambda: self.now)
                run(house, Orders(Stale.TAKE), self.inbox)
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            self._error = error


@contextmanager
def zone(name: str) -> Iterator[None]:
    before = os.environ["TZ"]
    os.environ["TZ"] = name
    time.tzset()
    try:
        yield
    finally:
        os.environ["TZ"] = before
        time.tzset()


def files(evening: Evening) -> list[Written]:
    """The last version of a file of each of the first tables."""
    last = {
        step.name: dataclasses.replace(step, pieces=0)
        for step in steps(evening, Random(1))
        if isinstance(step, Written) and "(" not in step.name
    }
    return list(last.values())[:4]


def test_a_clock_that_jumps_changes_no_result(evening: Evening, tmp_path: Path) -> None:
    noon = datetime.now(UTC)
    jumps = (timedelta(0), timedelta(days=3000), timedelta(days=-9000), timedelta(hours=-1))
    hall = Hall(evening, noon)
    written = files(evening)
    with hall.open():
        for jump, file in zip(jumps, written, strict=True):
            hall.now = noon + jump
            perform(file, evening, Random(1))
            _received(hall, file.name)
            hall.inbox.put(Beat())
    assert not [told for told in hall.told if told.event in {"sync.silent", "program.trouble"}]
    entries = entries_of(evening)
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
    assert len({entry.at.date() for entry in entries}) >= 3
    twin = evening.twin(tmp_path / "twin")
    with Hall(twin, noon).open():
        pass
    assert differences(evening, twin) == []


def _received(hall: Hall, name: str) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not any(
        ("file", name) in told.fields for told in hall.told if told.event == "out.received"
    ):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("day", "began", "ends"),
    [
        # At three the clock is put back to two: an hour comes twice.
        ("2026-10-25", datetime(2026, 10, 25, 0, 30, tzinfo=UTC), ["02:37", "02:00", "02:15"]),
        # At two it is put on to three: an hour is missing.
        ("2026-03-29", datetime(2026, 3, 29, 0, 30, tzinfo=UTC), ["01:37", "03:00", "03:15"]),
    ],
)
def test_a_session_through_the_change_of_the_clock_goes_on(
    tmp_path: Path, day: str, began: datetime, ends: list[str]
) -> None:
    """Rounds of a board, seven and a half minutes each, from half an hour before the change."""
    with zone("Europe/Rome"):
        evening = prepare(tmp_path / "night")
        first = f"{began.astimezone():%H:%M}"
        text = evening.config.read_text("utf-8")
        text = text.replace(f"date = {datetime.now().astimezone().date()}", f"date = {day}")
        evening.config.write_text(f"{text}\n[clock]\nfirst_round = {first}:00\n", "utf-8")
        evening.rulings.write_text(f"event = {day}\n", "utf-8")
        written = files(evening)
        hall = Hall(evening, began)
        with hall.open():
            for hour, file in enumerate(written):
                hall.now = began + timedelta(hours=hour)
                perform(file, evening, Random(1))
                _received(hall, file.name)
                hall.inbox.put(Beat())
            hall.wait_for("round.late")
        # A restart in the hour that comes twice, or after the one that is missing.
        again = Hall(evening, began + timedelta(hours=2))
        with again.open():
            pass
        assert not [told for told in again.told if told.event == "result.entered"]
        twin = evening.twin(tmp_path / "twin")
        twin.config.write_text(evening.config.read_text("utf-8"), "utf-8")
        with Hall(twin, began + timedelta(hours=2)).open():
            pass
        assert differences(evening, twin) == []
        rounds = "\n".join(told.text for told in hall.told if told.event == "round.late")
        for number, end in zip((1, 4, 6), ends, strict=True):
            assert f"round {number} should have ended at {end}, and not all" in rounds


def test_a_watching_that_dies_is_noticed_and_begun_anew(evening: Evening) -> None:
    """With an hour between two rescans only an event can tell that a file came."""
    text = evening.config.read_text("utf-8")
    evening.config.write_text(text.replace("rescan_seconds = 0.5", "rescan_seconds = 3600"))
    first, second, *_ = files(evening)
    hall = Hall(evening, datetime.now(UTC))
    with hall.open():
        perform(first, evening, Random(1))
        _received(hall, first.name)
        dead = [one for one in threading.enumerate() if isinstance(one, EventEmitter)]
        assert dead
        for emitter in dead:
            emitter.stop()
            emitter.join(_PATIENCE_SECONDS)
        perform(second, evening, Random(1))
        _received(hall, second.name)
        alive = [one for one in threading.enumerate() if isinstance(one, EventEmitter)]
        assert alive
        assert not set(alive) & set(dead)
