"""One daemon to a ledger: the system holds the lock, and takes it back when the process dies."""

import os
from contextlib import suppress
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from daemon.ledger.port import LedgerFullError, LedgerLockedError

LOCK_FILE = "ledger.lock"

_SIGNATURE_START = 1
"""Windows locks the first byte against reading, so the holder's number stands behind it."""


class HeldError(Exception):
    """Another process holds a lock; the message is who: `Another tournamentd (process 4711)`."""


def take_lock(directory: Path) -> BaseFileLock:
    """Take the lock of the ledger in this directory, or say at once who has it.

    Raises LedgerLockedError, and LedgerFullError where no lock can be made.
    """
    file = directory / LOCK_FILE
    try:
        return hold(file)
    except HeldError as error:
        raise LedgerLockedError(
            f"{error} runs on the ledger in {directory}. Stop it first, or, for another "
            "event, name another folder as event.state."
        ) from error
    except OSError as error:
        raise LedgerFullError(
            f"The lock {file} cannot be taken ({error.strerror}). Name a folder on a disk of this "
            "computer that you may write to as event.state."
        ) from error


def hold(file: Path) -> BaseFileLock:
    """Lock a file until this process lets go of it or dies. Raises HeldError, OSError."""
    lock = FileLock(
        file,
        timeout=0,
        mode=0o600,
        thread_local=False,  # it may be let go on another thread
        fallback_to_soft=False,  # a file that merely exists would outlive a process that is killed
        on_acquired=_sign,
    )
    try:
        lock.acquire()
    except Timeout as error:
        raise HeldError(_holder(file)) from error
    return lock


def _sign(handle: int) -> None:
    """Write down who holds the lock, for whoever is refused; it works without."""
    with suppress(OSError):
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, b" " * _SIGNATURE_START + str(os.getpid()).encode())


def _holder(file: Path) -> str:
    number = b""
    with suppress(OSError), file.open("rb", buffering=0) as signed:
        signed.seek(_SIGNATURE_START)
        number = signed.read(20)
    return f"Another tournamentd{f' (process {number.decode()})' if number.isdigit() else ''}"
