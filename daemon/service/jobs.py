"""Timers: they put requests into queues and do nothing themselves."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from apscheduler.events import EVENT_JOB_ERROR, JobExecutionEvent
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

from daemon.service.hours import HEARTBEAT_SECONDS, utc_now

_log = logging.getLogger(__name__)


@contextmanager
def timers(
    rescan_seconds: float,
    rescan: Callable[[], None],
    beat: Callable[[], None],
    clock: Callable[[], datetime] = utc_now,
) -> Iterator[Callable[[], None]]:
    """Call `rescan` every so many seconds and `beat` every minute while the context lasts.

    A call that comes late (the computer slept) is made once, not left out and not made up for.
    Yields what to call now and then, every second say: it sets the timers anew after somebody has
    put the computer's clock back, for otherwise they would wait until it is that late again.
    """
    scheduler = BackgroundScheduler(
        timezone=UTC,
        job_defaults={
            "misfire_grace_time": None,
            "coalesce": True,
            # On a computer that is very busy one may not be over when the next is due: two requests
            # in a queue do no harm, and leaving one out would be logged as trouble.
            "max_instances": 100,
        },
    )

    def set_timers() -> None:
        for name, call, seconds in (
            ("rescan", rescan, rescan_seconds),
            ("beat", beat, HEARTBEAT_SECONDS),
        ):
            scheduler.add_job(call, _Every(seconds), id=name, name=name, replace_existing=True)

    latest = clock()

    def look_at_clock() -> None:
        nonlocal latest
        now = clock()
        if now < latest:
            set_timers()
        latest = now

    set_timers()
    scheduler.add_listener(_failed, EVENT_JOB_ERROR)
    scheduler.start()
    try:
        yield look_at_clock
    finally:
        scheduler.shutdown(wait=True)


class _Every(BaseTrigger):  # type: ignore[misc] # APScheduler ships no types
    """So many seconds after the last time.

    The package's own trigger counts from when the last time should have been: after a clock that
    was years behind is put right, it would go through every time in between.
    """

    def __init__(self, seconds: float) -> None:
        self._interval = timedelta(seconds=seconds)

    def get_next_fire_time(self, _previous: datetime | None, now: datetime) -> datetime:
        """When to call next."""
        return now + self._interval


def _failed(event: JobExecutionEvent) -> None:
    _log.error("A timer failed and goes on: %s", event.exception)
