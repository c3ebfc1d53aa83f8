"""Who may do what: apps, codes, and tokens that live for a while."""

import base64
import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

APP_KEY = "fakeappkey12345"
SCOPES = (
    *("account_info.read", "files.metadata.read", "files.content.read"),
    "files.content.write",
)


class GrantError(Exception):
    """The token endpoint's answer 400: its name of the error."""


@dataclass(frozen=True)
class _Asked:
    """What somebody has allowed an app in a browser."""

    challenge: str
    scopes: tuple[str, ...]


class Door:
    """Hands out tokens. `lifetime` is in seconds; `app_scopes` are what the app may ask for."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self.lifetime = 14400
        self.app_scopes: tuple[str, ...] = SCOPES
        self._codes: dict[str, _Asked] = {}
        self._refresh: dict[str, tuple[str, ...]] = {}
        self._access: dict[str, tuple[float, tuple[str, ...]]] = {}
        self.given: list[str] = []

    def allow(self, url: str) -> str:
        """What a user does in the browser: allow it; returns the code to paste."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        if asked.get("client_id") != APP_KEY or asked.get("response_type") != "code":
            raise GrantError("invalid_client_id")
        if asked.get("code_challenge_method") != "S256" or asked["token_access_type"] != "offline":
            raise GrantError("invalid_request")
        wanted = asked.get("scope", " ".join(self.app_scopes)).split()
        code = self._new("code")
        scopes = tuple(scope for scope in wanted if scope in self.app_scopes)
        self._codes[code] = _Asked(asked["code_challenge"], scopes)
        return code

    def login(self, scopes: tuple[str, ...] | None = None) -> str:
        """A refresh token, without the way through a browser."""
        token = self._new("refresh")
        self._refresh[token] = self.app_scopes if scopes is None else scopes
        return token

    def token(self, form: dict[str, str]) -> dict[str, object]:
        """The token endpoint. Raises GrantError."""
        if form.get("client_id") != APP_KEY:
            raise GrantError("invalid_client: Invalid client_id or client_secret")
        if form.get("grant_type") == "refresh_token":
            scopes = self._refresh.get(form.get("refresh_token", ""))
            if scopes is None:
                raise GrantError("invalid_grant")
            return self._access_token(scopes)
        asked = self._codes.pop(form.get("code", ""), None)
        if asked is None or asked.challenge != _challenge(form.get("code_verifier", "")):
            raise GrantError("invalid_grant")
        return {
            **self._access_token(asked.scopes),
            "refresh_token": self.login(asked.scopes),
            "scope": " ".join(asked.scopes),
            "uid": "12345",
            "account_id": "dbid:fake",
        }

    def scopes(self, authorization: str | None) -> tuple[str, ...] | str:
        """What the bearer may do; or the name of what is wrong with the token."""
        token = (authorization or "").removeprefix("Bearer ")
        if token not in self._access:
            return "invalid_access_token"
        until, scopes = self._access[token]
        return scopes if self._now() < until else "expired_access_token"

    def revoke(self) -> None:
        """The user takes it all back."""
        self._refresh.clear()
        self._access.clear()

    def expire(self) -> None:
        """All access tokens are too old from now on."""
        self._access = {token: (0.0, scopes) for token, (_, scopes) in self._access.items()}

    def expire_all_but(self, token: str) -> None:
        """The same, with one exception."""
        kept = self._access.get(token)
        self.expire()
        if kept is not None:
            self._access[token] = kept

    def _access_token(self, scopes: tuple[str, ...]) -> dict[str, object]:
        token = self._new("access")
        self._access[token] = (self._now() + self.lifetime, scopes)
        return {"access_token": token, "token_type": "bearer", "expires_in": self.lifetime}

    def _new(self, what: str) -> str:
        secret = f"sl.{what}-{secrets.token_urlsafe(24)}"
        self.given.append(secret)
        return secret


def _challenge(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
