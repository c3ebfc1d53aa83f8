"""Keeps the pages' server open, beside the one that writes; play never waits for it."""

import logging
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from daemon.service.messages import PagesNotServed, PagesServed
from daemon.web.premises import Premises

if TYPE_CHECKING:
    from daemon.web.serving import Serving

RETRY_SECONDS = 5.0

_log = logging.getLogger(__name__)


class Doorkeeper:
    """Opens the server, and opens it again: what keeps it closed is posted once, and its end.

    `nudge` has the rulings file read at once, `late` names the loops that hang.
    """

    def __init__(
        self,
        premises: Premises,
        post: Callable[[PagesServed | PagesNotServed], None],
        nudge: Callable[[], None],
        late: Callable[[], Sequence[str]],
    ) -> None:
        self._premises = premises
        self._post = post
        self._nudge = nudge
        self._late = late
        self._over = threading.Event()
        self._turn = threading.Lock()
        self._serving: Serving | None = None
        self._complaint: str | None = None

    def run(self) -> None:
        """Serve until asked to leave."""
        while not self._over.is_set():
            try:
                self._serve()
            except Exception as error:  # noqa: BLE001 - told: a page must not end the evening
                self._unforeseen(error)
            self._over.wait(RETRY_SECONDS)

    def leave(self) -> None:
        """Ask the thread to end."""
        self._over.set()
        with self._turn:
            if self._serving is not None:
                self._serving.leave()

    def _serve(self) -> None:
        # Only who has pages served pays for importing the packages: it takes a moment, and memory.
        from daemon.web.listening import ListenError, address_of, listen  # noqa: PLC0415
        from daemon.web.serving import Serving  # noqa: PLC0415
        from daemon.web.token import TokenError, token_in  # noqa: PLC0415

        premises = self._premises
        try:
            token = None if premises.token_file is None else token_in(premises.token_file)
            opened = listen(premises.host, premises.port)
        except (ListenError, TokenError) as error:
            self._complain(f"{error}. The evening goes on, and it is tried again")
            return
        serving = Serving(premises, token, self._nudge, self._late)
        with self._turn:
            self._serving = serving
            if self._over.is_set():
                serving.leave()
        self._complaint = None
        made = premises.token_file if token is not None and token.is_new else None
        advice = None if token is None else token.advice
        address = address_of(premises.host, premises.port)
        self._post(PagesServed(address, None if made is None else str(made), advice))
        serving.run(opened)

    def _unforeseen(self, error: Exception) -> None:
        message = (
            f"an error that nobody foresaw ({type(error).__name__}: {error}). The evening goes on, "
            "and it is tried again"
        )
        if self._complaint != message:
            _log.error("The pages' server ended", exc_info=error)
        self._complain(message)

    def _complain(self, message: str) -> None:
        if self._complaint != message:
            self._complaint = message
            self._post(PagesNotServed(message))
