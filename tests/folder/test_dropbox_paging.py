"""A server that never comes to an end is not followed for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from daemon.folder.dropbox.paging import LONGEST_SECONDS, MOST_FILES, MOST_PAGES, Paging
from daemon.folder.dropbox.results import DropboxResults
from daemon.folder.port import FolderRefusedError

if TYPE_CHECKING:
    from tests.folder.conftest import DropboxExchange, Listener

CONTINUE = "files/list_folder/continue"


@pytest.fixture
def endless(dropbox_exchange: DropboxExchange, monkeypatch: pytest.MonkeyPatch) -> DropboxExchange:
    """From the first `continue` on there is always one more page, and ten are allowed."""
    monkeypatch.setattr("daemon.folder.dropbox.paging.MOST_PAGES", 10)
    box = dropbox_exchange.fake.box
    more = box.more
    monkeypatch.setattr(box, "more", lambda cursor: more(cursor) | {"has_more": True})
    return dropbox_exchange


def begin_with_a_page(exchange: DropboxExchange, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first page says that there are more, too."""
    box = exchange.fake.box
    listed = box.list

    def first(*place: Any, **how: Any) -> Any:  # noqa: ANN401 - JSON
        return listed(*place, **how) | {"has_more": True}

    monkeypatch.setattr(box, "list", first)


def said(place: str, pages: int, seconds: int = 0) -> str:
    return (
        f"The list of {place} does not end: after {pages} pages in {seconds} seconds Dropbox says "
        "that there is more. Is that the right folder (folder.path, or publish.push for results), "
        "and one for this alone? If so, Dropbox is in trouble. Nothing is lost."
    )


def test_a_listing_without_an_end_is_refused(
    endless: DropboxExchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_with_a_page(endless, monkeypatch)
    endless.write("OUT_1.txt", b"one")
    with pytest.raises(FolderRefusedError) as refused:
        endless.folder.scan()
    assert str(refused.value) == said("Dropbox:/club/bridge", 10)
    assert endless.fake.count(CONTINUE) == 9


def test_changes_without_an_end_are_refused_and_what_was_read_stays(
    endless: DropboxExchange,
) -> None:
    endless.write("OUT_1.txt", b"one")
    assert [seen.name for seen in endless.folder.scan()] == ["OUT_1.txt"]
    endless.write("OUT_2.txt", b"two")
    with pytest.raises(FolderRefusedError, match="does not end: after 10 pages"):
        endless.folder.scan()
    assert endless.folder.read("OUT_2.txt")[1] == b"two"


def test_who_watches_such_a_folder_is_told_and_goes_on(
    endless: DropboxExchange, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless.write("OUT_1.txt", b"one")
    folder = endless.folder
    folder.scan()
    with folder.watch(listener):
        endless.write("OUT_2.txt", b"two")
        listener.wait_for(None)
        with pytest.raises(FolderRefusedError, match="does not end"):
            folder.scan()
        monkeypatch.undo()
        listener.wait_for(None)
        assert len(folder.scan()) == 2


def test_results_are_not_looked_for_without_an_end(
    endless: DropboxExchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless.fake.box.make_folder("/Club/Results")
    begin_with_a_page(endless, monkeypatch)
    results = DropboxResults("/Club/Results", endless.connection)
    with pytest.raises(FolderRefusedError) as refused:
        results.carry({"standings.json": b"{}"})
    assert str(refused.value) == said("Dropbox:/Club/Results", 10)


def turning(pages: int, seconds: float = 0.0, files: int = 0) -> None:
    """Turn so many pages, the last of them so late and with so many files."""
    now = [7.0]
    paging = Paging("Dropbox:/Club", lambda: now[0])
    for _ in range(pages - 1):
        paging.turn(0)
    now[0] += seconds
    paging.turn(files)


def test_as_many_pages_files_and_seconds_as_are_allowed_are_read() -> None:
    turning(MOST_PAGES - 1, LONGEST_SECONDS, MOST_FILES)


@pytest.mark.parametrize(
    ("pages", "seconds", "files"),
    [(MOST_PAGES, 0, 0), (2, LONGEST_SECONDS + 1, 0), (2, 0, MOST_FILES + 1)],
)
def test_more_pages_files_or_seconds_are_refused(pages: int, seconds: float, files: int) -> None:
    with pytest.raises(FolderRefusedError) as refused:
        turning(pages, seconds, files)
    assert str(refused.value) == said("Dropbox:/Club", pages, round(seconds))
