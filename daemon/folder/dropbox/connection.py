"""One connection to Dropbox, for all threads: it tries again, waits when asked, and can be stopped.

The SDK's own waiting is switched off: nothing could end it.
"""

import logging
import random
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import dropbox
from dropbox.exceptions import AuthError
from msgspec import Struct

from daemon.folder.dropbox.access import Access, FindAccess
from daemon.folder.dropbox.sockets import Sockets
from daemon.folder.dropbox.troubles import (
    FOREIGN,
    Trouble,
    is_invalid_token,
    strange_token,
    trouble_of,
)
from daemon.folder.port import OfflineError

T = TypeVar("T")

_CONNECTIONS = 8
_USER_AGENT = "tournamentd"


class Patience(Struct, frozen=True):
    """How long to wait for what, in seconds.

    `connect` and `answer` are for one call, `tries` is how often it is made, and a pause that
    Dropbox asks for is kept up to `longest_pause`: beyond it the folder counts as away. `pace`
    stretches the pauses between tries; after all of them nobody tries for a `rest`. Clock, waiting
    (which an event ends early) and dice are passed in.
    """

    connect: float = 5.0
    answer: float = 15.0
    tries: int = 4
    longest_pause: float = 60.0
    pace: float = 1.0
    rest: float = 1.0
    monotonic: Callable[[], float] = time.monotonic
    wait: Callable[[threading.Event, float], bool] = threading.Event.wait
    dice: Callable[[], float] = random.random


USUAL = Patience()


class Connection:
    """Calls the SDK. Every error that comes out of here is one of the port's."""

    def __init__(self, find_access: FindAccess, patience: Patience | None = None) -> None:
        self._find_access = find_access
        self.patience = patience or USUAL
        self._client: Any = None
        self._opening = threading.Lock()
        self._sockets = Sockets()
        self._broken_off = threading.Event()
        self._quiet_until = 0.0
        self._away: tuple[str, float] | None = None

    def call(self, action: Callable[[Any], T]) -> T:
        """Do something with the SDK's client; again after a moment when trouble passes by itself.

        When all tries were in vain, nobody tries for another moment: a hundred files must not wait
        for the same dead network one after the other. Raises OfflineError, CredentialError,
        FolderRefusedError, FileGoneError, FileBusyError.
        """
        stopped, left = self._broken_off, self.patience.tries
        if self._away is not None and self.patience.monotonic() < self._away[1]:
            raise OfflineError(self._away[0])
        while True:
            left -= 1
            done = self._try(action, stopped)
            if not isinstance(done, Trouble):
                return done
            if left <= 0 or done.pause is None:
                if isinstance(done.error, OfflineError):
                    rest = self.patience.monotonic() + self.patience.rest
                    self._away = (str(done.error), rest)
                raise done.error from None
            # A pause that was asked for is kept by whoever calls next.
            if self.patience.wait(stopped, 0.0 if done.asked else self._jittered(done.pause, left)):
                raise done.error from None

    def call_once(self, action: Callable[[Any], T]) -> T:
        """The same without a second try."""
        done = self._try(action, self._broken_off)
        if not isinstance(done, Trouble):
            return done
        raise done.error from None

    def pause(self, seconds: float) -> None:
        """Wait before a next try, a little less or more than that, unless it is broken off."""
        self.patience.wait(self._broken_off, self._jittered(seconds, self.patience.tries - 1))

    def break_off(self) -> None:
        """End every call that is under way; later ones are made as ever."""
        stopped, self._broken_off = self._broken_off, threading.Event()
        stopped.set()
        self._sockets.break_off()

    def close(self) -> None:
        """Let go of every connection."""
        self.break_off()
        if self._client is not None:
            self._client.close()

    def _try(self, action: Callable[[Any], T], stopped: threading.Event) -> T | Trouble:
        wait = self._quiet_until - self.patience.monotonic()
        if wait > 0:
            error = OfflineError(
                f"Dropbox asks to wait {wait:.0f} seconds more. Nothing is lost: work goes on then."
            )
            if wait > self.patience.longest_pause or self.patience.wait(stopped, wait):
                return Trouble(error)
        try:
            client = self._opened()
            try:
                return action(client)
            except AuthError as error:
                if not is_invalid_token(error):
                    raise
            # Only what Dropbox says of the refresh token is the last word.
            client.refresh_access_token()
            try:
                return action(client)
            except AuthError as error:
                trouble = strange_token() if is_invalid_token(error) else trouble_of(error)
        except FOREIGN as error:
            trouble = trouble_of(error)
        if trouble.asked and trouble.pause is not None:
            self._quiet_until = self.patience.monotonic() + trouble.pause
        return trouble

    def _jittered(self, pause: float, left: int) -> float:
        """Twice as long at every try, and never in step with somebody else's tries."""
        longer = 2.0 ** (self.patience.tries - 1 - left)
        return pause * longer * (0.5 + self.patience.dice()) * self.patience.pace

    def _opened(self) -> Any:  # noqa: ANN401 - the SDK has no types
        with self._opening:
            if self._client is None:
                self._client = self._open(self._find_access())
            return self._client

    def _open(self, access: Access) -> Any:  # noqa: ANN401 - the SDK has no types
        quiet_loggers()
        session = dropbox.create_session(
            max_connections=_CONNECTIONS,
            ca_certs=None if access.authority is None else str(access.authority),
        )
        if access.authority is not None:
            session.trust_env = False  # the environment may name other authorities
        self._sockets.track(session)
        client = dropbox.Dropbox(
            app_key=access.app_key,
            oauth2_refresh_token=access.token,
            session=session,
            user_agent=_USER_AGENT,
            timeout=(self.patience.connect, self.patience.answer),
            max_retries_on_error=0,
            max_retries_on_rate_limit=0,
        )
        if access.path_root is None:
            return client
        root = dropbox.common.PathRoot.namespace_id(access.path_root)
        return client.with_path_root(root)


def quiet_loggers() -> None:
    """The SDK would log every request."""
    logging.getLogger("dropbox").setLevel(logging.WARNING)
    logging.getLogger("urllib3").setLevel(logging.ERROR)
