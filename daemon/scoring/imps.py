"""International match points (Law 78B)."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction

from daemon.scoring.outcomes import weigh
from daemon.scoring.rounding import round_points
from daemon.scoring.rules import ButlerRules, CrossImpRules, ImpsPerTenth
from daemon.scoring.traveller import Award, Compared, Points, SideScore, Weighted

_NO_TOP = Fraction(0)

_LOWER_BOUNDS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
# All bounds are multiples of ten: a look into this table is faster than a search.
_BY_TENS = tuple(
    bisect_right(_LOWER_BOUNDS, 10 * tens) for tens in range(_LOWER_BOUNDS[-1] // 10 + 1)
)
_MOST_TENS = len(_BY_TENS) - 1


def imps(difference: Fraction | int, cap: int = 0) -> int:
    """IMPs for a difference in points, with its sign; never more than `cap` (0: no limit).

    Law 78B has multiples of ten only; a difference between two of its rows (a mean, as with a
    datum that is not rounded) counts as the lower one.
    """
    if isinstance(difference, int):
        tens = abs(difference) // 10
    else:
        tens = abs(difference.numerator) // (10 * difference.denominator)
    won = _BY_TENS[min(tens, _MOST_TENS)]
    if cap:
        won = min(won, cap)
    return won if difference >= 0 else -won


def award_imps(percent: Fraction, per_tenth: ImpsPerTenth) -> Fraction:
    """What an artificial score of this percentage is in IMPs: 0 for 50 %."""
    return (percent - 50) * per_tenth / 10


def in_points(
    scores: Sequence[SideScore],
    worth: Mapping[int, Fraction],
    rules: CrossImpRules | ButlerRules,
) -> list[Points]:
    """What each of these scores gets; `worth` are the exact IMPs of every score and outcome."""
    # Equal scores get equal IMPs, so each is rounded once.
    plain = {
        score: round_points(Points(won, _NO_TOP), rules.rounding) for score, won in worth.items()
    }
    return [
        plain[score.score]
        if isinstance(score, Compared)
        else round_points(Points(_adjusted(score, worth, rules.per_tenth), _NO_TOP), rules.rounding)
        for score in scores
    ]


def _adjusted(
    score: Weighted | Award, worth: Mapping[int, Fraction], per_tenth: ImpsPerTenth
) -> Fraction:
    if isinstance(score, Award):
        return award_imps(score.percent, per_tenth)
    return weigh(score, worth)
