"""New movements of the commands: checked before they are given to anybody."""

import argparse
from collections.abc import Callable

from daemon.cli.movement_expanding import add_output
from daemon.cli.movement_files import FAILED, give, read_usable, refused
from daemon.cli.report import print_problems
from daemon.movement.check import check
from daemon.movement.movement import Movement
from daemon.problem import Problem, Severity, has_errors

_NEW = "the new movement"


def add_file_and_output(parser: argparse.ArgumentParser) -> None:
    """A movement to change, and where the new one goes."""
    parser.add_argument("file", metavar="FILE", help="a movement file (.ASC)")
    add_output(parser)


def change(what: str, arguments: argparse.Namespace, new: Callable[[Movement], Movement]) -> int:
    """Read a movement, change it by `new`, check the result, and print or write it.

    The exit status: 1 when it cannot be read or played, 2 when `new` refuses (a ValueError).
    """
    movement = read_usable(arguments.file)
    if movement is None:
        return FAILED
    try:
        changed = new(movement)
    except ValueError as error:
        return refused(what, str(error))
    return give_checked(changed, arguments)


def give_checked(movement: Movement, arguments: argparse.Namespace) -> int:
    """Say what is wrong or odd in a new movement; print or write it when it can be played."""
    if not is_playable(movement, arguments.out or _NEW):
        return FAILED
    return give(movement, arguments.out, force=arguments.force)


def is_playable(movement: Movement, name: str) -> bool:
    """Whether there is no error in a new movement; errors and warnings are printed."""
    problems = [
        Problem(found.severity, found.code, found.message, name)
        for found in check(movement)
        if found.severity is not Severity.NOTE
    ]
    print_problems(problems)
    return not has_errors(problems)
