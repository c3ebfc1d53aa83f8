"""The director's page in a real browser."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from daemon.web.listening import listen
from daemon.web.serving import Serving

if TYPE_CHECKING:
    from tests.web.conftest import House

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this computer")

PHONE, LAPTOP = (390, 844), (1366, 768)
SLIP = "#f-result input[name=board]"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Seen:
    """A page with what went wrong on it, and where it sent requests."""

    page: Page
    base: str
    complaints: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)


@contextmanager
def looking_at(
    path: str,
    house: House,
    chromium: Browser,
    size: tuple[int, int] = LAPTOP,
    *,
    scheme: str = "light",
) -> Iterator[Seen]:
    """A page of a house that is really served; nothing on it may go wrong."""
    house.publishes()
    opened = listen("127.0.0.1", 0)
    port = int(opened.getsockname()[1])
    premises = replace(house.premises, port=port)
    serving = Serving(premises, None, house.reads_rulings, lambda: house.late)
    thread = threading.Thread(target=serving.run, args=(opened,), daemon=True)
    thread.start()
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    seen = Seen(context.new_page(), f"http://127.0.0.1:{port}/")
    seen.page.on("console", lambda message: seen.complaints.append(message.text))
    seen.page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    seen.page.on(
        "request",
        lambda request: (
            None if request.url.startswith(seen.base) else seen.strangers.append(request.url)
        ),
    )
    try:
        seen.page.goto(f"{seen.base}{path}")
        yield seen
        assert (seen.complaints, seen.strangers) == ([], [])
    finally:
        context.close()
        serving.leave()
        thread.join(20)


@contextmanager
def director(
    house: House, chromium: Browser, size: tuple[int, int] = LAPTOP, *, scheme: str = "light"
) -> Iterator[Seen]:
    """The director's page, which is kept up to date."""
    with looking_at("director", house, chromium, size, scheme=scheme) as seen:
        expect(seen.page.locator("#live")).to_have_text("· renews itself")
        yield seen


def test_a_result_appears_on_the_players_page_without_a_reload(
    house: House, chromium: Browser, line: Callable[..., str]
) -> None:
    with looking_at("", house, chromium) as seen:
        page = seen.page
        page.evaluate("window.before = true")
        expect(page.locator("main")).to_contain_text("<script>alert(1)</script>")
        # Two of three scores: (2 + 1) x 3 / 2 - 1 = 3.5 of 4 for the better one (Neuberg).
        best = page.locator("main table", has_text="87.50")
        expect(best).to_have_count(0)
        house.receives("OUT_T1.txt", line(1, 1, 1, 4, -110))
        house.receives("OUT_T3.txt", line(3, 1, 3, 5, -140))
        house.publishes()
        expect(best.first).to_be_visible()
        assert page.evaluate("window.before")


def test_one_click_settles_a_conflict_and_the_entry_stands_in_the_file(
    conflict: House, chromium: Browser
) -> None:
    with director(conflict, chromium) as seen:
        page = seen.page
        expect(page).to_have_title("(1) Trial <b> – director")
        page.get_by_role("button", name="2H W =, NS -110 counts (OUT_1.txt)").click()
        expect(page.locator("#p-answer h2")).to_have_text("Written")
        expect(page.locator("#p-problems")).to_have_text("Nothing is open.")
    assert 'file = "OUT_1.txt"  # 2H W =, NS -110' in conflict.rulings


def test_what_comes_in_appears_and_what_is_being_typed_stays(
    house: House, chromium: Browser, line: Callable[..., str]
) -> None:
    with director(house, chromium) as seen:
        page = seen.page
        expect(page.locator("#p-state .count")).to_contain_text("0 of 9")
        page.locator("#f-result summary").click()
        page.locator(SLIP).fill("2")
        house.receives("OUT_T1.txt", line(1, 1, 1, 4))
        house.receives("OUT_T2.txt", line(2, 2, 2, 5).replace("2♡,+1,W,J♤,-140", "ask me,,,,"))
        expect(page.locator("#p-state .count")).to_contain_text("1 of 9")
        expect(page.locator(SLIP)).to_have_value("2")
        expect(page.locator(SLIP)).to_be_focused()
        # A form within a list that changes:
        page.locator("#p-problems input[name=contract]").fill("3N")
        house.receives("OUT_T3.txt", line(3, 3, 3, 6).replace("-140", "-90"))
        expect(page.locator("#p-problems li")).to_have_count(2)
        expect(page.locator("#p-problems input[name=contract]")).to_have_value("3N")
        expect(page.locator("#p-problems input[name=contract]")).to_be_focused()


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (LAPTOP, "light")])
def test_it_is_for_everybody_on_every_screen(
    conflict: House,
    chromium: Browser,
    line: Callable[..., str],
    size: tuple[int, int],
    scheme: str,
) -> None:
    conflict.receives("OUT_T3.txt", line(3, 3, 3, 6).replace("-140", "-90"))
    conflict.receives("OUT_T3.txt", line(3, 3, 3, 6, -110), device="c" * 16)
    conflict.premises.sheet.path.write_text(
        "event = 2026-12-01\n[[not_played]]\nboard = 2\nns = 2\n"
    )
    conflict.reads_rulings()
    with director(conflict, chromium, size, scheme=scheme) as seen:
        wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        assert not seen.page.evaluate(wider)
        seen.page.locator("#f-result summary").click()
        found = Axe().run(seen.page).response["violations"]
        assert [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in found] == []
