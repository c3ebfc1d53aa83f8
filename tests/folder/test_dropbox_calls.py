"""How often Dropbox is called, and how fast it is left alone."""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING

import pytest

from daemon.folder.dropbox.watching import Pace, Watching
from daemon.folder.port import CredentialError, FolderGoneError
from tests.fake_dropbox.faults import Fault, Kind

if TYPE_CHECKING:
    from tests.folder.conftest import DropboxExchange, Listener

LIST = "files/list_folder"
CONTINUE = "files/list_folder/continue"
LONGPOLL = "files/list_folder/longpoll"
DOWNLOAD = "files/download"
TOKEN = "oauth2/token"
UPLOADS = (
    "files/upload_session/start_batch",
    "files/upload_session/append_batch",
    "files/upload_session/finish_batch_v2",
)
CALM = Pace(safety=3600, retry=0.005)


def uploads(exchange: DropboxExchange) -> list[int]:
    return [exchange.fake.count(route) for route in UPLOADS]


@pytest.mark.parametrize("files", [1, 30, 500])
def test_any_number_of_files_is_pushed_in_three_calls_and_none_again(
    dropbox_exchange: DropboxExchange, files: int
) -> None:
    wanted = {f"IN_{number}.txt": b"file %d" % number for number in range(1, files + 1)}
    assert len(dropbox_exchange.folder.put_all(wanted)) == files
    assert uploads(dropbox_exchange) == [1, 1, 1]
    assert dropbox_exchange.folder.put_all(wanted) == frozenset()
    assert dropbox_exchange.again().put_all(wanted) == frozenset()
    assert uploads(dropbox_exchange) == [1, 1, 1]
    assert dropbox_exchange.fake.count(DOWNLOAD) == 0


def test_a_thousand_files_are_pushed_in_four_calls(dropbox_exchange: DropboxExchange) -> None:
    wanted = {f"IN_{number}.txt": b"file %d" % number for number in range(1, 1001)}
    assert len(dropbox_exchange.folder.put_all(wanted)) == 1000
    assert uploads(dropbox_exchange) == [1, 2, 1]
    assert {path.rpartition("/")[2] for path in dropbox_exchange.fake.box.files()} == set(wanted)


def test_more_than_a_thousand_files_are_pushed_in_batches(
    dropbox_exchange: DropboxExchange, caplog: pytest.LogCaptureFixture
) -> None:
    wanted = {f"IN_{number}.txt": b"x" for number in range(1, 1002)}
    assert len(dropbox_exchange.folder.put_all(wanted)) == 1001
    assert uploads(dropbox_exchange) == [2, 3, 2]
    assert caplog.messages == ["1 file still to be uploaded"]


def test_files_whose_names_are_too_many_for_a_header_are_pushed_in_smaller_batches(
    dropbox_exchange: DropboxExchange, caplog: pytest.LogCaptureFixture
) -> None:
    dropbox_exchange.fake.longest_header = 4000
    wanted = {f"IN_{number}.txt": b"x" for number in range(1, 101)}
    assert len(dropbox_exchange.folder.put_all(wanted)) == 100
    assert len(dropbox_exchange.names()) == 100
    assert "Files are uploaded 25 at a time: more are too many for the way" in caplog.messages


def test_files_that_the_plan_changes_are_pushed_in_three_calls_and_not_read(
    dropbox_exchange: DropboxExchange,
) -> None:
    folder = dropbox_exchange.folder
    folder.put_all({f"IN_{number}.txt": b"old" for number in range(1, 31)})
    assert folder.read("IN_1.txt")[1] == b"old"
    dropbox_exchange.fake.forget_calls()
    folder.put_all({f"IN_{number}.txt": b"new" for number in range(1, 31)})
    assert uploads(dropbox_exchange) == [1, 1, 1]
    assert dropbox_exchange.fake.count(DOWNLOAD) == 0


def test_a_change_costs_one_longpoll_one_continue_and_one_download(
    dropbox_exchange: DropboxExchange, listener: Listener
) -> None:
    folder, fake = dropbox_exchange.again(pace=CALM), dropbox_exchange.fake
    dropbox_exchange.write("OUT_1.txt", b"one")
    folder.scan()
    with folder.watch(listener):
        while not fake.count(LONGPOLL):
            time.sleep(0.001)  # until it waits at Dropbox's door
        fake.forget_calls()
        dropbox_exchange.write("OUT_1.txt", b"two")
        assert listener.wait_for("OUT_1.txt") == ["OUT_1.txt"]
        folder.scan()
        assert folder.read("OUT_1.txt")[1] == b"two"
        assert listener.queue.empty()
        calls = fake.calls
    assert (calls[CONTINUE], calls[DOWNLOAD]) == (1, 1)
    assert calls[LONGPOLL] in {0, 1}  # the next one, which waits again
    assert set(calls) <= {CONTINUE, DOWNLOAD, LONGPOLL}


