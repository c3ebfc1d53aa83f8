"""`movement switch FILE`: arrow switches."""

import argparse

from daemon.cli.movement_checked import add_file_and_output, change
from daemon.cli.movement_files import refused
from daemon.cli.movement_numbers import numbers
from daemon.movement.changes import encounters, switched
from daemon.movement.movement import Movement


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement switch`."""
    parser.epilog = (
        "Several together narrow it down: --rounds 7,8 --tables 2 switches only table 2 in these "
        "rounds."
    )
    add_file_and_output(parser)
    parser.add_argument("--rounds", type=numbers, default=(), metavar="LIST", help="7,8 or 7-8")
    parser.add_argument("--tables", type=numbers, default=(), metavar="LIST", help="1 or 1-3,5")
    parser.add_argument(
        "--pairs", "--players", dest="contestants", type=numbers, default=(), metavar="LIST"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the movement with its arrows switched."""
    chosen = (arguments.rounds, arguments.tables, arguments.contestants)
    if not any(chosen):
        return refused("switch", "say where: --rounds, --tables or --pairs")

    def turned(movement: Movement) -> Movement:
        return switched(movement, encounters(movement, *chosen))

    return change("switch", arguments, turned)
