"""`report check`: everything that is wrong or odd in the federation's files."""

import argparse
import json
from collections import Counter
from pathlib import Path

from daemon.cli.days import local_today
from daemon.cli.federation_files import FAILED, FileError, read_bytes, read_players
from daemon.cli.report import print_problems, printable, problems_as_json
from daemon.frbe.check import Checked, check_report
from daemon.frbe.wording import listing, plural
from daemon.problem import Severity, has_errors


def add_check(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `report check`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="files for the federation")
    parser.add_argument("--players", metavar="LIST", help="the federation's list (csv or dbf)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--strict", action="store_true", help="fail for warnings, too")
    parser.set_defaults(act=_check)


def _check(arguments: argparse.Namespace) -> int:
    players = None if arguments.players is None else read_players(arguments.players)
    checks = []
    for file in arguments.files:
        try:
            data = read_bytes(file)
        except FileError as error:
            checks.append((file, Checked(None, None, error.problems)))
            continue
        name = Path(file).name
        checks.append((file, check_report(data, file, local_today(), players, file_name=name)))
    if arguments.json:
        print(json.dumps({"files": [_as_json(file, each) for file, each in checks]}, indent=2))
    else:
        for file, checked in checks:
            print_problems(checked.problems)
            print(_summary(file, checked))
    return FAILED if any(_fails(each, arguments) for _, each in checks) else 0


def _fails(checked: Checked, arguments: argparse.Namespace) -> bool:
    return has_errors(checked.problems) or (arguments.strict and bool(checked.problems))


def _summary(file: str, checked: Checked) -> str:
    counts = Counter(problem.severity for problem in checked.problems)
    found = [plural(counts[severity], severity.value) for severity in Severity if counts[severity]]
    shape = "not usable"
    if checked.report is not None:
        report = checked.report
        players, rounds = plural(len(report.players), "player"), plural(report.rounds, "round")
        shape = f"{report.layout}, {players}, {rounds}, {report.start} to {report.end}"
    return f"{printable(file)}: {shape}: {listing(found) or 'nothing to remark'}"


def _as_json(file: str, checked: Checked) -> dict[str, object]:
    reading = checked.reading
    machine = reading.machine if reading else None
    return {
        "file": file,
        "layout": reading.layout if reading else None,
        "participants": machine.participants if machine else None,
        "rounds": machine.rounds if machine else None,
        "start": machine.start.isoformat() if machine and machine.start else None,
        "end": machine.end.isoformat() if machine and machine.end else None,
        "problems": problems_as_json(checked.problems),
    }
