"""`movement convert FILE --to FORMAT`: movements in other forms, and back."""

import argparse
from collections.abc import Callable
from pathlib import Path

from daemon.cli.movement_checked import is_playable
from daemon.cli.movement_files import (
    FAILED,
    give_text,
    read_bytes,
    read_usable,
    refused,
    unreadable,
)
from daemon.cli.report import print_problems
from daemon.movement.asc import MAX_BYTES, decode_asc, write_asc
from daemon.movement.first_round import write_first_round
from daemon.movement.interchange import read_json, write_json
from daemon.movement.movement import Movement
from daemon.movement.round_data import read_csv, write_csv

_FORMATS = ("asc", "csv", "json")
_EPILOG = """\
asc is the minimum standard, first-round the short form with H or M (when the rounds follow from
the first one), csv a line for each round and table with its boards (section,table,round,ns,ew,low,
high, as scoring programs take it), json for other programs. What FILE is, its ending says (.csv,
.json, else .ASC in every form) unless --from does.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement convert`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("file", metavar="FILE", help="a movement")
    parser.add_argument("--to", required=True, choices=("asc", "first-round", "csv", "json"))
    parser.add_argument("--from", dest="source", choices=_FORMATS)
    parser.add_argument(
        "--boards-per-round", type=int, metavar="N", help="for csv: boards of a round"
    )
    parser.add_argument("--section", metavar="NAME", help="of csv; which to read, or what to write")
    parser.add_argument("--out", metavar="F", help="write this file; default: stdout")
    parser.add_argument("--force", action="store_true", help="write F even if it exists")


def run(arguments: argparse.Namespace) -> int:
    """Write the movement in the other form; 1 when it cannot be read, 2 when not written so."""
    boards = arguments.boards_per_round
    if arguments.to == "csv" and (boards is None or boards < 1):
        return refused("convert", "csv names boards: give --boards-per-round N (1 or more)")
    movement = _read(arguments)
    if movement is None:
        return FAILED
    ending = "\n" if arguments.out is None else "\r\n"
    writers: dict[str, Callable[[], str]] = {
        "asc": lambda: write_asc(movement, line_ending=ending),
        "first-round": lambda: write_first_round(movement, line_ending=ending),
        "csv": lambda: write_csv(movement, boards, arguments.section or "A"),
        "json": lambda: write_json(movement),
    }
    try:
        text = writers[arguments.to]()
    except ValueError as error:
        return refused("convert", str(error))
    return give_text(text, arguments.out, force=arguments.force)


def _read(arguments: argparse.Namespace) -> Movement | None:
    """The movement of the file, whatever its form; what is wrong is printed."""
    file = arguments.file
    kind = arguments.source or Path(file).suffix.lower().removeprefix(".")
    if kind not in {"csv", "json"}:
        return read_usable(file)
    try:
        data = read_bytes(file, MAX_BYTES + 1)
    except OSError as error:
        print_problems([unreadable(file, error)])
        return None
    source, problems = decode_asc(data, file)
    movement = None
    if source is not None:
        movement, found = (
            read_json(source) if kind == "json" else read_csv(source, arguments.section)
        )
        problems = (*problems, *found)
    print_problems(problems)
    if movement is None or not is_playable(movement, file):
        return None
    return movement
