"""Cross-IMPs: every score against every other of its direction."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from daemon.scoring.directions import score_directions
from daemon.scoring.imps import imps, in_points
from daemon.scoring.outcomes import Outcomes, outcomes
from daemon.scoring.rules import CrossImpRules, Divide
from daemon.scoring.traveller import Line, Points, SideScore


def score_board(lines: Sequence[Line], rules: CrossImpRules) -> tuple[tuple[Points, Points], ...]:
    """IMPs of NS and of EW for each line of one board.

    A score gets the IMPs of all differences with the others of its direction, divided as
    `rules.divide` says; alone it gets 0. Of a weighted score each outcome is compared and then
    weighed, and the others are compared with its outcomes by their weights. An artificial score
    takes no part in this. Over a board without split or artificial scores the IMPs sum to zero.
    """
    return score_directions(lines, partial(_score_group, rules))


def _score_group(rules: CrossImpRules, scores: Sequence[SideScore], sign: int) -> Sequence[Points]:
    found = outcomes(scores)
    divisor = found.parts * _divisor(rules.divide, found.n)
    exact = {
        score: Fraction(sign * total, divisor) for score, total in _sums(found, rules.cap).items()
    }
    return in_points(scores, exact, rules)


def _sums(found: Outcomes, cap: int) -> Mapping[int, int]:
    """IMPs of NS of each score against all others, which are counted in parts.

    A weighted score is compared with its own outcomes too: what one of them wins another loses.
    """
    there = list(found.there.items())
    sums = dict.fromkeys(found.there, 0)
    for at, (score, times) in enumerate(there):
        for other, other_times in there[:at]:
            won = imps(score - other, cap)
            sums[score] += won * other_times
            sums[other] -= won * times
    return sums


def _divisor(rule: Divide, n: int) -> int:
    match rule:
        case Divide.COMPARISONS:
            return max(n - 1, 1)
        case Divide.SCORES:
            return max(n, 1)
        case _:
            return 1
