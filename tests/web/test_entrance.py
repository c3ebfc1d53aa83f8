"""Who comes in to the director's page, and whose forms change anything."""

from __future__ import annotations

import os
import re
from html import unescape
from typing import TYPE_CHECKING

import pytest

from daemon.web.attempts import Attempts
from daemon.web.sessions import Session, Sessions, Way
from daemon.web.token import Token, TokenError, token_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Browser, House, MakeBrowser, MakeHouse

NOT_PLAYED = {"kind": "not_played", "board": "1", "ns": "1"}


def test_at_this_computer_it_opens(browser: Browser) -> None:
    response = browser.get("/director")
    assert response.status_code == 200
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("director_8420=here.")
    assert cookie.endswith("; HttpOnly; Path=/director; SameSite=strict")


@pytest.mark.parametrize(
    "header",
    ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"],
)
def test_behind_a_proxy_on_this_computer_it_does_not(browser: Browser, header: str) -> None:
    response = browser.get("/director", **{header: "192.168.1.20"})
    assert response.status_code == 403
    assert "It opens at the tournament’s own computer only" in response.text


def test_elsewhere_without_a_token_it_does_not(make_house: MakeHouse, browse: MakeBrowser) -> None:
    house = make_house("0.0.0.0")  # noqa: S104 - nothing listens
    browser = browse(house, "192.168.1.20", "192.168.1.5:8420")
    response = browser.get("/director")
    assert response.status_code == 403
    assert "http://127.0.0.1:8420/director" in response.text
    assert "set-cookie" not in response.headers
    assert browser.post("/director/enter", {"token": ""}).status_code == 403


def test_from_elsewhere_the_name_of_this_computer_does_not_help(
    house: House, browse: MakeBrowser
) -> None:
    assert browse(house, "192.168.1.20", "127.0.0.1:8420").get("/director").status_code == 403


def test_with_the_token_it_opens_elsewhere(elsewhere: Browser, token: str) -> None:
    first = elsewhere.get("/director")
    assert first.status_code == 403
    assert 'name="token" type="password"' in first.text
    entered = elsewhere.post("/director/enter", {"token": f" {token} "})
    assert (entered.status_code, entered.headers["location"]) == (303, "/director")
    assert token not in entered.headers["set-cookie"]
    assert elsewhere.get("/director").status_code == 200


def test_a_wrong_token_is_told_and_never_shown(elsewhere: Browser) -> None:
    response = elsewhere.post("/director/enter", {"token": "orange-table-eight"})
    assert response.status_code == 403
    assert "That is not the token." in response.text
    assert "orange" not in response.text
    assert "set-cookie" not in response.headers


def test_who_guesses_waits_longer_and_longer(elsewhere: Browser, token: str) -> None:
    for _ in range(3):
        assert elsewhere.post("/director/enter", {"token": "wrong"}).status_code == 403
    waiting = elsewhere.post("/director/enter", {"token": token})
    assert (waiting.status_code, waiting.headers["retry-after"]) == (429, "2")
    assert "Too many wrong tokens: wait 2 seconds." in waiting.text


def test_another_page_cannot_enter(elsewhere: Browser, token: str) -> None:
    response = elsewhere.post(
        "/director/enter", {"token": token}, Sec_Fetch_Site="cross-site", Origin="http://evil"
    )
    assert response.status_code == 403
    assert "set-cookie" not in response.headers


def test_who_leaves_is_a_stranger_again(elsewhere: Browser, token: str) -> None:
    elsewhere.post("/director/enter", {"token": token})
    elsewhere.post("/director/leave", {"key": elsewhere.key()})
    assert elsewhere.get("/director").status_code == 403


def test_the_cookie_of_this_computer_is_worth_nothing_elsewhere(
    house: House, browse: MakeBrowser
) -> None:
    here, there = browse(house), browse(house, "192.168.1.20")
    key = here.key()
    there.cookies = here.cookies
    assert there.get("/director").status_code == 403
    assert there.post("/director/rule", {"key": key, **NOT_PLAYED}).status_code == 403
    assert house.rulings == ""


def test_two_events_on_one_computer_have_cookies_of_their_own(browser: Browser) -> None:
    browser.page()
    assert list(browser.cookies) == ["director_8420"]


# Forms


@pytest.mark.parametrize(
    ("headers", "says"),
    [
        ({"Origin": "http://evil.example"}, "was not sent by the director’s page"),
        ({"Origin": "null"}, "was not sent by the director’s page"),
        ({"Origin": "http://127.0.0.1:9999"}, "was not sent by the director’s page"),
        ({"Origin": "http://[127.0.0.1:8420"}, "was not sent by the director’s page"),
        ({"Sec_Fetch_Site": "cross-site"}, "was not sent by the director’s page"),
        ({"Sec_Fetch_Site": "same-site"}, "was not sent by the director’s page"),
        ({"Sec_Fetch_Site": "none"}, "was not sent by the director’s page"),
        ({"Origin": "", "Sec_Fetch_Site": ""}, "was not sent by the director’s page"),
    ],
)
def test_a_form_that_another_page_sends_changes_nothing(
    house: House, browser: Browser, headers: dict[str, str], says: str
) -> None:
    response = browser.post("/director/rule", {"key": browser.key(), **NOT_PLAYED}, **headers)
    assert response.status_code == 403
    assert says in response.text.replace("&#39;", "’")
    assert house.rulings == ""


