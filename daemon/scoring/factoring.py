"""Boards with fewer scores than expected, brought to one top.

In every formula `unit` is what beating one score is worth, `n` the number of scores that were
compared, and `expected` the number N of plays that the board is scored for. All of them are
straight lines in `points`, so the mean of what is factored is the mean, factored.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, Literal

from daemon.scoring.rules import SmallSubfield, Unequal

Factor = Callable[[Fraction, int, int, int], Fraction]
"""Points, n, expected and unit -> points out of the top of `expected` plays."""

_MOST_IN_A_SMALL_SUBFIELD = 3


def top_of(expected: int, unit: int) -> Fraction:
    """Top of a board: what a score gets that beats the N - 1 others; 0 when there are none."""
    return Fraction(unit * max(expected - 1, 0))


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


def ascherman(points: Fraction, n: int, expected: int, unit: int) -> Fraction:
    """Give 100 (M + unit/2) / (unit n) per cent of the top: a tie with itself counts as well."""
    return (points + Fraction(unit, 2)) / (unit * n) * top_of(expected, unit)


def factor(points: Fraction, n: int, expected: int, unit: int) -> Fraction:
    """Keep the percentage: M * (N - 1)/(n - 1); half of the top where nothing was compared."""
    if n == 1:
        return top_of(expected, unit) / 2
    return points * (expected - 1) / (n - 1)


def small_subfield(points: Fraction, n: int, expected: int, unit: int) -> Fraction:
    """Give 60 per cent on average and 5 more or less for each score beaten or lost to.

    That is 60, 65-55 or 70-60-50 per cent for one, two or three scores, and their mean for equal
    ones.
    """
    percent = 60 + 5 * (2 * points / unit - (n - 1))
    return percent * top_of(expected, unit) / 100


SMALL: Final = "small"
FactorRule = Unequal | Literal["small"]
"""How the scores of one deal are factored: by the rule for all boards, or as a small sub-field."""

FACTORS: Mapping[FactorRule, Factor] = {
    SMALL: small_subfield,
    Unequal.NEUBERG: neuberg,
    Unequal.ADD_ONE: add_one,
    Unequal.ASCHERMAN: ascherman,
    Unequal.FACTOR: factor,
}


def is_small(rule: SmallSubfield, n: int, others: int, expected: int) -> bool:
    """Whether `n` scores with cards of their own are too few to be compared as a field.

    At most three are: with `ebu` when they are no more than a third of the plays that the board is
    expected to have; with `acbl` unless they are more than any other group (`others`: the number
    of scores in the largest of those).
    """
    if n > _MOST_IN_A_SMALL_SUBFIELD:
        return False
    if rule is SmallSubfield.EBU:
        return 3 * n <= expected
    return rule is SmallSubfield.ACBL and n <= others