def test_an_idle_hour_is_longpolls_and_safety_polls_only(
    dropbox_exchange: DropboxExchange,
) -> None:
    fake = dropbox_exchange.fake
    dropbox_exchange.write("OUT_1.txt", b"one")
    folder = dropbox_exchange.folder
    folder.scan()
    fake.forget_calls()
    fake.routes.longpoll_seconds = 0  # the clock is ours
    watching = Watching(dropbox_exchange.connection, folder._mirror, lambda _: None, Pace())
    folder._watching = watching
    for second in range(3600):
        if second % 2 == 0:
            folder.scan()
        if second % 25 == 0:
            watching.look()
        if second % 30 == 0:
            watching.longpoll(str(folder._mirror.cursor))
    folder._watching = None
    assert fake.calls == {LONGPOLL: 120, CONTINUE: 144}


def test_who_waits_at_dropboxs_door_says_for_how_long_at_most(
    dropbox_exchange: DropboxExchange, listener: Listener
) -> None:
    """A dead longpoll goes unseen for two minutes, which is no hanging."""
    folder, fake = dropbox_exchange.again(), dropbox_exchange.fake
    folder.scan()
    promised: dict[str, list[float]] = {}
    twice = threading.Event()

    def promise(name: str, seconds: float) -> None:
        promised.setdefault(name, []).append(seconds)
        if len(promised.get("dropbox-safety", [])) >= 2:
            twice.set()

    with folder.watch(listener, promise):
        assert twice.wait(20)
        while not fake.count(LONGPOLL):
            time.sleep(0.001)
        assert 120 < promised["dropbox-longpoll"][-1] < math.inf
    assert promised["dropbox-longpoll"][-1] == math.inf
    assert promised["dropbox-safety"][:2] == [promised["dropbox-longpoll"][0], math.inf]


def test_dropbox_asks_for_a_pause_between_longpolls_and_gets_it(
    dropbox_exchange: DropboxExchange, listener: Listener
) -> None:
    folder, fake = dropbox_exchange.again(pace=CALM), dropbox_exchange.fake
    folder.scan()
    fake.routes.longpoll_seconds = 0
    fake.faults.add(LONGPOLL, Fault(Kind.BACKOFF, 600))
    with folder.watch(listener):
        while not fake.faults.taken[Kind.BACKOFF]:
            time.sleep(0.001)
        assert fake.count(LONGPOLL) == 1
        begun = time.monotonic()
    assert time.monotonic() - begun < 1
    assert fake.count(LONGPOLL) == 1


@pytest.mark.parametrize("fault", [Fault(Kind.STALL), None], ids=["stalled", "waiting"])
def test_an_end_is_obeyed_at_once_in_a_longpoll(
    dropbox_exchange: DropboxExchange, listener: Listener, fault: Fault | None
) -> None:
    folder, fake = dropbox_exchange.again(pace=CALM), dropbox_exchange.fake
    folder.scan()
    if fault is not None:
        fake.faults.add(LONGPOLL, fault)
    with folder.watch(listener):
        while not fake.count(LONGPOLL):
            time.sleep(0.001)
        begun = time.monotonic()
    assert time.monotonic() - begun < 1


def test_an_end_breaks_off_what_others_do_with_the_folder(
    dropbox_exchange: DropboxExchange, listener: Listener
) -> None:
    folder, fake = dropbox_exchange.again(pace=CALM), dropbox_exchange.fake
    dropbox_exchange.write("OUT_1.txt", b"one")
    folder.scan()
    fake.faults.add(DOWNLOAD, Fault(Kind.STALL))
    failed: list[Exception] = []

    def read() -> None:
        try:
            folder.read("OUT_1.txt")
        except FolderGoneError as error:
            failed.append(error)

    reader = threading.Thread(target=read)
    with folder.watch(listener):
        reader.start()
        while not fake.count(DOWNLOAD):
            time.sleep(0.001)
        begun = time.monotonic()
    reader.join(5)
    assert time.monotonic() - begun < 1
    assert len(failed) == 1
    assert fake.count(DOWNLOAD) == 1


def test_a_longpoll_that_is_dead_does_not_hide_a_change(
    dropbox_exchange: DropboxExchange, listener: Listener
) -> None:
    folder, fake = dropbox_exchange.folder, dropbox_exchange.fake
    folder.scan()
    fake.faults.add(LONGPOLL, Fault(Kind.STALL))
    with folder.watch(listener):
        while not fake.count(LONGPOLL):
            time.sleep(0.001)
        dropbox_exchange.write("OUT_1.txt", b"one")
        listener.wait_for("OUT_1.txt")


