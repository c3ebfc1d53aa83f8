"""A matrix as a picture (SVG): dark cells are much, red ones are less than nothing."""

from collections.abc import Iterator
from html import escape

from daemon.movement.balance import Matrix

_CELL = 22
_MARGIN = 34
_HEADING = 30
_WIDEST_NUMBER = 2
_FONT = 'font-family="sans-serif" font-size="10"'


def matrix_svg(matrix: Matrix, title: str, named: Matrix | None = None) -> str:
    """Draw a matrix with a row and a column for each contestant.

    A cell is the darker the farther its number is from zero: blue above, red below. The number
    that stands in it is that of `named` (of the matrix itself without it), zeros left out.
    """
    size = len(matrix)
    top = _MARGIN + _HEADING
    width, height = _MARGIN + size * _CELL + 8, top + size * _CELL + 8
    most = max((abs(value) for row in matrix for value in row), default=0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" {_FONT}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="8" y="20" font-size="13">{escape(title)}</text>',
        *_numbers(size, top),
        *_cells(matrix, named or matrix, most, top),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _numbers(size: int, top: int) -> Iterator[str]:
    for at in range(size):
        middle = at * _CELL + _CELL // 2
        yield (
            f'<text x="{_MARGIN - 6}" y="{top + middle + 4}" text-anchor="end">{at + 1}</text>'
            f'<text x="{_MARGIN + middle}" y="{top - 6}" text-anchor="middle">{at + 1}</text>'
        )


def _cells(matrix: Matrix, named: Matrix, most: int, top: int) -> Iterator[str]:
    for row, values in enumerate(matrix):
        for column, value in enumerate(values):
            x, y = _MARGIN + column * _CELL, top + row * _CELL
            if row == column:
                yield _cell(x, y, "#ddd")
                continue
            share = abs(value) / most if most else 0.0
            yield _cell(x, y, _colour(value, share))
            number = named[row][column]
            if number and len(str(number)) <= _WIDEST_NUMBER:
                ink = "#fff" if share > 0.6 else "#000"
                yield (
                    f'<text x="{x + _CELL // 2}" y="{y + 15}" text-anchor="middle" '
                    f'fill="{ink}">{number}</text>'
                )


def _cell(x: int, y: int, fill: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="#999" '
        'stroke-width="0.5"/>'
    )


def _colour(value: int, share: float) -> str:
    light = round(255 * (1 - share))
    return f"rgb(255,{light},{light})" if value < 0 else f"rgb({light},{light},255)"
