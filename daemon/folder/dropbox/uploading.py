"""Many files in three calls: sessions begun, filled and committed, all at once.

The API fills five hundred of them with one call, so from there to a thousand it takes a fourth.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from dropbox.exceptions import HttpError
from dropbox.files import (
    CommitInfo,
    UploadSessionAppendBatchArgEntry,
    UploadSessionCursor,
    UploadSessionFinishArg,
    WriteMode,
)
from msgspec import Struct

from daemon.folder.dropbox.connection import Connection
from daemon.folder.dropbox.troubles import Trouble, tags_within, write_trouble
from daemon.folder.port import FileBusyError, FolderError
from daemon.movement.wording import plural

logger = logging.getLogger(__name__)

_MOST_FILES = 1000
_MOST_APPENDED = 500
"""What the API takes at once: sessions begun or committed, and sessions filled."""

_MOST_BYTES = 100 * 1024 * 1024

_TOO_LONG = frozenset({413, 431})


class Upload(Struct, frozen=True):
    """A file for a path in Dropbox. `over` is the rev that it replaces; None: there is none."""

    path: str
    content: bytes
    over: str | None


def upload(
    connection: Connection, uploads: Sequence[Upload], written: Callable[[Any], object]
) -> None:
    """Bring all files there; `written` hears what Dropbox says of each.

    Never over a version that is not the one to be replaced. What Dropbox does not take at once is
    tried again. Raises FileBusyError when somebody else has changed a file, and as a connection.
    """
    waiting, most = list(uploads), _MOST_FILES
    while waiting:
        batch = _fitting(waiting[:most])
        try:
            _upload_batch(connection, batch, written)
        except _TooLongError:
            most = len(batch) // 2
            logger.warning("Files are uploaded %d at a time: more are too many for the way", most)
            continue
        waiting = waiting[len(batch) :]
        if waiting:
            logger.warning("%s still to be uploaded", plural(len(waiting), "file"))


class _TooLongError(Exception):
    """Somebody on the way does not let so many names pass at once."""


def _upload_batch(
    connection: Connection, batch: Sequence[Upload], written: Callable[[Any], object]
) -> None:
    for left in reversed(range(connection.patience.tries)):
        results = connection.call(_three_calls(batch))
        again: list[Upload] = []
        errors: list[FolderError] = []
        for one, result in zip(batch, results, strict=True):
            if not isinstance(result, Trouble):
                written(result)
            elif result.pause is None or not left:
                errors.append(result.error)
            else:
                again.append(one)
        if errors:
            raise _the_one_to_tell(errors)
        if not again:
            return
        batch = again
        logger.warning("Dropbox did not take %s at once: tried again", plural(len(again), "file"))
        connection.pause(1.0)


def _three_calls(batch: Sequence[Upload]) -> Callable[[Any], list[Any]]:
    """For each file what Dropbox says of it, or the Trouble with it.

    Done again from the beginning when an answer is lost: what was written already is written
    once, since Dropbox takes the same content for no conflict.
    """

    def call(client: Any) -> list[Any]:  # noqa: ANN401 - the SDK has no types
        sessions = client.files_upload_session_start_batch(len(batch)).session_ids
        _append(client, batch, sessions)
        finished = client.files_upload_session_finish_batch_v2(
            [
                UploadSessionFinishArg(UploadSessionCursor(session, len(one.content)), _commit(one))
                for session, one in zip(sessions, batch, strict=True)
            ]
        )
        return [
            entry.get_success()
            if entry.is_success()
            else write_trouble(tags_within(entry.get_failure()), one.path)
            for entry, one in zip(finished.entries, batch, strict=True)
        ]

    return call


def _append(client: Any, batch: Sequence[Upload], sessions: Sequence[str]) -> None:  # noqa: ANN401 - the SDK has no types
    """All contents one after the other; which is whose stands in a header, which may get long."""
    pairs = list(zip(sessions, batch, strict=True))
    for start in range(0, len(pairs), _MOST_APPENDED):
        part = pairs[start : start + _MOST_APPENDED]
        entries = [
            UploadSessionAppendBatchArgEntry(
                UploadSessionCursor(session, 0), len(one.content), close=True
            )
            for session, one in part
        ]
        contents = b"".join(one.content for _, one in part)
        try:
            client.files_upload_session_append_batch(contents, entries)
        except HttpError as error:
            if error.status_code in _TOO_LONG and len(batch) > 1:
                raise _TooLongError from None
            raise


def _commit(one: Upload) -> CommitInfo:
    mode = WriteMode.add if one.over is None else WriteMode.update(one.over)
    return CommitInfo(one.path, mode, mute=True)


def _the_one_to_tell(errors: Sequence[FolderError]) -> FolderError:
    """What no waiting mends comes before what another look does."""
    return next((one for one in errors if not isinstance(one, FileBusyError)), errors[0])


def _fitting(uploads: Sequence[Upload]) -> list[Upload]:
    """As many of the first files as three calls may hold; at least one."""
    fitting: list[Upload] = []
    total = 0
    for one in uploads:
        total += len(one.content)
        if fitting and total > _MOST_BYTES:
            break
        fitting.append(one)
    return fitting
