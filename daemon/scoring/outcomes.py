"""The scores of one direction, with the outcomes of weighted ones in parts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from msgspec import Struct

from daemon.bridge.seat import Side
from daemon.scoring.traveller import Award, Compared, Line, SideScore, Weighted


class Outcomes(Struct, frozen=True):
    """How often each score is there, as NS see it, counted in `parts` of one.

    An outcome of a weighted score is there in part. `n` is the number of real scores; artificial
    ones are not among them.
    """

    there: Mapping[int, int]
    parts: int
    n: int


def side_scores(lines: Sequence[Line], side: Side) -> list[SideScore]:
    """What this side is scored by, line by line (as NS see it)."""
    if side is Side.NS:
        return [line.ns_score for line in lines]
    return [line.ew_score for line in lines]


def outcomes(scores: Sequence[SideScore]) -> Outcomes:
    """Count the scores of one direction on a board."""
    compared = [score.score for score in scores if isinstance(score, Compared)]
    plain = Counter(compared)
    if len(compared) == len(scores):
        return Outcomes(plain, 1, len(compared))
    weighted = [score for score in scores if isinstance(score, Weighted)]
    n = len(compared) + len(weighted)
    if not weighted:
        return Outcomes(plain, 1, n)
    parts = lcm(*(weight.denominator for each in weighted for weight, _ in each.outcomes))
    there = Counter({score: times * parts for score, times in plain.items()})
    for each in weighted:
        for weight, outcome in each.outcomes:
            there[outcome] += int(weight * parts)
    return Outcomes(there, parts, n)


def weigh(score: Weighted, worth: Mapping[int, Fraction]) -> Fraction:
    """The mean of what each outcome is worth, by their weights."""
    return sum((weight * worth[outcome] for weight, outcome in score.outcomes), Fraction(0))


def mean_score(score: Compared | Weighted) -> Fraction | int:
    """A score as NS see it; of a weighted one, the mean of its outcomes."""
    if isinstance(score, Compared):
        return score.score
    return sum((weight * outcome for weight, outcome in score.outcomes), Fraction(0))


def is_real(score: SideScore) -> bool:
    """Whether a score is compared with others."""
    return not isinstance(score, Award)