@pytest.mark.parametrize("key", ["", "0" * 64, "é"])
def test_a_form_without_the_key_of_its_page_changes_nothing(
    house: House, browser: Browser, key: str
) -> None:
    browser.page()
    response = browser.post("/director/rule", {"key": key, **NOT_PLAYED})
    assert response.status_code == 403
    assert "Nothing was changed: the daemon was started anew since" in response.text
    assert house.rulings == ""


def test_the_key_of_another_session_is_none(house: House, browse: MakeBrowser) -> None:
    one, other = browse(house), browse(house)
    other.page()
    response = other.post("/director/rule", {"key": one.key(), **NOT_PLAYED})
    assert response.status_code == 403
    assert house.rulings == ""


def test_a_key_of_before_the_daemons_start_is_none(house: House, browse: MakeBrowser) -> None:
    before = browse(house)
    key = before.key()
    after = browse(house)  # a new application, with another key
    after.cookies = before.cookies
    response = after.post("/director/rule", {"key": key, **NOT_PLAYED})
    assert response.status_code == 403
    assert "Nothing was changed: the daemon was started anew since" in response.text
    assert house.rulings == ""


TYPED = {
    "kind": "result",
    "board": "7",
    "ns": '"><b>3',
    "contract": "4SX",
    "declarer": "S",
    "result": "-2",
    "reason": "the tablet was flat",
}


def typed_again(page: str, kind: str) -> dict[str, str]:
    """What stands in the form of this kind, which is open."""
    form = re.search(rf'id="f-{kind}" open>(.*?)</details>', page, re.DOTALL)
    assert form is not None
    found = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1]))
    found |= dict(re.findall(r'name="(\w+)".*?<option selected>(\w+)</option>', form[1]))
    found |= dict(re.findall(r'<textarea name="(\w+)"[^>]*>(.*?)</textarea>', form[1], re.DOTALL))
    return {name: unescape(value) for name, value in found.items() if value}


def test_what_was_typed_before_the_daemon_was_started_anew_is_given_back_and_not_done(
    house: House, browse: MakeBrowser
) -> None:
    before, after = browse(house), browse(house)
    old_key = before.key()
    after.cookies = before.cookies
    page = after.post("/director/rule", {"key": old_key, **TYPED}).text
    again = typed_again(page, "result")
    key = again.pop("key")
    assert again == TYPED | {"try": "1"}
    assert key != old_key
    assert "Look at what is typed below, then send it once more." in page
    assert (house.rulings, house.nudges) == ("", 0)
    response = after.post("/director/rule", {"key": key, **NOT_PLAYED})
    assert response.status_code == 303  # the key that came with it is good
    assert "[[not_played]]" in house.rulings


def test_an_entry_that_was_pasted_is_given_back_as_it_was(
    house: House, browse: MakeBrowser
) -> None:
    entry = "[[absent]]\ncontestant = 7 # <late>"
    page = browse(house).post("/director/rule", {"key": "old", "entry": entry, "try": "1"}).text
    assert typed_again(page, "entry")["entry"] == entry
    assert house.rulings == ""


def test_a_button_of_an_old_page_is_to_be_pressed_once_more(
    house: House, browse: MakeBrowser
) -> None:
    response = browse(house).post("/director/close", {"key": "old"})
    assert response.status_code == 403
    assert "Look at the page, then press the button once more." in response.text
    assert house.rulings == ""


def test_what_was_typed_elsewhere_waits_until_the_token_is_shown(
    make_house: MakeHouse, browse: MakeBrowser, token: str
) -> None:
    """The cookie of before the daemon's start is none any more."""
    house = make_house("0.0.0.0")  # noqa: S104 - nothing listens
    house.token = Token(token)
    phone = browse(house, "192.168.1.20", "192.168.1.5:8420")
    response = phone.post("/director/rule", {"key": "old", "try": "1", **TYPED})
    assert response.status_code == 403
    assert "What was typed is kept" in response.text
    kept = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', response.text))
    kept = {name: unescape(value) for name, value in kept.items()}
    assert kept == TYPED
    wrong = phone.post("/director/enter", {"token": "no", **kept}).text
    assert wrong.count('type="hidden"') == len(TYPED)
    page = phone.post("/director/enter", {"token": token, **kept}).text
    again = typed_again(page, "result")
    assert {name: again[name] for name in TYPED} == TYPED
    assert house.rulings == ""
    response = phone.post("/director/rule", {"key": again["key"], **NOT_PLAYED})
    assert response.status_code == 303


def test_a_form_of_another_page_gives_nothing_back(house: House, browse: MakeBrowser) -> None:
    response = browse(house).post("/director/rule", TYPED, Origin="http://evil.example")
    assert response.status_code == 403
    assert "the tablet was flat" not in response.text


