"""Board-a-match: every board is won, tied or lost."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from daemon.scoring.directions import score_directions
from daemon.scoring.outcomes import Outcomes, outcomes
from daemon.scoring.rounding import round_points
from daemon.scoring.rules import BoardAMatchRules
from daemon.scoring.traveller import Award, Compared, Line, Points, SideScore, Weighted

TOP = Fraction(2)
_TIED = Fraction(1)


def score_board(
    lines: Sequence[Line], rules: BoardAMatchRules
) -> tuple[tuple[Points, Points], ...]:
    """Points of NS and of EW for each line of one board: 2 when it is won, 1 tied, 0 lost.

    It is won by a score that beats more scores of its direction than beat it, so with two tables
    by the higher one; a score without another to be compared with is a tie. Of a weighted score
    each outcome is compared, and the points are weighed; the others meet its outcomes by their
    weights. An artificial score is its percentage of 2, and takes no part.
    """
    return score_directions(lines, partial(_score_group, rules))


def _score_group(
    rules: BoardAMatchRules, scores: Sequence[SideScore], sign: int
) -> Sequence[Points]:
    found = outcomes(scores)
    ahead = _ahead(found)
    # Equal scores get equal points, so each is worked out once.
    worth = {
        score: round_points(Points(_worth(score, sign, ahead, found.parts), TOP), rules.rounding)
        for score in set(scores)
    }
    return [worth[score] for score in scores]


def _ahead(found: Outcomes) -> Mapping[int, int]:
    """How many more scores each one beats than beat it, counted in parts."""
    ahead = {}
    below = 0
    whole = sum(found.there.values())
    for score, times in sorted(found.there.items()):
        above = whole - below - times
        ahead[score] = below - above
        below += times
    return ahead


def _worth(score: SideScore, sign: int, ahead: Mapping[int, int], parts: int) -> Fraction:
    match score:
        case Award():
            return TOP * score.percent / 100
        case Compared():
            return _result(sign * ahead[score.score])
        case _:
            return sum(
                (
                    weight * _result(sign * (ahead[outcome] - _own(score, outcome) * parts))
                    for weight, outcome in score.outcomes
                ),
                Fraction(0),
            )


def _own(score: Weighted, outcome: int) -> Fraction:
    """By how much an outcome is ahead of the others of its own score, which is not compared."""
    return sum((weight * _sign(outcome - other) for weight, other in score.outcomes), Fraction(0))


def _result(ahead: Fraction | int) -> Fraction:
    return _TIED + _sign(ahead)


def _sign(value: Fraction | int) -> int:
    return (value > 0) - (value < 0)
