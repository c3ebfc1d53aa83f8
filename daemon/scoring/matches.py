"""Matches between the same two sides in a round, and the victory points for them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from daemon.bridge.seat import Side
from daemon.scoring.tally import Tally
from daemon.scoring.traveller import Contestant, ScoredLine
from daemon.scoring.victory_points import Scale, maximum, victory_points

Match = Sequence[ScoredLine]
"""The lines of one match that count."""


def match_tallies(
    matches: Iterable[Match], scale: Scale, sides: Iterable[Side] = tuple(Side)
) -> dict[Contestant, Tally]:
    """Victory points of everybody, out of what a match gives to both sides together.

    The margin of a match is what a contestant has won on its boards, so a split score can give
    both sides more or less than the whole. A match in which boards are missing counts as one of
    those that are there.
    """
    sides = frozenset(sides)
    tallies: defaultdict[Contestant, Tally] = defaultdict(Tally)
    for match in matches:
        boards = len(match)
        margins: defaultdict[Contestant, Fraction] = defaultdict(Fraction)
        for scored in match:
            for side in sides:
                for contestant, points in scored.of(side):
                    margins[contestant] += points.points
        for contestant, margin in margins.items():
            won = victory_points(scale, margin, boards)
            tallies[contestant] += Tally(boards, won, maximum(scale, boards))
    return dict(tallies)
