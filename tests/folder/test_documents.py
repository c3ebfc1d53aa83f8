"""What every place for documents does, and what the one on a disk does besides."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest

from daemon.folder.documents import Documents
from daemon.folder.local_documents import LocalDocuments
from daemon.folder.memory_documents import MemoryDocuments
from daemon.folder.names import is_document_name, split_path
from daemon.folder.port import (
    FileGoneError,
    FileTooLargeError,
    FolderGoneError,
    FolderRefusedError,
    NameTakenError,
)

MAX_BYTES = 1000
MAX_FILES = 3


class Shelf(Protocol):
    """Places for documents, and what people do to them behind the daemon's back."""

    @property
    def documents(self) -> Documents: ...
    def write(self, name: str, content: bytes) -> None: ...
    def delete(self, name: str) -> None: ...
    def vanish(self) -> None: ...
    def come_back(self) -> None: ...


class MemoryShelf:
    def __init__(self) -> None:
        self.documents = MemoryDocuments(max_file_bytes=MAX_BYTES, max_files=MAX_FILES)
        self.write = self.documents.write
        self.delete = self.documents.delete
        self.vanish = self.documents.vanish
        self.come_back = self.documents.come_back


class LocalShelf:
    def __init__(self, root: Path) -> None:
        root.mkdir()
        self.root = root
        self.documents = LocalDocuments(root, max_file_bytes=MAX_BYTES, max_files=MAX_FILES)

    def write(self, name: str, content: bytes) -> None:
        (self.root / name).write_bytes(content)

    def delete(self, name: str) -> None:
        (self.root / name).unlink()

    def vanish(self) -> None:
        self.root.rename(self.root.with_name("pulled out"))

    def come_back(self) -> None:
        self.root.with_name("pulled out").rename(self.root)


