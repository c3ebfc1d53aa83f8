"""A crosstable in a spreadsheet (CSV), read and written.

The columns are found by their names, in any order: `name` must be there, `rank`, `matricule`,
`club`, `nationality`, `elo` and `fide_id` may. The rounds are columns named 1, 2, 3, ... (or R1,
R2, ...), with the round's date behind the number if it is known (`1 2026-10-03`). A cell is the
opponent's rank, N or B for the colour, and 1, 5 (also ½ or =), 0 or - (not played) for the result:
`8 N 5`. An empty cell, 0 and - are no game.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from daemon.frbe.cell_check import Places, check_cells
from daemon.frbe.crosstable import Crosstable, Entrant
from daemon.frbe.dates import read_free
from daemon.frbe.report import NO_GAME, Cell, Colour, Report, Result
from daemon.frbe.spreadsheet import Sheet, SheetRow, read_sheet, write_line
from daemon.frbe.wording import listing, plural, quoted
from daemon.problem import Problem, Source, Span, at_most

_COLUMNS = ("rank", "name", "matricule", "club", "nationality", "elo", "fide_id")
_NUMBERS = {"matricule": 5, "club": 3, "elo": 4, "fide_id": 11}
"""Columns of numbers, and how many digits they may have."""

_ROUND = re.compile(r"R?(\d{1,2})(?:\s+(\S+))?", re.ASCII | re.IGNORECASE)
_CELL = re.compile(r"(\d{1,3})\s*([NB-])\s*([150=½-])", re.ASCII | re.IGNORECASE)
_NO_GAME = re.compile(r"|-|0(?:\s*-\s*-)?", re.ASCII)
_DRAWS = "=½"
# More than a report holds, so that what else is wrong with the first thousands is told as well.
_MOST_LINES = 9999


def looks_like_crosstable(source: Source) -> bool:
    """Whether the first line names a column of names."""
    first = next((line for line in source.lines if line.strip()), "")
    header = read_sheet(Source(source.name, first)).header
    return "name" in (cell.casefold() for cell in header.cells)


def read_crosstable(source: Source) -> tuple[Crosstable | None, tuple[Problem, ...]]:
    """Read a spreadsheet.

    With an error among the problems the crosstable is good for saying what else is wrong, and for
    no report. Codes: `csv-header`, `too-many` (errors: no crosstable), `csv-field`, `cell`, and
    those of `check_cells`.
    """
    sheet = read_sheet(source)
    columns = {
        name: index
        for index, name in reversed([*enumerate(cell.casefold() for cell in sheet.header.cells)])
        if name in _COLUMNS
    }
    rounds = _rounds(sheet)
    problems = [*_about_header(source, sheet, columns, rounds)]
    if problems:
        return None, tuple(problems)
    table: list[list[Cell | None]] = []
    entrants = []
    for position, row in enumerate(sheet.rows, 1):
        problems.extend(_about_fields(source, row, columns, position))
        cells = [_cell(row.cell(index)) for index in rounds]
        for index, cell in zip(rounds, cells, strict=True):
            if cell is None:
                message = (
                    f"{quoted(row.cell(index))} is no cell: write the opponent's rank, N (black) "
                    "or B (white), and 1, 5, 0 or -, such as 8 N 5; nothing for no game"
                )
                problems.append(source.error("cell", message, row.span(index)))
        table.append(cells)
        entrants.append(_entrant(row, columns, tuple(cell or NO_GAME for cell in cells)))
    problems.extend(check_cells(source, table, _places(sheet, rounds)))
    dates = tuple(_date(sheet.header.cell(index)) for index in rounds)
    return Crosstable("", None, None, dates, "", "", tuple(entrants)), at_most(problems)


def write_crosstable(report: Report) -> str:
    """A report as such a spreadsheet."""
    dates = report.round_dates or (None,) * report.rounds
    rounds = [f"{n} {day}" if day else f"{n}" for n, day in enumerate(dates, 1)]
    lines = [write_line((*_COLUMNS[:-1], *rounds))]
    for rank, player in enumerate(report.players, 1):
        numbers = ("" if value is None else value for value in (player.matricule, player.club))
        cells = (f"{cell.opponent} {cell.colour} {cell.result}" for cell in player.cells)
        elo = "" if player.elo is None else player.elo
        lines.append(write_line((rank, player.name, *numbers, player.nationality, elo, *cells)))
    return "".join(f"{line}\r\n" for line in lines)


def _rounds(sheet: Sheet) -> list[int]:
    """The indexes of the columns of rounds, in their order in the file."""
    return [index for index, cell in enumerate(sheet.header.cells) if _ROUND.fullmatch(cell)]


def _number_of(heading: str) -> int:
    match = _ROUND.fullmatch(heading)
    return int(match[1]) if match else 0


def _date(heading: str) -> date | None:
    match = _ROUND.fullmatch(heading)
    return read_free(match[2]) if match and match[2] else None


def _about_header(
    source: Source, sheet: Sheet, columns: dict[str, int], rounds: Sequence[int]
) -> Iterator[Problem]:
    header = sheet.header
    line = Span(header.line)
    if "name" not in columns:
        message = (
            f"there is no column name: the first line names the columns ({listing(_COLUMNS)}, "
            "and 1, 2, ... for the rounds)"
        )
        yield source.error("csv-header", message, line)
    numbers = [_number_of(header.cell(index)) for index in rounds]
    if numbers != list(range(1, len(numbers) + 1)) or not numbers:
        message = (
            f"the columns of the rounds are named {listing(numbers) or 'nowhere'}: name them 1, 2, "
            "3, ... in their order"
        )
        yield source.error("csv-header", message, line)
    for index in rounds:
        written = header.cell(index).split(maxsplit=1)[1:]
        if written and _date(header.cell(index)) is None:
            message = f"{quoted(written[0])} is no date: write it as 2026-10-03"
            yield source.error("csv-header", message, header.span(index))
    if len(sheet.rows) > _MOST_LINES:
        message = (
            f"there are {len(sheet.rows)} lines of players, more than any report has: split it"
        )
        yield source.error("too-many", message, line)
    if not sheet.rows:
        message = "there is no line of a player: write one for each below the first line"
        yield source.error("csv-header", message, line)


def _about_fields(
    source: Source, row: SheetRow, columns: dict[str, int], position: int
) -> Iterator[Problem]:
    rank = row.cell(columns.get("rank"))
    if "rank" in columns and rank != str(position):
        message = (
            f"{quoted(rank)} stands for the rank of player {position}: ranks go from 1 on in the "
            "order of the lines, since opponents are named by them"
        )
        yield source.error("csv-field", message, row.span(columns["rank"]))
    if not row.cell(columns["name"]):
        message = f"player {position} has no name: write it"
        yield source.error("csv-field", message, row.span(columns["name"]))
    for name, digits in _NUMBERS.items():
        written = row.cell(columns.get(name))
        if written and (_number(written) is None or len(written) > digits):
            message = (
                f"{quoted(written)} is no {name} of player {position}: write a number of at most "
                f"{plural(digits, 'digit')}, or nothing"
            )
            yield source.error("csv-field", message, row.span(columns[name]))


def _entrant(row: SheetRow, columns: dict[str, int], cells: tuple[Cell, ...]) -> Entrant:
    return Entrant(
        name=row.cell(columns["name"]),
        elo=_number(row.cell(columns.get("elo"))),
        nationality=row.cell(columns.get("nationality")).upper(),
        fide_id=_number(row.cell(columns.get("fide_id"))),
        matricule=_number(row.cell(columns.get("matricule"))),
        club=_number(row.cell(columns.get("club"))),
        cells=cells,
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _cell(text: str) -> Cell | None:
    if _NO_GAME.fullmatch(text):
        return NO_GAME
    match = _CELL.fullmatch(text)
    if match is None:
        return None
    result = "5" if match[3] in _DRAWS else match[3]
    return Cell(int(match[1]), Colour(match[2].upper()), Result(result))


def _places(sheet: Sheet, rounds: Sequence[int]) -> Places:
    def place(rank: int, number: int) -> Span:
        return sheet.rows[rank - 1].span(rounds[number - 1])

    return Places(opponent=place, colour=place, result=place)
