"""Every page fits its window and can be used by everybody, in light and dark."""

import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening, Visit

PAGES = {
    "standings": "",
    "italian": "it/index.html",
    "progress": "progress.html",
    "wall": "wall.html",
    "board": "boards/A-3.html",
    "scorecard": "pairs/A-6.html",
    "scorecards": "scorecards.html",
    "travellers": "travellers.html",
    "director": "director",
}
WIDTHS = {"phone": 390, "laptop": 1366, "wall": 1920}
PICTURES = os.environ.get("TOURNAMENTD_PICTURES")
"""A folder for pictures of all pages, for whoever wants to look at them."""


def played(evening: Evening, visit: Visit) -> None:
    """The first round is in, with a conflict."""
    evening.first_round()
    evening.conflict()
    page = visit(f"{evening.url}director")
    expect(page.locator("ol.problems > li.error")).to_have_count(1)
    expect(page.locator("#p-state")).to_contain_text("5 of 18 results")


def overflow(page: Page) -> int:
    """How many pixels one must scroll sideways to see all of the page."""
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return int(page.evaluate(wider))


def keep_picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_page_is_wider_than_its_window_or_shuts_anybody_out(
    evening: Evening, visit: Visit, width: str, *, dark: bool
) -> None:
    played(evening, visit)
    for name, path in PAGES.items():
        page = visit(evening.url + path, width=WIDTHS[width], dark=dark)
        keep_picture(page, f"{name}-{width}-{'dark' if dark else 'light'}")
        assert overflow(page) <= 0, name
        found = Axe().run(page).response["violations"]
        grave = [
            (one["id"], [node["html"] for node in one["nodes"][:3]])
            for one in found
            if one["impact"] in {"serious", "critical"}
        ]
        assert grave == [], name


def test_tables_have_headings_and_names(evening: Evening, visit: Visit) -> None:
    played(evening, visit)
    for name, path in PAGES.items():
        page = visit(evening.url + path)
        for table in page.locator("table").all():
            assert table.locator("th[scope]").count() > 0, name


def test_a_page_is_printed_without_what_only_a_screen_needs(evening: Evening, visit: Visit) -> None:
    played(evening, visit)
    page = visit(f"{evening.url}scorecards.html")
    page.emulate_media(media="print", color_scheme="light")
    expect(page.get_by_role("navigation").first).to_be_hidden()
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert re.fullmatch(r"rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\)", background)
