"""The server: an application on a socket, in the calling thread, until it is asked to end."""

import asyncio
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

import anyio.to_thread
import uvicorn

from daemon.web.application import Hubs, application
from daemon.web.hub import Hub
from daemon.web.patient import PatientProtocol
from daemon.web.premises import Premises
from daemon.web.token import Token

_THREADS = 4
"""Which read files and make pages; more would only get into the way of the one that writes."""

_HEADER_BYTES = 16 * 1024
_KEEP_ALIVE_SECONDS = 8
_TICK_SECONDS = 1.0
_LEAVE_SECONDS = 0.6
"""For answers that are on their way; then the daemon ends without them."""


class Serving:
    """Serves one socket once. `nudge` has the rulings file read, `late` names loops that hang."""

    def __init__(
        self,
        premises: Premises,
        token: Token | None,
        nudge: Callable[[], None],
        late: Callable[[], Sequence[str]],
    ) -> None:
        self._premises = premises
        self._hubs = Hubs(Hub(), Hub())
        app = application(premises, self._hubs, token, nudge=nudge, late=late)
        self._server = _Server(
            uvicorn.Config(
                app,
                http=PatientProtocol,
                ws="none",
                loop="asyncio",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                # What strangers send must not fill the log; errors of ours are told by the gate.
                log_level="critical",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=_KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=1,
                h11_max_incomplete_event_size=_HEADER_BYTES,
            )
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turn = threading.Lock()
        self._over = False

    def run(self, opened: socket.socket) -> None:
        """Serve until `leave` is called; the socket is closed then."""
        asyncio.run(self._serve(opened))

    def leave(self) -> None:
        """Ask it to end; may be called from any thread, before or after `run` too."""
        with self._turn:
            self._over = True
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._end)

    async def _serve(self, opened: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        anyio.to_thread.current_default_thread_limiter().total_tokens = _THREADS
        news = _Forwarding(loop, self._hubs)
        try:
            with self._premises.window.listening(news.hear):
                with self._turn:
                    self._loop = loop
                    if self._over:
                        self._end()
                await self._server.serve(sockets=[opened])
        finally:
            with self._turn:
                self._loop = None
            opened.close()

    def _end(self) -> None:
        self._server.leave()
        self._hubs.pages.close()
        self._hubs.director.close()
        asyncio.get_running_loop().call_later(_LEAVE_SECONDS, self._end_at_once)

    def _end_at_once(self) -> None:
        self._server.force_exit = True


class _Server(uvicorn.Server):
    """uvicorn's server, which looks up once a second and not ten times, and leaves when asked."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._leaving = asyncio.Event()

    def leave(self) -> None:
        """End, on the loop's own thread."""
        self.should_exit = True
        self._leaving.set()

    async def main_loop(self) -> None:
        """Keep the time of the answers right until it is time to leave."""
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._leaving.wait(), _TICK_SECONDS)


class _Forwarding:
    """Brings what changed from the thread that writes to the server's own."""

    def __init__(self, loop: asyncio.AbstractEventLoop, hubs: Hubs) -> None:
        self._loop = loop
        self._hubs = hubs

    def hear(self, names: tuple[str, ...]) -> None:
        """Pass it on; never waits."""
        self._loop.call_soon_threadsafe(self._tell, names)

    def _tell(self, names: tuple[str, ...]) -> None:
        if names:
            self._hubs.pages.tell(names)
        self._hubs.director.tell(("director",))
