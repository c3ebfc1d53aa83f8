"""Who is the director: signed cookies, and what a form must send along so that it is ours.

Nothing is kept about a session: what the cookie says is signed with a key of this start, so no
crowd of visitors can fill or push out anything.
"""

import hashlib
import hmac
import secrets
from enum import StrEnum

from msgspec import Struct


class Way(StrEnum):
    """How somebody came in: at this computer, or with the token."""

    HERE = "here"
    TOKEN = "token"  # noqa: S105 - a way, no token


class Session(Struct, frozen=True):
    """Somebody who may rule. `number` tells sessions apart and is no secret."""

    way: Way
    number: str


class Sessions:
    """Makes cookies and knows them again; `lifetime` and the clock's seconds limit them."""

    def __init__(self, lifetime: float) -> None:
        self._key = secrets.token_bytes(32)
        self._lifetime = lifetime

    def begin(self, way: Way) -> Session:
        """A new session."""
        return Session(way, secrets.token_hex(16))

    def cookie(self, session: Session, now: float) -> str:
        """What the browser keeps of it."""
        said = f"{session.way}.{session.number}.{int(now)}"
        return f"{said}.{self._sign('session', said)}"

    def of(self, cookie: str, now: float) -> Session | None:
        """The session of a cookie; None when it is not ours or too old."""
        said, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(
            self._sign("session", said).encode(), signature.encode("utf-8", "replace")
        ):
            return None
        way, number, begun = said.split(".")
        return Session(Way(way), number) if now - int(begun) <= self._lifetime else None

    def form_key(self, session: Session) -> str:
        """What every form of this session sends along; no other page can know it."""
        return self._sign("form", f"{session.way}.{session.number}")

    def is_form_key(self, session: Session, sent: str) -> bool:
        """Whether a form sent it."""
        right = self.form_key(session).encode()
        return hmac.compare_digest(right, sent.encode("utf-8", "replace"))

    def _sign(self, purpose: str, said: str) -> str:
        message = f"{purpose}\n{said}".encode("utf-8", "replace")
        return hmac.new(self._key, message, hashlib.sha256).hexdigest()
