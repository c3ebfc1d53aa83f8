"""Cross-IMPs: every score against every other of its direction."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial

from daemon.scoring.directions import score_directions
from daemon.scoring.imps import imps, in_points
from daemon.scoring.outcomes import outcomes
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
    sums = _sums(tuple(sorted(found.there.items())), rules.cap)
    exact = {score: Fraction(sign * total, divisor) for score, total in sums.items()}
    return in_points(scores, exact, rules)


# Both directions of a board have the same scores, unless some are split, and after a result all
# other boards have what they had.
@lru_cache(maxsize=1024)
def _sums(there: tuple[tuple[int, int], ...], cap: int) -> Mapping[int, int]:
    """IMPs of NS of each score against all others; scores come with how often each is there.

    A weighted score is compared with its own outcomes too: what one of them wins another loses.
    """
    sums = [0] * len(there)
    for at, (score, times) in enumerate(there):
        for other_at, (other, other_times) in enumerate(there[:at]):
            won = imps(score - other, cap)
            sums[at] += won * other_times
            sums[other_at] -= won * times
    return {score: total for (score, _), total in zip(there, sums, strict=True)}


def _divisor(rule: Divide, n: int) -> int:
    match rule:
        case Divide.COMPARISONS:
            return max(n - 1, 1)
        case Divide.SCORES:
            return max(n, 1)
        case _:
            return 1
