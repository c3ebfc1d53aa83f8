"""Timers: they put requests into queues and do nothing themselves."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC

from apscheduler.events import EVENT_JOB_ERROR, JobExecutionEvent
from apscheduler.schedulers.background import BackgroundScheduler

HEARTBEAT_SECONDS = 60

_log = logging.getLogger(__name__)


@contextmanager
def timers(
    rescan_seconds: float, rescan: Callable[[], None], beat: Callable[[], None]
) -> Iterator[None]:
    """Call `rescan` every so many seconds and `beat` every minute while the context lasts.

    A call that comes late (the computer slept) is made once, not left out and not made up for.
    """
    scheduler = BackgroundScheduler(
        timezone=UTC,
        job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
    )
    scheduler.add_job(rescan, "interval", seconds=rescan_seconds)
    scheduler.add_job(beat, "interval", seconds=HEARTBEAT_SECONDS)
    scheduler.add_listener(_failed, EVENT_JOB_ERROR)
    scheduler.start()
    try:
        yield
    finally:
        scheduler.shutdown(wait=True)


def _failed(event: JobExecutionEvent) -> None:
    _log.error("A timer failed and goes on: %s", event.exception)
