"""`movement expand FILE`: every round in full, in the minimum standard."""

import argparse

from daemon.cli.movement_files import FAILED, give, read_or_explain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement expand`."""
    parser.add_argument("file", metavar="FILE", help="a movement file (.ASC)")
    add_output(parser)


def add_output(parser: argparse.ArgumentParser) -> None:
    """Where a movement goes."""
    parser.add_argument("--out", metavar="F", help="write this file (CRLF); default: stdout (LF)")
    parser.add_argument("--force", action="store_true", help="write F even if it exists")


def run(arguments: argparse.Namespace) -> int:
    """Write a movement out; 1 when it cannot be read or written, 2 when F exists."""
    movement = read_or_explain(arguments.file)
    if movement is None:
        return FAILED
    return give(movement, arguments.out, force=arguments.force)
