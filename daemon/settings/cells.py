"""The cells of a CSV file, each with its place (Python's csv module does not tell places)."""

import re

from msgspec import Struct

from daemon.problem import Source, Span

_CELLS = {
    separator: re.compile(
        rf'(?:"(?P<quoted>(?:[^"]|"")*)(?P<closing>"?))?(?P<plain>[^{separator}]*)'
    )
    for separator in ",;\t"
}
_SEPARATOR_LINE = re.compile(r"\s*sep=([,;\t])\s*", re.IGNORECASE)
_BYTE_ORDER_MARK = "\ufeff"
_BLANK = " ,;\t" + _BYTE_ORDER_MARK


class Cell(Struct, frozen=True):
    """What a cell says, without quotes and the blanks around it, and where it stands.

    `is_open` says that its quotes are not closed in its line: it has swallowed the rest of it.
    """

    text: str
    span: Span
    is_open: bool = False


class Row(Struct, frozen=True):
    """The cells of a line, one at least."""

    cells: tuple[Cell, ...]

    @property
    def line(self) -> int:
        """The number of the line."""
        return self.cells[0].span.line

    def cell(self, index: int) -> Cell:
        """The cell at an index from 0; behind the last one, an empty cell."""
        if index < len(self.cells):
            return self.cells[index]
        last = self.cells[-1]
        # An empty cell has the room of a character that is not there.
        behind = last.span.column + (last.span.length if last.text else 0)
        return Cell("", Span(last.span.line, behind))


def rows(source: Source) -> tuple[Row, ...]:
    """The lines in which something stands; the first shows what separates (`,`, `;` or a tab).

    A line `sep=;`, which spreadsheets understand, may stand before it.
    """
    lines = [(number, line) for number, line in enumerate(source.lines, 1) if line.strip(_BLANK)]
    first = lines[0][1].lstrip(_BYTE_ORDER_MARK) if lines else ""
    separator = max(",;\t", key=first.count)
    if announced := _SEPARATOR_LINE.fullmatch(first):
        separator = announced[1]
        del lines[0]
    return tuple(Row(tuple(_cells(number, line, separator))) for number, line in lines)


def _cells(number: int, line: str, separator: str) -> list[Cell]:
    cells = []
    position = 0
    while position <= len(line):
        # Every part of the pattern may be empty, so it always matches.
        match = next(_CELLS[separator].finditer(line, position))
        quoted = (match["quoted"] or "").replace('""', '"')
        text = (quoted + match["plain"]).strip(_BYTE_ORDER_MARK + " \t")
        span = Span(number, position + 1, max(1, match.end() - position))
        cells.append(Cell(text, span, is_open=match["closing"] == ""))
        position = match.end() + 1
    return cells
