"""One board, scored by whichever method was chosen."""

from collections.abc import Sequence

from daemon.scoring import board_a_match, butler, cross_imps, matchpoints, total_points
from daemon.scoring.rules import (
    BoardAMatchRules,
    BoardRules,
    ButlerRules,
    CrossImpRules,
    MatchpointRules,
)
from daemon.scoring.traveller import Line, Points


def score_lines(
    lines: Sequence[Line], expected: int, rules: BoardRules
) -> tuple[tuple[Points, Points], ...]:
    """Points of NS and of EW for each line of one board, in the order of `lines`.

    `expected` is the number of plays that the board is scored for, which matters to matchpoints
    alone. In IMPs and total points the maximum is 0: there is no top.
    """
    match rules:
        case MatchpointRules():
            return matchpoints.score_board(lines, expected, rules)
        case CrossImpRules():
            return cross_imps.score_board(lines, rules)
        case ButlerRules():
            return butler.score_board(lines, rules)
        case BoardAMatchRules():
            return board_a_match.score_board(lines, rules)
        case _:
            return total_points.score_board(lines, rules)
