"""Results that are carried to where others see them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest

from daemon.folder.dropbox.results import DropboxResults
from daemon.folder.port import FileBusyError, FolderGoneError, FolderRefusedError, OfflineError
from daemon.folder.results import LocalResults
from tests.fake_dropbox.box import File

if TYPE_CHECKING:
    from tests.folder.conftest import DropboxExchange

PAGES = {"standings.json": b"{}", "index.html": b"<p>"}
START = "files/upload_session/start_batch"


def test_results_are_written_into_a_folder_and_only_those_that_differ(tmp_path: Path) -> None:
    results = LocalResults(tmp_path / "live")
    results.carry(PAGES)
    before = (tmp_path / "live" / "index.html").stat()
    results.carry({**PAGES, "standings.json": b"[]"})
    assert {path.name: path.read_bytes() for path in (tmp_path / "live").iterdir()} == {
        "standings.json": b"[]",
        "index.html": b"<p>",
    }
    after = (tmp_path / "live" / "index.html").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_drive_that_is_away_is_told_and_its_folder_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FolderGoneError):
        LocalResults(tmp_path / "stick" / "live").carry(PAGES)
    assert list(tmp_path.iterdir()) == []


def test_results_are_uploaded_together_and_only_those_that_differ(
    dropbox_exchange: DropboxExchange,
) -> None:
    fake = dropbox_exchange.fake
    results = DropboxResults("/Club/Results/", dropbox_exchange.connection)
    results.carry(PAGES)
    results.carry(PAGES)
    assert fake.count(START) == 1
    results.carry({**PAGES, "standings.json": b"[]"})
    assert fake.count(START) == 2
    assert {path: file.content for path, file in fake.box.files().items()} == {
        "/Club/Results/standings.json": b"[]",
        "/Club/Results/index.html": b"<p>",
    }
    # After a new start it is asked once what is there.
    again = DropboxResults("/Club/Results", dropbox_exchange.connection)
    again.carry({**PAGES, "standings.json": b"[]"})
    assert fake.count(START) == 2
    assert fake.count("files/list_folder") == 2


def test_how_dropbox_writes_the_letters_of_the_folder_makes_no_difference(
    dropbox_exchange: DropboxExchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = File.metadata

    def composed(file: File) -> dict[str, object]:
        return about(file) | {"path_lower": normalize("NFC", file.path.lower())}

    monkeypatch.setattr(File, "metadata", composed)
    results = DropboxResults(normalize("NFD", "/Società"), dropbox_exchange.connection)
    results.carry(PAGES)
    results.carry({**PAGES, "index.html": b"<p>later"})
    again = DropboxResults(normalize("NFD", "/Società"), dropbox_exchange.connection)
    again.carry({**PAGES, "index.html": b"<p>later still"})
    contents = [file.content for file in dropbox_exchange.fake.box.files().values()]
    assert sorted(contents) == [b"<p>later still", b"{}"]


def test_pages_in_folders_are_replaced_as_well(dropbox_exchange: DropboxExchange) -> None:
    fake = dropbox_exchange.fake
    pages = {"boards/A-1.html": b"board", "pairs/A-1.html": b"pair"}
    results = DropboxResults("/Club/Results", dropbox_exchange.connection)
    results.carry({**PAGES, **pages})
    results.carry({**PAGES, **pages})
    assert fake.count(START) == 1
    results.carry({**PAGES, **pages, "pairs/A-1.html": b"pair of later"})
    assert fake.box.file("/Club/Results/pairs/A-1.html").content == b"pair of later"
    assert fake.box.file("/Club/Results/boards/A-1.html").content == b"board"
    # After a new start each folder is asked once what is there.
    again = DropboxResults("/Club/Results", dropbox_exchange.connection)
    again.carry({**PAGES, **pages, "boards/A-1.html": b"board of later"})
    assert fake.box.file("/Club/Results/boards/A-1.html").content == b"board of later"
    assert fake.box.file("/Club/Results/pairs/A-1.html").content == b"pair"
    assert fake.count("files/list_folder") == 6


def test_results_that_somebody_else_changed_are_looked_at_again(
    dropbox_exchange: DropboxExchange,
) -> None:
    box = dropbox_exchange.fake.box
    results = DropboxResults("/Club/Results", dropbox_exchange.connection)
    results.carry(PAGES)
    box.write("/Club/Results/index.html", b"theirs")
    with pytest.raises(FileBusyError):
        results.carry({**PAGES, "index.html": b"new"})
    results.carry({**PAGES, "index.html": b"new"})
    assert box.file("/Club/Results/index.html").content == b"new"


def test_a_listing_of_several_pages_is_read_whole(dropbox_exchange: DropboxExchange) -> None:
    box = dropbox_exchange.fake.box
    box.page = 2
    for number in range(5):
        box.write(f"/Club/Results/{number}.json", b"%d" % number)
    files = {f"{number}.json": b"%d" % number for number in range(5)}
    DropboxResults("/Club/Results", dropbox_exchange.connection).carry(files)
    assert dropbox_exchange.fake.count(START) == 0


def test_a_place_that_cannot_be_listed_is_told(dropbox_exchange: DropboxExchange) -> None:
    dropbox_exchange.write("page", b"a file")
    results = DropboxResults("/Club/Bridge/page", dropbox_exchange.connection)
    with pytest.raises(FolderRefusedError):
        results.carry(PAGES)
    dropbox_exchange.fake.go_offline()
    with pytest.raises(OfflineError):
        results.carry(PAGES)
