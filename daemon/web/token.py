"""The director's token: a line in a file that only its owner reads."""

import hashlib
import hmac
import os
import secrets
import stat
from dataclasses import dataclass, field
from pathlib import Path

SHORTEST = 12
"""Characters of a token that somebody thought of."""

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""None that looks like another: it is copied from a screen to a telephone."""

_GROUPS, _OF_A_GROUP = 4, 4
_LONGEST = 1000


class TokenError(Exception):
    """There is no token that could be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Token:
    """The director's token. `is_new`: it was made now. `advice`: what is odd about its file."""

    value: str = field(repr=False)
    is_new: bool = False
    advice: str | None = None

    def is_same(self, typed: str) -> bool:
        """Whether somebody typed it; takes as long whether they nearly did or not."""
        ours, theirs = (
            hashlib.sha256(text.strip().encode("utf-8", "replace")).digest()
            for text in (self.value, typed)
        )
        return hmac.compare_digest(ours, theirs)


def token_in(path: Path) -> Token:
    """The token of a file, which is made when it is missing. Raises TokenError."""
    try:
        value = _read(path)
    except FileNotFoundError:
        return _make(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise TokenError(f"web.token_file: {path} cannot be read ({reason}): see to it") from error
    if len(value) < SHORTEST:
        raise TokenError(
            f"web.token_file: the token in {path} is shorter than {SHORTEST} characters, and could "
            f"be guessed: write a longer one, or delete the file, and one is made"
        )
    return Token(value, advice=_advice(path))


def _read(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_LONGEST).decode("utf-8-sig").strip()


def _make(path: Path) -> Token:
    value = "-".join(
        "".join(secrets.choice(_LETTERS) for _ in range(_OF_A_GROUP)) for _ in range(_GROUPS)
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="ascii") as file:  # noqa: PTH123 - a descriptor
            file.write(f"{value}\n")
    except OSError as error:
        raise TokenError(
            f"web.token_file: {path} cannot be made ({error.strerror}): name another place"
        ) from error
    return Token(value, is_new=True)


def _advice(path: Path) -> str | None:
    if os.name == "posix" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return f"others on this computer can read {path}: `chmod 600` keeps it to its owner"
    return None
