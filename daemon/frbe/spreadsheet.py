"""CSV as spreadsheets write it: a header, then lines, with commas, semicolons or tabs."""

import re
from collections.abc import Iterable

from msgspec import Struct

from daemon.problem import Source, Span

_CELLS = {
    separator: re.compile(
        rf'\s*"(?P<quoted>(?:[^"]|"")*)"[^{separator}]*|(?P<plain>[^{separator}]*)'
    )
    for separator in ",;\t"
}


class SheetRow(Struct, frozen=True):
    """A line that is not empty: its cells, and where they begin (columns from 1)."""

    line: int
    cells: tuple[str, ...]
    columns: tuple[int, ...] = ()

    def cell(self, index: int | None) -> str:
        """The cell at an index from 0; empty when there is none."""
        return self.cells[index] if index is not None and index < len(self.cells) else ""

    def span(self, index: int) -> Span:
        """The place of a cell."""
        if index >= len(self.columns):
            return Span(self.line)
        return Span(self.line, self.columns[index], max(1, len(self.cells[index])))


class Sheet(Struct, frozen=True):
    """A header, and the rows below it."""

    header: SheetRow
    rows: tuple[SheetRow, ...]


def read_sheet(source: Source) -> Sheet:
    """Read lines; what stands most often in the first one separates (a line is a row).

    Quotes may hold a separator, not the end of a line.
    """
    filled = [(n, line) for n, line in enumerate(source.lines, 1) if line.strip(" ,;\t")]
    if not filled:
        return Sheet(SheetRow(1, ()), ())
    separator = max(_CELLS, key=filled[0][1].count)
    header, *rows = (_row(number, line, separator) for number, line in filled)
    return Sheet(header, tuple(rows))


def _row(number: int, line: str, separator: str) -> SheetRow:
    cells, columns = [], []
    position = 0
    while position <= len(line):
        # The pattern matches everywhere, if only an empty cell.
        match = next(_CELLS[separator].finditer(line, position))
        quoted = match["quoted"]
        text = match["plain"] if quoted is None else quoted.replace('""', '"')
        cells.append(text.strip())
        columns.append(position + 1)
        position = match.end() + 1
    return SheetRow(number, tuple(cells), tuple(columns))


def write_line(cells: Iterable[object]) -> str:
    """One line, with quotes where they are needed, without its end."""
    return ",".join(_quoted(str(cell)) for cell in cells)


def _quoted(cell: str) -> str:
    if any(char in cell for char in ',;\t"'):
        doubled = cell.replace('"', '""')
        return f'"{doubled}"'
    return cell
