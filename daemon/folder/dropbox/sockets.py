"""Connections that can be broken off from another thread: nobody waits for a longpoll to end."""

import socket
import weakref
from contextlib import suppress
from threading import Lock
from typing import Any

from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool


class Sockets:
    """The open sockets of a session."""

    def __init__(self) -> None:
        self._open: weakref.WeakSet[socket.socket] = weakref.WeakSet()
        self._lock = Lock()

    def track(self, session: Any) -> None:  # noqa: ANN401 - a requests.Session, which has no types
        """Know of every connection that this session will make (through a proxy: of none)."""
        remember = self._remember

        class Connection(HTTPSConnection):
            def connect(self) -> None:
                super().connect()
                remember(self.sock)

        class Pool(HTTPSConnectionPool):
            ConnectionCls = Connection

        manager = session.get_adapter("https://").poolmanager
        manager.pool_classes_by_scheme = {**manager.pool_classes_by_scheme, "https": Pool}

    def break_off(self) -> None:
        """Whoever waits for an answer is told at once that none will come."""
        with self._lock:
            sockets = list(self._open)
        for one in sockets:
            with suppress(OSError):
                # The method of TLS sockets would take the ground from under the one that reads.
                socket.socket.shutdown(one, socket.SHUT_RDWR)

    def _remember(self, one: socket.socket | None) -> None:
        if one is not None:
            with self._lock:
                self._open.add(one)
