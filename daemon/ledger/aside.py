"""Putting the files of a ledger aside: nothing of them is deleted."""

from datetime import datetime
from pathlib import Path

from daemon.disk import replace
from daemon.ledger.ledger_file import LEDGER_FILE


def put_aside(directory: Path, why: str, now: datetime) -> Path:
    """Move all files of the ledger in this directory into `WHY DATE TIME` beside it.

    `now` is shown in local time. Returns that folder. Raises OSError.
    """
    place = _new_directory(directory, f"{why} {now.astimezone():%Y-%m-%d %H.%M.%S}")
    for old in sorted(directory.glob(f"{LEDGER_FILE}*")):
        replace(old, place / old.name)
    return place


def _new_directory(directory: Path, name: str) -> Path:
    """`damaged 2026-12-01 21.30.15`, or with a number when there is one already."""
    number, place = 1, directory / name
    while True:
        try:
            place.mkdir(mode=0o700)
        except FileExistsError:
            number += 1
            place = directory / f"{name} ({number})"
        else:
            return place
