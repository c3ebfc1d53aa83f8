"""IN files that change while the daemon runs."""

from __future__ import annotations

import threading
from collections.abc import Mapping

import pytest

from daemon.folder.memory import MemoryFolder
from daemon.folder.port import FolderRefusedError, PutOutcome
from daemon.service.messages import InFilesPushed, InFilesRefused
from daemon.service.pusher import Pusher

PATIENCE_SECONDS = 20
FIRST = {"IN_T1.txt": b"one", "IN_T2.txt": b"two"}


class Desk:
    """A folder, its pusher, and what was posted."""

    def __init__(self) -> None:
        self.folder = MemoryFolder()
        self.posted: list[InFilesPushed | InFilesRefused] = []
        self.news = threading.Event()
        self.pusher = Pusher(self.folder, lambda: "archive", self.post)
        self.pusher.first(FIRST, frozenset())

    def post(self, message: InFilesPushed | InFilesRefused) -> None:
        self.posted.append(message)
        self.news.set()

    def want(self, files: Mapping[str, bytes]) -> None:
        self.pusher.want(files)
        self.pusher.work()

    def contents(self) -> dict[str, bytes]:
        return {seen.name: self.folder.read(seen.name)[1] for seen in self.folder.scan()}


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_at_the_start_everything_is_written_and_nothing_posted(desk: Desk) -> None:
    assert desk.contents() == FIRST
    assert desk.posted == []
    assert desk.pusher.in_step


def test_what_is_wanted_already_is_not_pushed_again(desk: Desk) -> None:
    desk.want(dict(FIRST))
    assert desk.posted == []


def test_only_what_changed_is_written_and_what_is_needed_no_more_is_archived(desk: Desk) -> None:
    desk.want({"IN_T1.txt": b"one", "IN_T3.txt": b"three"})
    (message,) = desk.posted
    assert isinstance(message, InFilesPushed)
    assert message.pushed.written == ("IN_T3.txt",)
    assert message.pushed.outdated == {"IN_T2.txt": "archive/IN_T2.txt"}
    assert desk.contents() == {"IN_T1.txt": b"one", "IN_T3.txt": b"three"}
    assert desk.folder.read("archive/IN_T2.txt")[1] == b"two"


def test_what_an_earlier_change_wrote_is_known_as_ours(desk: Desk) -> None:
    desk.want({"IN_T1.txt": b"new"})
    desk.want({"IN_T1.txt": b"newer"})
    last = desk.posted[-1]
    assert isinstance(last, InFilesPushed)
    assert last.pushed.replaced == {}
    assert desk.contents() == {"IN_T1.txt": b"newer"}


def test_a_file_of_somebody_else_is_told_once(desk: Desk) -> None:
    desk.folder.write("IN_T9.txt", b"a stranger's")
    for content in (b"new", b"newer"):
        desk.want({"IN_T1.txt": content})
    strange = [one.pushed.strange for one in desk.posted if isinstance(one, InFilesPushed)]
    assert strange == [("IN_T9.txt",), ()]


def test_a_folder_that_is_away_is_tried_again_when_it_is_back(desk: Desk) -> None:
    desk.folder.vanish()
    desk.want({"IN_T1.txt": b"new"})
    assert desk.posted == []
    assert not desk.pusher.in_step
    desk.folder.come_back()
    desk.pusher.work()
    assert [type(one) for one in desk.posted] == [InFilesPushed]
    assert desk.contents() == {"IN_T1.txt": b"new"}


def test_other_trouble_is_told_once_and_tried_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> PutOutcome:
        raise FolderRefusedError("IN_T1.txt is held open by another program.")

    with monkeypatch.context() as context:
        context.setattr(desk.folder, "put", refuse)
        desk.want({"IN_T1.txt": b"new"})
        desk.pusher.work()
    assert desk.posted == [InFilesRefused("IN_T1.txt is held open by another program.")]
    desk.pusher.work()
    assert desk.contents() == {"IN_T1.txt": b"new"}


def test_what_was_written_before_it_broke_off_is_known_as_ours(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = desk.folder.put

    def put_one(name: str, content: bytes) -> PutOutcome:
        if name == "IN_T2.txt":
            raise FolderRefusedError("no room")
        return put(name, content)

    with monkeypatch.context() as context:
        context.setattr(desk.folder, "put", put_one)
        desk.want({"IN_T1.txt": b"new", "IN_T2.txt": b"new"})
    desk.want({"IN_T1.txt": b"newer", "IN_T2.txt": b"newer"})
    last = desk.posted[-1]
    assert isinstance(last, InFilesPushed)
    assert last.pushed.replaced == {}


def test_a_thread_pushes_what_is_wanted_until_it_is_asked_to_leave(desk: Desk) -> None:
    thread = threading.Thread(target=desk.pusher.run)
    thread.start()
    desk.pusher.want({"IN_T1.txt": b"new"})
    assert desk.news.wait(PATIENCE_SECONDS)
    desk.pusher.leave()
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()
    assert desk.contents() == {"IN_T1.txt": b"new"}
