import errno
import os
import threading
import time
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path

import pytest
from msgspec.structs import replace

from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.publish.document import Page
from daemon.publish.json_files import problems_json, standings_json, travellers_json
from daemon.publish.replacing import replace_file
from daemon.publish.roster import ROSTER_FILE
from daemon.publish.site import Site
from daemon.publish.writing import Piece, Publisher, PublishError, publish, published_files
from daemon.tournament.results import Results

ORDER = (
    *("standings.json", "index.html", "problems.json"),
    *("travellers.json", "standings.csv", "travellers.csv"),
)


class HeldError(PermissionError):
    """What Windows says of a file that a program has open."""

    winerror = 32


def _write(publisher: Publisher, results: Results) -> tuple[str, ...]:
    """Publish everything; the names of what changed, in the order of writing."""
    return tuple(chain.from_iterable(publisher.publish(results)))


def six_files(results: Results) -> Iterator[Page]:
    """The files that there always are, with less in the page than it has."""
    yield Page(
        "standings.json",
        (results.event, results.rankings),
        partial(standings_json, results),
    )
    yield Page("index.html", results, lambda: f"<h1>{results.event}</h1>")
    yield Page("problems.json", results.problems, partial(problems_json, results))
    yield Page("travellers.json", results.travellers, partial(travellers_json, results))
    yield Page("standings.csv", results.rankings, partial(standings_csv, results))
    yield Page("travellers.csv", results.travellers, partial(travellers_csv, results))


def _publish(results: Results, directory: Path) -> tuple[str, ...]:
    """Write them into a directory once."""
    return _write(Publisher(directory, pages=six_files), results)


def _no_sleep(_seconds: float) -> None:
    pytest.fail("nothing had to be waited for")


def _refuse(
    monkeypatch: pytest.MonkeyPatch, error: OSError, *names: str, times: int = 10**6
) -> None:
    """Let replacing these files fail so many times."""
    replace_really = Path.replace
    left = dict.fromkeys(names, times)

    def replace_or_not(source: Path, target: Path) -> Path:
        if left.get(target.name, 0) > 0:
            left[target.name] -= 1
            raise error
        return replace_really(source, target)

    monkeypatch.setattr(Path, "replace", replace_or_not)


def test_all_files_are_written_standings_first_and_then_the_page(
    evening: Results, tmp_path: Path
) -> None:
    directory = tmp_path / "site" / "live"
    assert _publish(evening, directory) == ORDER
    assert sorted(path.name for path in directory.iterdir()) == sorted(ORDER)
    for page in six_files(evening):
        assert (directory / page.name).read_bytes() == page.make().encode("utf-8")


def test_the_pages_for_players_are_written_without_asking(evening: Results, tmp_path: Path) -> None:
    wanted = [page.name for page in Site().pages(evening)]
    assert publish(evening, tmp_path) == tuple(wanted)
    assert (tmp_path / "boards" / "A-2.html").is_file()
    assert publish(evening, tmp_path) == ()


