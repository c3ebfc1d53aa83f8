from hashlib import sha256

import pytest

from daemon.folder.memory import MemoryFolder
from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FileSeen,
    FolderGoneError,
)
from daemon.service.pushing import Pushed, push
from daemon.tournament.entry import FilePushed
from daemon.tournament.told import Level, Told

FILES = {"IN_1.txt": b"one", "IN_2.txt": b"two"}
ARCHIVE = "archive 2026-12-01"
NOTHING: frozenset[tuple[str, str]] = frozenset()


def ours(**contents: bytes) -> frozenset[tuple[str, str]]:
    return frozenset(
        (f"{name}.txt", sha256(content).hexdigest()) for name, content in contents.items()
    )


@pytest.fixture
def folder() -> MemoryFolder:
    return MemoryFolder()


def test_in_files_are_written_into_an_empty_folder(folder: MemoryFolder) -> None:
    pushed = push(folder, FILES, NOTHING, ARCHIVE)
    assert pushed == Pushed(FILES, ("IN_1.txt", "IN_2.txt"), {}, {}, ())
    assert {name: folder.read(name)[1] for name in folder.names()} == FILES
    assert list(pushed.told()) == [
        Told(
            "files.pushed",
            "2 IN files in the folder, 2 written now",
            fields=(("files", 2), ("written", 2)),
        )
    ]


def test_the_ledger_learns_the_hash_of_each(folder: MemoryFolder) -> None:
    assert push(folder, {"IN_1.txt": b"one"}, NOTHING, ARCHIVE).facts == {
        FilePushed("IN_1.txt", "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed")
    }


def test_what_is_right_is_not_written_again(folder: MemoryFolder) -> None:
    push(folder, FILES, NOTHING, ARCHIVE)
    before = folder.scan()
    pushed = push(folder, FILES, NOTHING, ARCHIVE)
    assert pushed.written == ()
    assert folder.scan() == before
    assert pushed.facts == push(folder, FILES, NOTHING, ARCHIVE).facts


def test_only_what_differs_is_written(folder: MemoryFolder) -> None:
    folder.write("IN_1.txt", b"one")
    folder.write("IN_2.txt", b"old")
    pushed = push(folder, FILES, ours(IN_2=b"old"), ARCHIVE)
    assert pushed.written == ("IN_2.txt",)
    assert pushed.replaced == {}
    assert folder.names() == ("IN_1.txt", "IN_2.txt")


def test_our_own_file_of_an_earlier_plan_goes_to_the_archive(folder: MemoryFolder) -> None:
    folder.write("IN_8.txt", b"eight")
    folder.write("IN_9.txt", b"nine")
    pushed = push(folder, FILES, ours(IN_8=b"eight", IN_9=b"nine"), ARCHIVE)
    assert pushed.outdated == {
        "IN_8.txt": "archive 2026-12-01/IN_8.txt",
        "IN_9.txt": "archive 2026-12-01/IN_9.txt",
    }
    assert folder.names() == (
        *("IN_1.txt", "IN_2.txt"),
        *("archive 2026-12-01/IN_8.txt", "archive 2026-12-01/IN_9.txt"),
    )
    assert next(pushed.told()) == Told(
        "files.archived",
        "2 IN files of an earlier plan moved to archive 2026-12-01: IN_8.txt, IN_9.txt",
        fields=(("files", 2),),
    )


def test_an_unknown_file_in_the_way_is_moved_not_overwritten(folder: MemoryFolder) -> None:
    folder.write("IN_1.txt", b"somebody's")
    pushed = push(folder, FILES, ours(IN_1=b"before"), ARCHIVE)
    assert pushed.replaced == {"IN_1.txt": "archive 2026-12-01/IN_1.txt"}
    assert folder.read("IN_1.txt")[1] == b"one"
    assert folder.read("archive 2026-12-01/IN_1.txt")[1] == b"somebody's"
    assert next(pushed.told()) == Told(
        "files.archived",
        "somebody else's IN file was in the way; it was moved to archive 2026-12-01/IN_1.txt",
        Level.WARNING,
        (("file", "IN_1.txt"),),
    )


