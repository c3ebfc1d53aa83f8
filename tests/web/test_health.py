"""`/healthz` for programs that watch over the daemon."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from daemon.tournament.told import Told

if TYPE_CHECKING:
    from tests.web.conftest import Browser, House


def test_it_is_well_and_says_how_far_it_is(
    conflict: House, browser: Browser, told: Callable[..., Told]
) -> None:
    conflict.premises.window.note(told("heartbeat", ""))
    response = browser.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {
        "ok": True,
        "played": 0,
        "expected": 9,
        "complete": False,
        "errors": 1,
        "last_event": {"event": "heartbeat", "at": conflict.now.isoformat()},
        "last_file": conflict.now.isoformat(),
        "late": [],
    }


def test_a_loop_that_hangs_is_named(house: House, browser: Browser) -> None:
    house.late = ("writer",)
    response = browser.get("/healthz")
    assert response.status_code == 503
    said = response.json()
    assert (said["ok"], said["late"]) == (False, ["writer"])


def test_before_there_is_anything_to_see_it_is_not_well(house: House, browser: Browser) -> None:
    window = house.premises.window
    window._look = type(window._look)()
    response = browser.get("/healthz")
    assert response.status_code == 503
    assert response.json()["played"] is None
