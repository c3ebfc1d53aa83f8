"""`movement combine A B`: two sections side by side, or two stages one after the other."""

import argparse

from daemon.cli.movement_checked import give_checked
from daemon.cli.movement_expanding import add_output
from daemon.cli.movement_files import FAILED, read_usable, refused
from daemon.movement.combining import numbered_from, one_after_the_other, side_by_side


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement combine`."""
    parser.add_argument("first", metavar="FILE", help="a movement file (.ASC)")
    parser.add_argument("second", metavar="FILE", help="another one")
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        "--stages",
        action="store_true",
        help="play the second after the first, with the same numbers, at boards that follow",
    )
    way.add_argument(
        "--renumber",
        action="store_true",
        help="number the second section after the first one (else they must not share numbers)",
    )
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the two as one; 2 when they do not go together."""
    first, second = read_usable(arguments.first), read_usable(arguments.second)
    if first is None or second is None:
        return FAILED
    try:
        if arguments.stages:
            both = one_after_the_other(first, second)
        elif arguments.renumber:
            both = side_by_side(first, numbered_from(second, first.contestants + 1))
        else:
            both = side_by_side(first, second)
    except ValueError as error:
        return refused("combine", str(error))
    return give_checked(both, arguments)
