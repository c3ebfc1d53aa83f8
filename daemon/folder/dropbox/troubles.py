"""The one place where what Dropbox, or the way to it, says becomes our own error.

Nothing of a foreign error is repeated that could hold a token: neither addresses nor bodies.
"""

import ssl
from collections.abc import Callable
from typing import Any

import requests
from dropbox.exceptions import (
    ApiError,
    AuthError,
    BadInputError,
    HttpError,
    InternalServerError,
    PathRootError,
    RateLimitError,
)
from msgspec import Struct
from stone.backends.python_rsrc.stone_validators import ValidationError

from daemon.folder.port import (
    CredentialError,
    FileBusyError,
    FileGoneError,
    FolderError,
    FolderRefusedError,
    OfflineError,
)

LOGIN = "`tournamentd dropbox login CONFIG` gives it a new one"
_NOTHING_IS_LOST = "Nothing is lost: work goes on when it is back."
_USUAL_PAUSE = 5.0
LONGEST_PAUSE = 900
"""In seconds. Dropbox asks for minutes at most; what answers in its place may say anything."""

# What the SDK makes of an answer that is none of Dropbox's: it looks for the wrong type of
# content, for headers and keys that are not there, and for JSON in a page.
_NONSENSE = (AssertionError, AttributeError, KeyError, TypeError, ValueError, ValidationError)

FOREIGN = (HttpError, ApiError, requests.RequestException, OSError, *_NONSENSE)
"""Every kind of error that a call of the SDK can end with."""


class Trouble(Struct, frozen=True):
    """Our error for a foreign one; `pause` is in seconds, None when trying again is no use.

    A pause that was `asked` for is one that Dropbox wants everybody to keep.
    """

    error: FolderError
    pause: float | None = None
    asked: bool = False


def trouble_of(error: Exception) -> Trouble:
    """Our error for a foreign one of the kinds above."""
    for kind, translate in _TRANSLATIONS:
        if isinstance(error, kind):
            return translate(error)
    return _away(
        f"something answered in Dropbox's place ({type(error).__name__}); does the Wi-Fi want "
        "somebody to log in?"
    )


def tags_of(error: ApiError) -> tuple[str, ...]:
    """What the API refused, from the outside in: `("path", "not_found")`."""
    return tags_within(error.error)


def tags_within(union: object) -> tuple[str, ...]:
    """The tags of a union of the SDK and of what it holds."""
    tags = []
    while (tag := getattr(union, "_tag", None)) is not None:
        tags.append(str(tag))
        union = getattr(union, "_value", None)
        union = getattr(union, "reason", union)  # a failed write: why, and in which session
    return tuple(tags)


def write_trouble(tags: tuple[str, ...], place: str) -> Trouble:
    """Why a file could not be written or moved, for its path in Dropbox."""
    for sign, kind, message, pause in _WRITE_TROUBLES:
        if any(sign in tag for tag in tags):
            return Trouble(kind(f"{place}: {message}"), pause)
    why = "/".join(tags)
    return Trouble(FolderRefusedError(f"Dropbox does not take {place} ({why}): is the path right?"))


_FULL = (
    "there is no room for it, the Dropbox is full. Make room there (deleting what is large and old "
    "helps at once), then all goes on by itself."
)
_VIEWER = (
    "Dropbox does not let this user write there. Whoever shares the folder must let this user edit "
    "it, and not only view it."
)
_WRITE_TROUBLES: tuple[tuple[str, type[FolderError], str, float | None], ...] = (
    ("too_many_write", FolderRefusedError, "others write to this Dropbox at the same time.", 1.0),
    ("lookup_failed", FolderRefusedError, "Dropbox has lost a part of what was sent.", 1.0),
    ("conflict", FileBusyError, "somebody else has changed it, so it was left alone.", None),
    ("insufficient", FolderRefusedError, _FULL, None),
    ("limit_reached", FolderRefusedError, _FULL, None),
    ("no_write_permission", FolderRefusedError, _VIEWER, None),
    ("access_restricted", FolderRefusedError, _VIEWER, None),
    ("not_found", FileGoneError, "it is not there (any more).", None),
)


def _refusal(error: ApiError) -> Trouble:
    return write_trouble(tags_of(error), "The folder")


def _away(why: str) -> Trouble:
    end = "" if why.endswith("?") else "."
    return Trouble(OfflineError(f"Dropbox cannot be reached: {why}{end} {_NOTHING_IS_LOST}"), 1.0)


def strange_token() -> Trouble:
    """The trouble that Dropbox refuses what it has just given: that cannot be the last word."""
    return _away("it does not accept a token that it has just given")


