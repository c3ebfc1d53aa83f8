import os
import queue
import threading
from pathlib import Path

import pytest

from daemon.service.messages import RulingsArrived, RulingsLost
from daemon.service.rulings_file import RulingsFile

PATIENCE_SECONDS = 20


class Desk:
    """The director's file, a clock that a test moves, and what was posted."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / "rulings.toml"
        self.seconds = 0.0
        self.posted: list[RulingsArrived | RulingsLost] = []
        self.file = RulingsFile(self.path, self.posted.append, lambda: self.seconds)

    def look(self, *, after: float) -> None:
        self.seconds += after
        self.file.look()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def arrived(text: str) -> RulingsArrived:
    return RulingsArrived("rulings.toml", text)


def test_at_the_start_it_is_read_at_once(desk: Desk) -> None:
    desk.path.write_text("# none\n")
    assert desk.file.first() == arrived("# none\n")
    desk.look(after=5)
    assert desk.posted == []


def test_a_byte_order_mark_is_no_part_of_the_text(desk: Desk) -> None:
    desk.path.write_bytes(b"\xef\xbb\xbf# none\n")
    assert desk.file.first() == arrived("# none\n")


def test_one_that_is_not_there_yet_says_so_and_is_read_when_it_comes(desk: Desk) -> None:
    assert desk.file.first() == desk.file.missing
    desk.look(after=5)
    assert desk.posted == []
    desk.path.write_text("# none\n")
    desk.look(after=0)
    desk.look(after=1)
    assert desk.posted == [arrived("# none\n")]


def test_what_was_saved_counts_after_a_second_of_quiet(desk: Desk) -> None:
    desk.file.first()
    desk.path.write_text("# one\n")
    desk.look(after=0)
    desk.look(after=0.9)
    assert desk.posted == []
    desk.look(after=0.1)
    assert desk.posted == [arrived("# one\n")]
    desk.look(after=5)
    assert desk.posted == [arrived("# one\n")]


def test_every_change_begins_the_second_anew(desk: Desk) -> None:
    desk.file.first()
    desk.path.write_text("")
    desk.look(after=0)
    desk.path.write_text("# o")
    desk.look(after=0.8)
    desk.path.write_text("# one\n")
    desk.look(after=0.8)
    assert desk.posted == []
    desk.look(after=1)
    assert desk.posted == [arrived("# one\n")]


def test_a_change_that_is_undone_within_the_second_is_none(desk: Desk) -> None:
    desk.path.write_text("# one\n")
    desk.file.first()
    moved = desk.path.with_suffix(".old")
    desk.path.rename(moved)
    desk.look(after=0)
    moved.rename(desk.path)
    desk.look(after=0.5)
    desk.look(after=5)
    assert desk.posted == []


def test_a_file_that_is_saved_unchanged_is_no_news(desk: Desk) -> None:
    desk.path.write_text("# one\n")
    desk.file.first()
    os.utime(desk.path, (1, 1))
    desk.look(after=0)
    desk.look(after=1)
    assert desk.posted == []


def test_a_file_that_vanishes_is_told_once_and_so_is_its_return(desk: Desk) -> None:
    desk.path.write_text("# one\n")
    desk.file.first()
    desk.path.unlink()
    desk.look(after=0)
    assert desk.posted == []
    desk.look(after=1)
    desk.look(after=5)
    missing = RulingsLost(f"rulings.toml is missing: put it back at {desk.path}")
    assert desk.posted == [missing]
    desk.path.write_text("# one\n")
    desk.look(after=0)
    desk.look(after=1)
    assert desk.posted == [missing, arrived("# one\n")]


def test_what_is_not_utf8_says_which_byte(desk: Desk) -> None:
    desk.file.first()
    desk.path.write_bytes(b'reason = "caf\xe9"\n')
    desk.look(after=0)
    desk.look(after=1)
    desk.look(after=5)
    desk.look(after=5)
    assert desk.posted == [
        RulingsLost("rulings.toml is not UTF-8 (byte 14): save it as UTF-8 in your editor")
    ]


def test_what_cannot_be_read_is_told_once_and_tried_again(desk: Desk) -> None:
    desk.file.first()
    desk.path.mkdir()  # every user may look at it and none may read it
    for _ in range(5):
        desk.look(after=1)
    assert desk.posted == [
        RulingsLost(f"rulings.toml cannot be read (Is a directory): see to {desk.path}")
    ]
    desk.path.rmdir()
    desk.path.write_text("# one\n")
    desk.look(after=0)
    desk.look(after=1)
    assert desk.posted[1:] == [arrived("# one\n")]


def test_what_could_not_be_read_for_a_moment_is_read_without_being_saved_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.path.write_text("# one\n")
    with monkeypatch.context() as patch:
        patch.setattr(
            Path, "read_bytes", lambda _: (_ for _ in ()).throw(PermissionError(13, "No"))
        )
        assert desk.file.first() == RulingsLost(
            f"rulings.toml cannot be read (No): see to {desk.path}"
        )
    desk.look(after=0)
    desk.look(after=1)
    assert desk.posted == [arrived("# one\n")]


def test_what_is_unchanged_is_not_read_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even after it could not be read for a moment."""
    desk.path.mkdir()
    desk.file.first()
    desk.path.rmdir()
    desk.path.write_text("# one\n")
    desk.look(after=0)
    desk.look(after=1)
    assert desk.posted == [arrived("# one\n")]
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("it was read again"))
    for _ in range(5):
        desk.look(after=1)


def test_a_text_that_changes_while_it_is_read_waits_for_the_next_look(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.file.first()
    desk.path.write_text("# one\n")
    desk.look(after=0)
    read = Path.read_bytes

    def read_and_lose(path: Path) -> bytes:
        content = read(path)
        path.write_text("# one\n# two\n")
        return content

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", read_and_lose)
        desk.look(after=1)
    assert desk.posted == []
    desk.look(after=0)
    desk.look(after=1)
    assert desk.posted == [arrived("# one\n# two\n")]


def test_its_thread_looks_until_it_is_asked_to_leave(tmp_path: Path) -> None:
    looked = threading.Event()

    def monotonic() -> float:
        looked.set()
        return 0.0

    path = tmp_path / "rulings.toml"
    file = RulingsFile(path, lambda _: None, monotonic)
    file.first()
    path.write_text("# one\n")
    thread = threading.Thread(target=file.run)
    thread.start()
    assert looked.wait(PATIENCE_SECONDS)
    file.leave()
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()


def test_what_the_page_wrote_is_read_at_once(tmp_path: Path) -> None:
    path, posts = tmp_path / "rulings.toml", queue.SimpleQueue[object]()
    path.write_text("# one\n")
    file = RulingsFile(path, posts.put, lambda: 0.0)  # a clock in which no second passes
    file.first()
    thread = threading.Thread(target=file.run)
    thread.start()
    path.write_text("# two\n")
    file.hurry()
    assert posts.get(timeout=20) == RulingsArrived("rulings.toml", "# two\n")
    path.write_text("# three\n")
    file.leave()
    thread.join(20)
    assert not thread.is_alive()
    assert posts.empty()  # what is being written while it ends is left to the next start
