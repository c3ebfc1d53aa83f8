import queue
import threading
from collections.abc import Callable

import pytest

from daemon.folder.memory import MemoryFolder
from daemon.folder.port import (
    FileBusyError,
    FileSeen,
    FolderError,
    FolderGoneError,
    FolderRefusedError,
)
from daemon.service.lookout import Lookout
from daemon.service.messages import Arrived, FolderBack, FolderLost, Message, Unreadable

PATIENCE_SECONDS = 20
GONE = "The folder cannot be reached. Nothing is lost: work goes on when it is back."


class Brittle(MemoryFolder):
    """A folder some of whose files cannot be read."""

    def __init__(self) -> None:
        super().__init__(max_file_bytes=20)
        self.broken: dict[str, FolderError] = {}
        self.reads: list[str] = []

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        self.reads.append(name)
        if name in self.broken:
            raise self.broken[name]
        return super().read(name)


class Post:
    """A lookout on a folder, and what it has posted."""

    def __init__(self) -> None:
        self.folder = Brittle()
        self.messages: list[Message] = []
        self.lookout = Lookout(self.folder, self.messages.append)

    def contents(self) -> list[tuple[str, bytes]]:
        return [(one.seen.name, one.content) for one in self.messages if isinstance(one, Arrived)]


@pytest.fixture
def post() -> Post:
    return Post()


def test_all_out_files_are_handed_on_once(post: Post) -> None:
    post.folder.write("OUT_1.txt", b"one")
    post.folder.write("OUT_2_E.txt", b"two")
    post.folder.write("IN_1.txt", b"ours")
    post.lookout.look_around()
    post.lookout.look_around()
    assert post.contents() == [("OUT_1.txt", b"one"), ("OUT_2_E.txt", b"two")]


def test_a_file_is_handed_on_again_when_it_has_changed(post: Post) -> None:
    post.folder.write("OUT_1.txt", b"one")
    post.lookout.look_around()
    post.folder.write("OUT_1.txt", b"more")
    post.lookout.look_around()
    assert post.contents() == [("OUT_1.txt", b"one"), ("OUT_1.txt", b"more")]


def test_a_file_whose_name_cannot_be_placed_is_handed_on_too(post: Post) -> None:
    """Somebody must be told about it."""
    post.folder.write("OUT_final.txt", b"one")
    post.lookout.look_around()
    assert post.contents() == [("OUT_final.txt", b"one")]


def test_a_hint_has_one_file_read(post: Post) -> None:
    post.folder.write("OUT_1.txt", b"one")
    post.folder.write("OUT_2.txt", b"two")
    post.lookout._serve({"OUT_1.txt"})
    assert post.folder.reads == ["OUT_1.txt"]
    assert post.contents() == [("OUT_1.txt", b"one")]


def test_hints_that_come_together_are_served_together(post: Post) -> None:
    post.folder.write("OUT_1.txt", b"one")
    for name in ("OUT_1.txt", "OUT_1.txt", "IN_1.txt"):
        post.lookout.look_at(name)
    names = post.lookout._gather()
    assert names == {"OUT_1.txt", "IN_1.txt"}
    post.lookout._serve(names)
    assert post.folder.reads == ["OUT_1.txt"]
    assert post.contents() == [("OUT_1.txt", b"one")]


def test_a_request_to_leave_comes_before_what_still_waits(post: Post) -> None:
    post.folder.write("OUT_1.txt", b"one")
    post.lookout.look_at(None)
    post.lookout.leave()
    post.lookout.run()
    assert post.messages == []


def test_an_unchanged_file_that_a_hint_names_is_not_handed_on(post: Post) -> None:
    post.folder.write("OUT_1.txt", b"one")
    post.lookout._serve({None})
    post.lookout._serve({"OUT_1.txt"})
    assert post.contents() == [("OUT_1.txt", b"one")]


def test_a_file_that_is_gone_or_busy_is_left_to_a_later_look(post: Post) -> None:
    post.folder.write("OUT_1.txt", b"one")
    post.folder.broken["OUT_1.txt"] = FileBusyError("it changes")
    post.lookout._serve({"OUT_1.txt", "OUT_9.txt"})
    assert post.messages == []
    post.folder.broken.clear()
    post.lookout._serve({None})
    assert post.contents() == [("OUT_1.txt", b"one")]


