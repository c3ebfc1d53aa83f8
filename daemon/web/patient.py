"""uvicorn's connection with an end to its patience: who says nothing for long is let go.

Without it a visitor who opens connections and sends a letter a minute, or nothing, could keep all
of them for ever.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from daemon.web.hosts import is_here

REQUEST_SECONDS = 10.0
"""From the connection, or from the last answer, until a whole request has come."""

MOST_CONNECTIONS = 512
MOST_CONNECTIONS_OF_ONE = 64
"""Of one address; this computer, and a proxy on it, has no such limit."""


class PatientProtocol(H11Protocol):
    """One connection."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as the class above
        """Begin to wait for a request; there is no room for any number of connections."""
        super().connection_made(transport)
        of_one = 0 if is_here(self._peer) else self._connections_of_one()
        if len(self.connections) > MOST_CONNECTIONS or of_one > MOST_CONNECTIONS_OF_ONE:
            transport.abort()
            return
        self._wait()

    @property
    def _peer(self) -> str:
        return self.client[0] if self.client else ""

    def _connections_of_one(self) -> int:
        others = (one for one in self.connections if isinstance(one, PatientProtocol))
        return sum(one._peer == self._peer for one in others)  # noqa: SLF001 - of the same class

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came in; part of a request does not make the wait longer."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request, unless it stands in line already."""
        before = self.cycle
        self._wait()
        super().on_response_complete()
        if self.cycle is not before:
            self._stop_waiting()

    def _wait(self) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()
