"""`init DIR`: everything that an evening needs, ready to be filled in."""

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path

from daemon.cli.evening import (
    CONFIGURATION,
    MOVEMENT,
    NAMES,
    RULINGS,
    Evening,
    Game,
    evening_files,
)
from daemon.cli.report import print_problems, printable
from daemon.movement.asc import MAX_BYTES, decode_asc, read_asc, write_asc
from daemon.movement.mitchell import mitchell, propose
from daemon.movement.movement import Movement
from daemon.movement.proposal_words import title
from daemon.movement.proposals import proposals
from daemon.movement.wording import listing, plural
from daemon.problem import Source, Span
from daemon.settings import kinds
from daemon.toml import Fault, Kind, Value
from daemon.tournament.planning import make_plan

_FAILED = 1
_WRONG_USAGE = 2

_USUAL_PAIRS = 14
_USUAL_BOARDS = 24
_NEXT_COMMANDS = ("check", "run", "status")


class _RefusedError(Exception):
    """Nothing is made; the message says why and what to do."""

    def __init__(self, message: str, status: int = _FAILED) -> None:
        super().__init__(message)
        self.status = status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd init`."""
    parser.add_argument("directory", metavar="DIR", type=Path, help="made when there is none")
    game = parser.add_mutually_exclusive_group()
    game.add_argument(
        "--pairs",
        type=int,
        metavar="N",
        help=f"make a Mitchell for so many pairs (default: {_USUAL_PAIRS})",
    )
    game.add_argument("--movement", type=Path, metavar="FILE", help="copy this movement (.ASC)")
    parser.add_argument(
        "--boards",
        type=int,
        metavar="N",
        help=f"boards that a pair plays at most (default: {_USUAL_BOARDS})",
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
        "--date", type=_day, metavar="YYYY-MM-DD", help="the day of play (default: today)"
    )


def local_today() -> date:
    """The day it is here."""
    return datetime.now(UTC).astimezone().date()


def run(arguments: argparse.Namespace, today: Callable[[], date] = local_today) -> int:
    """Write the files of an evening.

    1 when one of them exists (then nothing is written) or something cannot be read or written, 2
    for numbers that cannot be played.
    """
    directory: Path = arguments.directory
    try:
        game = _game(arguments)
        folder = _folder(arguments.folder, directory)
        evening = Evening(arguments.name, arguments.date or today(), folder, game)
        contents = evening_files(evening)
        _refuse_unplayable(contents)
        new_folder = not (directory / folder).exists()
        _make(directory, directory / folder, contents)
    except _RefusedError as refused:
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


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        message = f"{written} is no day: write year, month and day, as in 2026-12-01"
        raise argparse.ArgumentTypeError(message) from None


def _game(arguments: argparse.Namespace) -> Game:
    """What is played: a movement of somebody's own, a proposal, or the Mitchell that fits."""
    if arguments.movement is not None and arguments.proposal is not None:
        message = "a movement of your own is no proposal: leave --proposal or --movement out"
        raise _RefusedError(message, _WRONG_USAGE)
    if arguments.movement is not None:
        return _copy(arguments.movement, arguments.boards)
    if arguments.proposal is not None:
        return _proposed(arguments.pairs, arguments.boards, arguments.proposal)
    return _mitchell(arguments.pairs, arguments.boards)


def _proposed(pairs: int | None, boards: int | None, number: int) -> Game:
    wanted = _USUAL_PAIRS if pairs is None else pairs, _USUAL_BOARDS if boards is None else boards
    try:
        found = proposals(*wanted)
    except ValueError as error:
        message = f"{error}: give other numbers as --pairs and --boards"
        raise _RefusedError(message, _WRONG_USAGE) from None
    if not 1 <= number <= len(found):
        message = (
            f"there are proposals 1 to {len(found)}, and no {number}: `movement generate --pairs "
            f"{wanted[0]} --boards {wanted[1]}` shows them"
        )
        raise _RefusedError(message, _WRONG_USAGE)
    proposal = found[number - 1]
    rounds = write_asc(proposal.movement, line_ending="\n")
    comment = f"# {title(proposal)}\n"
    return Game(proposal.movement, (rounds + comment).encode("ascii"), proposal.boards_per_round)


