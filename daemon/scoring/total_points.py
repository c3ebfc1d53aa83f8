"""Total points: what was scored is added up."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from daemon.scoring.directions import score_directions
from daemon.scoring.imps import award_imps
from daemon.scoring.outcomes import mean_score
from daemon.scoring.rounding import round_points
from daemon.scoring.rules import TotalPointRules
from daemon.scoring.traveller import Award, Line, Points, SideScore

_NO_TOP = Fraction(0)
# The smallest difference that is worth the 3 IMPs of average plus is 90 points (Law 78B).
_POINTS_OF_AN_IMP = 30


def score_board(lines: Sequence[Line], rules: TotalPointRules) -> tuple[tuple[Points, Points], ...]:
    """Points of NS and of EW for each line of one board: the score, as each side sees it.

    A weighted score is the mean of its outcomes. An artificial score is the mean of the real
    scores of its direction (0 without any), and 30 points more or less for each IMP that it is
    above or below average.
    """
    return score_directions(lines, partial(_score_group, rules))


def _score_group(
    rules: TotalPointRules, scores: Sequence[SideScore], sign: int
) -> Sequence[Points]:
    values = [mean_score(score) for score in scores if not isinstance(score, Award)]
    middle = sign * Fraction(sum(values), len(values)) if values else Fraction(0)
    # Equal scores get equal points, so each is worked out once.
    worth = {
        score: round_points(Points(_worth(score, sign, middle, rules), _NO_TOP), rules.rounding)
        for score in set(scores)
    }
    return [worth[score] for score in scores]


def _worth(score: SideScore, sign: int, middle: Fraction, rules: TotalPointRules) -> Fraction:
    if isinstance(score, Award):
        return middle + _POINTS_OF_AN_IMP * award_imps(score.percent, rules.per_tenth)
    return Fraction(sign * mean_score(score))