def test_one_whose_name_differs_in_case_only_is_in_the_way_too(folder: MemoryFolder) -> None:
    folder.write("in_1.TXT", b"somebody's")
    pushed = push(folder, FILES, NOTHING, ARCHIVE)
    assert pushed.replaced == {"in_1.TXT": "archive 2026-12-01/in_1.TXT"}
    assert folder.names() == ("IN_1.txt", "IN_2.txt", "archive 2026-12-01/in_1.TXT")


def test_an_unknown_file_that_is_not_in_the_way_is_left_alone_and_named(
    folder: MemoryFolder,
) -> None:
    folder.write("IN_8.txt", b"eight")
    pushed = push(folder, FILES, ours(IN_8=b"something else"), ARCHIVE)
    assert pushed.strange == ("IN_8.txt",)
    assert folder.read("IN_8.txt")[1] == b"eight"
    assert next(pushed.told()) == Told(
        "files.strange",
        "1 IN file not of this plan, and left alone: IN_8.txt; delete them if no tablet needs them",
        Level.WARNING,
        (("files", 1),),
    )


def test_of_many_strange_files_a_dozen_are_named(folder: MemoryFolder) -> None:
    for number in range(10, 24):
        folder.write(f"IN_{number}.txt", b"")
    text = next(push(folder, FILES, NOTHING, ARCHIVE).told()).text
    named = ", ".join(f"IN_{number}.txt" for number in range(10, 22))
    assert text == (
        f"14 IN files not of this plan, and left alone: {named} and 2 more; delete them if no "
        "tablet needs them"
    )


def test_out_files_and_others_are_never_touched(folder: MemoryFolder) -> None:
    folder.write("OUT_1.txt", b"result")
    folder.write("IN_list.txt", b"somebody's list")
    before = folder.scan()
    push(folder, FILES, ours(OUT_1=b"result"), ARCHIVE)
    after = [seen for seen in folder.scan() if seen.name not in FILES]
    assert tuple(after) == before


def test_files_of_sections_stay_in_their_folders() -> None:
    folder = MemoryFolder(subfolders=("A", "B"))
    files = {"A/IN_1.txt": b"a", "B/IN_1.txt": b"b"}
    folder.write("B/IN_1.txt", b"somebody's")
    pushed = push(folder, files, NOTHING, ARCHIVE)
    assert pushed.written == ("A/IN_1.txt", "B/IN_1.txt")
    assert pushed.replaced == {"B/IN_1.txt": "archive 2026-12-01/B/IN_1.txt"}


class Unsteady(MemoryFolder):
    """A folder whose file IN_1.txt vanishes, or changes, when it is touched."""

    def __init__(self, *, read: Exception | None = None, archive: Exception | None = None) -> None:
        super().__init__()
        self._read_error = read
        self._archive_error = archive

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        if self._read_error is not None and name == "IN_1.txt":
            raise self._read_error
        return super().read(name)

    def archive(self, name: str, into: str) -> str:
        if self._archive_error is not None:
            raise self._archive_error
        return super().archive(name, into)


def test_a_file_that_changes_just_now_is_not_ours() -> None:
    folder = Unsteady(read=FileBusyError("it changes"))
    folder.write("IN_1.txt", b"one")
    pushed = push(folder, FILES, ours(IN_1=b"one"), ARCHIVE)
    assert pushed.replaced == {"IN_1.txt": "archive 2026-12-01/IN_1.txt"}


def test_a_file_that_vanishes_just_now_is_no_more_in_the_way() -> None:
    folder = Unsteady(archive=FileGoneError("it is gone"))
    folder.write("IN_1.txt", b"somebody's")
    pushed = push(folder, FILES, NOTHING, ARCHIVE)
    assert pushed.replaced == {}
    assert pushed.written == ("IN_1.txt", "IN_2.txt")


def test_a_folder_that_is_gone_is_an_error(folder: MemoryFolder) -> None:
    folder.vanish()
    with pytest.raises(FolderGoneError):
        push(folder, FILES, NOTHING, ARCHIVE)