@pytest.fixture(params=["local", "memory"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    made: Shelf = LocalShelf(tmp_path / "box") if request.param == "local" else MemoryShelf()
    made.documents.make("frbe/in")
    return made


@pytest.fixture
def local(tmp_path: Path) -> LocalShelf:
    made = LocalShelf(tmp_path / "box")
    made.documents.make("in")
    return made


def listed(shelf: Shelf, place: str = "frbe/in") -> list[str]:
    return [seen.name for seen in shelf.documents.scan(place)]


def test_a_place_is_made_with_the_folders_above_it_and_again_without_harm(shelf: Shelf) -> None:
    shelf.documents.add("frbe/in/a.csv", b"x")
    shelf.documents.make("frbe/in")
    assert listed(shelf) == ["frbe/in/a.csv"]
    assert listed(shelf, "frbe") == []


def test_trf_text_and_csv_files_are_listed_by_name_in_any_case(shelf: Shelf) -> None:
    for name in ("b.TRF", "a.txt", "OUT_2.Csv"):
        shelf.write(f"frbe/in/{name}", b"x")
    assert listed(shelf) == ["frbe/in/OUT_2.Csv", "frbe/in/a.txt", "frbe/in/b.TRF"]


@pytest.mark.parametrize(
    "name",
    [
        "a.doc",
        "trf",
        ".trf",
        ".a.trf",
        "~$a.csv",
        ".~lock.a.csv#",
        "a.trf.part",
        "a.csv~",
        "a:b.trf",
    ],
)
def test_other_files_are_passed_over(shelf: Shelf, name: str) -> None:
    shelf.write(f"frbe/in/{name}", b"x")
    assert listed(shelf) == []
    assert not is_document_name(name)


def test_every_name_in_a_place_is_told_as_taken(shelf: Shelf) -> None:
    for name in ("625OPE1a.618", ".hidden", "a.trf"):
        shelf.write(f"frbe/in/{name}", b"x")
    assert shelf.documents.names("frbe/in") == (".hidden", "625OPE1a.618", "a.trf")


def test_a_file_is_read_with_what_was_seen_of_it(shelf: Shelf) -> None:
    shelf.write("frbe/in/a.trf", b"abc")
    seen, content = shelf.documents.read("frbe/in/a.trf")
    assert content == b"abc"
    assert (seen,) == shelf.documents.scan("frbe/in")
    assert seen.size == 3


def test_a_new_version_is_another_version(shelf: Shelf) -> None:
    shelf.write("frbe/in/a.trf", b"abc")
    (before,) = shelf.documents.scan("frbe/in")
    shelf.delete("frbe/in/a.trf")
    shelf.write("frbe/in/a.trf", b"abcd")
    (after,) = shelf.documents.scan("frbe/in")
    assert before.version != after.version


def test_what_is_not_there_or_too_large_is_not_read(shelf: Shelf) -> None:
    shelf.write("frbe/in/a.trf", b"x" * (MAX_BYTES + 1))
    with pytest.raises(FileTooLargeError):
        shelf.documents.read("frbe/in/a.trf")
    with pytest.raises(FileGoneError):
        shelf.documents.read("frbe/in/b.trf")


def test_a_file_is_added_once_and_never_over_another(shelf: Shelf) -> None:
    shelf.documents.add("frbe/in/625OPE1a.618", b"first")
    for name in ("625OPE1a.618", "625ope1A.618"):
        with pytest.raises(NameTakenError):
            shelf.documents.add(f"frbe/in/{name}", b"second")
    assert shelf.documents.read("frbe/in/625OPE1a.618")[1] == b"first"
    assert shelf.documents.names("frbe/in") == ("625OPE1a.618",)


def test_a_place_that_is_not_there_holds_nothing_and_takes_nothing(shelf: Shelf) -> None:
    with pytest.raises(FileGoneError):
        shelf.documents.scan("frbe/out")
    with pytest.raises(FileGoneError):
        shelf.documents.add("frbe/out/a.trf", b"x")


def test_more_files_than_allowed_are_refused(shelf: Shelf) -> None:
    for number in range(MAX_FILES + 1):
        shelf.write(f"frbe/in/{number}.trf", b"x")
    with pytest.raises(FolderRefusedError, match=r"holds 4 files and 3 are allowed"):
        shelf.documents.scan("frbe/in")


@pytest.mark.parametrize(
    "act",
    [
        lambda documents: documents.make("frbe/in"),
        lambda documents: documents.scan("frbe/in"),
        lambda documents: documents.names("frbe/in"),
        lambda documents: documents.read("frbe/in/a.trf"),
        lambda documents: documents.add("frbe/in/b.trf", b"x"),
    ],
)
def test_a_folder_that_is_away_is_told_and_comes_back(
    shelf: Shelf, act: Callable[[Documents], object]
) -> None:
    shelf.write("frbe/in/a.trf", b"x")
    shelf.vanish()
    with pytest.raises(FolderGoneError):
        act(shelf.documents)
    shelf.come_back()
    act(shelf.documents)


@pytest.mark.parametrize("name", ["../a.trf", "in/../../a.trf", "/a.trf", "in//a.trf", "in\\a.trf"])
def test_a_path_that_could_lead_outside_is_refused(shelf: Shelf, name: str) -> None:
    for act in (
        shelf.documents.read,
        shelf.documents.make,
        lambda one: shelf.documents.add(one, b""),
    ):
        with pytest.raises(ValueError, match="is not the path of a subfolder"):
            act(name)


@pytest.mark.parametrize("name", ["a.trf", ""])
def test_a_document_lies_in_a_subfolder(name: str) -> None:
    with pytest.raises(ValueError, match="is not the name of a file in a subfolder"):
        split_path(name)


# On a disk


def test_links_and_folders_are_passed_over(local: LocalShelf, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (local.root / "in" / "a.txt").symlink_to(tmp_path / "secret.txt")
    (local.root / "in" / "b.trf").mkdir()
    assert local.documents.scan("in") == ()
    assert local.documents.names("in") == ("a.txt", "b.trf")
    with pytest.raises(FileGoneError):
        local.documents.read("in/a.txt")


def test_a_place_behind_a_link_is_no_place(local: LocalShelf, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (local.root / "out").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FolderRefusedError, match="a link or a file where a folder should be"):
        local.documents.make("out")
    with pytest.raises(FileGoneError):
        local.documents.add("out/a.trf", b"x")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_nothing_is_left_beside_a_file_that_was_added(local: LocalShelf) -> None:
    (local.root / "in" / ".~a.trf").write_bytes(b"of a power cut")
    local.documents.add("in/a.trf", b"x")
    assert [path.name for path in (local.root / "in").iterdir()] == ["a.trf"]


def no_links(_: object, __: object) -> None:
    raise OSError(errno.EPERM, os.strerror(errno.EPERM))


def test_a_drive_without_links_takes_files_too(
    local: LocalShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", no_links)
    local.documents.add("in/a.trf", b"x")
    assert {path.name: path.read_bytes() for path in (local.root / "in").iterdir()} == {
        "a.trf": b"x"
    }


@pytest.mark.parametrize("with_links", [True, False])
def test_a_name_that_somebody_takes_at_this_moment_stays_theirs(
    local: LocalShelf, monkeypatch: pytest.MonkeyPatch, *, with_links: bool
) -> None:
    link = os.link

    def late(temporary: Path, final: Path) -> None:
        final.write_bytes(b"theirs")
        if not with_links:
            no_links(temporary, final)
        link(temporary, final)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(NameTakenError):
        local.documents.add("in/a.trf", b"ours")
    assert {path.name: path.read_bytes() for path in (local.root / "in").iterdir()} == {
        "a.trf": b"theirs"
    }


def test_a_name_is_given_back_when_the_file_cannot_be_moved(
    local: LocalShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:  # noqa: ANN401 - whatever it is called with
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(FolderRefusedError, match="No room for"):
        local.documents.add("in/a.trf", b"x")
    assert list((local.root / "in").iterdir()) == []
