"""CSV as spreadsheets write it: a header, then lines, with commas, semicolons or tabs."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass

from daemon.problem import Source

_SEPARATORS = ",;\t"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A header, and the rows that are not empty, each with its number of line."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    header_line: int = 1


def read_sheet(source: Source) -> Sheet:
    """Read lines; what stands more often in the first one separates (a line is a row).

    Quotes may hold a separator, not the end of a line.
    """
    filled = [(n, line) for n, line in enumerate(source.lines, 1) if line.strip(f"{_SEPARATORS} ")]
    if not filled:
        return Sheet((), ())
    separator = max(_SEPARATORS, key=filled[0][1].count)
    rows = [(n, _cells(line, separator)) for n, line in filled]
    return Sheet(rows[0][1], tuple(rows[1:]), rows[0][0])


def _cells(line: str, separator: str) -> tuple[str, ...]:
    # A NUL and quotes that do not end are errors to the csv module; here they are text.
    text = line.replace("\0", " ")
    try:
        cells = next(csv.reader([text], delimiter=separator), [])
    except csv.Error:
        cells = text.split(separator)
    return tuple(cell.strip() for cell in cells)


def write_line(cells: Iterable[object], separator: str = ",") -> str:
    """One line, with quotes where they are needed, without its end."""
    return separator.join(_quoted(str(cell), separator) for cell in cells)


def _quoted(cell: str, separator: str) -> str:
    if any(char in cell for char in f'{separator}"\r\n') or cell != cell.strip():
        doubled = cell.replace('"', '""')
        return f'"{doubled}"'
    return cell
