"""Logging in, once: an app of the club's is allowed by its user, without any secret of the app's.

The SDK's result shows its tokens when it is printed: it never leaves this module.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests
from dropbox import DropboxOAuth2FlowNoRedirect
from msgspec import Struct

from daemon.folder.dropbox.access import ASKED, NEEDED
from daemon.folder.dropbox.connection import Connection, quiet_loggers
from daemon.folder.dropbox.troubles import FOREIGN, missing_scopes, trouble_of
from daemon.folder.port import CredentialError

_TIMEOUT = (5, 15)


@dataclass(frozen=True, slots=True)
class Granted:
    """What the user granted: the refresh token, which nothing ever shows, and the rights."""

    token: str = field(repr=False)
    scopes: tuple[str, ...]

    @property
    def missing(self) -> CredentialError | None:
        """The error for rights that a folder needs and that were not granted."""
        missing = [scope for scope in NEEDED if scope not in self.scopes]
        return missing_scopes(missing) if missing else None


class Account(Struct, frozen=True):
    """Whose Dropbox it is, and the namespaces in which paths can begin (`dropbox.path_root`)."""

    name: str
    email: str
    home: str
    root: str

    @property
    def has_team_space(self) -> bool:
        """Whether there is more than the user's own folder."""
        return self.home != self.root


class Login:
    """A login that was begun: the user opens `url`, allows the app, and is shown a code."""

    def __init__(self, app_key: str, authority: Path | None = None) -> None:
        quiet_loggers()
        self._flow: Any = DropboxOAuth2FlowNoRedirect(
            app_key,
            use_pkce=True,
            token_access_type="offline",  # noqa: S106 - the kind of token, not one
            scope=list(ASKED),
            timeout=_TIMEOUT,
            ca_certs=None if authority is None else str(authority),
        )
        if authority is not None:
            self._flow.requests_session.trust_env = False
        self.url: str = self._flow.start()

    def finish(self, code: str) -> Granted:
        """Trade the code for a token. Raises CredentialError, OfflineError."""
        try:
            result = self._flow.finish(code)
        except requests.HTTPError as error:
            if error.response is None or error.response.status_code != requests.codes.bad_request:
                raise trouble_of(requests.ConnectionError()).error from None
            raise CredentialError(
                "Dropbox does not take this code. A code is good once, for a few minutes, and for "
                "the page of this login only: log in again and paste the new one."
            ) from None
        except FOREIGN as error:
            raise trouble_of(error).error from None
        if not result.refresh_token:
            raise CredentialError("Dropbox gave no token that lasts: log in again.")
        return Granted(result.refresh_token, tuple((result.scope or "").split()))


def account_of(connection: Connection) -> Account:
    """Whose Dropbox it is. Raises as a connection; CredentialError without account_info.read."""
    return connection.call(_account)


def _account(client: Any) -> Account:  # noqa: ANN401 - the SDK has no types
    found = client.users_get_current_account()
    root = found.root_info
    return Account(
        found.name.display_name, found.email, root.home_namespace_id, root.root_namespace_id
    )
