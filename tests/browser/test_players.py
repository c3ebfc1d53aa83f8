"""What players do with their pages, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import EVIL, Evening, Visit


def column(page: Page, place: int) -> list[str]:
    """The texts of a column of the first list, from the top."""
    cells = page.locator(f"table.list >> nth=0 >> css=tbody tr > *:nth-child({place})")
    return [text.strip() for text in cells.all_inner_texts()]


def test_a_result_appears_without_a_reload(evening: Evening, visit: Visit) -> None:
    page = visit(evening.url)
    expect(page.locator("body")).to_contain_text("0 of 18 results")
    page.evaluate("window.marked = true")
    evening.enter("OUT_T1.txt", 1, 1, (1, 4), "4♠,=,N,,420")
    expect(page.locator("body")).to_contain_text("1 of 18 results")
    assert page.evaluate("window.marked") is True


def test_an_evening_that_is_opened_again_is_provisional_again_without_a_reload(
    evening: Evening, visit: Visit
) -> None:
    page = visit(evening.url)
    open_yet = evening.rulings
    (evening.directory / "rulings.toml").write_text(f"closed = true\n{open_yet}", "utf-8")
    expect(page.locator(".state")).to_contain_text("Final")
    (evening.directory / "rulings.toml").write_text(open_yet, "utf-8")
    expect(page.locator(".state")).to_contain_text("Provisional")


def test_a_scorecard_leads_to_the_own_line_of_a_board_and_back(
    evening: Evening, visit: Visit
) -> None:
    evening.first_round()
    page = visit(evening.url)
    page.get_by_role("link", name="Clio Corno & Dario Dijk").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Clio Corno")
    expect(page.locator("svg")).to_have_count(1)
    page.get_by_role("main").get_by_role("link", name="3", exact=True).first.click()
    own = page.locator("tr.own, tr:target, tr:has(:target)")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("Clio Corno")


def test_a_list_is_sorted_by_a_click_and_stays_so_when_results_come(
    evening: Evening, visit: Visit
) -> None:
    evening.first_round()
    page = visit(evening.url)
    expect(page.locator("body")).to_contain_text("6 of 18 results")
    heading = page.get_by_role("columnheader", name="No.").first
    place = 1 + heading.evaluate("head => head.cellIndex")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert column(page, place) == ["1", "2", "3"]
    heading.get_by_role("button").click()
    assert column(page, place) == ["3", "2", "1"]
    evening.enter("OUT_T2.txt", 2, 5, (2, 4), "3NT,=,N,,600")
    expect(page.locator("body")).to_contain_text("7 of 18 results")
    assert column(page, place) == ["3", "2", "1"]
    sorted_by = page.get_by_role("columnheader", name="No.").first
    expect(sorted_by).to_have_attribute("aria-sort", "descending")


def test_whoever_comes_back_finds_the_list_as_it_was_sorted(evening: Evening, visit: Visit) -> None:
    evening.first_round()
    page = visit(evening.url, height=400)
    expect(page.locator("body")).to_contain_text("6 of 18 results")
    number = page.get_by_role("columnheader", name="No.").first
    number.get_by_role("button").click()
    page.evaluate("scrollTo(0, 150)")
    page.get_by_role("link", name="Clio Corno & Dario Dijk").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Clio Corno")
    page.go_back()
    expect(number).to_have_attribute("aria-sort", "ascending")
    assert page.evaluate("scrollY") == 150
    page.get_by_role("link", name="Progress").click()
    page.get_by_role("link", name="Standings").click()
    expect(number).not_to_have_attribute("aria-sort", "ascending")


@pytest.mark.parametrize(
    ("name", "code", "heading"),
    [
        ("Italiano", "it", "Classifica"),
        ("Nederlands", "nl", "Stand"),
        ("Français", "fr", "Classement"),
    ],
)
def test_the_language_is_switched_there_and_back(
    evening: Evening, visit: Visit, name: str, code: str, heading: str
) -> None:
    page = visit(evening.url)
    page.get_by_role("link", name=name).click()
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings")


def test_a_name_that_is_a_script_is_a_name(evening: Evening, visit: Visit) -> None:
    evening.first_round()
    page = visit(evening.url)
    link = page.get_by_role("link", name=EVIL)
    expect(link).to_be_visible()
    link.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(EVIL)


def test_the_pages_are_whole_without_a_server(evening: Evening, visit: Visit) -> None:
    evening.first_round()
    served = visit(evening.url)
    expect(served.locator("body")).to_contain_text("6 of 18 results")
    file = (evening.directory / "live" / "index.html").as_uri()
    page = visit(file)
    expect(page.locator("body")).to_contain_text("6 of 18 results")
    assert page.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse")
    page.get_by_role("columnheader", name="No.").first.get_by_role("button").click()
    page.get_by_role("link", name="Clio Corno & Dario Dijk").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Clio Corno")


def test_a_page_that_nobody_made_says_so_in_words(evening: Evening, visit: Visit) -> None:
    page = visit(evening.url)
    answer = page.request.get(f"{evening.url}boards/A-99.html")
    assert answer.status == 404
    assert "Content-Security-Policy".lower() in answer.headers
