import errno
import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.publish import writing
from daemon.publish.writing import FILES, Publisher, PublishError, publish, replace_file
from daemon.tournament.results import Results

ORDER = (
    *("standings.json", "travellers.json", "problems.json"),
    *("standings.csv", "travellers.csv", "index.html"),
)


class HeldError(PermissionError):
    """What Windows says of a file that a program has open."""

    winerror = 32


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


def test_all_files_are_written_standings_first_and_the_page_last(
    evening: Results, tmp_path: Path
) -> None:
    directory = tmp_path / "site" / "live"
    assert publish(evening, directory) == ORDER
    assert sorted(path.name for path in directory.iterdir()) == sorted(ORDER)
    for name, make in FILES.items():
        assert (directory / name).read_bytes() == make(evening).encode("utf-8")


def test_nothing_is_written_when_nothing_changed(evening: Results, tmp_path: Path) -> None:
    publish(evening, tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert publish(evening, tmp_path) == ()
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_only_files_that_changed_are_written(evening: Results, tmp_path: Path) -> None:
    publisher = Publisher(tmp_path, sleep=_no_sleep)
    publisher.publish(evening)
    assert publisher.publish(replace(evening, event="Wednesday pairs")) == (
        "standings.json",
        "index.html",
    )


def test_unchanged_files_are_not_read_again(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publisher = Publisher(tmp_path, sleep=_no_sleep)
    publisher.publish(evening)
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read"))
    assert publisher.publish(evening) == ()


def test_a_file_that_somebody_deleted_comes_back(evening: Results, tmp_path: Path) -> None:
    publisher = Publisher(tmp_path, sleep=_no_sleep)
    publisher.publish(evening)
    (tmp_path / "problems.json").unlink()
    assert publisher.publish(evening) == ("problems.json",)
    assert (tmp_path / "problems.json").exists()


def test_a_file_that_somebody_changed_is_put_right(evening: Results, tmp_path: Path) -> None:
    publisher = Publisher(tmp_path, sleep=_no_sleep)
    publisher.publish(evening)
    (tmp_path / "standings.csv").write_text("somebody was here", encoding="utf-8")
    assert publisher.publish(evening) == ("standings.csv",)


def test_a_file_that_was_only_touched_is_left_alone(evening: Results, tmp_path: Path) -> None:
    publisher = Publisher(tmp_path, sleep=_no_sleep)
    publisher.publish(evening)
    os.utime(tmp_path / "standings.csv", (1, 1))
    assert publisher.publish(evening) == ()


def test_the_files_may_be_read_by_a_web_server(evening: Results, tmp_path: Path) -> None:
    publish(evening, tmp_path)
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    assert (tmp_path / "index.html").stat().st_mode == plain.stat().st_mode


def test_what_a_crash_left_behind_is_removed_and_nothing_else(
    evening: Results, tmp_path: Path
) -> None:
    (tmp_path / ".index.html.0a1b2c3d.tmp").write_text("half", encoding="utf-8")
    (tmp_path / ".other.tmp").write_text("not ours", encoding="utf-8")
    (tmp_path / "logo.svg").write_text("not ours", encoding="utf-8")
    publish(evening, tmp_path)
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


def test_a_file_that_is_being_read_is_tried_again_after_a_moment(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _refuse(monkeypatch, HeldError(errno.EACCES, "in use"), "index.html", times=2)
    slept: list[float] = []
    assert Publisher(tmp_path, sleep=slept.append).publish(evening) == ORDER
    assert slept == [0.01, 0.02]


def test_a_file_that_a_spreadsheet_holds_does_not_stop_the_page(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    publisher = Publisher(tmp_path, sleep=slept.append)
    with monkeypatch.context() as patched:
        _refuse(patched, HeldError(errno.EACCES, "in use"), "standings.csv")
        with pytest.raises(PublishError) as caught:
            publisher.publish(evening)
    assert str(caught.value) == (
        f"{tmp_path / 'standings.csv'} could not be written (in use): close the program that has "
        "it open (a spreadsheet, perhaps), or give this user the right to write in the folder. "
        "It is tried again with the next results."
    )
    assert caught.value.changed == tuple(name for name in ORDER if name != "standings.csv")
    assert sum(slept) < 0.5
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".tmp"] == []
    assert publisher.publish(evening) == ("standings.csv",)


def test_a_full_disk_leaves_the_old_files_whole(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(evening, tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PublishError, match="the disk is full: make room on it") as caught:
        publish(replace(evening, event="Wednesday pairs"), tmp_path)
    assert caught.value.changed == ()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_folder_with_the_name_of_a_file_is_reported(evening: Results, tmp_path: Path) -> None:
    (tmp_path / "index.html").mkdir()
    with pytest.raises(PublishError, match=r"index\.html could not be written"):
        Publisher(tmp_path, sleep=lambda _seconds: None).publish(evening)
    assert (tmp_path / "standings.json").exists()


def test_a_file_with_the_name_of_the_folder_is_reported(evening: Results, tmp_path: Path) -> None:
    (tmp_path / "live").write_text("a file", encoding="utf-8")
    with pytest.raises(
        PublishError,
        match="something of the wrong kind has that name: move it away, or name another folder",
    ):
        publish(evening, tmp_path / "live")


def test_any_other_trouble_is_told_with_the_systems_words(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _refuse(monkeypatch, OSError(errno.EIO, "Input/output error"), "problems.json")
    with pytest.raises(PublishError) as caught:
        publish(evening, tmp_path)
    assert str(caught.value) == (
        f"{tmp_path / 'problems.json'} could not be written (Input/output error): see that the "
        "disk is there and can be written to. It is tried again with the next results."
    )


def test_an_error_in_making_one_file_leaves_the_old_set_whole(
    evening: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(evening, tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def broken(_results: Results) -> str:
        raise ZeroDivisionError

    makers: dict[str, Callable[[Results], str]] = {**FILES, "index.html": broken}
    monkeypatch.setattr(writing, "FILES", makers)
    with pytest.raises(ZeroDivisionError):
        publish(replace(evening, event="Wednesday pairs"), tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
