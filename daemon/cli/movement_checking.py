"""`movement check FILE...`: everything that is wrong or odd in movement files."""

import argparse
import json
from collections import Counter

from daemon.cli.movement_files import FAILED, Reading, read_movement
from daemon.cli.report import print_problems, printable, problems_as_json
from daemon.movement.wording import listing, plural
from daemon.problem import Severity, has_errors


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement check`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="movement files (.ASC)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Check all files; 1 when one of them has an error."""
    readings = [read_movement(file) for file in arguments.files]
    if arguments.json:
        print(json.dumps({"files": [_as_json(reading) for reading in readings]}, indent=2))
    else:
        for reading in readings:
            print_problems(reading.problems)
            print(_summary(reading))
    return FAILED if any(has_errors(reading.problems) for reading in readings) else 0


def _summary(reading: Reading) -> str:
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


def _as_json(reading: Reading) -> dict[str, object]:
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
