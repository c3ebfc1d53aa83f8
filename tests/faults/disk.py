"""A disk that is full, for real: a small one in memory, which root can mount on Linux."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from daemon.tournament.device_files import in_files
from tests.faults.birth import Nursery
from tests.faults.evening import differences, prepare, steps, until_broken
from tests.faults.hands import Hands
from tests.faults.life import Life
from tests.faults.witness import Witness, left_behind

_KILOBYTES = 4096


class NoDiskError(Exception):
    """There is no such disk here; the message says why."""


@dataclass(slots=True)
class Filled:
    """What came of it: what was said, and what was lost."""

    told: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The same in words."""
        yield "a disk that is full, has room, is full at a kill and at the start after it:"
        yield from (f"  {text}" for text in self.told)


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    """A disk with little room while the context lasts. Raises NoDiskError."""
    if sys.platform != "linux" or os.geteuid() != 0:
        raise NoDiskError("only root can mount a small disk, and only on Linux")
    place.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_KILOBYTES}k", "tmpfs", str(place)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoDiskError(f"no small disk can be mounted here: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)  # noqa: S607


def fill(disk: Path) -> Path:
    """Leave no byte of room; deleting the file that is returned gives it back."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (65536, 512, 1):
            try:
                while file.write(bytes(size)):
                    pass
            except OSError:
                continue
    return filler


def fill_up(place: Path, seed: int) -> Filled:
    """Play an evening whose ledger and results lie on a disk that is full now and then."""
    found = Filled()
    with small_disk(place / "disk") as disk, Nursery() as nursery:
        evening = prepare(place / "evening", state=disk / "state", live=disk / "live")
        played = until_broken(steps(evening, Random(seed)))
        third = len(played) // 3
        with (
            Witness(evening, in_files(evening.plan)) as witness,
            Hands(evening, played, Random(seed)) as hands,
        ):
            with Life(evening, place / "life", nursery=nursery) as life:
                life.wait_for("daemon.started")
                hands.allow(third)
                life.wait_for("standings.published", "1")
                filler = fill(disk)
                hands.allow(third)
                found.told.append(life.wait_for("ledger.full")["text"])
                filler.unlink()
                hands.allow(2)
                found.told.append(life.wait_for("ledger.restored")["text"])
                life.wait_for("standings.published", f"{_played(life)}")
                fill(disk)
                hands.finish()
                life.wait_for("ledger.full")
                life.kill()
            with Life(evening, place / "life", nursery=nursery) as life:
                status = life.ended()
                found.told.append(f"status {status}: {life.complaints.strip()}")
                if status == 0:
                    found.faults.append("it started on a full disk, and said nothing")
            filler.unlink()
            with Life(evening, place / "life", "--once", nursery=nursery) as life:
                if life.ended() or life.complaints:
                    found.faults.append(f"the last life: {life.complaints}")
            witness.look()
        wanted = evening.twin(place / "undisturbed")
        with Life(wanted, place / "life", "--once", nursery=nursery) as life:
            life.ended()
        found.faults.extend(witness.faults)
        found.faults.extend(differences(evening, wanted))
        found.faults.extend(f"{name} was left behind" for name in left_behind(evening))
    return found


def _played(life: Life) -> int:
    return int(life.wait_for("standings.published")["played"])
