"""`init DIR`: everything that an evening needs, ready to be filled in."""

import argparse
import os
import shlex
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

from daemon.cli.days import local_today, read_day
from daemon.cli.evening import (
    CONFIGURATION,
    MOVEMENT,
    NAMES,
    RULINGS,
    Evening,
    Game,
    evening_files,
)
from daemon.cli.new_evening import folder_name, refuse_unplayable, write_evening
from daemon.cli.new_game import USUAL_BOARDS, USUAL_PAIRS, copied, fitting_mitchell, proposed
from daemon.cli.no_evening import NoEveningError, UnplayableError
from daemon.cli.report import printable
from daemon.movement.wording import plural
from daemon.problem import Span
from daemon.settings import kinds
from daemon.toml import Fault, Kind, Value

_NEXT_COMMANDS = ("check", "run", "status")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd init`."""
    parser.add_argument("directory", metavar="DIR", type=Path, help="made when there is none")
    game = parser.add_mutually_exclusive_group()
    game.add_argument(
        "--pairs",
        type=int,
        metavar="N",
        help=f"make a Mitchell for so many pairs (default: {USUAL_PAIRS})",
    )
    game.add_argument("--movement", type=Path, metavar="FILE", help="copy this movement (.ASC)")
    parser.add_argument(
        "--boards",
        type=int,
        metavar="N",
        help=f"boards that a pair plays at most (default: {USUAL_BOARDS})",
    )
    parser.add_argument(
        "--proposal",
        type=int,
        metavar="N",
        help="not that Mitchell, but proposal N of `movement generate --pairs N --boards N`",
    )
    parser.add_argument(
        "--folder",
        type=_such(kinds.path),
        metavar="PATH",
        help="the folder that is shared with the tablets (default: exchange in DIR)",
    )
    parser.add_argument(
        "--name",
        type=_such(kinds.name),
        default="Bridge evening",
        metavar="TEXT",
        help='what the evening is called (default: "%(default)s")',
    )
    parser.add_argument(
        "--date", type=read_day, metavar="YYYY-MM-DD", help="the day of play (default: today)"
    )


def run(arguments: argparse.Namespace, today: Callable[[], date] = local_today) -> int:
    """Write the files of an evening.

    1 when one of them exists (then nothing is written) or something cannot be read or written, 2
    for numbers that cannot be played.
    """
    directory: Path = arguments.directory
    try:
        game = _game(arguments)
        folder = folder_name(arguments.folder, directory)
        evening = Evening(arguments.name, arguments.date or today(), folder, game)
        contents = evening_files(evening)
        refuse_unplayable(contents)
        new_folder = not (directory / folder).exists()
        write_evening(directory, directory / folder, contents)
    except NoEveningError as refused:
        print(f"tournamentd init: {printable(str(refused))}", file=sys.stderr)
        return refused.status
    for line in _made(directory, evening, new_folder=new_folder):
        print(printable(line))
    return 0


def _such(kind: Kind[str]) -> Callable[[str], str]:
    """Take what the configuration can hold as a value of this kind."""

    def take(written: str) -> str:
        faults: list[Fault] = []
        if kind.read("it", Value(written, Span(1)), faults) is None:
            raise argparse.ArgumentTypeError("; ".join(fault.message for fault in faults))
        return written

    return take


def _game(arguments: argparse.Namespace) -> Game:
    if arguments.movement is not None and arguments.proposal is not None:
        message = "a movement of your own is no proposal: leave --proposal or --movement out"
        raise UnplayableError(message)
    if arguments.movement is not None:
        return copied(arguments.movement, arguments.boards)
    if arguments.proposal is not None:
        return proposed(arguments.pairs, arguments.boards, arguments.proposal)
    return fitting_mitchell(arguments.pairs, arguments.boards)


def _made(directory: Path, evening: Evening, *, new_folder: bool) -> list[str]:
    """What to tell: what was made, and what to do next."""
    game = evening.game
    movement = game.movement
    who = "player" if movement.individual else "pair"
    size = ", ".join(
        (
            plural(movement.contestants - len(game.absent), who),
            plural(movement.tables, "table"),
            plural(movement.rounds, "round"),
        )
    )
    state = "made" if new_folder else "it was there already"
    configuration = _quoted(directory / CONFIGURATION)
    return [
        f"{evening.name}, {evening.day}: {size} of {plural(game.boards_per_round, 'board')}",
        *(
            # NS of table t are pair t.
            f"Pair {number} is absent: whoever comes to table {number} sits out."
            for number in game.absent
        ),
        "",
        f"In {directory}:",
        f"  {CONFIGURATION}  all settings; look through them",
        f"  {MOVEMENT}     who meets whom over which boards",
        f"  {NAMES}        the {who}s' names; fill them in",
        f"  {RULINGS}     the director's rulings; none so far",
        f"The tablets' folder is {directory / evening.folder} ({state}).",
        "",
        "Next:",
        *(f"  tournamentd {command} {configuration}" for command in _NEXT_COMMANDS),
    ]


def _quoted(path: Path) -> str:
    """A path as the shell wants it."""
    if os.name == "nt":
        return f'"{path}"' if " " in str(path) else str(path)
    return shlex.quote(str(path))