def test_a_file_that_cannot_be_read_is_told_once_and_tried_again(post: Post) -> None:
    """A permission that is given later changes nothing that a listing shows."""
    post.folder.write("OUT_1.txt", b"one")
    post.folder.broken["OUT_1.txt"] = FolderRefusedError("no permission: give it")
    for _ in range(3):
        post.lookout._serve({None})
    post.lookout._serve({"OUT_1.txt"})
    assert post.messages == [Unreadable("OUT_1.txt", "no permission: give it")]
    post.folder.broken.clear()
    post.lookout._serve({None})
    assert post.contents() == [("OUT_1.txt", b"one")]
    post.folder.write("OUT_1.txt", b"two")
    post.folder.broken["OUT_1.txt"] = FolderRefusedError("no permission: give it")
    post.lookout._serve({None})
    assert post.messages[-1] == Unreadable("OUT_1.txt", "no permission: give it")


def test_a_file_that_is_too_large_does_not_stop_the_others(post: Post) -> None:
    post.folder.write("OUT_1.txt", b"x" * 21)
    post.folder.write("OUT_2.txt", b"two")
    post.lookout.look_around()
    assert [type(one) for one in post.messages] == [Unreadable, Arrived]


def test_a_folder_that_is_lost_is_told_once_and_so_is_its_return(post: Post) -> None:
    post.folder.vanish()
    for _ in range(3):
        post.lookout._serve({None})
    post.lookout._serve({"OUT_1.txt"})
    assert post.messages == [FolderLost(GONE)]
    post.folder.write("OUT_1.txt", b"one")
    post.folder.write("OUT_2.txt", b"two")
    post.folder.come_back()
    post.lookout._serve({"OUT_1.txt"})
    assert post.contents() == [("OUT_1.txt", b"one"), ("OUT_2.txt", b"two")]
    assert [one for one in post.messages if not isinstance(one, Arrived)] == [
        FolderLost(GONE),
        FolderBack(),
    ]
    post.lookout._serve({None})
    assert post.messages.count(FolderBack()) == 1


def test_a_file_on_a_bad_part_of_the_disk_does_not_stop_the_others(post: Post) -> None:
    post.folder.write("OUT_1.txt", b"one")
    post.folder.write("OUT_2.txt", b"two")
    post.folder.write("OUT_3.txt", b"three")
    post.folder.broken["OUT_1.txt"] = FolderGoneError("input/output error")
    post.folder.broken["OUT_2.txt"] = FolderGoneError("another one")
    post.lookout._serve({None})
    assert post.contents() == [("OUT_3.txt", b"three")]
    assert post.messages[-1] == FolderLost("input/output error")


def test_looking_around_says_when_the_folder_is_gone(post: Post) -> None:
    post.folder.vanish()
    with pytest.raises(FolderGoneError):
        post.lookout.look_around()


def test_requests_may_come_from_any_thread(post: Post) -> None:
    came: queue.SimpleQueue[Message] = queue.SimpleQueue()
    lookout = Lookout(post.folder, came.put)
    thread = threading.Thread(target=lookout.run)
    thread.start()
    with post.folder.watch(lookout.look_at):
        writers: list[Callable[[], None]] = [
            lambda number=number: post.folder.write(f"OUT_{number}.txt", b"one")  # type: ignore[misc] # a default binds the number
            for number in range(1, 9)
        ]
        threads = [threading.Thread(target=write) for write in writers]
        for one in threads:
            one.start()
        names = set()
        for _ in threads:
            message = came.get(timeout=PATIENCE_SECONDS)
            assert isinstance(message, Arrived)
            names.add(message.seen.name)
    assert names == {f"OUT_{number}.txt" for number in range(1, 9)}
    lookout.leave()
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()


def test_nothing_grows_from_look_to_look(post: Post) -> None:
    post.folder.write("OUT_1.txt", b"one")
    post.folder.write("OUT_2.txt", b"x" * 21)
    post.lookout._serve({None})
    before = (dict(post.lookout._handed_on), dict(post.lookout._complaints), len(post.messages))
    for _ in range(50):
        post.lookout._serve({None, "OUT_1.txt", "OUT_2.txt"})
    assert before == (*(post.lookout._handed_on, post.lookout._complaints, len(post.messages)),)


def test_what_can_be_read_though_the_folder_is_away_is_handed_on(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    post.folder.write("OUT_1.txt", b"collected")

    def away() -> tuple[FileSeen, ...]:
        raise FolderGoneError(GONE, scan())

    scan = post.folder.scan
    monkeypatch.setattr(post.folder, "scan", away)
    post.lookout._serve({None})
    post.lookout._serve({None})
    assert post.contents() == [("OUT_1.txt", b"collected")]
    assert [one for one in post.messages if not isinstance(one, Arrived)] == [FolderLost(GONE)]