def _mitchell(pairs: int | None, boards: int | None) -> Game:
    try:
        session = propose(
            _USUAL_PAIRS if pairs is None else pairs, _USUAL_BOARDS if boards is None else boards
        )
        movement = mitchell(session.tables, session.rounds)
    except ValueError as error:
        message = f"{error}: give other numbers as --pairs and --boards"
        raise _RefusedError(message, _WRONG_USAGE) from None
    rounds = write_asc(movement, line_ending="\n")
    # Below the last round, where every program passes over it.
    comment = f"# Mitchell: {session.tables} tables, {session.rounds} rounds\n"
    return Game(
        movement, (rounds + comment).encode("ascii"), session.boards_per_round, session.absent
    )


def _copy(path: Path, boards: int | None) -> Game:
    """A movement that somebody has, once it was found right; what is odd in it is printed."""
    movement, data = _read(path)
    if boards is None:
        return Game(movement, data, max(1, _USUAL_BOARDS // movement.rounds))
    if boards < movement.rounds:
        message = (
            f"{path} has {plural(movement.rounds, 'round')}, so a pair plays as many boards or "
            f"more, not {boards}: give another number as --boards"
        )
        raise _RefusedError(message, _WRONG_USAGE)
    return Game(movement, data, boards // movement.rounds)


def _read(path: Path) -> tuple[Movement, bytes]:
    try:
        with path.open("rb") as file:
            # One byte more than is allowed shows that there are too many.
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _RefusedError(f"{_reason(error, path)}: check its name and folder") from None
    source, problems = decode_asc(data, str(path))
    movement = None
    if source is not None:
        movement, found = read_asc(source)
        problems = (*problems, *found)
    print_problems(problems)
    if movement is None:
        raise _RefusedError(f"nothing was made: mend {path} first, or take another movement")
    return movement, data


def _reason(error: OSError, path: Path) -> str:
    return f"{error.filename or path}: {error.strerror or error}"


def _refuse_unplayable(contents: Mapping[str, bytes]) -> None:
    """See that the new files make a plan, as `check` will."""
    movement, _ = decode_asc(contents[MOVEMENT], MOVEMENT)
    texts = {NAMES: contents[NAMES].decode("utf-8"), MOVEMENT: movement.text if movement else ""}
    plan, problems = make_plan(
        Source(CONFIGURATION, contents[CONFIGURATION].decode("utf-8")), texts
    )
    if plan is None:
        print_problems(problem for problem in problems if problem.is_error)
        message = "nothing was made, because this could not be played: change what you ask for"
        raise _RefusedError(message, _WRONG_USAGE)


def _folder(written: str | None, directory: Path) -> str:
    """The tablets' folder as the configuration names it: from DIR, or from the root."""
    if written is None:
        return "exchange"
    home = directory.resolve()
    try:
        path = Path(written).expanduser()
    except RuntimeError:
        message = f"nobody's home is known for {written}: write the whole path as --folder"
        raise _RefusedError(message, _WRONG_USAGE) from None
    folder = path.resolve()
    if folder == home or folder in home.parents:
        message = (
            f"{directory} lies in {written}: all tablets could read and change what lies there; "
            "name a folder of their own as --folder"
        )
        raise _RefusedError(message, _WRONG_USAGE)
    if path.is_absolute():
        return str(path)
    return folder.relative_to(home).as_posix() if home in folder.parents else str(folder)


def _make(directory: Path, folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write all files, or none when something is in the way."""
    paths = {directory / name: content for name, content in contents.items()}
    there = [path.name for path in paths if os.path.lexists(path)]
    if there:
        verb = "exists" if len(there) == 1 else "exist"
        message = (
            f"{listing(there)} {verb} in {directory} already: nothing was written; name another "
            "folder, or move what is there away"
        )
        raise _RefusedError(message)
    written: list[Path] = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in paths.items():
            with path.open("xb") as file:
                written.append(path)
                file.write(content)
    except OSError as error:
        for path in written:
            path.unlink()
        message = f"{_reason(error, directory)}: nothing was written; name another folder"
        raise _RefusedError(message) from None


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
