"""Whether the drives that an evening is written to have room for it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from daemon.cli.building import publish_directory, state_directory
from daemon.cli.loading import Loaded
from daemon.movement.wording import listing
from daemon.problem import Problem, Severity

ENOUGH_BYTES = 200_000_000
"""The ledger of the largest event takes some tens of MB, a few copies of it and the pages as much,
and the log 60 MB at most."""


def room_problems(loaded: Loaded) -> tuple[Problem, ...]:
    """A warning for each drive with little room for ledger, results, copies or log."""
    drives: dict[int, list[Path]] = {}
    for place in _places(loaded):
        with suppress(OSError):
            drives.setdefault(_existing(place).stat().st_dev, []).append(place)
    return tuple(found for places in drives.values() for found in _little(places))


def _places(loaded: Loaded) -> Iterator[Path]:
    yield state_directory(loaded)
    yield publish_directory(loaded)
    backup, log = loaded.settings.backup, loaded.settings.log_file
    if backup is not None and loaded.path(backup.directory).parent.is_dir():
        yield loaded.path(backup.directory)  # else the stick is not plugged in
    if log is not None:
        yield loaded.path(log)


def _existing(place: Path) -> Path:
    """The place, or the folder in which it will be made. Raises OSError when there is none."""
    absolute = place.absolute()
    return next(one for one in (absolute, *absolute.parents) if os.path.lexists(one))


def _little(places: list[Path]) -> Iterator[Problem]:
    """What to say of a drive that is nearly full; nothing where nobody knows."""
    try:
        free = shutil.disk_usage(_existing(places[0])).free
    except OSError:
        return
    if free < ENOUGH_BYTES:
        shown = listing([str(place) for place in places])
        message = (
            f"only {free // 1_000_000} MB are free on the drive of {shown}, and an evening may "
            f"need {ENOUGH_BYTES // 1_000_000} MB with ledger, results, copies and log: make room "
            f"before play, or name another place"
        )
        yield Problem(Severity.WARNING, "little-room", message, str(places[0]))
