"""Telling the service manager how it goes (systemd's sd_notify), where there is one.

A message is a datagram of lines `NAME=value` to the socket that the environment names. Without
that socket nothing happens here, and no thread is started.
"""

import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

from msgspec import Struct

SOCKET = "NOTIFY_SOCKET"
READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"

_WAIT_SECONDS = 1.0
"""A manager that does not take its messages holds up nobody for longer."""

_LONGEST_STATUS = 200

_log = logging.getLogger(__name__)


class Manager(Struct, frozen=True):
    """Who started the daemon and listens; `address` is None where nobody does.

    `every` is after how many seconds it wants to hear that all is well; None: it does not ask.
    """

    address: str | None = None
    every: float | None = None

    def tell(self, *lines: str) -> None:
        """Send lines such as `READY=1`. A manager that cannot be reached stops nothing."""
        if self.address is None:
            return
        with (
            suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as unix,
        ):
            unix.settimeout(_WAIT_SECONDS)
            unix.sendto("\n".join(lines).encode("utf-8"), self.address)

    def tell_status(self, text: str) -> None:
        """Say in plain words how it goes: `systemctl status` shows it."""
        self.tell(f"STATUS={' '.join(text.split())[:_LONGEST_STATUS]}")


NOBODY = Manager()
"""Started by hand, or by something that does not listen."""


def manager_of(environment: Mapping[str, str]) -> Manager:
    """The service manager that this environment speaks of."""
    address = environment.get(SOCKET, "")
    if not address.startswith(("/", "@")) or not hasattr(socket, "AF_UNIX"):
        return NOBODY
    if address.startswith("@"):
        address = f"\0{address[1:]}"  # an abstract one, which has no file
    return Manager(address, _watchdog_seconds(environment))


def _watchdog_seconds(environment: Mapping[str, str]) -> float | None:
    """Half of the time after which it would lose patience; None when it has no watchdog for us."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    microseconds = environment.get("WATCHDOG_USEC", "")
    if not (microseconds.isascii() and microseconds.isdigit()) or int(microseconds) == 0:
        return None
    return int(microseconds) / 2_000_000


class Watchdog:
    """Says that all is well as long as nobody is late; who is late is told once, in the log."""

    def __init__(self, manager: Manager, late: Callable[[], tuple[str, ...]]) -> None:
        self._manager = manager
        self._late = late
        self._told: tuple[str, ...] = ()

    def feed(self) -> None:
        """Tell the manager, or the log, how it is now."""
        late = self._late()
        if not late:
            self._manager.tell(ALIVE)
        elif late != self._told:
            names = ", ".join(late)
            _log.error(
                "A part of the daemon hangs (%s): if it goes on, the service manager starts the "
                "daemon anew, and nothing is lost",
                names,
            )
            self._manager.tell_status(f"hangs ({names})")
        self._told = late


@contextmanager
def watched_over(manager: Manager, late: Callable[[], tuple[str, ...]]) -> Iterator[None]:
    """Feed the manager's watchdog while the context lasts, if it has one."""
    if manager.every is None:
        yield
        return
    every, watchdog, over = manager.every, Watchdog(manager, late), threading.Event()

    def feed() -> None:
        watchdog.feed()
        while not over.wait(every):
            watchdog.feed()

    thread = threading.Thread(target=feed, name="watchdog", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
