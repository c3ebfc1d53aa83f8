"""A tournament as the federation's file tells it: who met whom, with which colour and result."""

from datetime import date
from enum import StrEnum

from msgspec import Struct

MOST_PLAYERS = 999
MOST_ROUNDS = 99

FICTIVE = "***"
"""What stands for the nationality of a player whose ELO is a fictive one."""

DOMESTIC = frozenset({"", "BEL", FICTIVE})
"""What stands for the nationality of a player of the federation itself."""


class Colour(StrEnum):
    """The colour of a player's pieces, by the French letter of the file."""

    BLACK = "N"
    WHITE = "B"
    NONE = "-"


class Result(StrEnum):
    """A result as its player sees it; NONE is a game that counts nowhere."""

    WIN = "1"
    DRAW = "5"
    LOSS = "0"
    NONE = "-"


HALF_POINTS = {Result.WIN: 2, Result.DRAW: 1, Result.LOSS: 0}
"""What a result that counts is worth, in half points."""


class Cell(Struct, frozen=True):
    """What a player did in a round. Opponent 0: there was none (a bye, or absent)."""

    opponent: int
    colour: Colour
    result: Result

    @property
    def counts(self) -> bool:
        """Whether it is a game with a result."""
        return self.opponent != 0 and self.result is not Result.NONE


NO_GAME = Cell(0, Colour.NONE, Result.NONE)


class Player(Struct, frozen=True):
    """A row of the table. None is a field that is left blank; `cells` has one cell a round.

    `tail` is what stands behind the cells in the 24-lines layout, and empty in the others.
    """

    name: str
    matricule: int | None
    club: int | None
    nationality: str
    elo: int | None
    cells: tuple[Cell, ...]
    tail: str = ""

    @property
    def is_fictive(self) -> bool:
        """Whether the ELO is a fictive one."""
        return self.nationality == FICTIVE


class Layout(StrEnum):
    """The layouts of a row, by the program that wrote them."""

    PT = "pt"
    CM = "cm"
    WIDE = "wide"
    LINES24 = "24l"


class Counts(Struct, frozen=True):
    """Wins, draws and losses of all rows together: the tail of the machine line."""

    wins: int
    draws: int
    losses: int


class Report(Struct, frozen=True):
    """A whole file.

    A player's rank, by which opponents are named, is the place in `players`, from 1. `head` are
    the lines above the machine line, `program` the two digits of the program that wrote it,
    `heading` the line above the rows; `round_dates` has None for a date that is not set.
    """

    layout: Layout
    head: tuple[str, ...]
    program: str
    start: date
    end: date
    heading: str
    round_dates: tuple[date | None, ...]
    players: tuple[Player, ...]
    rounds: int
    counts: Counts | None = None
