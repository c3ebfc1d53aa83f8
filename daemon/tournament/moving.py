"""Lines that were entered under a wrong board, and are about another."""

from msgspec.structs import replace

from daemon.bridge.board import vulnerability
from daemon.bridge.score import score_ns
from daemon.bridgesuite.record import HeldLine, Place, Record
from daemon.tournament.ruling import Rulings

# What a line says of the board that it was entered under says nothing about the right one.
_OF_THE_BOARD = frozenset({"dealer-differs", "vulnerability-differs", "score-mismatch"})


def right_place(rulings: Rulings, section: str, place: Place) -> Place:
    """Where a line belongs that was entered at this place."""
    return rulings.moved.get((section, place), place)


def right_line(rulings: Rulings, section: str, line: Record | HeldLine) -> Record | HeldLine:
    """The line as it counts: under the right board it scores by that board's vulnerability."""
    if line.place is None:
        return line
    place = right_place(rulings, section, line.place)
    if place == line.place:
        return line
    if isinstance(line, HeldLine):
        return replace(line, place=place)
    return replace(
        line,
        place=place,
        ns_score=score_ns(line.outcome, vulnerability(place.board)),
        problems=tuple(one for one in line.problems if one.code not in _OF_THE_BOARD),
    )
