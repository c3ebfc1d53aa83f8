"""Published files, and no other."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from daemon.web.files import Files, is_plain

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Browser, House, MakeBrowser


@pytest.fixture
def published(house: House, tmp_path: Path) -> Path:
    """The folder with everything published, and things that are nobody's business."""
    house.publishes()
    (tmp_path / "secret.html").write_text("secret")
    folder = house.premises.directory
    (folder / ".hidden.html").write_text("secret")
    (folder / "notes.html").write_text("not published")
    (folder / "sub").mkdir()
    return folder


def test_the_first_page_is_the_index(published: Path, browser: Browser) -> None:
    response = browser.get("/")
    assert response.status_code == 200
    assert response.content == (published / "index.html").read_bytes()
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("standings.json", "application/json"),
        ("standings.csv", "text/csv; charset=utf-8"),
        ("travellers.json", "application/json"),
    ],
)
def test_a_file_has_its_type(published: Path, browser: Browser, name: str, media_type: str) -> None:
    response = browser.get(f"/{name}")
    assert response.content == (published / name).read_bytes()
    assert response.headers["content-type"] == media_type


def test_who_has_the_newest_version_is_not_sent_it_again(published: Path, browser: Browser) -> None:
    etag = browser.get("/standings.json").headers["etag"]
    again = browser.get("/standings.json", If_None_Match=f'"old", W/{etag}')
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    (published / "standings.json").write_text("{}")
    changed = browser.get("/standings.json", If_None_Match=etag)
    assert (changed.status_code, changed.text) == (200, "{}")
    assert changed.headers["etag"] != etag


def test_a_head_has_the_length_and_no_content(published: Path, browser: Browser) -> None:
    response = browser.ask("HEAD", "/standings.json")
    assert response.status_code == 200
    assert response.content == b""
    size = (published / "standings.json").stat().st_size
    assert response.headers["content-length"] == str(size)


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_pages_are_only_read(browser: Browser, method: str) -> None:
    response = browser.ask(method, "/standings.json")
    assert response.status_code == 405
    assert "That cannot be done here: pages are only read." in response.text
    assert response.headers["allow"] in {"GET, HEAD", "HEAD, GET"}


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(
    "path",
    [
        "/nothing.html",
        "/notes.html",
        "/.hidden.html",
        "/.pages",
        "/sub",
        "/sub/",
        "/../secret.html",
        "/%2e%2e/secret.html",
        "/..%2fsecret.html",
        "/..%5csecret.html",
        "/sub/../../secret.html",
        "//etc/passwd",
        "/%00index.html",
        "/index.html%00",
        "/index.html/",
        "/C:/index.html",
        "/index.html::$DATA",
        "/director/static/../../pages.py",
        "/director/static/application.py",
    ],
)
def test_nothing_else_is_there(browser: Browser, path: str) -> None:
    response = browser.get(path)
    assert response.status_code == 404
    assert "There is no such page." in response.text
    assert "secret" not in response.text.casefold().replace("no such", "")


def test_a_page_of_a_board_that_the_publisher_lists_is_there(
    published: Path, browser: Browser
) -> None:
    assert (
        browser.get("/boards/A-1.html").content == (published / "boards" / "A-1.html").read_bytes()
    )
    (published / "boards" / "A-7.html").write_text("of another evening")
    assert browser.get("/boards/A-7.html").status_code == 404
    (published / ".pages").write_text("boards/A-7.html\n")
    assert browser.get("/boards/A-7.html").text == "of another evening"


def test_what_is_open_is_for_the_director_at_this_computer(
    house: House, browse: MakeBrowser, published: Path
) -> None:
    content = (published / "problems.json").read_bytes()
    assert browse(house).get("/problems.json").content == content
    refused = browse(house, "192.168.1.20").get("/problems.json")
    assert refused.status_code == 403
    assert "That is for the director" in refused.text


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no links")
def test_links_lead_nowhere(tmp_path: Path) -> None:
    folder, secret = tmp_path / "live", tmp_path / "secret"
    (folder / "plain").mkdir(parents=True)
    secret.mkdir()
    (secret / "a.html").write_text("secret")
    (folder / "b.html").symlink_to(secret / "a.html")
    (folder / "linked").symlink_to(secret, target_is_directory=True)
    (folder / "plain" / "a.html").write_text("public")
    files = Files(folder, lambda _: True)
    assert files.find("/b.html") is None
    assert files.find("/linked/a.html") is None
    served = files.find("/plain/a.html")
    assert served is not None
    assert served.content == b"public"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.html")
    (tmp_path / "b.html").mkdir()
    files = Files(tmp_path, lambda _: True)
    assert files.find("/a.html") is None
    assert files.find("/b.html") is None


def test_what_was_served_last_is_remembered_within_limits(tmp_path: Path) -> None:
    big = b"x" * (3 * 2**20)
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_bytes(big)
    files = Files(tmp_path, lambda _: True)
    first = [files.find(f"/{name}") for name in ("b.txt", "a.txt", "c.txt")]
    assert files.find("/c.txt") is first[2]
    assert files.find("/b.txt") is not first[0]


@pytest.mark.parametrize("name", ["a/b/c/d.html", "A-7.html", "Größe.html"])
def test_plain_names_are_plain(name: str) -> None:
    assert is_plain(name)


@pytest.mark.parametrize("name", ["", "a//b", "a/b/c/d/e", "a\nb", "a.", "~a", "a:b", "con\x7f"])
def test_others_are_not(name: str) -> None:
    assert not is_plain(name)
