"""Butler: every score against a datum, the mean of the scores of its direction."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import ceil

from daemon.scoring.directions import score_directions
from daemon.scoring.imps import imps, in_points
from daemon.scoring.outcomes import mean_score, outcomes
from daemon.scoring.rounding import to_step
from daemon.scoring.rules import ButlerRules, Drop
from daemon.scoring.traveller import Award, Line, Points, SideScore


def score_board(lines: Sequence[Line], rules: ButlerRules) -> tuple[tuple[Points, Points], ...]:
    """IMPs of NS and of EW for each line of one board.

    Each side's scores are compared with the datum of its own direction, those that were dropped
    from it too. Each outcome of a weighted score is compared and then weighed; in the datum the
    score counts once, by the mean of its outcomes. An artificial score takes no part.
    """
    return score_directions(lines, partial(_score_group, rules))


def datums(
    lines: Sequence[Line], rules: ButlerRules
) -> tuple[tuple[Fraction | None, Fraction | None], ...]:
    """The datum that NS and EW are compared with for each line, as each side sees it.

    None where there is nothing but artificial scores.
    """

    def of_group(scores: Sequence[SideScore], sign: int) -> Sequence[Fraction | None]:
        found = datum(scores, rules)
        return [None if found is None else sign * found] * len(scores)

    return score_directions(lines, of_group)


def datum(scores: Sequence[SideScore], rules: ButlerRules) -> Fraction | None:
    """The mean of the real scores without the extremes, rounded; None when there are none.

    It is symmetric in sign: the datum of EW is that of NS with the other sign, unless scores are
    split.
    """
    values = sorted(mean_score(score) for score in scores if not isinstance(score, Award))
    if not values:
        return None
    dropped = _dropped(rules, len(values))
    kept = values[dropped : len(values) - dropped]
    mean = Fraction(sum(kept), len(kept))
    return to_step(mean, Fraction(rules.datum_step)) if rules.datum_step else mean


def _dropped(rules: ButlerRules, n: int) -> int:
    """How many of `n` scores are dropped at each end."""
    at_each_end = {Drop.ONE: 1, Drop.NONE: 0, Drop.TENTH: ceil(Fraction(n, 10))}[rules.drop]
    return at_each_end if n - 2 * at_each_end >= rules.min_left else 0


def _score_group(rules: ButlerRules, scores: Sequence[SideScore], sign: int) -> Sequence[Points]:
    middle: Fraction | int = datum(scores, rules) or 0
    if middle.denominator == 1:  # whole numbers are several times faster
        middle = middle.numerator
    found = outcomes(scores)
    exact = {score: Fraction(sign * imps(score - middle, rules.cap)) for score in found.there}
    return in_points(scores, exact, rules)
