import logging
import queue
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from apscheduler.schedulers.background import BackgroundScheduler

from daemon.service import jobs
from daemon.service.hours import utc_now
from daemon.service.jobs import timers

PATIENCE_SECONDS = 20


class Clock:
    """The scheduler's idea of the time, moved by the test."""

    def __init__(self) -> None:
        self.shift = timedelta()

    def now(self, zone: object = UTC) -> datetime:
        assert zone is UTC
        return datetime.now(UTC) + self.shift


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr("apscheduler.schedulers.base.datetime", moved)
    return moved


@pytest.fixture
def scheduler(monkeypatch: pytest.MonkeyPatch) -> list[BackgroundScheduler]:
    """The schedulers that were made, to look at."""
    made: list[BackgroundScheduler] = []

    def make(**options: object) -> BackgroundScheduler:
        made.append(BackgroundScheduler(**options))
        return made[-1]

    monkeypatch.setattr(jobs, "BackgroundScheduler", make)
    return made


def nothing() -> None:
    """A timer that a test does not look at."""


def calls() -> tuple["queue.SimpleQueue[None]", Callable[[], None]]:
    made: queue.SimpleQueue[None] = queue.SimpleQueue()
    return made, lambda: made.put(None)


def test_the_clock_tells_aware_time() -> None:
    assert utc_now().utcoffset() == timedelta()


def test_a_rescan_comes_again_and_again() -> None:
    made, call = calls()
    with timers(0.01, call, nothing):
        for _ in range(3):
            made.get(timeout=PATIENCE_SECONDS)


def test_timers_need_no_tables_of_time_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has none of its own; the package would look for the one it is in."""

    def no_tables(*_: object) -> None:
        raise LookupError("no time zone found")

    monkeypatch.setattr("apscheduler.schedulers.base.get_localzone", no_tables)
    monkeypatch.setattr("zoneinfo.ZoneInfo", no_tables)
    made, call = calls()
    with timers(0.01, call, nothing):
        made.get(timeout=PATIENCE_SECONDS)


def test_a_heartbeat_comes_every_minute(scheduler: list[BackgroundScheduler]) -> None:
    with timers(3600, nothing, nothing):
        first = utc_now()
        due = scheduler[0].get_job("beat").next_run_time
    assert timedelta(seconds=55) < due - first <= timedelta(seconds=60)


def test_no_timer_is_left_when_it_ends() -> None:
    made, call = calls()
    with timers(0.01, call, nothing):
        made.get(timeout=PATIENCE_SECONDS)
    assert not [one for one in threading.enumerate() if "APScheduler" in one.name]


def test_after_a_sleep_a_timer_is_called_once(
    clock: Clock, scheduler: list[BackgroundScheduler]
) -> None:
    """Eight hours of sleep are 480 heartbeats that were due."""
    made, call = calls()
    with timers(3600, nothing, call):
        clock.shift = timedelta(hours=8)
        scheduler[0].wakeup()
        made.get(timeout=PATIENCE_SECONDS)
        due = scheduler[0].get_job("beat").next_run_time
        assert made.empty()
    assert due > clock.now() + timedelta(seconds=50)


def test_a_clock_that_was_decades_behind_costs_nothing(
    clock: Clock, scheduler: list[BackgroundScheduler]
) -> None:
    """A laptop whose battery is dead begins in 1970, until the network puts it right.

    The next time is counted from now, not from the thousands of hours that have passed.
    """
    clock.shift = datetime(1970, 1, 1, tzinfo=UTC) - utc_now()
    made, call = calls()
    with timers(3600, call, nothing):
        job = scheduler[0].get_job("rescan")
        clock.shift = timedelta()
        now = clock.now()
        assert job.trigger.get_next_fire_time(job.next_run_time, now) == now + timedelta(hours=1)
        scheduler[0].wakeup()
        made.get(timeout=PATIENCE_SECONDS)


def test_timers_go_on_when_the_clock_is_put_back(
    clock: Clock, scheduler: list[BackgroundScheduler]
) -> None:
    made, call = calls()
    with timers(0.2, call, nothing, clock.now) as look_at_clock:
        clock.shift = -timedelta(hours=1)
        look_at_clock()
        due = scheduler[0].get_job("beat").next_run_time
        assert due <= clock.now() + timedelta(seconds=60)
        made.get(timeout=PATIENCE_SECONDS)


def test_timers_stay_as_they_are_while_the_clock_goes_on(
    clock: Clock, scheduler: list[BackgroundScheduler]
) -> None:
    with timers(3600, nothing, nothing, clock.now) as look_at_clock:
        before = scheduler[0].get_job("beat").next_run_time
        clock.shift = timedelta(seconds=30)
        look_at_clock()
        assert scheduler[0].get_job("beat").next_run_time == before


def test_a_timer_that_fails_is_told_and_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    made, call = calls()

    def fail() -> None:
        call()
        raise RuntimeError("no more room")

    with caplog.at_level(logging.ERROR, "daemon.service.jobs"), timers(0.01, fail, nothing):
        made.get(timeout=PATIENCE_SECONDS)
        made.get(timeout=PATIENCE_SECONDS)
    assert "A timer failed and goes on: no more room" in caplog.messages
