"""`movement curtail FILE --rounds N`: only the first rounds."""

import argparse

from daemon.cli.movement_checked import add_file_and_output, change
from daemon.movement.changes import curtailed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement curtail`."""
    add_file_and_output(parser)
    parser.add_argument("--rounds", type=int, required=True, metavar="N", help="rounds to keep")


def run(arguments: argparse.Namespace) -> int:
    """Write the shorter movement."""
    return change("curtail", arguments, lambda movement: curtailed(movement, arguments.rounds))