def is_invalid_token(error: AuthError) -> bool:
    """Whether Dropbox does not accept a token."""
    return getattr(error.error, "_tag", None) == "invalid_access_token"


def _too_fast(error: RateLimitError) -> Trouble:
    asked = _USUAL_PAUSE if error.backoff is None else error.backoff
    pause = float(min(asked, LONGEST_PAUSE))
    why = f"Dropbox asks to wait {pause:g} seconds"
    return Trouble(OfflineError(f"{why}. {_NOTHING_IS_LOST}"), max(pause, 0.1), asked=True)


def _no_access(error: AuthError) -> Trouble:
    union = error.error
    tag = getattr(union, "_tag", "other")
    if tag == "expired_access_token":
        return strange_token()  # the SDK has asked for a new one already
    if tag == "missing_scope":
        return Trouble(missing_scopes([str(union.get_missing_scope().required_scope)]))
    if is_invalid_token(error):
        return Trouble(
            CredentialError(
                f"Dropbox does not accept the token any more: access was taken back, or the token "
                f"is another app's. Log in again: {LOGIN}."
            )
        )
    return Trouble(
        CredentialError(
            f"Dropbox does not let this user in ({tag}): ask the account's owner or the team's "
            f"administrator; then {LOGIN}."
        )
    )


def missing_scopes(scopes: "list[str] | tuple[str, ...]") -> CredentialError:
    """The error for rights that the app does not have."""
    which = ", ".join(scopes)
    return CredentialError(
        f"The app has not the right {which}. Tick it on the app's page (dropbox.com/developers/"
        f"apps, Permissions), press Submit, and log in again: {LOGIN}."
    )


_UNKNOWN_APP = ('"invalid_client', '"unauthorized_client"')
_FROM_THE_API = "Error in call to API function"


def _bad_request(error: BadInputError) -> Trouble:
    """A request that Dropbox calls wrong: ours, or one that never came to Dropbox."""
    message = str(error.message)
    if any(name in message for name in _UNKNOWN_APP):
        return Trouble(
            CredentialError(
                "Dropbox does not know the app: is dropbox.app_key right (App key on the app's "
                "page at dropbox.com/developers/apps)?"
            )
        )
    if _FROM_THE_API in message and "required scope" in message:
        return Trouble(missing_scopes(["that this needs"]))
    if _FROM_THE_API in message:
        return Trouble(
            FolderRefusedError("Dropbox calls the request wrong: is folder.path a path in Dropbox?")
        )
    return _away("something answered in Dropbox's place (status 400)")


def _insecure(error: requests.exceptions.SSLError) -> Trouble:
    """A certificate that does not fit: a wrong clock, or somebody in between."""
    verification = _verification(error)
    if verification is None:
        return _away("the connection broke while it was made")
    if "not yet valid" in verification or "expired" in verification:
        return _away(
            "its certificate is not valid at the time that this computer shows; is the clock right?"
        )
    return _away(
        "what answers is not Dropbox (its certificate does not fit); does the Wi-Fi want somebody "
        "to log in?"
    )


def _own_trouble(error: InternalServerError) -> Trouble:
    return _away(f"Dropbox has trouble of its own (status {error.status_code})")


def _no_such_root(_error: PathRootError) -> Trouble:
    return Trouble(
        CredentialError(
            "Dropbox does not let this user into dropbox.path_root. `tournamentd dropbox whoami "
            "CONFIG` names the one of a team's space; without the key, paths begin in the user's "
            "own folder."
        )
    )


def _verification(error: BaseException | None) -> str | None:
    """What is wrong with a certificate, wherever in the error that stands."""
    seen: list[object] = [error]
    for one in seen:
        if isinstance(one, ssl.SSLCertVerificationError):
            return one.verify_message or "unknown"
        if isinstance(one, BaseException) and len(seen) < 20:
            seen.extend((*one.args, getattr(one, "reason", None), one.__context__))
    return None


_TRANSLATIONS: tuple[tuple[type[Exception], Callable[[Any], Trouble]], ...] = (
    (ApiError, _refusal),
    (AuthError, _no_access),
    (RateLimitError, _too_fast),
    (InternalServerError, _own_trouble),
    (PathRootError, _no_such_root),
    (BadInputError, _bad_request),
    (HttpError, lambda _: _away("something answered in Dropbox's place")),
    (requests.exceptions.SSLError, _insecure),
    (requests.JSONDecodeError, lambda _: _away("something answered in Dropbox's place")),
    (requests.Timeout, lambda _: _away("no answer came in time")),
    (requests.RequestException, lambda _: _away("there is no connection to it")),
    (OSError, lambda _: _away("there is no connection to it")),
)
"""The first kind that fits counts."""
