"""What Dropbox wants to see before it lets anybody in."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

NEEDED = ("files.metadata.read", "files.content.read", "files.content.write")
"""The rights without which no folder can be served."""

ASKED = ("account_info.read", *NEEDED)
"""The rights that a login asks for: the first only tells whose Dropbox it is."""


@dataclass(frozen=True, slots=True)
class Access:
    """The app, and the refresh token that its user gave it, which nothing ever shows.

    `path_root` is the namespace in which paths begin (None: the user's home). `authority` is a
    file of certificates to trust instead of the usual ones, for a server that plays Dropbox.
    """

    app_key: str
    token: str = field(repr=False)
    path_root: str | None = None
    authority: Path | None = None


FindAccess = Callable[[], Access]
"""Finds the token when it is needed first. Raises CredentialError."""
