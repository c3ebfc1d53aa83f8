"""Does to the daemon what goes wrong in a club, counts, and says whether anything was lost."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from tests.faults.birth import ROOT
from tests.faults.commits import cut, die
from tests.faults.damage import damage
from tests.faults.disk import NoDiskError, fill_up
from tests.faults.ends import end
from tests.faults.evening import at_noon
from tests.faults.kills import kill


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class Outcome(Protocol):
    """What came of a part."""

    faults: list[str]

    def lines(self) -> Iterator[str]:
        """Its counts in words."""
        ...


Part = Callable[[Path, int, int], Outcome]

PARTS: dict[str, tuple[str, Part]] = {
    "kills": (
        "SIGKILL at --points moments of an evening",
        kill,
    ),
    "commits": (
        "death before, inside and after every commit of the ledger, at --points / 20 steps",
        lambda place, points, seed: die(place, max(1, points // 20), seed),
    ),
    "ends": (
        "death in `close` and `next` at --points / 5 files that each of them changes",
        lambda place, points, seed: end(place, max(1, points // 5), seed),
    ),
    "cuts": (
        "the ledger's log cut off at every frame and at --points other places",
        cut,
    ),
    "damage": (
        "the ledger damaged in every way, --points / 25 times each",
        lambda place, points, seed: damage(place, max(1, points // 25), seed),
    ),
    "disk": (
        "a small disk that is full (as root on Linux)",
        lambda place, _, seed: fill_up(place, seed),
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do it: 0 when nothing was lost or half written."""
    told = "\n".join(f"  {name:8} {meaning}" for name, (meaning, _) in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description=__doc__,
        epilog=f"parts:\n{told}\n  rest     everything else: the tests in tests/faults",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="what to do (else all)")
    parser.add_argument("--points", type=int, default=200, help="how often (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="the same number does the same")
    asked = parser.parse_args(arguments)
    strange = [name for name in asked.parts if name not in {*PARTS, "rest"}]
    if strange:
        parser.error(f"there is no part {strange[0]}: {', '.join([*PARTS, 'rest'])}")
    os.environ["TZ"] = at_noon()
    time.tzset()
    good = True
    for name in asked.parts or [*PARTS, "rest"]:
        good = (_rest() if name == "rest" else _part(name, asked.points, asked.seed)) and good
    _say("Nothing was lost, and nothing was half written." if good else "FAULTS WERE FOUND.")
    return 0 if good else 1


def _part(name: str, points: int, seed: int) -> bool:
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="faults-") as place:
        try:
            outcome = PARTS[name][1](Path(place), points, seed)
        except NoDiskError as error:
            _say(f"{name}: left out, {error}")
            return True
    for line in (*outcome.lines(), *(f"FAULT: {fault}" for fault in outcome.faults)):
        _say(f"{name}: {line}")
    _say(f"{name}: {len(outcome.faults)} faults, {time.monotonic() - begun:.0f} s")
    return not outcome.faults


def _rest() -> bool:
    """The tests of this room, in which everything else is done once."""
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "tests/faults"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
