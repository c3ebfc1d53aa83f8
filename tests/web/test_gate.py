"""What every request passes first, and what every answer carries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Browser, House, MakeBrowser

SAFE = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
}


@pytest.mark.parametrize(
    "path", ["/", "/director", "/healthz", "/nothing", "/director/static/director.css"]
)
def test_every_answer_has_the_safe_headers(house: House, browser: Browser, path: str) -> None:
    house.publishes()
    headers = browser.get(path).headers
    assert {name: headers.get(name) for name in SAFE} == SAFE
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers


def test_no_browser_complains_of_headers_that_are_for_this_computer_only(
    house: House, browse: MakeBrowser
) -> None:
    headers = browse(house, host="192.168.1.5:8420").get("/healthz").headers
    assert "cross-origin-opener-policy" not in headers
    assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/director"])
def test_a_page_of_another_name_that_leads_here_gets_nothing(
    house: House, browse: MakeBrowser, path: str
) -> None:
    house.publishes()
    response = browse(house, host="evil.example:8420").get(path)
    assert response.status_code == 421
    assert "This computer does not serve pages under that name" in response.text
    assert "Trial" not in response.text
    assert response.headers["connection"] == "close"


def test_a_length_in_two_ways_is_refused(browser: Browser) -> None:
    response = browser.ask(
        "POST", "/director/rule", headers={"Transfer-Encoding": "chunked", "Content-Length": "3"}
    )
    assert response.status_code == 400
    assert "The request says its length in two ways." in response.text


def test_an_address_without_an_end_is_refused(browser: Browser) -> None:
    assert browser.get("/" + "a" * 3000).status_code == 414
    assert browser.get("/?" + "a" * 3000).status_code == 414


def test_a_form_that_is_too_large_is_refused(browser: Browser) -> None:
    response = browser.post("/director/rule", {"key": browser.key(), "entry": "x" * 70_000})
    assert response.status_code == 413


def test_an_error_of_the_program_is_a_page_and_is_told(
    house: House, browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("broken")

    house.premises.window.look = fail  # type: ignore[method-assign,assignment] # broken on purpose
    response = browser.get("/director")
    assert response.status_code == 500
    assert "The program failed here (RuntimeError)." in response.text
    assert response.headers["x-frame-options"] == "DENY"
    assert [record.message for record in caplog.records] == ["A request failed (GET /director)"]


def test_what_players_and_tablets_wrote_is_never_markup(
    conflict: House, browser: Browser, told: object
) -> None:
    conflict.receives(
        "OUT_T2.txt", "2,2,2,5,E,true,false,<img src=x onerror=alert(1)>\n", device="<i>1"
    )
    assert callable(told)
    conflict.premises.window.note(told("problem.found", "<script>alert(2)</script>", file="<u>"))
    page = browser.page()
    assert "Trial &lt;b&gt;" in page
    assert "&lt;script&gt;alert(2)" in page
    assert set(re.findall(r"<(script|img|i|u|b)\b[^>]*>", page)) == {"script"}
    assert re.findall(r"<script[^>]*>(.*?)</script>", page) == [""]
