"""The director's page in a real browser."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from daemon.web.listening import listen
from daemon.web.serving import Serving

if TYPE_CHECKING:
    from tests.web.conftest import House

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this computer")

SLIP = "#f-result input[name=board]"


@pytest.fixture
def director(house: House) -> Iterator[Page]:
    """The director's page of a house that is really served."""
    opened = listen("127.0.0.1", 0)
    serving = Serving(house.premises, None, house.reads_rulings, lambda: house.late)
    address = f"http://127.0.0.1:{opened.getsockname()[1]}/director"
    thread = threading.Thread(target=serving.run, args=(opened,), daemon=True)
    thread.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        expect(page.locator("#live")).to_have_text("· renews itself")
        yield page
        browser.close()
    serving.leave()
    thread.join(20)


def test_what_is_being_typed_stays_also_in_a_list_that_changes(
    house: House, director: Page, line: Callable[..., str]
) -> None:
    expect(director.locator("#p-state .count")).to_contain_text("0 of 9")
    director.locator("#f-result summary").click()
    director.locator(SLIP).fill("2")
    house.receives("OUT_T1.txt", line(1, 1, 1, 4))
    house.receives("OUT_T2.txt", line(2, 2, 2, 5).replace("2♡,+1,W,J♤,-140", "ask me,,,,"))
    expect(director.locator("#p-state .count")).to_contain_text("1 of 9")
    expect(director.locator(SLIP)).to_have_value("2")
    expect(director.locator(SLIP)).to_be_focused()
    # A form within a list that changes:
    director.locator("#p-problems input[name=contract]").fill("3N")
    house.receives("OUT_T3.txt", line(3, 3, 3, 6).replace("-140", "-90"))
    expect(director.locator("#p-problems li")).to_have_count(2)
    expect(director.locator("#p-problems input[name=contract]")).to_have_value("3N")
    expect(director.locator("#p-problems input[name=contract]")).to_be_focused()
