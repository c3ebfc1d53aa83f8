"""Matchpoints (Law 78A), exact: integers and fractions all the way.

In every formula `unit` is what beating one score is worth (2, or 1 as the ACBL counts), `n` the
number of real scores of one direction on a board, and `expected` the number N of plays that the
board is scored for.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import assert_never

from daemon.scoring.rules import Expected, MatchpointRules, Unequal
from daemon.scoring.traveller import Award, Compared, Line, Points, SideScore

Factor = Callable[[Fraction, int, int, int], Fraction]


def matchpoints(scores: Sequence[int], unit: int) -> tuple[Fraction, ...]:
    """Count `unit` for every other score that is beaten and half of it for every equal one.

    The result stands in the order of `scores`; a higher score is better.
    """
    points: dict[int, Fraction] = {}
    beaten = 0
    for score, times in sorted(Counter(scores).items()):
        points[score] = Fraction(unit * (2 * beaten + times - 1), 2)
        beaten += times
    return tuple(points[score] for score in scores)


def neuberg(points: Fraction, n: int, expected: int, unit: int) -> Fraction:
    """Factor up by Neuberg's formula: (M + unit/2) * N/n - unit/2.

    It supposes that the scores that are missing would have been spread as those that are there.
    n = N leaves M as it is; n = 1 gives half of the top.
    """
    half = Fraction(unit, 2)
    return (points + half) * Fraction(expected, n) - half


def add_one(points: Fraction, n: int, expected: int, unit: int) -> Fraction:
    """Give everybody half of `unit` for each missing score, as if it were equal to his own."""
    return points + Fraction(unit * (expected - n), 2)


_FACTORS: Mapping[Unequal, Factor] = {Unequal.NEUBERG: neuberg, Unequal.ADD_ONE: add_one}


def top_of(expected: int, unit: int) -> Fraction:
    """Top of a board: what a score gets that beats the N - 1 others; 0 when there are none."""
    return Fraction(unit * max(expected - 1, 0))


def expected_plays(
    rule: Expected, scheduled: Mapping[int, int], lines: Mapping[int, Sequence[Line]]
) -> dict[int, int]:
    """Number N of plays that each board of a field is scored for, by board.

    `scheduled` says how often each board is to be played in the field, without the plays of
    absent contestants; `lines` what there is so far, adjusted lines included.

    A board may have more lines than were scheduled, after the plan changed. N is never below
    them: with `scheduled` the one top of the field rises for all boards, with `per-board` that
    board's own does.
    """
    boards = sorted({*scheduled, *lines})
    played = {board: len(lines.get(board, ())) for board in boards}
    due = {board: max(scheduled.get(board, 0), played[board]) for board in boards}
    match rule:
        case Expected.SCHEDULED:
            return dict.fromkeys(boards, max(due.values(), default=0))
        case Expected.PER_BOARD:
            return due
        case Expected.MAX_PLAYED:
            return dict.fromkeys(boards, max(played.values(), default=0))
        case Expected.BOARD_ROWS:
            return played
        case _:
            assert_never(rule)


def score_board(
    lines: Sequence[Line], expected: int, rules: MatchpointRules
) -> tuple[tuple[Points, Points], ...]:
    """Points of NS and of EW for each line of one board, in the order of `lines`.

    Each side is compared with the real scores of its own direction (the two sides of a line may
    have different ones: a split score). An artificial score is its percentage of the top, takes
    no part in the comparison, and is not factored; own percentages (Law 12C2(c)) need the other
    boards and are left to `daemon.scoring.field`. Raises ValueError when `expected` is below the
    number of lines.
    """
    if expected < len(lines):
        raise ValueError(f"{len(lines)} lines cannot be scored for {expected} expected plays")
    ns = _score_direction([line.ns_score for line in lines], expected, rules)
    ew = _score_direction([_seen_by_ew(line.ew_score) for line in lines], expected, rules)
    return tuple(zip(ns, ew, strict=True))


def _seen_by_ew(score: SideScore) -> SideScore:
    return score if isinstance(score, Award) else Compared(-score.score)


def _score_direction(
    scores: Sequence[SideScore], expected: int, rules: MatchpointRules
) -> list[Points]:
    """Points for the scores of one direction, each as its own side sees it."""
    factor = _FACTORS[rules.unequal]
    top = top_of(expected, rules.unit)
    real = [score.score for score in scores if isinstance(score, Compared)]
    n = len(real)
    # Equal scores get equal points, so each score is worked out once.
    worth = {
        score: Points(factor(points, n, expected, rules.unit), top)
        for score, points in dict(zip(real, matchpoints(real, rules.unit), strict=True)).items()
    }
    return [
        worth[score.score]
        if isinstance(score, Compared)
        else Points(top * score.percent / 100, top)
        for score in scores
    ]
