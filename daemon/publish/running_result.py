"""How a result ran from board to board, and the line that it draws."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from daemon.bridge.seat import Side
from daemon.publish.numbers import percentage
from daemon.publish.own_lines import OwnLine

WIDTH, HEIGHT = 600, 120
"""What a chart measures, in its own units."""

# What is drawn at least above and below the average: nobody climbs a mountain of one point.
_LEAST_PERCENT, _LEAST_POINTS = 10.0, 5.0
_MARGIN = 8


class Running(Struct, frozen=True):
    """The result after every board that counts: a percentage, or points where there is no top."""

    values: tuple[Fraction, ...]
    is_percent: bool


class Chart(Struct, frozen=True):
    """A line in a box of WIDTH by HEIGHT; `average` is how far down the average lies.

    `points` are in the notation of SVG.
    """

    points: str
    average: str
    last_x: str
    last_y: str


def own_points(own: OwnLine) -> Fraction | None:
    """What a line gave to the side that it is of."""
    return own.line.ns_points if own.side is Side.NS else own.line.ew_points


def running_result(lines: Sequence[OwnLine]) -> Running:
    """Add up board by board what counts."""
    total = top = Fraction(0)
    values = []
    counted = [(points, own.line.top) for own in lines if (points := own_points(own)) is not None]
    is_percent = all(of is not None and of > 0 for _, of in counted)
    for points, of in counted:
        total += points
        top += of or 0
        values.append(percentage(total, top) if is_percent else total)
    return Running(tuple(values), is_percent)


def chart(running: Running) -> Chart | None:
    """Draw it, with the average in the middle; None for fewer than two boards."""
    if len(running.values) < 2:
        return None
    average, least = (50.0, _LEAST_PERCENT) if running.is_percent else (0.0, _LEAST_POINTS)
    above = [float(value) - average for value in running.values]
    reach = max(least, *map(abs, above))
    middle = HEIGHT / 2
    step = (WIDTH - 2 * _MARGIN) / (len(above) - 1)
    spots = [
        (f"{_MARGIN + place * step:.1f}", f"{middle - height / reach * (middle - _MARGIN):.1f}")
        for place, height in enumerate(above)
    ]
    return Chart(" ".join(f"{x},{y}" for x, y in spots), f"{middle:.1f}", *spots[-1])
