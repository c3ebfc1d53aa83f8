"""Watching a real directory: what kills it, and that it comes back."""

import errno
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from watchdog.observers.api import EventEmitter

from daemon.folder import watching as watching_module
from daemon.folder.watching import watching
from daemon.settings.model import Watch

if TYPE_CHECKING:
    from tests.folder.conftest import Listener, LocalExchange


def emitters() -> list[EventEmitter]:
    return [thread for thread in threading.enumerate() if isinstance(thread, EventEmitter)]


@contextmanager
def watched(root: Path, listener: "Listener", watch: Watch) -> Iterator[None]:
    with watching(lambda: {"": root} if root.is_dir() else {}, listener, watch, 0.02):
        yield


@pytest.mark.parametrize("watch", Watch)
def test_no_thread_is_left_when_the_watching_is_over(
    tmp_path: Path, listener: "Listener", watch: Watch
) -> None:
    before = threading.active_count()
    with watched(tmp_path, listener, watch):
        assert threading.active_count() > before
    assert threading.active_count() == before


def test_no_thread_is_left_when_the_work_fails(tmp_path: Path, listener: "Listener") -> None:
    before = threading.active_count()
    with pytest.raises(RuntimeError, match="work"), watched(tmp_path, listener, Watch.EVENTS):
        raise RuntimeError("work")
    assert threading.active_count() == before


@pytest.mark.parametrize("watch", Watch)
def test_a_folder_that_is_deleted_and_made_again_is_watched_again(
    tmp_path: Path, listener: "Listener", watch: Watch
) -> None:
    root = tmp_path / "Dropbox"
    root.mkdir()
    with watched(root, listener, watch):
        shutil.rmtree(root)
        listener.wait_for(None)
        root.mkdir()
        listener.wait_for(None)
        (root / "OUT_1.txt").write_bytes(b"x")
        listener.wait_for("OUT_1.txt")


def test_a_folder_that_is_swapped_for_another_is_watched_again(
    tmp_path: Path, listener: "Listener"
) -> None:
    root, other = tmp_path / "Dropbox", tmp_path / "other"
    root.mkdir()
    other.mkdir()
    with watched(root, listener, Watch.EVENTS):
        root.rename(tmp_path / "old")
        other.rename(root)
        listener.wait_for(None)
        (root / "OUT_1.txt").write_bytes(b"x")
        (tmp_path / "old" / "OUT_2.txt").write_bytes(b"x")
        (root / "OUT_3.txt").write_bytes(b"x")
        assert "OUT_2.txt" not in listener.wait_for("OUT_3.txt")


@pytest.mark.parametrize("watch", Watch)
def test_an_emitter_that_died_is_replaced(
    tmp_path: Path, listener: "Listener", watch: Watch
) -> None:
    with watched(tmp_path, listener, watch):
        (emitter,) = emitters()
        emitter.stop()
        listener.wait_for(None)
        (tmp_path / "OUT_1.txt").write_bytes(b"x")
        listener.wait_for("OUT_1.txt")


def test_a_subfolder_that_is_made_later_is_watched(
    local: "LocalExchange", listener: "Listener"
) -> None:
    with local.folder.watch(listener):
        local.folder.put("A/IN_1.txt", b"x")
        listener.wait_for(None)
        local.write("A/OUT_1.txt", b"x")
        listener.wait_for("A/OUT_1.txt")


def test_a_folder_behind_a_link_is_watched(tmp_path: Path, listener: "Listener") -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "Dropbox").symlink_to(tmp_path / "disk")
    with watched(tmp_path / "Dropbox", listener, Watch.EVENTS):
        (tmp_path / "disk" / "OUT_1.txt").write_bytes(b"x")
        listener.wait_for("OUT_1.txt")


@pytest.mark.parametrize("watch", Watch)
def test_a_writer_in_place_is_told(tmp_path: Path, listener: "Listener", watch: Watch) -> None:
    path = tmp_path / "OUT_1.txt"
    path.write_bytes(b"one\n")
    with watched(tmp_path, listener, watch):
        with path.open("ab") as writer:
            writer.write(b"two\n")
        listener.wait_for("OUT_1.txt")


def test_looking_at_a_file_is_no_event(tmp_path: Path, listener: "Listener") -> None:
    path = tmp_path / "OUT_1.txt"
    path.write_bytes(b"x")
    with watched(tmp_path, listener, Watch.EVENTS):
        for _ in range(10):
            path.read_bytes()
        (tmp_path / "OUT_2.txt").write_bytes(b"x")
        assert "OUT_1.txt" not in listener.wait_for("OUT_2.txt")


def test_a_system_that_has_no_watches_left_is_polled(
    tmp_path: Path,
    listener: "Listener",
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(*, timeout: float) -> None:
        raise OSError(errno.EMFILE, f"inotify instance limit reached ({timeout})")

    monkeypatch.setattr(watching_module, "Observer", refuse)
    with watched(tmp_path, listener, Watch.EVENTS):
        (tmp_path / "OUT_1.txt").write_bytes(b"x")
        listener.wait_for("OUT_1.txt")
    assert "inotify instance limit reached" in caplog.text


def test_a_folder_that_vanishes_just_as_it_is_to_be_watched_is_tried_again(
    tmp_path: Path, listener: "Listener"
) -> None:
    root = tmp_path / "Dropbox"
    with watching(lambda: {"": root}, listener, Watch.EVENTS, 0.02):
        listener.wait_for(None)
        root.mkdir()
        (root / "OUT_1.txt").write_bytes(b"x")
        listener.wait_for(None)
    assert emitters() == []


def test_whatever_fails_in_a_recheck_the_next_one_is_made(
    tmp_path: Path, listener: "Listener", caplog: pytest.LogCaptureFixture
) -> None:
    answers: list[Path | None] = [tmp_path, None, None, tmp_path / "A"]
    (tmp_path / "A").mkdir()

    def places() -> Mapping[str, Path]:
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if answer is None:
            raise RuntimeError("can't start new thread")
        return {"": answer}

    with watching(places, listener, Watch.EVENTS, 0.02):
        listener.wait_for(None)
        (tmp_path / "A" / "OUT_1.txt").write_bytes(b"x")
        listener.wait_for("OUT_1.txt")
    assert "The folder could not be watched anew; tried again in a moment" in caplog.messages
