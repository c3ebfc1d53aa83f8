"""`movement show FILE`: a movement as a table to read."""

import argparse

from daemon.cli.movement_files import FAILED, read_usable, refused
from daemon.movement.grid import by_contestants, by_rounds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement show`."""
    parser.add_argument("file", metavar="FILE", help="a movement file (.ASC)")
    parser.add_argument(
        "--by-pair", action="store_true", help="a row for every pair or player, not for every round"
    )
    parser.add_argument(
        "--boards-per-round",
        type=int,
        metavar="N",
        help="show the numbers of the boards, so many in each round",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the table; 1 when the movement cannot be read."""
    boards = arguments.boards_per_round
    if boards is not None and boards < 1:
        return refused("show", "a round has one board or more: give another --boards-per-round")
    movement = read_usable(arguments.file)
    if movement is None:
        return FAILED
    show = by_contestants if arguments.by_pair else by_rounds
    print(show(movement, boards), end="")
    return 0
