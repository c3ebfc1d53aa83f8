"""Brings a simulated evening into the real folder, as the sync client of the tablets would."""

import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from daemon.bridgesuite.envelope import Secret, seal
from daemon.disk import USUAL
from daemon.folder.patience import persist
from daemon.folder.refusals import translated
from daemon.simulation.devices import in_clear, out_paths
from daemon.simulation.evening import Delivery
from daemon.tournament.plan import Plan

ONE_IN_ENCRYPTS = 3
"""Of so many devices one encrypts, where a secret is known and encryption is not required."""

_MOST_SECONDS_WITHOUT_LOOKING_UP = 0.2


class Stopped(Protocol):
    """Whether somebody wants to stop; `threading.Event` answers it."""

    def is_set(self) -> bool:
        """Whether to stop."""
        ...


class Pace(Struct, frozen=True):
    """How fast an evening goes by: `speed` times as fast as a real one. The clock is passed in."""

    speed: float
    sleep: Callable[[float], None] = time.sleep
    monotonic: Callable[[], float] = time.monotonic

    def seconds(self, minute: float) -> float:
        """Seconds from the beginning until this minute of the evening."""
        return minute * 60 / self.speed


def encrypting(plan: Plan, secret: Secret | None) -> dict[str, Secret]:
    """The files whose devices encrypt (named as in clear), each with the secret.

    All when encryption is required, one in three of the plan when it is not, and none without a
    secret.
    """
    if secret is None:
        return {}
    step = 1 if plan.settings.encryption.require_encrypted else ONE_IN_ENCRYPTS
    return dict.fromkeys(out_paths(plan)[::step], secret)


Bring = Callable[[str, bytes, float], None]
"""Writes a file (its path in the folder, its content), dated not before a moment (POSIX seconds).

Raises FolderError.
"""


def deliver(
    deliveries: Iterable[Delivery],
    where: Path | Bring,
    secrets: Mapping[str, Secret],
    pace: Pace,
    stopped: Stopped,
    *,
    told: Callable[[Delivery], object] = lambda _: None,
    not_before: float = 0.0,
) -> int:
    """Write every delivery at its time; returns how many were written.

    `where` is a folder of this computer, or writes into another. `secrets` is what `encrypting`
    gives: these files are sealed and bear the name with `_E`. `told` hears of each delivery once it
    is written. An evening that is tried out before its day would be taken for an earlier event's:
    so no file is dated before its minute of an evening that begins at `not_before` (POSIX seconds).
    It ends early when `stopped` is set. Raises FolderError.
    """
    bring = _onto_disk(where) if isinstance(where, Path) else where
    begun = pace.monotonic()
    written = 0
    for delivery in deliveries:
        if not _wait(begun + pace.seconds(delivery.minute), pace, stopped):
            break
        name, content = as_written(delivery, secrets)
        bring(name, content, not_before + delivery.minute * 60)
        written += 1
        told(delivery)
    return written


def as_written(delivery: Delivery, secrets: Mapping[str, Secret]) -> tuple[str, bytes]:
    """The path in the folder and the bytes that a device gives a delivery."""
    own = in_clear(delivery.path)
    secret = secrets.get(own)
    if secret is None:
        return delivery.path, delivery.text.encode("utf-8")
    # A conflicted copy has something more behind the name of the file itself.
    stem = own.removesuffix(".txt")
    return f"{stem}_E{delivery.path.removeprefix(stem)}", seal(delivery.text, secret)


def _wait(until: float, pace: Pace, stopped: Stopped) -> bool:
    """Wait for a time; whether it came before somebody wanted to stop."""
    while not stopped.is_set():
        left = until - pace.monotonic()
        if left <= 0:
            return True
        pace.sleep(min(left, _MOST_SECONDS_WITHOUT_LOOKING_UP))
    return False


def _onto_disk(directory: Path) -> Bring:
    def bring(name: str, content: bytes, not_before: float) -> None:
        with translated(directory, name):
            _make_subfolder(directory, name)
            _write(directory / name, content, not_before)

    return bring


def _make_subfolder(directory: Path, name: str) -> None:
    """Make the subfolder of a section. The folder itself is never made: it is there or gone."""
    here = directory
    for part in name.split("/")[:-1]:
        here /= part
        here.mkdir(exist_ok=True)


def _write(path: Path, content: bytes, not_before: float) -> None:
    """Write beside the file under a name that no client syncs, then put it in place."""
    temporary = path.with_name(f".~{path.name}")
    try:
        temporary.write_bytes(content)
        if temporary.stat().st_mtime < not_before:
            os.utime(temporary, (not_before, not_before))
        persist(USUAL, lambda: temporary.replace(path), path)
    except BaseException:
        with suppress(OSError):  # the error that led here is the one to tell
            temporary.unlink(missing_ok=True)
        raise
