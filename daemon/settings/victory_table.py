"""Reading a table of victory points: a CSV file such as a federation publishes.

`margin,winner[,loser][,boards]`: a header, then a line for the fewest IMPs that give the winner
(and the loser) so many points.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from daemon.problem import Problem, Source, Span, at_most, has_errors
from daemon.scoring.victory_points import Step, Table
from daemon.settings.cells import Cell, Row, rows
from daemon.toml.value import visible

_NEEDED = ("margin", "winner")
_READ = (*_NEEDED, "loser", "boards")
_WHOLE = re.compile(r"[0-9]{1,4}")
_POINTS = re.compile(r"-?[0-9]{1,4}(?:[.,][0-9]{1,6})?")
_MOST_CHARACTERS = 200_000
_ANY_BOARDS = 1


def read_victory_table(source: Source) -> tuple[Table | None, tuple[Problem, ...]]:
    """Read a table; None, and every problem in the order of the text, when something is wrong.

    Columns are found by their names. Where there is no `loser`, he gets what the winner leaves of
    twice the points of a draw. With `boards` the lines are for matches of so many boards, and
    those of each number make a table of their own; without, the table is for all. Codes:
    `victory-header`, `victory-value`, `victory-table` (errors).
    """
    if len(source.text) > _MOST_CHARACTERS:
        message = f"this file has {len(source.text)} characters: is it the right one?"
        return None, (source.error("victory-header", message, Span(1)),)
    header, *lines = rows(source) or (Row((Cell("", Span(1)),)),)
    columns = {cell.text.casefold(): index for index, cell in enumerate(header.cells)}
    missing = [name for name in _NEEDED if name not in columns]
    if missing:
        message = (
            f"the first line has no column {' and no column '.join(missing)}: begin the file with "
            f"a line {','.join(_NEEDED)} (and loser and boards, where they matter)"
        )
        return None, (source.error("victory-header", message, header.cells[0].span),)
    problems = [problem for row in lines for problem in _about_row(source, row, columns)]
    if problems:
        return None, at_most(problems)
    return _table(source, lines, columns)


def _about_row(source: Source, row: Row, columns: Mapping[str, int]) -> Iterator[Problem]:
    """What is wrong with the numbers of a line."""
    for name in _READ:
        cell = _cell(row, columns, name)
        if not cell.text and name not in _NEEDED:
            continue
        if name in {"margin", "boards"}:
            right, wanted = _WHOLE.fullmatch(cell.text), "a whole number"
        else:
            right, wanted = _POINTS.fullmatch(cell.text), "a number like 12.50"
        if not right or (name == "boards" and not int(cell.text)):
            written = f'"{visible(cell.text)}"' if cell.text else "nothing"
            message = f"{written} is no {name}: write {wanted}"
            yield source.error("victory-value", message, cell.span)


def _table(
    source: Source, lines: Sequence[Row], columns: Mapping[str, int]
) -> tuple[Table | None, tuple[Problem, ...]]:
    by_boards: dict[int, list[Row]] = {}
    for row in lines:
        boards = int(_cell(row, columns, "boards").text or _ANY_BOARDS)
        by_boards.setdefault(boards, []).append(row)
    if not by_boards:
        message = "there is no line below the header: begin with the points of a draw, 0,10"
        return None, (source.error("victory-table", message, Span(1)),)
    problems = [
        problem for each in by_boards.values() for problem in _about_order(source, each, columns)
    ]
    if has_errors(problems):
        return None, at_most(problems)
    return Table({boards: _steps(each, columns) for boards, each in by_boards.items()}), ()


def _about_order(
    source: Source, lines: Sequence[Row], columns: Mapping[str, int]
) -> Iterator[Problem]:
    """Why the lines for one number of boards make no table."""
    before = -1
    for row in lines:
        cell = _cell(row, columns, "margin")
        margin = int(cell.text)
        if before < 0 and margin > 0:
            message = f"the first margin is {margin}: begin with 0, the points of a draw"
            yield source.error("victory-table", message, cell.span)
        elif margin <= before:
            message = f"the margin {margin} comes after {before}: let them rise"
            yield source.error("victory-table", message, cell.span)
        before = margin


def _steps(lines: Sequence[Row], columns: Mapping[str, int]) -> tuple[Step, ...]:
    winners = [_points(_cell(row, columns, "winner")) for row in lines]
    whole = winners[0] * 2
    return tuple(
        Step(
            int(_cell(row, columns, "margin").text),
            winner,
            _points(loser) if (loser := _cell(row, columns, "loser")).text else whole - winner,
        )
        for row, winner in zip(lines, winners, strict=True)
    )


def _points(cell: Cell) -> Fraction:
    return Fraction(cell.text.replace(",", "."))


def _cell(row: Row, columns: Mapping[str, int], name: str) -> Cell:
    """The cell of a column, an empty one where there is no such column."""
    return row.cell(columns[name]) if name in columns else Cell("", row.cells[-1].span)
