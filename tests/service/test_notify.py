"""What the service manager hears: on a real socket, which Linux and macOS have."""

import logging
import os
import socket
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from daemon.service.notify import (
    ALIVE,
    NOBODY,
    READY,
    Manager,
    Watchdog,
    manager_of,
    watched_over,
)

pytestmark = pytest.mark.skipif(
    not hasattr(socket, "AF_UNIX"), reason="this system has no such sockets, and no systemd"
)
PATIENCE_SECONDS = 20


@dataclass
class Ears:
    """A service manager's end of the socket."""

    socket: socket.socket
    name: str

    def hear(self) -> str:
        return self.socket.recv(4096).decode()


def listen(address: str, name: str) -> Iterator[Ears]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as unix:
        unix.bind(address)
        unix.settimeout(PATIENCE_SECONDS)
        yield Ears(unix, name)


@pytest.fixture
def ears(tmp_path: Path) -> Iterator[Ears]:
    yield from listen(str(tmp_path / "notify"), str(tmp_path / "notify"))


def test_what_is_told_arrives_line_by_line(ears: Ears) -> None:
    manager = manager_of({"NOTIFY_SOCKET": ears.name})
    manager.tell(READY, "STATUS=ready")
    assert ears.hear() == "READY=1\nSTATUS=ready"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has sockets without a file")
def test_an_abstract_socket_is_reached_too() -> None:
    name = f"tournamentd-test-{os.getpid()}"
    for ears in listen(f"\0{name}", f"@{name}"):
        manager_of({"NOTIFY_SOCKET": ears.name}).tell(READY)
        assert ears.hear() == READY


def test_a_status_is_one_line_of_a_decent_length(ears: Ears) -> None:
    manager = manager_of({"NOTIFY_SOCKET": ears.name})
    manager.tell_status(f"first\nsecond {'x' * 387}")
    assert ears.hear() == f"STATUS=first second {'x' * 387}"
    manager.tell_status(f"first\nsecond {'x' * 388}")
    assert ears.hear() == f"STATUS=first second {'x' * 386}…"


@pytest.mark.parametrize("name", ["", "relative/path", "vsock:2:1234"])
def test_without_a_socket_that_is_understood_nothing_happens(name: str) -> None:
    assert manager_of({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "1000000"}) is NOBODY
    assert manager_of({"WATCHDOG_USEC": "1000000"}) is NOBODY
    NOBODY.tell(READY)
    before = threading.active_count()
    with watched_over(NOBODY, lambda: ()):
        assert threading.active_count() == before


def test_a_manager_that_is_gone_stops_nothing(tmp_path: Path) -> None:
    manager_of({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).tell(READY)


def test_a_manager_that_does_not_listen_stops_nothing(
    ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its queue is full: what is told is lost, and the daemon goes on after a moment."""
    monkeypatch.setattr("daemon.service.notify._WAIT_SECONDS", 0)
    manager = manager_of({"NOTIFY_SOCKET": ears.name})
    for number in range(2000):
        manager.tell(f"STATUS={number}")
    assert ears.hear() == "STATUS=0"


@pytest.mark.parametrize(
    ("environment", "every"),
    [
        ({"WATCHDOG_USEC": "60000000"}, 30.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "²"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_fed_twice_within_its_patience(
    environment: dict[str, str], every: float | None
) -> None:
    assert manager_of({"NOTIFY_SOCKET": "/run/notify", **environment}).every == every


def test_a_watchdog_is_fed_again_and_again_until_it_is_over(ears: Ears) -> None:
    manager = Manager(ears.name, every=0.001)
    with watched_over(manager, lambda: ()):
        assert [ears.hear() for _ in range(3)] == [ALIVE] * 3
    assert not [one for one in threading.enumerate() if one.name == "watchdog"]


@dataclass
class Loops:
    """Who is late, as the test says."""

    late: tuple[str, ...] = ()
    heard: list[str] = field(default_factory=list)

    def __call__(self) -> tuple[str, ...]:
        return self.late


def test_a_watchdog_starves_while_somebody_hangs_and_the_log_says_who_once(
    ears: Ears, caplog: pytest.LogCaptureFixture
) -> None:
    loops = Loops()
    watchdog = Watchdog(Manager(ears.name, 30), loops)
    watchdog.feed()
    assert ears.hear() == ALIVE
    loops.late = ("lookout", "writer")
    with caplog.at_level(logging.ERROR):
        watchdog.feed()
        watchdog.feed()
    assert caplog.messages == [
        (
            "A part of the daemon hangs (lookout, writer): if it goes on, the service manager "
            "starts the daemon anew, and nothing is lost"
        )
    ]
    assert ears.hear() == "STATUS=hangs (lookout, writer)"
    loops.late = ()
    watchdog.feed()
    assert ears.hear() == ALIVE
