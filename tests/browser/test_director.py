"""What the director does with the director's page, in a real browser."""

import tomllib

from playwright.sync_api import expect

from tests.browser.conftest import Evening, Visit


def test_one_click_settles_a_conflict_and_the_entry_stands_in_the_rulings(
    evening: Evening, visit: Visit
) -> None:
    page = visit(f"{evening.url}director")
    page.evaluate("window.marked = true")
    evening.first_round()
    evening.conflict()
    problem = page.locator("ol.problems > li.error")
    expect(problem).to_have_count(1)
    expect(problem).to_contain_text("board 3")
    assert page.evaluate("window.marked") is True  # it came without a reload
    problem.get_by_role("button", name="OUT_2.txt").click()
    expect(page.get_by_role("main")).to_contain_text("1NT E +1, NS -120")
    expect(page.locator("ol.problems > li.error")).to_have_count(0)
    written = tomllib.loads(evening.rulings)
    (entry,) = written["accept"]
    assert (entry["board"], entry["ns"], entry["file"]) == (3, 2, "OUT_2.txt")
    assert evening.rulings.startswith("# Rulings of the evening\n")


def test_what_is_being_typed_stays_while_the_page_renews_itself(
    evening: Evening, visit: Visit
) -> None:
    page = visit(f"{evening.url}director")
    page.get_by_text("Paper slip").click()
    contract = page.locator("#forms details[open] input[name=contract]")
    contract.fill("3NT")
    evening.first_round()
    expect(page.locator("#p-state")).to_contain_text("6 of 18 results")
    expect(contract).to_have_value("3NT")


def test_a_page_that_stood_open_while_the_daemon_was_started_anew_goes_on(
    evening: Evening, visit: Visit
) -> None:
    page = visit(f"{evening.url}director", away=True)
    page.get_by_text("Paper slip").click()
    form = page.locator("#forms details[open] form")
    form.locator("[name=board]").fill("1")
    form.locator("[name=ns]").fill("1")
    evening.stop()
    expect(page.locator("#live")).to_contain_text("does not answer")
    evening.start()
    expect(page.locator("#live")).to_have_text("· renews itself", timeout=20_000)
    evening.first_round()
    expect(page.locator("#p-state")).to_contain_text("6 of 18 results", timeout=10_000)
    form.locator("[name=contract]").fill("4S")
    form.locator("[name=declarer]").select_option("N")
    form.locator("[name=result]").fill("=")
    form.get_by_role("button", name="Write it").click()
    expect(page.get_by_role("main")).to_contain_text("Written")
    assert tomllib.loads(evening.rulings)["result"][0]["board"] == 1


def test_a_paper_slip_becomes_a_result(evening: Evening, visit: Visit) -> None:
    page = visit(f"{evening.url}director")
    page.get_by_text("Paper slip").click()
    form = page.locator("#forms details[open] form")
    form.locator("[name=board]").fill("1")
    form.locator("[name=ns]").fill("1")
    form.locator("[name=contract]").fill("4S")
    form.locator("[name=declarer]").select_option("N")
    form.locator("[name=result]").fill("=")
    form.get_by_role("button", name="Write it").click()
    expect(page.locator("#p-state")).to_contain_text("1 of 18 results")
    (entry,) = tomllib.loads(evening.rulings)["result"]
    assert (entry["board"], entry["ns"], entry["contract"]) == (1, 1, "4S")
