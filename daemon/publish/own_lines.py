"""Every contestant's own lines, in the order in which they are played."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from daemon.bridge.seat import Side
from daemon.publish.people import sides
from daemon.tournament.results import Traveller, TravellerLine


class OwnLine(NamedTuple):
    """A board that somebody plays, and on which side."""

    board: int
    side: Side
    line: TravellerLine

    @property
    def partners(self) -> tuple[int, ...]:
        """The contestants of this side."""
        ns, ew = sides(self.line)
        return ns if self.side is Side.NS else ew

    @property
    def opponents(self) -> tuple[int, ...]:
        """The contestants of the other side."""
        ns, ew = sides(self.line)
        return ew if self.side is Side.NS else ns


OwnLines = Mapping[tuple[str, int], tuple[OwnLine, ...]]
"""Section and number of a contestant -> what it plays."""


def own_lines(boards: Iterable[Traveller]) -> OwnLines:
    """Sort all lines by who plays them. Lines of no known round come last."""
    found: defaultdict[tuple[str, int], list[OwnLine]] = defaultdict(list)
    for board in boards:
        for line in board.lines:
            for side, numbers in zip(Side, sides(line), strict=True):
                for number in numbers:
                    found[board.section, number].append(OwnLine(board.board, side, line))
    return {who: tuple(sorted(lines, key=_in_order_of_play)) for who, lines in found.items()}


def _in_order_of_play(own: OwnLine) -> tuple[bool, int, int]:
    return own.line.round is None, own.line.round or 0, own.board
