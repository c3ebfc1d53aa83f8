"""Matchpoints (Law 78A), exact: integers and fractions all the way.

In every formula `unit` is what beating one score is worth (2, or 1 as the ACBL counts), `n` the
number of real scores of one direction on a board, and `expected` the number N of plays that the
board is scored for.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import assert_never

from daemon.bridge.seat import Side
from daemon.scoring.rules import Expected, MatchpointRules, Unequal
from daemon.scoring.traveller import Award, Compared, Line, Points, SideScore, Weighted

Factor = Callable[[Fraction, int, int, int], Fraction]


def matchpoints(scores: Sequence[int], unit: int) -> tuple[Fraction, ...]:
    """Count `unit` for every other score that is beaten and half of it for every equal one.

    The result stands in the order of `scores`; a higher score is better.
    """
    points = _count(sorted(Counter(scores).items()), 1, unit)
    return tuple(points[score] for score in scores)


def _count(worst_first: Iterable[tuple[int, int]], parts: int, unit: int) -> dict[int, Fraction]:
    """Points of each score against all others of its direction, one of which is its own.

    The scores come with how often each is there, counted in `parts` of one: an outcome of a
    weighted score is there in part. Half of `unit` is taken off because a contestant is not
    compared with itself. That is right for a weighted score too: whatever its outcomes win from
    each other they lose to each other, so in their mean it is as equal to itself as any score.
    """
    points: dict[int, Fraction] = {}
    beaten = 0
    for score, times in worst_first:
        points[score] = Fraction(unit * (2 * beaten + times - parts), 2 * parts)
        beaten += times
    return points


def neuberg(points: Fraction, n: int, expected: int, unit: int) -> Fraction:
    """Factor up by Neuberg's formula: (M + unit/2) * N/n - unit/2.

    It supposes that the scores that are missing would have been spread as those that are there.
    n = N leaves M as it is; n = 1 gives half of the top.
    """
    # As one fraction: several times faster than working it out step by step.
    top, bottom = points.as_integer_ratio()
    return Fraction((2 * top + unit * bottom) * expected - unit * bottom * n, 2 * bottom * n)


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
    have different ones: a split score). A weighted score is one real score. An artificial score is
    its percentage of the top, takes no part in the comparison, and is not factored; own
    percentages (Law 12C2(c)) need the other boards and are left to `daemon.scoring.field`.

    Lines that were played with different cards (`Line.deal`) are groups of their own: each is
    compared within itself and factored from its own number of scores to `expected`. Raises
    ValueError when `expected` is below the number of lines.
    """
    if expected < len(lines):
        raise ValueError(f"{len(lines)} lines cannot be scored for {expected} expected plays")
    groups: defaultdict[int, list[Line]] = defaultdict(list)
    for line in lines:
        groups[line.deal].append(line)
    scored = {deal: _score_group(group, expected, rules) for deal, group in groups.items()}
    return tuple(next(scored[line.deal]) for line in lines)


def _score_group(
    lines: Sequence[Line], expected: int, rules: MatchpointRules
) -> Iterator[tuple[Points, Points]]:
    """Points of NS and of EW for lines that were all played with the same cards."""
    directions = (
        _score_direction([line.score(side) for line in lines], side, expected, rules)
        for side in Side
    )
    return zip(*directions, strict=True)


def _score_direction(
    scores: Sequence[SideScore], side: Side, expected: int, rules: MatchpointRules
) -> list[Points]:
    """Points of this side for the scores of its direction, as NS see them."""
    plain = Counter(score.score for score in scores if isinstance(score, Compared))
    weighted = [score for score in scores if isinstance(score, Weighted)]
    n = plain.total() + len(weighted)
    there, parts = _outcomes(plain, weighted)
    counted = _count(sorted(there.items(), reverse=side is Side.EW), parts, rules.unit)
    factor = _FACTORS[rules.unequal]
    top = top_of(expected, rules.unit)
    # Equal scores get equal points, so each score is worked out once.
    worth = {
        score: Points(factor(points, n, expected, rules.unit), top)
        for score, points in counted.items()
    }
    return [
        worth[score.score] if isinstance(score, Compared) else _adjusted(score, worth, top)
        for score in scores
    ]


def _outcomes(
    plain: Mapping[int, int], weighted: Sequence[Weighted]
) -> tuple[Mapping[int, int], int]:
    """How often each score is there, counted in parts of one, and how many parts one has."""
    if not weighted:
        return plain, 1
    parts = lcm(*(weight.denominator for each in weighted for weight, _ in each.outcomes))
    there = Counter({score: times * parts for score, times in plain.items()})
    for each in weighted:
        for weight, outcome in each.outcomes:
            there[outcome] += int(weight * parts)
    return there, parts


def _adjusted(score: Weighted | Award, worth: Mapping[int, Points], top: Fraction) -> Points:
    """Points for a score that was not reached at the table; `worth` are those of each outcome."""
    if isinstance(score, Award):
        return Points(top * score.percent / 100, top)
    # No way of factoring bends: the mean of what is factored is the mean, factored.
    points = (weight * worth[outcome].points for weight, outcome in score.outcomes)
    return Points(sum(points, Fraction(0)), top)
