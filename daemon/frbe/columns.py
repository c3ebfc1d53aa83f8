"""Where the fields of a row stand, in each layout (columns count from 1)."""

import re
from collections.abc import Mapping
from datetime import date
from functools import lru_cache

from msgspec import Struct

from daemon.frbe.dates import write_yymmdd
from daemon.frbe.report import Cell, Colour, Layout, Player, Result

_DATE_WIDTH = 6
_BEHIND_OPPONENT = 4  # blank, colour, blank, result
# A blank before it, the opponent, the colour, the result.
_CELL = re.compile(r" {1,3}(\d{1,3}) {1,3}([NB-]) ([150-])", re.ASCII)
_HEADING = re.compile(r"\s*(?:N\S{0,2}\s+)?(Nom\s+)(Matr)\b")


class Field(Struct, frozen=True):
    """The place of a field: its first column, and its width."""

    start: int
    width: int

    def of(self, line: str) -> str:
        """What stands there, without blanks around it."""
        return line[self.start - 1 : self.start - 1 + self.width].strip()


class Columns(Struct, frozen=True):
    """A layout: the fields of a row, and the cell of round 1; the next is `pitch` columns on.

    `heading` is the line above the rows, up to the dates.
    """

    rank: Field
    name: Field
    matricule: Field
    club: Field
    nationality: Field
    elo: Field
    opponent: Field
    heading: str

    @property
    def cell_width(self) -> int:
        """Columns of a cell, from its opponent to its result."""
        return self.opponent.width + _BEHIND_OPPONENT

    @property
    def pitch(self) -> int:
        """Columns from a cell to the next."""
        return self.cell_width + 1

    @property
    def from_name_to_matricule(self) -> int:
        """Columns from the beginning of the name to that of the matricule."""
        return self.matricule.start - self.name.start

    @property
    def most_players(self) -> int:
        """The highest rank that can be written."""
        return int("9" * min(self.rank.width, self.opponent.width))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields before the cells."""
        return (self.rank, self.name, self.matricule, self.club, self.nationality, self.elo)

    def cell_column(self, round_number: int) -> int:
        """The first column of the cell of a round (from 1)."""
        return self.opponent.start + self.pitch * (round_number - 1)

    def width(self, rounds: int) -> int:
        """The length of a row."""
        return self.cell_column(rounds) + self.cell_width - 1 if rounds else self.opponent.start - 2

    def rounds_in(self, length: int) -> int | None:
        """The number of rounds that a row of this length has; None when it ends within a cell."""
        rounds, rest = divmod(length - self.width(0), self.pitch)
        return rounds if rest == 0 and rounds >= 0 else None

    def date_column(self, round_number: int) -> int:
        """The first column of the date of a round in the line above the rows."""
        return self.cell_column(round_number) + self.cell_width - _DATE_WIDTH


COLUMNS: Mapping[Layout, Columns] = {
    Layout.PT: Columns(
        rank=Field(1, 2),
        name=Field(4, 19),
        matricule=Field(24, 5),
        club=Field(30, 3),
        nationality=Field(34, 3),
        elo=Field(38, 4),
        opponent=Field(43, 3),
        heading="   Nom                 Matr. Clb Nat  ELO",
    ),
    Layout.CM: Columns(
        rank=Field(1, 2),
        name=Field(4, 20),
        matricule=Field(25, 5),
        club=Field(31, 3),
        nationality=Field(35, 3),
        elo=Field(39, 4),
        opponent=Field(44, 2),
        heading="N° Nom                  Matr. Clb Nat ELO",
    ),
    Layout.WIDE: Columns(
        rank=Field(1, 3),
        name=Field(5, 25),
        matricule=Field(31, 5),
        club=Field(37, 3),
        nationality=Field(41, 3),
        elo=Field(45, 4),
        opponent=Field(50, 3),
        heading="    Nom                       Matr. Clb Nat  ELO",
    ),
}
COLUMNS = {**COLUMNS, Layout.LINES24: COLUMNS[Layout.WIDE]}


def layout_of_heading(line: str) -> Layout | None:
    """The layout that the line above the rows announces; None when it is no such line.

    Copies may have lost the blanks at its beginning, so what counts is how wide a name is.
    """
    match = _HEADING.match(line)
    if match is None:
        return None
    known = (layout for layout in Layout if len(match[1]) == COLUMNS[layout].from_name_to_matricule)
    return next(known, None)


def is_heading(line: str) -> bool:
    """Whether it is the line above the rows, in whatever layout."""
    return _HEADING.match(line) is not None


def write_heading(layout: Layout, round_dates: tuple[date | None, ...]) -> str:
    """The line above the rows, with the dates of the rounds."""
    columns = COLUMNS[layout]
    line = columns.heading
    for round_number, value in enumerate(round_dates, 1):
        line = f"{line:{columns.date_column(round_number) - 1}}{write_yymmdd(value)}"
    return line


@lru_cache(maxsize=1 << 15)
def read_cell(text: str) -> Cell | None:
    """Read a cell with the blank before it; None when it is not whole."""
    match = _CELL.fullmatch(text)
    if match is None:
        return None
    return Cell(int(match[1]), Colour(match[2]), Result(match[3]))


def write_row(layout: Layout, rank: int, player: Player) -> str:
    """Write a row. Texts that are too long for their columns are cut."""
    columns = COLUMNS[layout]
    number = f"{rank:<2}" if layout is Layout.CM else f"{rank:{columns.rank.width}}"
    elo = _number(player.elo, columns.elo.width)
    if layout is Layout.LINES24:
        elo = f"{player.elo or 0:04}"
    name = f"{player.name[: columns.name.width]:{columns.name.width}}"
    width = columns.opponent.width
    cells = "".join(
        f" {cell.opponent:{width}} {cell.colour} {cell.result}" for cell in player.cells
    )
    return (
        f"{number} {name} {_number(player.matricule, columns.matricule.width)} "
        f"{_number(player.club, columns.club.width)} {player.nationality[:3]:3} {elo}"
        f"{cells}{player.tail}"
    )


def _number(value: int | None, width: int) -> str:
    return " " * width if value is None else f"{value:{width}}"
