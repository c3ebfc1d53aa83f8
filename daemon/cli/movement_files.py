"""Movement files as the commands read and write them."""

import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from daemon.cli.refused import reason
from daemon.cli.report import print_problems
from daemon.movement.asc import MAX_BYTES, decode_asc, read_asc, write_asc
from daemon.movement.movement import Movement
from daemon.problem import Problem, Severity

FAILED = 1
WRONG_USAGE = 2


class Reading(Struct, frozen=True):
    """What came of one file."""

    file: str
    movement: Movement | None
    problems: tuple[Problem, ...]


def read_movement(file: str) -> Reading:
    """Read a movement file; what keeps it from being read is a problem like any other."""
    try:
        data = read_bytes(file, MAX_BYTES + 1)
    except OSError as error:
        return Reading(file, None, (unreadable(file, error),))
    source, problems = decode_asc(data, file)
    if source is None:
        return Reading(file, None, problems)
    movement, found = read_asc(source)
    return Reading(file, movement, (*problems, *found))


def read_or_explain(file: str) -> Movement | None:
    """The movement of a file, or None; what is wrong or odd in it is printed."""
    reading = read_movement(file)
    print_problems(reading.problems)
    return reading.movement


def read_usable(file: str) -> Movement | None:
    """The movement of a file, or None; only what is wrong with it is printed (`check` says all)."""
    reading = read_movement(file)
    print_problems(problem for problem in reading.problems if problem.is_error)
    return reading.movement


def read_bytes(file: str, most: int) -> bytes:
    """The first `most` bytes of a file (one more than is allowed shows that there are too many)."""
    with Path(file).open("rb") as opened:
        return opened.read(most)


def unreadable(file: str, error: OSError) -> Problem:
    """Say why a file cannot be read."""
    message = f"this file cannot be read ({reason(error)}): check its name and folder"
    return Problem(Severity.ERROR, "file", message, file)


def give(movement: Movement, out: str | None, *, force: bool) -> int:
    """Print a movement (LF), or write it to the file `out` (CRLF); the exit status."""
    if out is None:
        sys.stdout.write(write_asc(movement, line_ending="\n"))
        return 0
    return write_all({out: write_asc(movement)}, force=force)


def give_text(text: str, out: str | None, *, force: bool) -> int:
    """Print a text, or write it to the file `out`; the exit status."""
    if out is None:
        sys.stdout.write(text)
        return 0
    return write_all({out: text}, force=force)


def write_all(texts: dict[str, str], *, force: bool) -> int:
    """Write texts into files (UTF-8); the exit status.

    Unless forced, nothing is written when one of the files exists already.
    """
    if not force:
        there = [out for out in texts if Path(out).exists()]
        if there:
            return _refuse(there)
    for out, text in texts.items():
        try:
            with Path(out).open("w" if force else "x", encoding="utf-8", newline="") as file:
                file.write(text)
        except FileExistsError:
            return _refuse([out])
        except OSError as error:
            message = f"this file cannot be written ({reason(error)}): give another name"
            print_problems([Problem(Severity.ERROR, "file", message, out)])
            return FAILED
    return 0


def refused(what: str, reason: str) -> int:
    """Say what the command cannot do and what to do about it; the exit status."""
    print(f"tournamentd movement {what}: {reason}", file=sys.stderr)
    return WRONG_USAGE


def _refuse(there: Sequence[str]) -> int:
    message = "this file exists already: give another name, or --force to write over it"
    print_problems([Problem(Severity.ERROR, "file", message, out) for out in there])
    return WRONG_USAGE
