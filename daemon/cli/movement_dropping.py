"""`movement drop FILE`: without a pair, or without tables that nobody uses."""

import argparse

from daemon.cli.movement_checked import add_file_and_output, change
from daemon.cli.movement_files import refused
from daemon.movement.changes import without, without_empty_tables, without_gaps
from daemon.movement.movement import Movement


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement drop`."""
    add_file_and_output(parser)
    parser.add_argument(
        "--pair", "--player", dest="contestant", type=int, metavar="N", help="its opponents sit out"
    )
    parser.add_argument("--close-gap", action="store_true", help="number those above it one lower")
    parser.add_argument(
        "--empty-tables", action="store_true", help="leave out tables at which nobody ever sits"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the smaller movement."""
    if arguments.contestant is None and not arguments.empty_tables and not arguments.close_gap:
        return refused("drop", "say what to leave out: --pair N, or --empty-tables")

    def smaller(movement: Movement) -> Movement:
        if arguments.contestant is not None:
            movement = without(movement, arguments.contestant)
        if arguments.close_gap:
            movement = without_gaps(movement)
        return without_empty_tables(movement) if arguments.empty_tables else movement

    return change("drop", arguments, smaller)