def test_a_form_from_a_browser_without_a_session_changes_nothing(
    house: House, browse: MakeBrowser
) -> None:
    key = browse(house).key()
    assert browse(house).post("/director/rule", {"key": key, **NOT_PLAYED}).status_code == 403
    assert house.rulings == ""


def test_what_changes_something_is_never_asked_for_with_get(house: House, browser: Browser) -> None:
    key = browser.key()
    assert browser.get(f"/director/rule?key={key}&kind=not_played&board=1&ns=1").status_code == 404
    assert house.rulings == ""


def test_what_is_no_form_is_refused(house: House, browser: Browser) -> None:
    browser.page()
    for content, kind in (
        ('{"key": 1}', "application/json"),
        ("key", "application/x-www-form-urlencoded"),
        ("key=%ff%fe", "application/x-www-form-urlencoded"),
        ("&".join(f"a{number}=1" for number in range(100)), "application/x-www-form-urlencoded"),
        ("a=é", "application/x-www-form-urlencoded"),
    ):
        response = browser.ask(
            "POST",
            "/director/rule",
            content=content.encode(),
            headers={
                "Content-Type": kind,
                "Origin": "http://127.0.0.1:8420",
                "Sec-Fetch-Site": "same-origin",
            },
        )
        assert response.status_code == 400, content[:20]
    assert house.rulings == ""


# Cookies


def test_a_cookie_is_known_until_it_is_old() -> None:
    sessions = Sessions(lifetime=100)
    session = sessions.begin(Way.TOKEN)
    cookie = sessions.cookie(session, now=1000.5)
    assert sessions.of(cookie, now=1099) == session
    assert sessions.of(cookie, now=1101) is None


@pytest.mark.parametrize(
    "cookie", ["", "here", "here.1.2.3", "é.é", "....", "here.1.x." + "0" * 64]
)
def test_what_is_no_cookie_of_ours_is_none(cookie: str) -> None:
    assert Sessions(lifetime=100).of(cookie, now=0) is None


def test_a_cookie_cannot_be_changed() -> None:
    sessions = Sessions(lifetime=100)
    cookie = sessions.cookie(Session(Way.HERE, "1"), now=0)
    assert sessions.of(cookie.replace("here", "token"), now=0) is None


def test_what_signs_a_form_signs_no_cookie() -> None:
    sessions = Sessions(lifetime=100)
    session = sessions.begin(Way.HERE)
    forged = f"{session.way}.{session.number}.{sessions.form_key(session)}"
    assert sessions.of(forged, now=0) is None


# The token


def test_a_missing_token_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "token.txt"
    made = token_in(file)
    assert made.is_new
    assert file.read_text() == f"{made.value}\n"
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
    parts = made.value.split("-")
    assert [len(part) for part in parts] == [4, 4, 4, 4]
    assert not set("".join(parts)) & set("01ilo")
    again = token_in(file)
    assert (again.value, again.is_new, again.advice) == (made.value, False, None)
    assert made.value not in repr(made)


def test_two_tokens_differ(tmp_path: Path) -> None:
    assert token_in(tmp_path / "a").value != token_in(tmp_path / "b").value


def test_a_token_that_could_be_guessed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "token.txt"
    file.write_text("bridge\n")
    with pytest.raises(TokenError) as caught:
        token_in(file)
    assert str(caught.value) == (
        f"web.token_file: the token in {file} is shorter than 12 characters, and could be guessed: "
        f"write a longer one, or delete the file, and one is made"
    )


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has these rights")
def test_a_token_that_others_can_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "token.txt"
    file.write_text("a long enough token\n")
    file.chmod(0o644)
    assert token_in(file).advice == (
        f"others on this computer can read {file}: `chmod 600` keeps it to its owner"
    )


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(TokenError, match=r" cannot be read \(Is a directory\): see to it$"):
        token_in(tmp_path)
    file = tmp_path / "latin"
    file.write_bytes(b"caf\xe9 long enough token")
    with pytest.raises(TokenError, match=r" cannot be read \(it is not UTF-8\): see to it$"):
        token_in(file)
    (tmp_path / "file").write_text("")
    with pytest.raises(TokenError, match=r"cannot be "):
        token_in(tmp_path / "file" / "token")


@pytest.mark.parametrize(
    ("typed", "same"),
    [("secret", True), (" secret\n", True), ("Secret", False), ("", False), ("é\ud800", False)],
)
def test_a_token_is_typed_as_it_stands(typed: str, same: bool) -> None:  # noqa: FBT001 - a table
    assert Token("secret").is_same(typed) is same


def test_the_wait_doubles_and_ends_with_success() -> None:
    now = 0.0
    attempts = Attempts(lambda: now)
    waits = []
    for _ in range(12):
        attempts.fail("a")
        waits.append(attempts.wait("a"))
    assert waits == [0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert attempts.wait("b") == 0
    now = 299.0
    assert attempts.wait("a") == 1
    attempts.succeed("a")
    assert attempts.wait("a") == 0


def test_no_crowd_of_addresses_fills_the_memory() -> None:
    attempts = Attempts(lambda: 0.0)
    for number in range(3000):
        attempts.fail(str(number))
    assert len(attempts._failed) == 1000
