"""`report show|convert`: a report as a table, in another layout, and as TRF, JSON or CSV."""

import argparse
import json
import sys

from daemon.cli.days import local_today
from daemon.cli.federation_files import (
    FAILED,
    FileError,
    read_bytes,
    write_bytes,
)
from daemon.cli.federation_rate import usable_report
from daemon.cli.report import print_problems, printable
from daemon.frbe.check import check_report
from daemon.frbe.columns import COLUMNS
from daemon.frbe.exporting import report_as_json, report_as_table, trf_of_report
from daemon.frbe.from_csv import write_crosstable
from daemon.frbe.report import Layout, Report
from daemon.frbe.trf import PLAYER, read_trf, write_trf
from daemon.frbe.writing import in_layout, write_report
from daemon.problem import Problem, Severity, has_errors

_LAYOUTS = (Layout.PT, Layout.CM, Layout.WIDE)
_FORMS = ("trf", "json", "csv")


def add_show(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `report show`."""
    parser.add_argument("file", metavar="FILE", help="a file for the federation")
    parser.set_defaults(act=_show)


def add_convert(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `report convert`."""
    parser.add_argument(
        "file", metavar="FILE", help="a file for the federation (or a TRF, to write it as a TRF)"
    )
    parser.add_argument("--layout", required=True, choices=[*_LAYOUTS, *_FORMS])
    parser.add_argument("--out", metavar="F", help="write this file (default: stdout)")
    parser.add_argument("--force", action="store_true", help="write F even if it exists")
    parser.set_defaults(act=_convert)


def _show(arguments: argparse.Namespace) -> int:
    checked = check_report(read_bytes(arguments.file), arguments.file, local_today())
    print_problems(checked.problems)
    report = None if checked.reading is None else checked.reading.report()
    if report is not None:
        print("\n".join(_on_console(printable(line)) for line in report_as_table(report)))
    return FAILED if has_errors(checked.problems) else 0


def _on_console(line: str) -> str:
    """The line in the characters that the console has; a draw is = where ½ is none of them."""
    encoding = sys.stdout.encoding
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        return line.replace("½", "=").encode(encoding, "replace").decode(encoding)
    return line


def _convert(arguments: argparse.Namespace) -> int:
    data = _converted(arguments.file, arguments.layout)
    if arguments.out is not None:
        write_bytes(arguments.out, data, force=arguments.force)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    return 0


def _converted(file: str, form: str) -> bytes:
    data = read_bytes(file)
    if f"\n{PLAYER} ".encode() in data.replace(b"\r", b"\n"):
        return _trf_again(data, file, form)
    report = usable_report(file)
    if form == "json":
        return f"{json.dumps(report_as_json(report), indent=2, ensure_ascii=False)}\n".encode()
    if form == "csv":
        return write_crosstable(report).encode("utf-8")
    if form == "trf":
        message = "matricules and clubs have no place in a TRF: they are left out"
        print_problems([Problem(Severity.WARNING, "not-converted", message, file)])
        return write_trf(trf_of_report(report))
    return _in_layout(report, Layout(form), file)


def _trf_again(data: bytes, file: str, form: str) -> bytes:
    """A TRF, in UTF-8 and with every field in its column; lines nobody knows are kept."""
    if form != "trf":
        message = "this is a TRF: `report build` makes a report of it, which can be converted"
        raise FileError(Problem(Severity.ERROR, "not-converted", message, file))
    trf, _, problems = read_trf(data, file)
    if trf is None:
        raise FileError(*problems)
    return write_trf(trf)


def _in_layout(report: Report, layout: Layout, file: str) -> bytes:
    columns = COLUMNS[layout]
    if len(report.players) > columns.most_players:
        message = (
            f"the layout {layout} holds {columns.most_players} players and there are "
            f"{len(report.players)}: choose wide"
        )
        raise FileError(Problem(Severity.ERROR, "layout-small", message, file))
    for rank, player in enumerate(report.players, 1):
        if len(player.name) > columns.name.width:
            cut = player.name[: columns.name.width].rstrip()
            message = f'the name of player {rank}, "{player.name}", is cut to "{cut}"'
            print_problems([Problem(Severity.WARNING, "name-cut", message, file)])
    if report.layout is Layout.LINES24 and layout is not Layout.LINES24:
        message = "the date and the tournament of each game have no place there: they are left out"
        print_problems([Problem(Severity.WARNING, "not-converted", message, file)])
    return write_report(in_layout(report, layout))