@pytest.mark.parametrize(
    "fault",
    [Fault(Kind.RESET), Fault(Kind.DROP), Fault(Kind.HTML), Fault(Kind.STATUS, 503)],
    ids=lambda fault: fault.kind.name,
)
def test_a_longpoll_that_fails_is_followed_by_another(
    dropbox_exchange: DropboxExchange, listener: Listener, fault: Fault
) -> None:
    folder, fake = dropbox_exchange.again(pace=CALM), dropbox_exchange.fake
    folder.scan()
    fake.faults.add(LONGPOLL, fault, fault, fault)
    with folder.watch(listener):
        while fake.count(LONGPOLL) < 4:
            time.sleep(0.001)
        dropbox_exchange.write("OUT_1.txt", b"one")
        listener.wait_for("OUT_1.txt")


def test_a_connection_that_is_lost_for_a_while_is_told_twice_and_no_file_is_missed(
    dropbox_exchange: DropboxExchange, listener: Listener
) -> None:
    folder, fake = dropbox_exchange.folder, dropbox_exchange.fake
    dropbox_exchange.write("OUT_1.txt", b"one")
    folder.scan()
    with folder.watch(listener):
        fake.go_offline()
        listener.wait_for(None)
        for _ in range(3):
            with pytest.raises(FolderGoneError, match="Nothing is lost"):
                folder.scan()
        with pytest.raises(FolderGoneError):
            folder.put("IN_1.txt", b"x")
        dropbox_exchange.write("OUT_2.txt", b"two")
        fake.come_back()
        assert listener.wait_for(None) == [None]
        assert [seen.name for seen in folder.scan()] == ["OUT_1.txt", "OUT_2.txt"]


def test_access_that_is_taken_back_while_it_is_watched_is_told(
    dropbox_exchange: DropboxExchange, listener: Listener
) -> None:
    folder = dropbox_exchange.folder
    folder.scan()
    with folder.watch(listener):
        dropbox_exchange.fake.door.revoke()
        listener.wait_for(None)
        with pytest.raises(CredentialError):
            folder.scan()


def test_a_folder_that_comes_later_is_watched_as_soon_as_it_is_there(
    dropbox_exchange: DropboxExchange, listener: Listener
) -> None:
    dropbox_exchange.fake.box.delete("/Club")
    folder = dropbox_exchange.folder
    with folder.watch(listener):
        assert folder.scan() == ()
        dropbox_exchange.write("OUT_1.txt", b"one")
        listener.wait_for(None)
        dropbox_exchange.write("OUT_1.txt", b"two")
        listener.wait_for("OUT_1.txt")


def test_a_network_that_comes_back_before_the_folder_is_made_is_back(
    dropbox_exchange: DropboxExchange, listener: Listener
) -> None:
    dropbox_exchange.fake.box.delete("/Club")
    folder = dropbox_exchange.folder
    dropbox_exchange.fake.go_offline()
    with folder.watch(listener):
        with pytest.raises(FolderGoneError):
            folder.scan()
        dropbox_exchange.fake.come_back()
        listener.wait_for(None)
        assert folder.scan() == ()


def test_the_last_word_about_a_file_counts(
    dropbox_exchange: DropboxExchange, listener: Listener
) -> None:
    folder = dropbox_exchange.again(pace=CALM)
    folder.scan()
    for number in range(5):
        dropbox_exchange.write("OUT_1.txt", b"version %d" % number)
    dropbox_exchange.write("OUT_2.txt", b"x")
    dropbox_exchange.delete("OUT_2.txt")
    dropbox_exchange.write("A/OUT_3.txt", b"x")
    dropbox_exchange.delete("A")
    dropbox_exchange.fake.forget_calls()
    with folder.watch(listener):
        listener.wait_for("OUT_1.txt")
        assert [seen.name for seen in folder.scan()] == ["OUT_1.txt"]
        assert folder.read("OUT_1.txt")[1] == b"version 4"
    assert dropbox_exchange.fake.count(DOWNLOAD) == 1


def test_an_error_that_nobody_foresaw_does_not_end_the_watching(
    dropbox_exchange: DropboxExchange,
    listener: Listener,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    folder = dropbox_exchange.folder
    folder.scan()
    real, failed = folder._mirror.refresh, threading.Event()

    def fail_once() -> object:
        if failed.is_set():
            return real()
        failed.set()
        raise ZeroDivisionError

    monkeypatch.setattr(folder._mirror, "refresh", fail_once)
    with folder.watch(listener):
        dropbox_exchange.write("OUT_1.txt", b"one")
        listener.wait_for("OUT_1.txt")
    assert "Dropbox could not be watched; tried again in a moment" in caplog.messages
