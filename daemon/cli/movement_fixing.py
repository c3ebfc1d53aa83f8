"""`movement fix FILE`: a pair that stays at a table, or boards that stay."""

import argparse

from daemon.cli.movement_checked import add_file_and_output, change
from daemon.cli.movement_files import refused
from daemon.movement.changes import facing, seated, switched, with_fixed_boards
from daemon.movement.movement import Movement


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement fix`."""
    add_file_and_output(parser)
    parser.add_argument(
        "--pair", "--player", dest="contestant", type=int, metavar="N", help="who stays"
    )
    parser.add_argument("--table", type=int, metavar="N", help="where the pair stays")
    parser.add_argument(
        "--direction", choices=("NS", "EW"), help="how the pair always sits (arrows are switched)"
    )
    parser.add_argument(
        "--boards",
        action="store_true",
        help="keep boards at their tables: group A at table 1, and so on",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the movement in which something stays."""
    wants_pair = arguments.table is not None or arguments.direction is not None
    if arguments.boards == wants_pair or wants_pair != (arguments.contestant is not None):
        return refused(
            "fix", "say what stays: --pair N with --table N or --direction NS, or --boards alone"
        )

    def fixed(movement: Movement) -> Movement:
        if arguments.boards:
            return with_fixed_boards(movement)
        who = arguments.contestant
        movement = seated(movement, who, arguments.table) if arguments.table else movement
        if arguments.direction is None:
            return movement
        return switched(movement, facing(movement, who, arguments.direction))

    return change("fix", arguments, fixed)
