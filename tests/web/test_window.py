"""What the one that writes lets the server see."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from daemon.tournament.told import Told
from daemon.web.window import MOST_NOTED, Window

if TYPE_CHECKING:
    from tests.web.conftest import House


def test_the_last_lines_of_the_log_are_kept(evening: datetime, told: Callable[..., Told]) -> None:
    window = Window(lambda: evening)
    for number in range(MOST_NOTED + 5):
        window.note(told("heartbeat", str(number)))
    log = window.look().log
    assert [one.told.text for one in log] == [str(number) for number in range(5, MOST_NOTED + 5)]
    assert log[0].at == evening


def test_the_last_word_about_the_folder_outlives_the_log(
    evening: datetime, told: Callable[..., Told]
) -> None:
    window = Window(lambda: evening)
    window.note(told("sync.lost", "the folder is away"))
    for _ in range(MOST_NOTED):
        window.note(told("heartbeat", ""))
    folder = window.look().folder
    assert folder is not None
    assert folder.told.text == "the folder is away"


def test_what_came_before_this_start_has_the_time_of_its_writer(
    house: House, line: Callable[..., str], evening: datetime
) -> None:
    house.receives("OUT_T1.txt", line(1, 1, 1, 4))
    fresh = Window(lambda: evening + timedelta(hours=1))
    fresh.show(house.conclusion)
    assert fresh.look().last == evening


def test_a_tablet_whose_clock_is_ahead_wrote_it_now(
    house: House, line: Callable[..., str], evening: datetime
) -> None:
    house.receives("OUT_T1.txt", line(1, 1, 1, 4))
    fresh = Window(lambda: evening - timedelta(hours=1))
    fresh.show(house.conclusion)
    assert fresh.look().last == evening - timedelta(hours=1)


def test_what_comes_now_comes_now(
    house: House, line: Callable[..., str], evening: datetime
) -> None:
    house.receives("OUT_T1.txt", line(1, 1, 1, 4))
    house.passes(minutes=5)
    house.receives("OUT_T2.txt", line(2, 2, 2, 5))
    assert house.premises.window.look().last == evening + timedelta(minutes=5)


def test_whoever_listens_hears_of_every_change(house: House, told: Callable[..., Told]) -> None:
    window, heard = house.premises.window, list[tuple[str, ...]]()
    with window.listening(heard.append):
        window.published(["standings.json"])
        window.note(told("heartbeat", ""))
        window.show(house.conclusion)
    window.published(["index.html"])
    assert heard == [("standings.json",), (), ()]


def test_one_can_wait_for_what_is_to_be_seen(house: House) -> None:
    window = house.premises.window
    assert window.wait_for(lambda look: look.conclusion is not None, 0)
    assert not window.wait_for(lambda look: look.number > 1000, 0)
