"""`movement split FILE --rounds 5,5,4`: a movement in sessions, a file each."""

import argparse
from pathlib import Path

from daemon.cli.movement_checked import is_playable
from daemon.cli.movement_files import FAILED, read_usable, refused, write_all
from daemon.cli.movement_numbers import numbers
from daemon.movement.asc import write_asc
from daemon.movement.changes import sessions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement split`."""
    parser.add_argument("file", metavar="FILE", help="a movement file (.ASC)")
    parser.add_argument(
        "--rounds",
        type=numbers,
        required=True,
        metavar="LIST",
        help="rounds of each session: 5,5,4",
    )
    parser.add_argument(
        "--out", required=True, metavar="F", help="with F = all.asc: all-1.asc, all-2.asc, ..."
    )
    parser.add_argument("--force", action="store_true", help="write the files even if they exist")


def run(arguments: argparse.Namespace) -> int:
    """Write a file for each session, or none when one of them exists."""
    movement = read_usable(arguments.file)
    if movement is None:
        return FAILED
    try:
        parts = sessions(movement, arguments.rounds)
    except ValueError as error:
        return refused("split", str(error))
    out = Path(arguments.out)
    texts = {}
    for number, part in enumerate(parts, start=1):
        name = str(out.with_name(f"{out.stem}-{number}{out.suffix}"))
        if not is_playable(part, name):
            return FAILED
        texts[name] = write_asc(part)
    return write_all(texts, force=arguments.force)
