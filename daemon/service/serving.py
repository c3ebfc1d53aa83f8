"""One daemon to a tablets' folder: two would each take the other's files for strangers'."""

import logging
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from filelock import BaseFileLock

from daemon.ledger.lock import HeldError, hold
from daemon.service.guards import RefusedError

_GIVEN = "RUNTIME_DIRECTORY"

_log = logging.getLogger(__name__)


@contextmanager
def serving(folder: Path, subfolders: Iterable[str], locks: Path | None = None) -> Iterator[None]:
    """Serve these subfolders ("" is the folder itself) alone while the context lasts.

    Other subfolders of the same folder may be another event's. The locks lie below `locks`, else
    in this user's folder for what lasts as long as the computer runs, never in the tablets'.
    Raises RefusedError that names who serves one of them.
    """
    directory = _directory() if locks is None else locks
    with ExitStack() as held:
        for subfolder in dict.fromkeys(name.casefold() for name in subfolders):
            lock = _lock(directory, folder, subfolder)
            if lock is not None:
                held.callback(lock.release)
        yield


def _lock(directory: Path, folder: Path, subfolder: str) -> BaseFileLock | None:
    """The lock of one place; None, with a word in the log, where none can be made."""
    place = f"{os.path.normcase(folder.resolve())}\n{subfolder}"
    file = directory / f"{sha256(place.encode(errors='surrogateescape')).hexdigest()[:32]}.lock"
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        return hold(file)
    except HeldError as error:
        where = f"the folder {folder.resolve()}"
        if subfolder:
            where = f'the subfolder "{subfolder}" of {folder.resolve()}'
        raise RefusedError(
            f"{error} serves {where} already, for another event: stop that one, or give this event "
            f"another folder.path, or its sections subfolders of their own"
        ) from error
    except OSError as error:
        _log.warning(
            "The lock %s cannot be made (%s): see to it that no second daemon serves %s",
            *(file, error.strerror, folder),
        )
        return None


def _directory() -> Path:
    """Where this user's locks lie, however the daemon was started.

    A service manager that gives its services a folder for such things says where: its instances
    share it, while each may have a /tmp of its own.
    """
    given = os.environ.get(_GIVEN, "")
    if given:
        return Path(given.split(":")[0])
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    runtime = Path(f"/run/user/{user}")
    if os.access(runtime, os.W_OK | os.X_OK):  # it may be hidden, as from a hardened service
        return runtime / "tournamentd"
    return Path(tempfile.gettempdir()) / f"tournamentd-{user}"
