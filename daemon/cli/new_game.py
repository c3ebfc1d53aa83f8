"""What a new evening plays: a proposal, the Mitchell that fits, or a movement of somebody's own."""

from pathlib import Path

from daemon.cli.evening import Game
from daemon.cli.no_evening import NoEveningError, UnplayableError
from daemon.cli.report import print_problems
from daemon.movement.asc import MAX_BYTES, decode_asc, read_asc, write_asc
from daemon.movement.mitchell import mitchell, propose
from daemon.movement.movement import Movement
from daemon.movement.proposal_words import title
from daemon.movement.proposals import proposals
from daemon.movement.wording import plural

USUAL_PAIRS = 14
"""How many pairs play where nobody says another number."""

USUAL_BOARDS = 24
"""How many boards a pair plays at most, likewise."""


def proposed(pairs: int | None, boards: int | None, number: int) -> Game:
    """A proposal, by its number among those for so many pairs and boards.

    Raises UnplayableError.
    """
    wanted = USUAL_PAIRS if pairs is None else pairs, USUAL_BOARDS if boards is None else boards
    try:
        found = proposals(*wanted)
    except ValueError as error:
        message = f"{error}: give other numbers as --pairs and --boards"
        raise UnplayableError(message) from None
    if not 1 <= number <= len(found):
        message = (
            f"there are proposals 1 to {len(found)}, and no {number}: `movement generate --pairs "
            f"{wanted[0]} --boards {wanted[1]}` shows them"
        )
        raise UnplayableError(message)
    proposal = found[number - 1]
    rounds = write_asc(proposal.movement, line_ending="\n")
    comment = f"# {title(proposal)}\n"
    return Game(proposal.movement, (rounds + comment).encode("ascii"), proposal.boards_per_round)


def fitting_mitchell(pairs: int | None, boards: int | None) -> Game:
    """The Mitchell for so many pairs and boards. Raises UnplayableError."""
    try:
        session = propose(
            USUAL_PAIRS if pairs is None else pairs, USUAL_BOARDS if boards is None else boards
        )
        movement = mitchell(session.tables, session.rounds)
    except ValueError as error:
        message = f"{error}: give other numbers as --pairs and --boards"
        raise UnplayableError(message) from None
    rounds = write_asc(movement, line_ending="\n")
    # Below the last round, where every program passes over it.
    comment = f"# Mitchell: {session.tables} tables, {session.rounds} rounds\n"
    return Game(
        movement, (rounds + comment).encode("ascii"), session.boards_per_round, session.absent
    )


def copied(path: Path, boards: int | None) -> Game:
    """A movement that somebody has, once it was found right; what is odd in it is printed.

    `boards` is how many a pair plays at most. Raises UnplayableError for too few of them, and
    NoEveningError when the file cannot be read or has errors.
    """
    movement, data = _read(path)
    if boards is None:
        return Game(movement, data, max(1, USUAL_BOARDS // movement.rounds))
    if boards < movement.rounds:
        message = (
            f"{path} has {plural(movement.rounds, 'round')}, so a pair plays as many boards or "
            f"more, not {boards}: give another number as --boards"
        )
        raise UnplayableError(message)
    return Game(movement, data, boards // movement.rounds)


def _read(path: Path) -> tuple[Movement, bytes]:
    try:
        with path.open("rb") as file:
            # One byte more than is allowed shows that there are too many.
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        message = f"{path}: {error.strerror or error}: check its name and folder"
        raise NoEveningError(message) from None
    source, problems = decode_asc(data, str(path))
    movement = None
    if source is not None:
        movement, found = read_asc(source)
        problems = (*problems, *found)
    print_problems(problems)
    if movement is None:
        raise NoEveningError(f"nothing was made: mend {path} first, or take another movement")
    return movement, data
