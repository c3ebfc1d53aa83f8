"""Random boards against a calculation that goes from score to score, without a single shortcut."""

import csv
import random
from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from pathlib import Path

from daemon.scoring.methods import score_lines
from daemon.scoring.rules import (
    ButlerRules,
    CrossImpRules,
    Divide,
    Drop,
    MatchpointRules,
)
from tests.scoring.conftest import Column, board, columns

BOARDS = 10_000
DATA = Path(__file__).parents[1] / "data" / "scoring"
SCORES = (
    *(-2210, -1400, -980, -800, -620, -500, -450, -420, -400, -300, -200, -150, -140, -110, -100),
    *(-50, 0, 50, 90, 100, 110, 120, 140, 170, 200, 400, 420, 430, 450, 500, 600, 620, 630, 650),
    *(680, 800, 980, 1100, 1430, 1440, 2220),
)


def law_78b() -> dict[int, int]:
    """Every difference that two contracts can have -> IMPs, row by row as the Law prints them."""
    found = {}
    with (DATA / "imp_table_78B.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for difference in range(int(row["min_diff"]), int(row["max_diff"] or 15200) + 1, 10):
                found[difference] = int(row["imps"])
    return found


LAW = law_78b()


def boards() -> Iterator[tuple[list[int], random.Random]]:
    dice = random.Random(78)
    for _ in range(BOARDS):
        # A few scores come again and again, so that ties are many.
        usual = dice.sample(SCORES, dice.randint(1, 5))
        yield [dice.choice(usual) for _ in range(dice.randint(1, 7))], dice


def law(difference: int) -> int:
    return LAW[difference] if difference >= 0 else -LAW[-difference]


def the_others(scores: list[int], at: int) -> list[int]:
    return scores[:at] + scores[at + 1 :]


def test_matchpoints_with_and_without_missing_scores() -> None:
    for scores, dice in boards():
        n = len(scores)
        expected = n + dice.choice((0, 0, 0, 1, 2, 6))
        plain: Column = []
        for at, own in enumerate(scores):
            points = 0
            for other in the_others(scores, at):
                if own > other:
                    points += 2
                elif own == other:
                    points += 1
            plain.append(points)
        # Neuberg: as if each score stood for N/n of them, of which a pair does not meet its own.
        ns = [Fraction(points + 1) * Fraction(expected, n) - 1 for points in plain]
        found = columns(score_lines(board(*scores), expected, MatchpointRules()))
        assert found == (ns, [2 * (expected - 1) - points for points in ns])
        if n == expected:
            assert found[0] == plain


def test_cross_imps() -> None:
    for scores, dice in boards():
        cap = dice.choice((0, 0, 17, 10))
        n = len(scores)
        sums = [
            sum(
                max(-cap, min(cap, law(own - other))) if cap else law(own - other)
                for other in the_others(scores, at)
            )
            for at, own in enumerate(scores)
        ]
        divide = dice.choice(list(Divide))
        by = {Divide.COMPARISONS: max(n - 1, 1), Divide.SCORES: n, Divide.NONE: 1}[divide]
        found = columns(score_lines(board(*scores), n, CrossImpRules(divide, cap)))
        assert found == (
            [Fraction(each, by) for each in sums],
            [Fraction(-each, by) for each in sums],
        )


def test_butler() -> None:
    for scores, dice in boards():
        drop, min_left = dice.choice(list(Drop)), dice.choice((1, 2, 2, 4))
        kept = list(scores)
        ends = {Drop.NONE: 0, Drop.ONE: 1, Drop.TENTH: ceil(len(scores) / 10)}[drop]
        if len(scores) - 2 * ends >= min_left:
            for _ in range(ends):
                kept.remove(max(kept))
                kept.remove(min(kept))
        mean = Fraction(sum(kept), len(kept))
        lower = (abs(mean) // 10) * 10
        size = lower if abs(mean) - lower < 5 else lower + 10
        datum = int(size if mean > 0 else -size)
        rules = ButlerRules(drop, min_left)
        assert columns(score_lines(board(*scores), len(scores), rules)) == (
            [law(own - datum) for own in scores],
            [law(datum - own) for own in scores],
        )
