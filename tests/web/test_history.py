"""Corrections and devices, as the page tells them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from daemon.bridgesuite.file_name import DeviceFile, DeviceKind
from daemon.tournament.told import Told
from daemon.web.history import Correction, DeviceState, corrections, devices, owner

if TYPE_CHECKING:
    from tests.web.conftest import Browser, House

Line = Callable[..., str]
A, B = "a" * 16, "b" * 16


def test_a_correction_has_its_old_and_new_and_when_and_which_device(
    house: House, line: Line, evening: datetime
) -> None:
    house.receives("OUT_T1.txt", line(1, 1, 1, 4), device=A)
    house.passes(minutes=5)
    house.receives("OUT_T1.txt", line(1, 1, 1, 4), line(1, 1, 1, 4, -110), device=A)
    look = house.premises.window.look()
    assert corrections(house.conclusion, look.came) == (
        Correction(
            "board 1, 1 against 4 (round 1, table 1)",
            "2H W +1 (-140)",
            "2H W = (-110)",
            evening + timedelta(minutes=5),
            "OUT_T1.txt",
            A,
            late=False,
        ),
    )


def test_of_two_corrections_of_a_board_the_time_of_the_last_is_known(
    house: House, line: Line, evening: datetime
) -> None:
    first, second = line(1, 1, 1, 4), line(1, 1, 1, 4, -110)
    house.receives("OUT_T1.txt", first)
    house.receives("OUT_T1.txt", first, second)
    house.passes(minutes=5)
    house.receives("OUT_T1.txt", first, second, first)
    look = house.premises.window.look()
    found = corrections(house.conclusion, look.came)
    assert [(one.new, one.at) for one in found] == [
        ("2H W +1 (-140)", evening + timedelta(minutes=5)),
        ("2H W = (-110)", None),
    ]


def test_a_correction_that_a_sync_client_brings_twice_is_one(house: House, line: Line) -> None:
    first, second = line(1, 1, 1, 4), line(1, 1, 1, 4, -110)
    for name in ("OUT_T1.txt", "OUT_T1 (conflicted copy).txt"):
        house.receives(name, first, device=A)
        house.receives(name, first, second, device=A)
    found = corrections(house.conclusion, house.premises.window.look().came)
    assert [one.new for one in found] == ["2H W = (-110)"]


def test_a_device_that_was_replaced_is_seen(house: House, line: Line, evening: datetime) -> None:
    house.receives("OUT_T1.txt", line(1, 1, 1, 4), device=A)
    house.receives("OUT_3.txt", line(3, 3, 3, 6), device=A)
    house.passes(minutes=5)
    house.receives("OUT_T1.txt", line(1, 2, 1, 6), device=B)
    look = house.premises.window.look()
    found = devices(house.conclusion, look.came)
    assert found == (
        DeviceState("A", "pair 3", "OUT_3.txt", (A,), 1, evening),
        DeviceState("A", "table 1", "OUT_T1.txt", (A, B), 2, evening + timedelta(minutes=5)),
    )
    assert [one.changed for one in found] == [False, True]


def test_a_file_that_was_collected_from_a_card_is_heard_then(
    house: House, line: Line, evening: datetime
) -> None:
    house.receives("OUT_T1.txt", line(1, 1, 1, 4), device=A)
    house.passes(minutes=5)
    house.receives("collected 1/OUT_T1.txt", line(1, 1, 1, 4), line(1, 2, 1, 6), device=A)
    house.receives("collected 1/OUT_3.txt", line(3, 3, 3, 6), device=B)
    found = devices(house.conclusion, house.premises.window.look().came)
    assert [(one.file, one.heard) for one in found] == [
        ("OUT_3.txt", evening + timedelta(minutes=5)),
        ("OUT_T1.txt", evening + timedelta(minutes=5)),
    ]


def test_a_file_has_an_owner() -> None:
    kinds = (DeviceKind.PAIR, DeviceKind.TABLE, DeviceKind.BOARD)
    assert [owner(DeviceFile(kind, 4)) for kind in kinds] == ["pair 4", "table 4", "boards from 4"]


def test_the_page_has_both(house: House, line: Line, browser: Browser) -> None:
    house.receives("OUT_T1.txt", line(1, 1, 1, 4), line(1, 1, 1, 4, -110), device=A)
    house.receives("OUT_T1.txt", line(1, 2, 1, 6), device=B)
    page = browser.page()
    assert "<td>2H W +1 (-140)</td><td>2H W = (-110)</td>" in page
    assert f"<code>{A}</code> → <code>{B}</code> <strong>changed</strong>" in page


def test_a_folder_that_is_away_is_told_at_the_top(
    house: House, browser: Browser, told: Callable[..., Told]
) -> None:
    window = house.premises.window
    window.note(told("sync.lost", "box is not there: plug the stick in"))
    page = browser.page()
    assert '<p class="alarm" role="status">box is not there: plug the stick in</p>' in page
    window.note(told("sync.restored", "the folder is back"))
    assert 'class="alarm"' not in browser.page()
