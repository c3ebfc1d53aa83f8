"""Reading one row of a report: its fields and cells, and what is wrong with them."""

import re
from collections.abc import Iterator

from msgspec import Struct

from daemon.frbe.columns import COLUMNS, Columns, Field, read_cell
from daemon.frbe.report import NO_GAME, Cell, Colour, Layout, Player, Result
from daemon.frbe.wording import plural, quoted
from daemon.problem import Problem, Source, Span

_TAIL = re.compile(r"[\x00 ]?\d\d/\d\d/\d{4}(?: .*)?", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)


class Row(Struct, frozen=True):
    """A row and its place. A cell is None, and `player` too, where something is unreadable.

    `shift` is how many blanks the row has lost at its beginning.
    """

    number: int
    layout: Layout
    fields: Player
    cells: tuple[Cell | None, ...]
    is_readable: bool
    shift: int = 0

    @property
    def player(self) -> Player | None:
        """The player, when the whole row could be read."""
        return self.fields if self.is_readable else None

    def field(self, field: Field) -> Span:
        """The place of a field."""
        return Span(self.number, max(1, field.start - self.shift), field.width)

    def opponent(self, round_number: int) -> Span:
        """The place of the opponent in a round (from 1)."""
        columns = COLUMNS[self.layout]
        column = columns.cell_column(round_number) - self.shift
        return Span(self.number, column, columns.opponent.width)

    def colour(self, round_number: int) -> Span:
        """The place of the colour in a round."""
        return Span(self.number, self._result_column(round_number) - 2)

    def result(self, round_number: int) -> Span:
        """The place of the result in a round."""
        return Span(self.number, self._result_column(round_number))

    def _result_column(self, round_number: int) -> int:
        columns = COLUMNS[self.layout]
        return columns.cell_column(round_number) + columns.cell_width - 1 - self.shift


def has_tail(line: str) -> bool:
    """Whether it is a row of the 24-lines layout, with a date behind the only cell."""
    return _TAIL.fullmatch(line[COLUMNS[Layout.LINES24].width(1) :]) is not None


def looks_like(line: str, layout: Layout) -> bool:
    """Whether the fields and the first cell of a line stand where this layout has them."""
    columns = COLUMNS[layout]
    start = columns.opponent.start - 2
    number = _NUMBER.fullmatch(columns.rank.of(line))
    cell = read_cell(line[start : start + columns.pitch])
    return number is not None and cell is not None and not _between(columns, line)


def read_row(
    source: Source, number: int, line: str, layout: Layout, rounds: int, position: int
) -> tuple[Row, tuple[Problem, ...]]:
    """Read a line that is the row of the player with this rank (`position`).

    Codes: `row-length`, `row-columns`, `row-number`, `row-field`, `cell` (errors), `row-blank`
    (warning).
    """
    columns = COLUMNS[layout]
    text, tail = line.rstrip(), ""
    if layout is Layout.LINES24:
        text, tail = line[: columns.width(1)], line[columns.width(1) :]
    shift = columns.width(rounds) - len(text)
    if 0 < shift < columns.rank.width and looks_like(f"{'':{shift}}{text}", layout):
        text = f"{'':{shift}}{text}"
    else:
        shift = 0
    cells = tuple(_cells(columns, text, rounds))
    fields = Player(
        columns.name.of(text),
        _number(columns.matricule, text),
        _number(columns.club, text),
        columns.nationality.of(text),
        _number(columns.elo, text),
        tuple(cell or NO_GAME for cell in cells),
        tail,
    )
    row = Row(number, layout, fields, cells, is_readable=True, shift=shift)
    wrong = list(_wrong(source, row, columns, text, position))
    if wrong:
        row = Row(number, layout, fields, cells, is_readable=False, shift=shift)
    if shift:
        message = "the row has lost blanks before its rank: it is read as if they were there"
        wrong.append(source.warning("row-blank", message, Span(number)))
    return row, tuple(wrong)


def _cells(columns: Columns, text: str, rounds: int) -> Iterator[Cell | None]:
    start = columns.opponent.start - 2
    for begin in range(start, start + columns.pitch * rounds, columns.pitch):
        yield read_cell(text[begin : begin + columns.pitch])


def _number(field: Field, text: str) -> int | None:
    written = field.of(text)
    return int(written) if _NUMBER.fullmatch(written) else None


def _wrong(
    source: Source, row: Row, columns: Columns, text: str, position: int
) -> Iterator[Problem]:
    rounds = len(row.cells)
    width = columns.width(rounds)
    if len(text) != width:
        message = (
            f"the row has {len(text)} characters and a row of {plural(rounds, 'round')} has "
            f"{width}: have the program write it anew, or mend its columns"
        )
        yield source.error("row-length", message, Span(row.number, min(len(text), width) + 1))
        # What stands in its columns is not known any more.
        return
    between = _between(columns, text)
    if between:
        message = (
            f"{quoted(text[between - 1])} stands where a blank separates two columns: "
            "move the fields of this row into their columns"
        )
        yield source.error("row-columns", message, Span(row.number, between - row.shift))
        return
    yield from _about_fields(source, row, columns, text, position)
    for round_number, cell in enumerate(row.cells, 1):
        if cell is None:
            yield _about_cell(source, row, columns, text, round_number)


def _between(columns: Columns, text: str) -> int:
    """The first column (from 1) between two fields that is not blank; 0 when all are."""
    ends = (field.start + field.width for field in columns.fields)
    return next((column for column in ends if text[column - 1 : column].strip()), 0)


def _about_fields(
    source: Source, row: Row, columns: Columns, text: str, position: int
) -> Iterator[Problem]:
    rank = columns.rank.of(text)
    if not _NUMBER.fullmatch(rank) or int(rank) != position:
        message = (
            f"{quoted(rank)} stands for the rank of row {position}: ranks go from 1 on, "
            f"since opponents are named by them; write {position}"
        )
        yield source.error("row-number", message, row.field(columns.rank))
    for what, field in (
        ("matricule", columns.matricule),
        ("club", columns.club),
        ("ELO", columns.elo),
    ):
        written = field.of(text)
        if written and not _NUMBER.fullmatch(written):
            message = f"{quoted(written)} is no number for the {what}: write digits, or nothing"
            yield source.error("row-field", message, row.field(field))


def _about_cell(
    source: Source, row: Row, columns: Columns, text: str, round_number: int
) -> Problem:
    start = columns.cell_column(round_number) - 1
    written = text[start : start + columns.cell_width]
    colour, result = written[-3:-2], written[-1:]
    if not read_cell(f" {written[:-4]} {Colour.NONE} {Result.NONE}"):
        place = row.opponent(round_number)
        message = (
            f"{quoted(written)} is no cell for round {round_number}: write the opponent's rank, "
            "a colour (N, B or -) and a result (1, 5, 0 or -), or 0 - - for no game"
        )
        span = Span(place.line, place.column, columns.cell_width)
        return source.error("cell", message, span)
    if colour not in set(Colour):
        message = f"{quoted(colour)} is no colour: write N for black, B for white, or - for no game"
        return source.error("cell-letter", message, row.colour(round_number))
    if result not in set(Result):
        message = (
            f"{quoted(result)} is no result: write 1 for a win, 5 for a draw, 0 for a loss, or - "
            "for a game that was not played"
        )
        return source.error("cell-letter", message, row.result(round_number))
    message = f"in {quoted(written)} no blank separates what stands there: move it into its columns"
    return source.error("cell", message, row.opponent(round_number))
