"""`movement improve FILE`: the arrow switches that make a movement as even as can be found."""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from daemon.cli.movement_checked import add_file_and_output, give_checked
from daemon.cli.movement_files import FAILED, read_usable, refused, write_all
from daemon.cli.movement_numbers import numbers
from daemon.movement.changes import switched
from daemon.movement.finding import who
from daemon.movement.improving import Step, Unit, improvements
from daemon.movement.movement import Movement
from daemon.movement.wording import plural, ranges

_USUAL_SECONDS = 10.0
_PROGRESS_SECONDS = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement improve`."""
    parser.epilog = (
        "Ctrl-C ends the search and keeps the best so far. The same --seed and --tries give the "
        "same movement again."
    )
    add_file_and_output(parser)
    parser.add_argument(
        "--by",
        type=Unit,
        choices=tuple(Unit),
        default=Unit.ENCOUNTERS,
        help="what is switched as a whole (default: %(default)s)",
    )
    parser.add_argument(
        "--keep",
        type=numbers,
        default=(),
        metavar="LIST",
        help="pairs (or players) that sit as they do now in every round",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: %(default)s")
    parser.add_argument(
        "--seconds",
        type=float,
        default=_USUAL_SECONDS,
        metavar="S",
        help="how long to search at most (default: %(default)s)",
    )
    parser.add_argument("--tries", type=int, metavar="N", help="about how many ways to try at most")


def run(arguments: argparse.Namespace, clock: Callable[[], float] = time.monotonic) -> int:
    """Write the most even movement that was found; 1 when the file cannot be read."""
    if arguments.out is not None and not arguments.force and Path(arguments.out).exists():
        # Better said now than after the search.
        return write_all({arguments.out: ""}, force=False)
    movement = read_usable(arguments.file)
    if movement is None:
        return FAILED
    strange = sorted(set(arguments.keep) - set(range(1, movement.contestants + 1)))
    if strange:
        noun = who(movement)
        return refused(
            "improve",
            f"there is no {noun} {ranges(strange)}: the movement has {noun}s 1 to "
            f"{movement.contestants}",
        )
    # Luck decides where to look, nothing that must be kept secret.
    chance = random.Random(arguments.seed).randrange  # noqa: S311
    steps = improvements(movement, arguments.by, frozenset(arguments.keep), chance)
    first, last = _search(steps, arguments, clock)
    if first is None or last is None:
        print("No board is played at two tables: there is nothing to improve.", file=sys.stderr)
        return give_checked(movement, arguments)
    print(_outcome(movement, first, last), file=sys.stderr)
    return give_checked(switched(movement, last.switches), arguments)


def _search(
    steps: Iterator[Step], arguments: argparse.Namespace, clock: Callable[[], float]
) -> tuple[Step | None, Step | None]:
    """The first step and the best one, with a line of progress now and then."""
    start = clock()
    told = start
    first: Step | None = None
    last: Step | None = None
    try:
        for step in steps:
            now = clock()
            if first is None:
                first = step
            if last is None or step.qf > last.qf or now >= told + _PROGRESS_SECONDS:
                _tell(step, now - start)
                told = now
            last = step
            if now >= start + arguments.seconds or step.tries >= (
                arguments.tries or step.tries + 1
            ):
                break
    except KeyboardInterrupt:
        print("\nStopped: this is the best so far.", file=sys.stderr)
    else:
        if sys.stderr.isatty():
            print(file=sys.stderr)
    return first, last


def _tell(step: Step, seconds: float) -> None:
    """One line: on a terminal always the same one, elsewhere a new one each time."""
    line = f"{seconds:6.1f} s  {step.tries:10,d} ways tried  Qf {_two_places(step.qf)}"
    if sys.stderr.isatty():
        print(f"\r{line}", end="", file=sys.stderr, flush=True)
    else:
        print(line, file=sys.stderr)


def _outcome(movement: Movement, first: Step, last: Step) -> str:
    if not last.switches:
        return f"No better arrows were found: Qf stays {_two_places(first.qf)}."
    rounds = {number for number, _ in last.switches}
    return (
        f"Qf {_two_places(first.qf)} became {_two_places(last.qf)}: "
        f"{plural(len(last.switches), 'arrow')} switched, in {plural(len(rounds), 'round')} of "
        f"{movement.rounds}."
    )


def _two_places(qf: Fraction) -> str:
    return f"{float(qf):.2f}"
