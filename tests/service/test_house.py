import time as system_time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from daemon.service import house
from daemon.service.house import day_begins


@pytest.fixture
def brussels(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not hasattr(system_time, "tzset"):
        pytest.skip("this system's time zone is not a matter of the environment")
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    system_time.tzset()
    yield
    monkeypatch.undo()
    system_time.tzset()


@pytest.mark.usefixtures("brussels")
def test_a_day_begins_when_the_clock_on_the_wall_says_so() -> None:
    assert day_begins(date(2026, 12, 1)) == datetime(2026, 11, 30, 23, tzinfo=UTC)
    assert day_begins(date(2026, 7, 1)) == datetime(2026, 6, 30, 22, tzinfo=UTC)


@pytest.mark.usefixtures("brussels")
def test_no_day_is_too_early_or_too_late() -> None:
    assert day_begins(date.min).date() == date.min
    assert day_begins(date.max).date() == date.max


def test_where_the_system_does_not_know_a_day_greenwich_will_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Windows knows no local time before 1970; that it says so by an OSError is played here."""

    class Windows(datetime):
        def astimezone(self, _: object = None) -> "Windows":
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr(house, "datetime", Windows)
    begins = day_begins(date(1969, 7, 20))
    assert begins.utcoffset() == timedelta()
    assert begins.date() == date(1969, 7, 20)