def test_nothing_is_written_when_nothing_changed(evening: Results, tmp_path: Path) -> None:
    _publish(evening, tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert _publish(evening, tmp_path) == ()
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_only_files_that_changed_are_written(evening: Results, tmp_path: Path) -> None:
    publisher = Publisher(tmp_path, pages=six_files, sleep=_no_sleep)
    _write(publisher, evening)
    assert _write(publisher, replace(evening, event="Wednesday pairs")) == (
        "standings.json",
        "index.html",
    )


def test_unchanged_files_are_not_read_again(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publisher = Publisher(tmp_path, pages=six_files, sleep=_no_sleep)
    _write(publisher, evening)
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read"))
    assert _write(publisher, evening) == ()


def test_a_file_that_somebody_deleted_comes_back(evening: Results, tmp_path: Path) -> None:
    publisher = Publisher(tmp_path, pages=six_files, sleep=_no_sleep)
    _write(publisher, evening)
    (tmp_path / "problems.json").unlink()
    assert _write(publisher, evening) == ("problems.json",)
    assert (tmp_path / "problems.json").exists()


def test_a_file_that_somebody_changed_is_put_right(evening: Results, tmp_path: Path) -> None:
    publisher = Publisher(tmp_path, pages=six_files, sleep=_no_sleep)
    _write(publisher, evening)
    (tmp_path / "standings.csv").write_text("somebody was here", encoding="utf-8")
    assert _write(publisher, evening) == ("standings.csv",)


def test_a_file_that_was_only_touched_is_left_alone(evening: Results, tmp_path: Path) -> None:
    publisher = Publisher(tmp_path, pages=six_files, sleep=_no_sleep)
    _write(publisher, evening)
    os.utime(tmp_path / "standings.csv", (1, 1))
    assert _write(publisher, evening) == ()


def test_the_files_may_be_read_by_a_web_server(evening: Results, tmp_path: Path) -> None:
    _publish(evening, tmp_path)
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    assert (tmp_path / "index.html").stat().st_mode == plain.stat().st_mode


def test_what_a_crash_left_behind_is_removed_and_nothing_else(
    evening: Results, tmp_path: Path
) -> None:
    (tmp_path / ".index.html.0a1b2c3d.tmp").write_text("half", encoding="utf-8")
    (tmp_path / ".other.tmp").write_text("not ours", encoding="utf-8")
    (tmp_path / "logo.svg").write_text("not ours", encoding="utf-8")
    _publish(evening, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [*ORDER, ".other.tmp", "logo.svg"]
    )


def test_a_reader_always_sees_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "standings.json"
    versions = [b"a" * 10, b"b" * 500_000]
    path.write_bytes(versions[0])
    done = threading.Event()
    seen: set[bytes] = set()

    def read_until_done() -> None:
        while not done.is_set():
            seen.add(path.read_bytes())

    reader = threading.Thread(target=read_until_done)
    reader.start()
    try:
        for turn in range(100):
            replace_file(path, versions[turn % 2], sleep=time.sleep)
    finally:
        done.set()
        reader.join()
    assert seen
    assert seen <= set(versions)


def test_the_content_is_on_the_disk_before_it_takes_the_old_ones_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "standings.json"
    path.write_bytes(b"old")
    steps: list[str] = []
    fsync_really, replace_really = os.fsync, Path.replace

    def fsync(descriptor: int) -> None:
        assert os.fstat(descriptor).st_size == 3
        steps.append("on the disk")
        fsync_really(descriptor)

    def replace_noting(source: Path, target: Path) -> Path:
        assert (source.parent, source.read_bytes()) == (target.parent, b"new")
        assert target.read_bytes() == b"old"
        steps.append("replaced")
        return replace_really(source, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace_noting)
    replace_file(path, b"new", sleep=_no_sleep)
    assert steps == ["on the disk", "replaced"]
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("final", [False, True])
def test_pages_of_boards_and_contestants_do_not_wait_for_the_disk_until_they_are_final(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, final: bool
) -> None:
    settled: set[int] = set()
    fsync_really = os.fsync

    def fsync(descriptor: int) -> None:
        settled.add(os.fstat(descriptor).st_ino)
        fsync_really(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    publish(replace(evening, final=final), tmp_path)
    waited = {
        path.relative_to(tmp_path).as_posix()
        for path in tmp_path.rglob("*")
        if path.stat().st_ino in settled
    }
    many = {*published_files(tmp_path)} - {
        *ORDER,
        *("wall.html", "progress.html", "travellers.html", "scorecards.html"),
        *("page.css", "live.js"),
    }
    assert {name.partition("/")[0] for name in many} == {"boards", "pairs"}
    assert waited == {ROSTER_FILE, *published_files(tmp_path)} - (set() if final else many)


@pytest.mark.parametrize("name", ["boards/A-1.html", "pairs/A-7.html", "index.html"])
def test_a_page_that_a_power_cut_left_empty_is_made_anew_at_the_next_start(
    evening: Results, tmp_path: Path, name: str
) -> None:
    publish(evening, tmp_path)
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(b"")
    assert publish(evening, tmp_path) == (name,)
    assert (tmp_path / name).read_bytes() == whole


def test_a_file_that_is_being_read_is_tried_again_after_a_moment(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _refuse(monkeypatch, HeldError(errno.EACCES, "in use"), "index.html", times=2)
    slept: list[float] = []
    assert _write(Publisher(tmp_path, pages=six_files, sleep=slept.append), evening) == ORDER
    assert slept == [0.01, 0.02]


def test_a_file_that_a_spreadsheet_holds_does_not_stop_the_page(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    publisher = Publisher(tmp_path, pages=six_files, sleep=slept.append)
    with monkeypatch.context() as patched:
        _refuse(patched, HeldError(errno.EACCES, "in use"), "standings.csv")
        with pytest.raises(PublishError) as caught:
            _write(publisher, evening)
    assert str(caught.value) == (
        f"{tmp_path / 'standings.csv'} could not be written (in use): close the program that has "
        "it open (a spreadsheet, perhaps), or give this user the right to write in the folder. "
        "It is tried again with the next results."
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted({*ORDER} - {"standings.csv"})
    assert sum(slept) < 0.5
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".tmp"] == []
    assert _write(publisher, evening) == ("standings.csv",)


def test_a_full_disk_leaves_the_old_files_whole(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _publish(evening, tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PublishError, match="the disk is full: make room on it"):
        _publish(replace(evening, event="Wednesday pairs"), tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_folder_with_the_name_of_a_file_is_reported(evening: Results, tmp_path: Path) -> None:
    (tmp_path / "index.html").mkdir()
    with pytest.raises(PublishError, match=r"index\.html could not be written"):
        _write(Publisher(tmp_path, pages=six_files, sleep=lambda _seconds: None), evening)
    assert (tmp_path / "standings.json").exists()


def test_a_file_with_the_name_of_the_folder_is_reported(evening: Results, tmp_path: Path) -> None:
    (tmp_path / "live").write_text("a file", encoding="utf-8")
    with pytest.raises(
        PublishError,
        match="something of the wrong kind has that name: move it away, or name another folder",
    ):
        _publish(evening, tmp_path / "live")


def test_any_other_trouble_is_told_with_the_systems_words(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _refuse(monkeypatch, OSError(errno.EIO, "Input/output error"), "problems.json")
    with pytest.raises(PublishError) as caught:
        _publish(evening, tmp_path)
    assert str(caught.value) == (
        f"{tmp_path / 'problems.json'} could not be written (Input/output error): see that the "
        "disk is there and can be written to. It is tried again with the next results."
    )


# Pages that come and go, piece by piece


class Book:
    """Pages of a plan: the standings first, and one for each board, made of how it stands."""

    def __init__(self, *boards: int) -> None:
        self.boards = dict.fromkeys(boards, "nothing yet")
        self.standings = "nobody leads"
        self.made: list[str] = []

    def pages(self, _results: Results) -> Iterator[Page]:
        yield self.page("standings.json", self.standings)
        for board, text in self.boards.items():
            yield self.page(f"boards/{board}.html", text)

    def page(self, name: str, text: str) -> Page:
        def make() -> str:
            self.made.append(name)
            if text == "impossible":
                raise ZeroDivisionError("no boards")
            return text

        return Page(name, text, make)


def test_a_page_whose_key_is_the_same_is_not_made_again(evening: Results, tmp_path: Path) -> None:
    book = Book(1, 2, 3)
    publisher = Publisher(tmp_path, pages=book.pages)
    _write(publisher, evening)
    book.made.clear()
    book.boards[2] = "3NT"
    assert _write(publisher, evening) == ("boards/2.html",)
    assert book.made == ["boards/2.html"]
    assert (tmp_path / "boards" / "2.html").read_text(encoding="utf-8") == "3NT"


def test_newer_standings_come_before_older_pages_and_those_come_next(
    evening: Results, tmp_path: Path
) -> None:
    book = Book(1, 2, 3)
    publisher = Publisher(tmp_path, pages=book.pages)
    begun = publisher.publish(evening)
    assert [next(begun), next(begun)] == [("standings.json",), ("boards/1.html",)]
    book.standings, book.boards[1] = "3 leads", "3NT"
    assert _write(publisher, evening) == (
        *("standings.json", "boards/2.html", "boards/3.html", "boards/1.html"),
    )


def test_every_page_has_its_turn_though_results_never_stop(
    evening: Results, tmp_path: Path
) -> None:
    book = Book(1, 2, 3)
    publisher = Publisher(tmp_path, pages=book.pages)
    for turn in range(3):
        book.standings = f"{turn} leads"
        begun = publisher.publish(evening)
        next(begun)
        next(begun)
    assert (tmp_path / "boards" / "3.html").exists()


def test_the_first_page_is_written_before_the_others_are_even_thought_of(
    evening: Results, tmp_path: Path
) -> None:
    def pages(_results: Results) -> Iterator[Page]:
        yield Page("standings.json", 1, lambda: "1")
        assert (tmp_path / "standings.json").read_text(encoding="utf-8") == "1"
        yield Page("index.html", 1, lambda: "1")

    assert _write(Publisher(tmp_path, pages=pages), evening) == ("standings.json", "index.html")


def test_pages_of_an_earlier_plan_are_removed_also_after_a_restart(
    evening: Results, tmp_path: Path
) -> None:
    _write(Publisher(tmp_path, pages=Book(1, 2, 3).pages), evening)
    (tmp_path / "boards" / "logo.svg").write_text("not ours", encoding="utf-8")
    assert _write(Publisher(tmp_path, pages=Book(1).pages), evening) == (
        *("boards/2.html", "boards/3.html"),
    )
    assert sorted(path.name for path in (tmp_path / "boards").iterdir()) == ["1.html", "logo.svg"]
    assert list(published_files(tmp_path)) == ["standings.json", "boards/1.html"]


def test_a_page_is_known_as_ours_before_it_is_there(evening: Results, tmp_path: Path) -> None:
    """So one that was written when a crash came is not taken for somebody else's."""
    begun = Publisher(tmp_path, pages=Book(1, 2).pages).publish(evening)
    assert [next(begun), next(begun)] == [("standings.json",), ("boards/1.html",)]
    assert _write(Publisher(tmp_path, pages=Book().pages), evening) == ("boards/1.html",)


def test_a_list_of_ours_that_was_tampered_with_leads_nowhere_else(
    evening: Results, tmp_path: Path
) -> None:
    directory = tmp_path / "live"
    directory.mkdir()
    (tmp_path / "names.csv").write_text("mine", encoding="utf-8")
    (directory / ".hidden").write_text("mine", encoding="utf-8")
    roster = f"../names.csv\n{tmp_path}/names.csv\n.hidden\nboards/../../names.csv\n"
    (directory / ROSTER_FILE).write_text(roster, encoding="utf-8")
    assert _write(Publisher(directory, pages=Book().pages), evening) == ("standings.json",)
    assert (tmp_path / "names.csv").exists()
    assert (directory / ".hidden").exists()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"\0\0"])
def test_a_list_of_ours_that_cannot_be_read_is_as_none(
    evening: Results, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / ROSTER_FILE).write_bytes(content)
    assert _write(Publisher(tmp_path, pages=Book(1).pages), evening) == (
        *("standings.json", "boards/1.html"),
    )


def test_what_a_crash_left_behind_of_a_page_is_removed(evening: Results, tmp_path: Path) -> None:
    _write(Publisher(tmp_path, pages=Book(1).pages), evening)
    (tmp_path / "boards" / ".1.html.0a1b2c3d.tmp").write_text("half", encoding="utf-8")
    (tmp_path / "boards" / ".9.html.0a1b2c3d.tmp").write_text("not ours", encoding="utf-8")
    _write(Publisher(tmp_path, pages=Book(1).pages), evening)
    assert sorted(path.name for path in (tmp_path / "boards").iterdir()) == [
        *(".9.html.0a1b2c3d.tmp", "1.html"),
    ]


def test_a_page_that_cannot_be_made_does_not_stop_the_others(
    evening: Results, tmp_path: Path
) -> None:
    book = Book(1, 2)
    book.boards[1] = "impossible"
    with pytest.raises(PublishError) as caught:
        _write(Publisher(tmp_path, pages=book.pages), evening)
    assert str(caught.value) == (
        f"{tmp_path / 'boards/1.html'} could not be made (ZeroDivisionError: no boards): this is "
        "a mistake in tournamentd; the other files are right, and results are recorded all the "
        "same. It is tried again with the next results."
    )
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert (tmp_path / "boards" / "2.html").exists()


def test_many_files_that_fail_alike_are_told_in_one_sentence(
    evening: Results, tmp_path: Path
) -> None:
    (tmp_path / "boards").write_text("a file", encoding="utf-8")
    with pytest.raises(PublishError) as caught:
        _write(Publisher(tmp_path, pages=Book(1, 2, 3, 4, 5).pages), evening)
    first = ", ".join(str(tmp_path / f"boards/{board}.html") for board in (1, 2, 3))
    assert str(caught.value) == (
        f"{first} and 2 more could not be written (File exists): something of the wrong kind has "
        "that name: move it away, or name another folder. It is tried again with the next results."
    )


def test_a_page_that_cannot_be_removed_is_told_and_stays_ours(
    evening: Results, tmp_path: Path
) -> None:
    _write(Publisher(tmp_path, pages=Book(1).pages), evening)
    publisher = Publisher(tmp_path, pages=Book().pages)
    page = tmp_path / "boards" / "1.html"
    page.unlink()
    page.mkdir()
    with pytest.raises(PublishError, match=r"1\.html could not be removed"):
        _write(publisher, evening)
    page.rmdir()
    page.write_text("old", encoding="utf-8")
    assert _write(publisher, evening) == ("boards/1.html",)


def test_a_list_of_ours_that_cannot_be_written_is_told_and_the_pages_are_there(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _refuse(monkeypatch, OSError(errno.EIO, "Input/output error"), ROSTER_FILE)
    with pytest.raises(PublishError, match=r"\.pages could not be written"):
        _write(Publisher(tmp_path, pages=Book(1).pages), evening)
    assert (tmp_path / "boards" / "1.html").exists()


def test_who_listens_hears_what_changed_when_it_did(evening: Results, tmp_path: Path) -> None:
    heard: list[Piece] = []
    book = Book(1, 2)
    publisher = Publisher(tmp_path, pages=book.pages, listeners=[heard.append])
    begun = publisher.publish(evening)
    next(begun)
    assert heard == [("standings.json",)]
    list(begun)
    assert heard == [("standings.json",), ("boards/1.html",), ("boards/2.html",)]
    heard.clear()
    del book.boards[1]
    assert _write(publisher, evening) == ("boards/1.html",)
    assert heard == [("boards/1.html",)]
