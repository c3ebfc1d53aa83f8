"""Matchpoints (Law 78A), exact: integers and fractions all the way.

In every formula `unit` is what beating one score is worth (2, or 1 as the ACBL counts), `n` the
number of real scores of one direction on a board, and `expected` the number N of plays that the
board is scored for.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from daemon.bridge.seat import Side
from daemon.scoring.factoring import FACTORS, SMALL, FactorRule, is_small, top_of
from daemon.scoring.outcomes import is_real, outcomes, side_scores, weigh
from daemon.scoring.rounding import round_points
from daemon.scoring.rules import Expected, MatchpointRules
from daemon.scoring.traveller import Award, Compared, Line, Points, SideScore, Weighted


def matchpoints(scores: Sequence[int], unit: int) -> tuple[Fraction, ...]:
    """Count `unit` for every other score that is beaten and half of it for every equal one.

    The result stands in the order of `scores`; a higher score is better.
    """
    halves = dict(_halves(sorted(Counter(scores).items()), 1))
    return tuple(Fraction(unit * halves[score], 2) for score in scores)


def _halves(worst_first: Iterable[tuple[int, int]], parts: int) -> Iterator[tuple[int, int]]:
    """Each score, with twice the others of its direction that it beats plus those it equals.

    The scores come with how often each is there, counted in `parts` of one, and so does the
    result. One is taken off because a contestant is not compared with itself. That is right for a
    weighted score too: whatever its outcomes win from each other they lose to each other, so in
    their mean it is as equal to itself as any score.
    """
    beaten = 0
    for score, times in worst_first:
        yield score, 2 * beaten + times - parts
        beaten += times


def expected_plays(
    rule: Expected, scheduled: Mapping[int, int], lines: Mapping[int, Sized]
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
    compared within itself and factored from its own number of scores to `expected`, or gets what
    `rules.small_subfield` has for a few. Raises ValueError when `expected` is below the number of
    lines.
    """
    if expected < len(lines):
        raise ValueError(f"{len(lines)} lines cannot be scored for {expected} expected plays")
    directions = (_score_direction(lines, side, expected, rules) for side in Side)
    return tuple(zip(*directions, strict=True))


def _score_direction(
    lines: Sequence[Line], side: Side, expected: int, rules: MatchpointRules
) -> Sequence[Points]:
    """Points of this side, line by line."""
    scores = side_scores(lines, side)
    deals = [line.deal for line in lines]
    if not any(deals):
        return _score_group(scores, side, expected, rules, rules.unequal)
    groups: defaultdict[int, list[SideScore]] = defaultdict(list)
    for deal, score in zip(deals, scores, strict=True):
        groups[deal].append(score)
    sizes = {deal: sum(map(is_real, group)) for deal, group in groups.items()}
    scored = {}
    for deal, group in groups.items():
        others = max((size for other, size in sizes.items() if other != deal), default=0)
        small = is_small(rules.small_subfield, sizes[deal], others, expected)
        rule: FactorRule = SMALL if small else rules.unequal
        scored[deal] = iter(_score_group(group, side, expected, rules, rule))
    return [next(scored[deal]) for deal in deals]


def _score_group(
    scores: Sequence[SideScore],
    side: Side,
    expected: int,
    rules: MatchpointRules,
    rule: FactorRule,
) -> Sequence[Points]:
    """Points of this side for scores that were all reached with the same cards."""
    found = outcomes(scores)
    scale = _scale(rule, found.n, expected, rules.unit)
    worst_first = sorted(found.there.items(), reverse=side is Side.EW)
    # Equal scores get equal points, so each score is worked out once.
    exact = {
        score: scale[halves if found.parts == 1 else Fraction(halves, found.parts)]
        for score, halves in _halves(worst_first, found.parts)
    }
    worth = exact
    if rules.rounding.step is not None:
        worth = {score: round_points(points, rules.rounding) for score, points in exact.items()}
    return [
        worth[score.score]
        if isinstance(score, Compared)
        else round_points(_adjusted(score, exact, scale.top), rules.rounding)
        for score in scores
    ]


class _Scale(dict[Fraction | int, Points]):
    """What a score is worth that beats (and half as often equals) so many halves of others.

    The scores of all boards of an evening that have as many results share the few values there
    are, so each is worked out once.
    """

    def __init__(self, rule: FactorRule, n: int, expected: int, unit: int) -> None:
        super().__init__()
        self._factor = FACTORS[rule]
        self._numbers = (n, expected, unit)
        self.top = top_of(expected, unit)

    def __missing__(self, halves: Fraction | int) -> Points:
        n, expected, unit = self._numbers
        points = self._factor(Fraction(unit * halves) / 2, n, expected, unit)
        worth = self[halves] = Points(points, self.top)
        return worth


_scale = lru_cache(maxsize=256)(_Scale)


def _adjusted(score: Weighted | Award, worth: Mapping[int, Points], top: Fraction) -> Points:
    """Points for a score that was not reached at the table; `worth` are those of each outcome."""
    if isinstance(score, Award):
        return Points(top * score.percent / 100, top)
    return Points(weigh(score, {each: points.points for each, points in worth.items()}), top)
