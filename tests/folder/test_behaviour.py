"""What every folder does, whatever keeps it in step with the devices."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from daemon.folder.port import (
    FileGoneError,
    FileSeen,
    FileTooLargeError,
    FolderGoneError,
    FolderRefusedError,
    PutOutcome,
)

if TYPE_CHECKING:
    from tests.folder.conftest import Exchange, Listener

OUTSIDE = [
    "../OUT_1.txt",
    "A/../../OUT_1.txt",
    "/OUT_1.txt",
    "/etc/OUT_1.txt",
    "./OUT_1.txt",
    "A//OUT_1.txt",
    "C:/OUT_1.txt",
    "..\\OUT_1.txt",
    "A\\OUT_1.txt",
    "OUT_1.txt/",
    "OUT_1\x00.txt",
    "secret.txt",
    "",
]


def listed(exchange: "Exchange") -> list[str]:
    return [file.name for file in exchange.folder.scan()]


def the_file(exchange: "Exchange", name: str) -> FileSeen:
    (found,) = (file for file in exchange.folder.scan() if file.name == name)
    return found


def test_an_empty_folder_shows_no_files(exchange: "Exchange") -> None:
    assert exchange.folder.scan() == ()


def test_in_and_out_files_are_shown_by_name_in_any_case(exchange: "Exchange") -> None:
    for name in ("OUT_T2.txt", "in_3.TXT", "OUT_1_E.txt", "Out_1.txt", "IN_2.txt"):
        exchange.write(name, b"x")
    assert listed(exchange) == ["IN_2.txt", "OUT_1_E.txt", "OUT_T2.txt", "Out_1.txt", "in_3.TXT"]


def test_a_conflicted_copy_is_shown_for_others_to_judge(exchange: "Exchange") -> None:
    name = "OUT_1 (Copia in conflitto di NICOLÒ 2026-12-01).txt"
    exchange.write(name, b"x")
    assert listed(exchange) == [name]


@pytest.mark.parametrize(
    "name",
    [
        ".dropbox",
        "desktop.ini",
        "OUT_1.txt.part",
        "OUT_1.txt.a1b2c3d4.partial",
        "OUT_1.txt~",
        "OUT_1.tmp",
        "~OUT_1.txt",
        ".~IN_2.txt",
        "~$OUT_1.txt",
        "notes.txt",
        "LAYOUT_1.txt",
        "OUTLOOK.txt",
    ],
)
def test_what_clients_and_editors_leave_behind_is_passed_over(
    exchange: "Exchange", name: str
) -> None:
    exchange.write(name, b"x")
    assert listed(exchange) == []


def test_files_of_the_sections_are_shown_with_their_subfolder(exchange: "Exchange") -> None:
    exchange.write("B/OUT_1.txt", b"x")
    exchange.write("A/OUT_1.txt", b"x")
    exchange.write("OUT_1.txt", b"x")
    assert listed(exchange) == ["A/OUT_1.txt", "B/OUT_1.txt", "OUT_1.txt"]


def test_a_subfolder_in_other_letters_is_the_same_one(exchange: "Exchange") -> None:
    exchange.write("a/OUT_1.txt", b"x")
    assert listed(exchange) == ["A/OUT_1.txt"]
    assert exchange.folder.read("A/OUT_1.txt")[1] == b"x"


def test_other_subfolders_are_not_looked_into(exchange: "Exchange") -> None:
    exchange.write("2026-11-24/OUT_1.txt", b"x")
    assert listed(exchange) == []


def test_a_file_is_shown_with_its_size_and_its_writers_time(
    exchange: "Exchange", evening: datetime
) -> None:
    exchange.write("OUT_1.txt", b"twelve bytes", evening)
    seen = the_file(exchange, "OUT_1.txt")
    assert (seen.size, seen.modified) == (12, evening)
    assert seen.modified.utcoffset() == timedelta(0)


def test_a_version_stays_while_nothing_happens(exchange: "Exchange") -> None:
    exchange.write("OUT_1.txt", b"x")
    assert exchange.folder.scan() == exchange.folder.scan()


def test_a_file_written_twice_within_one_second_has_two_versions(
    exchange: "Exchange", evening: datetime
) -> None:
    exchange.write("OUT_1.txt", b"one", evening)
    first = the_file(exchange, "OUT_1.txt")
    exchange.write("OUT_1.txt", b"two", evening)
    second = the_file(exchange, "OUT_1.txt")
    assert (first.size, first.modified) == (second.size, second.modified)
    assert first.version != second.version


def test_more_files_than_allowed_are_refused(exchange: "Exchange") -> None:
    for number in range(1, 2001):
        exchange.write(f"OUT_{number}.txt", b"")
    assert len(exchange.folder.scan()) == 2000
    exchange.write("OUT_2001.txt", b"")
    with pytest.raises(FolderRefusedError, match=r"2001 IN and OUT files and 2000 are allowed"):
        exchange.folder.scan()


def test_reading_gives_the_content_of_the_version_that_was_listed(exchange: "Exchange") -> None:
    exchange.write("A/OUT_1.txt", b"Latest 1\r\n\x00\xff")
    assert exchange.folder.read("A/OUT_1.txt") == (
        the_file(exchange, "A/OUT_1.txt"),
        b"Latest 1\r\n\x00\xff",
    )


def test_an_empty_file_can_be_read(exchange: "Exchange") -> None:
    exchange.write("OUT_1.txt", b"")
    assert exchange.folder.read("OUT_1.txt")[1] == b""


@pytest.mark.parametrize("name", ["OUT_1.txt", "A/OUT_1.txt"])
def test_a_file_that_is_not_there_is_gone(exchange: "Exchange", name: str) -> None:
    with pytest.raises(FileGoneError, match=r"OUT_1\.txt is not there"):
        exchange.folder.read(name)


def test_a_file_of_the_largest_size_is_read_and_a_larger_one_is_not(exchange: "Exchange") -> None:
    exchange.write("OUT_1.txt", b"x" * 1000)
    exchange.write("OUT_2.txt", b"x" * 1001)
    assert len(exchange.folder.read("OUT_1.txt")[1]) == 1000
    with pytest.raises(FileTooLargeError, match="has 1001 bytes and 1000 are allowed"):
        exchange.folder.read("OUT_2.txt")


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_name_never_leads_outside_the_folder(exchange: "Exchange", name: str) -> None:
    with pytest.raises(ValueError, match="is not"):
        exchange.folder.read(name)
    with pytest.raises(ValueError, match="is not"):
        exchange.folder.put(name, b"x")
    with pytest.raises(ValueError, match="is not"):
        exchange.folder.archive(name, "old")


@pytest.mark.parametrize("into", ["..", "../old", "/old", "old/..", "C:", "old/", "a\\b", "."])
def test_an_archive_never_lies_outside_the_folder(exchange: "Exchange", into: str) -> None:
    exchange.write("OUT_1.txt", b"x")
    with pytest.raises(ValueError, match="is not the path of a subfolder"):
        exchange.folder.archive("OUT_1.txt", into)
    assert exchange.names() == ("OUT_1.txt",)


def test_putting_a_file_writes_it_and_nothing_else(exchange: "Exchange") -> None:
    assert exchange.folder.put("IN_2.txt", b"1,1,2,4\r\n") is PutOutcome.WRITTEN
    assert exchange.folder.read("IN_2.txt")[1] == b"1,1,2,4\r\n"
    assert exchange.names() == ("IN_2.txt",)


def test_putting_the_same_bytes_again_writes_nothing(exchange: "Exchange") -> None:
    exchange.folder.put("IN_2.txt", b"1,1,2,4\r\n")
    before = exchange.folder.scan()
    assert exchange.folder.put("IN_2.txt", b"1,1,2,4\r\n") is PutOutcome.UNCHANGED
    assert exchange.folder.scan() == before


@pytest.mark.parametrize("content", [b"2,1,2,4\r\n", b"1,1", b""])
def test_putting_other_bytes_replaces_the_file(exchange: "Exchange", content: bytes) -> None:
    exchange.folder.put("IN_2.txt", b"1,1,2,4\r\n")
    assert exchange.folder.put("IN_2.txt", content) is PutOutcome.WRITTEN
    assert exchange.folder.read("IN_2.txt")[1] == content


def test_putting_makes_the_subfolder_of_a_section(exchange: "Exchange") -> None:
    assert exchange.folder.put("B/IN_T1.txt", b"x") is PutOutcome.WRITTEN
    assert listed(exchange) == ["B/IN_T1.txt"]


@pytest.mark.parametrize("content", [b"old", b"new"])
def test_a_file_that_differs_in_case_is_replaced_not_doubled(
    exchange: "Exchange", content: bytes
) -> None:
    exchange.write("in_2.TXT", content)
    assert exchange.folder.put("IN_2.txt", b"new") is PutOutcome.WRITTEN
    assert exchange.names() == ("IN_2.txt",)
    assert exchange.folder.read("IN_2.txt")[1] == b"new"


@pytest.mark.parametrize("name", ["OUT_2.txt", "A/OUT_2.txt", "C/IN_2.txt", "old/A/IN_2.txt"])
def test_only_in_files_of_the_sections_are_put(exchange: "Exchange", name: str) -> None:
    with pytest.raises(ValueError, match="is not an IN file of a section"):
        exchange.folder.put(name, b"x")
    assert exchange.names() == ()


def test_many_files_are_put_and_only_those_that_differ(exchange: "Exchange") -> None:
    exchange.folder.put("IN_1.txt", b"old")
    exchange.folder.put("A/IN_2.txt", b"same")
    exchange.write("in_4.txt", b"same")
    files = {"IN_1.txt": b"new", "A/IN_2.txt": b"same", "B/IN_3.txt": b"", "IN_4.txt": b"same"}
    assert exchange.folder.put_all(files) == {"IN_1.txt", "B/IN_3.txt", "IN_4.txt"}
    assert {name: exchange.folder.read(name)[1] for name in exchange.names()} == files
    assert exchange.folder.put_all(files) == frozenset()


def test_nothing_is_put_when_one_of_many_is_no_in_file(exchange: "Exchange") -> None:
    with pytest.raises(ValueError, match="is not an IN file of a section"):
        exchange.folder.put_all({"OUT_1.txt": b"x"})
    assert exchange.folder.put_all({}) == frozenset()
    assert exchange.names() == ()


def test_whether_a_file_has_a_content_can_be_asked(exchange: "Exchange") -> None:
    exchange.write("IN_1.txt", b"one")
    exchange.folder.scan()
    assert exchange.folder.holds("IN_1.txt", b"one")
    assert not exchange.folder.holds("IN_1.txt", b"two")
    assert not exchange.folder.holds("IN_2.txt", b"one")


def test_an_archived_file_lies_in_the_archive_with_its_content(exchange: "Exchange") -> None:
    exchange.write("OUT_2.txt", b"last week")
    assert exchange.folder.archive("OUT_2.txt", "2026-11-24") == "2026-11-24/OUT_2.txt"
    assert exchange.names() == ("2026-11-24/OUT_2.txt",)
    assert listed(exchange) == []
    assert exchange.folder.read("2026-11-24/OUT_2.txt")[1] == b"last week"


def test_an_archived_file_of_a_section_keeps_its_subfolder(exchange: "Exchange") -> None:
    exchange.write("A/OUT_2.txt", b"a")
    exchange.write("B/OUT_2.txt", b"b")
    archived = [exchange.folder.archive(f"{section}/OUT_2.txt", "old/1") for section in "AB"]
    assert archived == ["old/1/A/OUT_2.txt", "old/1/B/OUT_2.txt"]
    assert exchange.names() == ("old/1/A/OUT_2.txt", "old/1/B/OUT_2.txt")


def test_archiving_never_overwrites(exchange: "Exchange") -> None:
    for content in (b"one", b"two", b"three"):
        exchange.write("OUT_2.txt", content)
        exchange.folder.archive("OUT_2.txt", "old")
    contents = {name: exchange.folder.read(name)[1] for name in exchange.names()}
    assert contents == {
        "old/OUT_2.txt": b"one",
        "old/OUT_2 (2).txt": b"two",
        "old/OUT_2 (3).txt": b"three",
    }


def test_archiving_counts_names_that_differ_in_case_as_taken(exchange: "Exchange") -> None:
    exchange.write("out_2.txt", b"one")
    exchange.folder.archive("out_2.txt", "old")
    exchange.write("OUT_2.txt", b"two")
    assert exchange.folder.archive("OUT_2.txt", "old") == "old/OUT_2 (2).txt"


def test_what_is_not_there_cannot_be_archived(exchange: "Exchange") -> None:
    with pytest.raises(FileGoneError):
        exchange.folder.archive("OUT_2.txt", "old")
    assert exchange.names() == ()


@pytest.mark.parametrize("into", ["", "A"])
def test_an_archive_is_no_place_of_the_exchange(exchange: "Exchange", into: str) -> None:
    exchange.write("OUT_2.txt", b"x")
    with pytest.raises(ValueError, match="is no place for an archive"):
        exchange.folder.archive("OUT_2.txt", into)


def test_a_folder_that_vanished_is_gone_and_its_files_are_not_deleted(
    exchange: "Exchange",
) -> None:
    exchange.write("OUT_1.txt", b"x")
    exchange.folder.put("A/IN_1.txt", b"x")
    before = exchange.folder.scan()
    exchange.vanish()
    with pytest.raises(FolderGoneError, match="Nothing is lost"):
        exchange.folder.scan()
    with pytest.raises(FolderGoneError):
        exchange.folder.read("OUT_1.txt")
    with pytest.raises(FolderGoneError):
        exchange.folder.read("A/OUT_1.txt")
    with pytest.raises(FolderGoneError):
        exchange.folder.put("IN_1.txt", b"x")
    with pytest.raises(FolderGoneError):
        exchange.folder.put("A/IN_1.txt", b"y")
    with pytest.raises(FolderGoneError):
        exchange.folder.archive("OUT_1.txt", "old")
    exchange.come_back()
    assert exchange.folder.scan() == before


def test_a_new_file_is_told(exchange: "Exchange", listener: "Listener") -> None:
    with exchange.folder.watch(listener):
        exchange.write("OUT_1.txt", b"x")
        listener.wait_for("OUT_1.txt")


def test_a_new_version_is_told(exchange: "Exchange", listener: "Listener") -> None:
    exchange.write("OUT_1.txt", b"one")
    with exchange.folder.watch(listener):
        exchange.write("OUT_1.txt", b"two, longer")
        listener.wait_for("OUT_1.txt")


def test_a_renamed_file_is_told_under_its_new_name(
    exchange: "Exchange", listener: "Listener"
) -> None:
    exchange.write("notes.txt", b"x")
    with exchange.folder.watch(listener):
        exchange.rename("notes.txt", "OUT_1.txt")
        listener.wait_for("OUT_1.txt")


def test_a_deleted_file_is_told(exchange: "Exchange", listener: "Listener") -> None:
    exchange.write("OUT_1.txt", b"x")
    with exchange.folder.watch(listener):
        exchange.delete("OUT_1.txt")
        listener.wait_for("OUT_1.txt")


def test_a_file_in_a_subfolder_is_told_with_its_path(
    exchange: "Exchange", listener: "Listener"
) -> None:
    exchange.write("A/OUT_1.txt", b"x")
    with exchange.folder.watch(listener):
        exchange.write("A/OUT_2.txt", b"x")
        listener.wait_for("A/OUT_2.txt")


def test_other_files_are_not_told(exchange: "Exchange", listener: "Listener") -> None:
    with exchange.folder.watch(listener):
        exchange.write("notes.txt", b"x")
        exchange.write("OUT_1.txt.part", b"x")
        exchange.write("OUT_2.txt", b"x")
        assert set(listener.wait_for("OUT_2.txt")) == {"OUT_2.txt"}


def test_nothing_is_told_when_the_watching_is_over(
    exchange: "Exchange", listener: "Listener"
) -> None:
    with exchange.folder.watch(listener):
        pass
    exchange.write("OUT_1.txt", b"x")
    assert listener.queue.empty()


def test_a_listener_that_fails_is_told_the_next_time(
    exchange: "Exchange", listener: "Listener", caplog: pytest.LogCaptureFixture
) -> None:
    def fail_at_first(name: str | None) -> None:
        listener(name)
        if name == "OUT_1.txt":
            raise RuntimeError("the listener is ill")

    with exchange.folder.watch(fail_at_first):
        exchange.write("OUT_1.txt", b"x")
        listener.wait_for("OUT_1.txt")
        exchange.write("OUT_2.txt", b"x")
        listener.wait_for("OUT_2.txt")
    assert "The hint to look at OUT_1.txt was lost; the next scan makes up" in caplog.messages


def test_a_folder_that_vanishes_and_comes_back_is_watched_on(
    exchange: "Exchange", listener: "Listener"
) -> None:
    with exchange.folder.watch(listener):
        exchange.vanish()
        listener.wait_for(None)
        exchange.come_back()
        listener.wait_for(None)
        exchange.write("OUT_1.txt", b"x")
        listener.wait_for("OUT_1.txt")


def test_watching_may_begin_while_the_folder_is_away_and_makes_no_noise_about_it(
    exchange: "Exchange", listener: "Listener", caplog: pytest.LogCaptureFixture
) -> None:
    exchange.vanish()
    with exchange.folder.watch(listener):
        exchange.come_back()
        listener.wait_for(None)
        exchange.write("OUT_1.txt", b"x")
        listener.wait_for("OUT_1.txt")
    assert caplog.messages == []
