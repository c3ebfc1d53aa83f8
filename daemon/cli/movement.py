"""`movement check|expand`: movement files, without a tournament."""

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from daemon.cli.report import print_problems, printable, problems_as_json
from daemon.movement.asc import MAX_BYTES, decode_asc, read_asc, write_asc
from daemon.movement.movement import Movement
from daemon.movement.wording import listing, plural
from daemon.problem import Problem, Severity, has_errors

_ERRORS_FOUND = 1
_WRONG_USAGE = 2


@dataclass(frozen=True, slots=True)
class _Reading:
    """What came of one file."""

    file: str
    movement: Movement | None
    problems: tuple[Problem, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="check|expand")
    check = actions.add_parser("check", help="say everything that is wrong or odd in the files")
    check.add_argument("files", nargs="+", metavar="FILE", help="movement files (.ASC)")
    check.add_argument("--json", action="store_true", help="print one JSON object")
    check.set_defaults(act=_check)
    expand = actions.add_parser(
        "expand", help="write every round in full, in the form that every program reads"
    )
    expand.add_argument("file", metavar="FILE", help="a movement file (.ASC)")
    expand.add_argument("--out", metavar="F", help="write this file (CRLF); default: stdout (LF)")
    expand.add_argument("--force", action="store_true", help="write F even if it exists")
    expand.set_defaults(act=_expand)


def run(arguments: argparse.Namespace) -> int:
    """Run what was asked for; 1 when a file is not right, 2 when F must not be written."""
    status: int = arguments.act(arguments)
    return status


def _check(arguments: argparse.Namespace) -> int:
    readings = [_read(file) for file in arguments.files]
    if arguments.json:
        print(json.dumps({"files": [_as_json(reading) for reading in readings]}, indent=2))
    else:
        for reading in readings:
            print_problems(reading.problems)
            print(_summary(reading))
    return _ERRORS_FOUND if any(has_errors(reading.problems) for reading in readings) else 0


def _expand(arguments: argparse.Namespace) -> int:
    reading = _read(arguments.file)
    print_problems(reading.problems)
    if reading.movement is None:
        return _ERRORS_FOUND
    if arguments.out is None:
        sys.stdout.write(write_asc(reading.movement, line_ending="\n"))
        return 0
    mode = "w" if arguments.force else "x"
    try:
        with Path(arguments.out).open(mode, encoding="ascii", newline="") as out:
            out.write(write_asc(reading.movement))
    except FileExistsError:
        message = "this file exists already: give another name, or --force to write over it"
        print_problems([Problem(Severity.ERROR, "file", message, arguments.out)])
        return _WRONG_USAGE
    except OSError as error:
        message = f"this file cannot be written ({_reason(error)}): give another name"
        print_problems([Problem(Severity.ERROR, "file", message, arguments.out)])
        return _ERRORS_FOUND
    return 0


def _read(file: str) -> _Reading:
    try:
        with Path(file).open("rb") as opened:
            # One byte more than is allowed shows that there are too many.
            data = opened.read(MAX_BYTES + 1)
    except OSError as error:
        message = f"this file cannot be read ({_reason(error)}): check its name and folder"
        return _Reading(file, None, (Problem(Severity.ERROR, "file", message, file),))
    source, problems = decode_asc(data, file)
    if source is None:
        return _Reading(file, None, problems)
    movement, found = read_asc(source)
    return _Reading(file, movement, (*problems, *found))


def _reason(error: OSError) -> str:
    """What went wrong, in plain words where they are ours."""
    match error:
        case FileNotFoundError():
            return "it does not exist"
        case IsADirectoryError():
            return "it is a folder"
        case PermissionError():
            return "the system does not allow it"
        case _:
            return error.strerror or str(error)


def _summary(reading: _Reading) -> str:
    counts = Counter(problem.severity for problem in reading.problems)
    found = [plural(counts[severity], severity.value) for severity in Severity if counts[severity]]
    movement = reading.movement
    if movement is None:
        shape = "not usable"
    else:
        shape = ", ".join(
            (
                plural(movement.contestants, "player" if movement.individual else "pair"),
                plural(movement.tables, "table"),
                plural(movement.rounds, "round"),
                plural(movement.groups, "group"),
            )
        )
    return f"{printable(reading.file)}: {shape}: {listing(found) or 'nothing to remark'}"


def _as_json(reading: _Reading) -> dict[str, object]:
    movement = reading.movement
    return {
        "file": reading.file,
        "contestants": movement.contestants if movement else None,
        "tables": movement.tables if movement else None,
        "rounds": movement.rounds if movement else None,
        "groups": movement.groups if movement else None,
        "individual": movement.individual if movement else None,
        "problems": problems_as_json(reading.problems),
    }
