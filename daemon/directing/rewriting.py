"""Changes a file that people edit too: whole at any moment, and no edit of theirs is lost."""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from daemon.disk import USUAL
from daemon.folder.patience import persist
from daemon.folder.port import FolderError
from daemon.publish.replacing import tidy

LOCK_FILE = "rulings.lock"
"""Lies beside the ledger, where no editor and no sync client minds it."""

_MOST_TRIES = 10
_LOCK_SECONDS = 5.0


class RewriteError(Exception):
    """The file was not changed; the message says why and what to do."""


def text_of(path: Path) -> str | None:
    """The text of a file with its mark and line ends as they are; None when there is no file.

    Raises RewriteError.
    """
    return _decoded(_bytes_of(path), path)


@contextmanager
def taking_turns(state: Path) -> Iterator[None]:
    """Be the only one who changes the rulings of the event in this directory, in any process.

    People with an editor do not take turns; `rewrite` sees to them. Where there is no such
    directory yet nobody else is at work. Raises RewriteError when somebody holds it for long.
    """
    if not state.is_dir():
        yield
        return
    lock = FileLock(state / LOCK_FILE, timeout=_LOCK_SECONDS, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise RewriteError("somebody else is writing rulings at this moment: try again") from error
    except OSError as error:
        raise _refused(state / LOCK_FILE, "taken", error) from error
    try:
        yield
    finally:
        lock.release()


def rewrite(path: Path, change: Callable[[str | None], str]) -> None:
    """Give the file the text that `change` makes of its text (None: there is no file yet).

    When somebody else writes the file meanwhile, `change` is asked again, with the new text. What
    it raises goes through, and the file stays as it is. Raises RewriteError.
    """
    real = path.resolve()  # a link stays a link
    tidy(real)
    for _ in range(_MOST_TRIES):
        before = _bytes_of(real)
        text = _decoded(before, path)
        after = change(text)
        if after == text or _swapped(real, before, after.encode("utf-8")):
            return
    raise RewriteError(f"{path} is changed again and again by another program: close it there")


def _swapped(path: Path, before: bytes | None, after: bytes) -> bool:
    """Write it unless the file was changed since."""
    try:
        return _with_temporary(path, after, lambda: _bytes_of(path) == before)
    except OSError as error:
        raise _refused(path, "written", error) from error
    except FolderError as error:
        raise RewriteError(str(error)) from error


def _with_temporary(path: Path, content: bytes, still: Callable[[], bool]) -> bool:
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            shutil.copymode(path, temporary)
        # All that takes time is done before this look, so that hardly anything fits behind it.
        if not still():
            return False
        persist(USUAL, lambda: temporary.replace(path), path)
        return True
    finally:
        temporary.unlink(missing_ok=True)


def _bytes_of(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _refused(path, "read", error) from error


def _decoded(data: bytes | None, path: Path) -> str | None:
    try:
        return None if data is None else data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RewriteError(
            f"{path} is not UTF-8 (byte {error.start + 1}): save it as UTF-8 in your editor"
        ) from error


def _refused(path: Path, what: str, error: OSError) -> RewriteError:
    reason = error.strerror or str(error)
    return RewriteError(
        f"{path} cannot be {what} ({reason}): close the program that has it open, or see that its "
        "folder is there and may be written"
    )
