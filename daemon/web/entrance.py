"""Who comes in to the director's page: somebody at this computer, or somebody with the token."""

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from daemon.web.attempts import Attempts
from daemon.web.hosts import host_of, is_here
from daemon.web.sessions import Session, Sessions, Way
from daemon.web.token import Token

LIFETIME_SECONDS = 24 * 3600.0
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
"""What a proxy adds: then whoever calls sits elsewhere, though the proxy is on this computer."""


class Entrance:
    """Knows who may rule. `now` gives seconds that never go back."""

    def __init__(self, token: Token | None, port: int, now: Callable[[], float]) -> None:
        self._token = token
        self._now = now
        self._sessions = Sessions(LIFETIME_SECONDS)
        self._attempts = Attempts(now)
        # Cookies know no ports: a second event on this computer needs another name.
        self._cookie = f"director_{port}"

    @property
    def has_token(self) -> bool:
        """Whether there is a token to come in with."""
        return self._token is not None

    def session(self, request: Request) -> Session | None:
        """Who this is; None for somebody who has to show the token first."""
        here = is_at_this_computer(request)
        session = self._sessions.of(request.cookies.get(self._cookie, ""), self._now())
        if session is not None and (here or session.way is Way.TOKEN):
            return session
        return self._sessions.begin(Way.HERE) if here else None

    def known(self, request: Request) -> Session | None:
        """The session that the browser had already; a form must come from one."""
        session = self._sessions.of(request.cookies.get(self._cookie, ""), self._now())
        if session is None or (session.way is Way.HERE and not is_at_this_computer(request)):
            return None
        return session

    def keep(self, session: Session, response: Response) -> None:
        """Have the browser keep a session until it is closed."""
        response.set_cookie(
            self._cookie,
            self._sessions.cookie(session, self._now()),
            path="/director",
            httponly=True,
            samesite="strict",
        )

    def forget(self, response: Response) -> None:
        """Have the browser forget it."""
        response.delete_cookie(self._cookie, path="/director", httponly=True, samesite="strict")

    def form_key(self, session: Session) -> str:
        """What a form of this session sends along."""
        return self._sessions.form_key(session)

    def is_ours(self, session: Session, sent: str) -> bool:
        """Whether a form is of this session."""
        return self._sessions.is_form_key(session, sent)

    def wait(self, peer: str) -> float:
        """How many seconds this address must wait before it may show a token again."""
        return self._attempts.wait(peer)

    def let_in(self, peer: str, typed: str) -> Session | None:
        """A session for whoever has the token; None, and a wait, for everybody else."""
        if self._token is None or not self._token.is_same(typed):
            self._attempts.fail(peer)
            return None
        self._attempts.succeed(peer)
        return self._sessions.begin(Way.TOKEN)


def peer_of(request: Request) -> str:
    """The address that a request came from."""
    return "" if request.client is None else request.client.host


def is_at_this_computer(request: Request) -> bool:
    """Whether whoever asks sits at this computer, as far as can be known."""
    forwarded = any(name in request.headers for name in _FORWARDED)
    named = is_here(host_of(request.headers.get("host", "")))
    return is_here(peer_of(request)) and named and not forwarded


def is_of_our_page(request: Request) -> bool:
    """Whether a browser says that a form was sent by a page of this server, and by no other."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is None and origin is None:
        return False
    host = request.headers.get("host", "").casefold()
    same = origin is None or _host_in(origin) == host
    return same and site in {None, "same-origin"}


def _host_in(origin: str) -> str | None:
    """The host and port of an origin; None for what is none."""
    try:
        return urlsplit(origin).netloc.casefold()
    except ValueError:  # no browser sends `http://[`
        return None
