"""Lines that must not be scored."""

from daemon.bridgesuite.fields import Line
from daemon.bridgesuite.in_line import read_place
from daemon.bridgesuite.record import HeldLine, Place
from daemon.problem import Problem

# Table, board, NS, EW and the comma that ends the last of them: before it, 101 may read 1.
_FIELDS_THAT_SETTLE_THE_PLACE = 5


def hold(line: Line, problem: Problem, referee_text: str | None = None) -> HeldLine:
    """Hold a line because of a problem."""
    return HeldLine(line.number, line.text, _place(line), problem, referee_text)


def torn(line: Line) -> HeldLine:
    """Hold the last line of a file that stops in the middle of it."""
    message = (
        "the file stops in the middle of this line, so it is held until the file changes; "
        "if it stays like this, save the board again on the device"
    )
    return hold(line, line.warning("line-torn", message))


def _place(line: Line) -> Place | None:
    if len(line.fields) < _FIELDS_THAT_SETTLE_THE_PLACE:
        return None
    place = read_place(line)
    return place if isinstance(place, Place) else None
