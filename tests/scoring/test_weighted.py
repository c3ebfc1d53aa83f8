"""Weighted scores (Law 12C1(c)): several outcomes of one board, each with its weight."""

import random
import re
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridge.seat import Side
from daemon.scoring.field import score_field
from daemon.scoring.matchpoints import score_board
from daemon.scoring.rules import MatchpointRules, Unequal
from daemon.scoring.traveller import (
    Award,
    Compared,
    Contestant,
    Line,
    Points,
    SideScore,
    Weighted,
)

NEUBERG = MatchpointRules()
SCORES = (-1100, -620, -50, 0, 110, 140, 420, 450)


def percent(*outcomes: tuple[int, int]) -> Weighted:
    """A weighted score of weights in per cent, each with its score."""
    return Weighted(tuple((Fraction(weight, 100), score) for weight, score in outcomes))


MOSTLY_MADE = percent((60, 420), (40, -50))


def travel(*scores: SideScore | int | tuple[SideScore, SideScore], deal: int = 0) -> list[Line]:
    """Lines of pairs 1, 2, ... against 101, 102, ...; a tuple holds what each side gets."""

    def sides(score: SideScore | int | tuple[SideScore, SideScore]) -> tuple[SideScore, SideScore]:
        if isinstance(score, tuple):
            return score
        both = Compared(score) if isinstance(score, int) else score
        return both, both

    return [
        Line((Contestant("A", at),), (Contestant("A", 100 + at),), *sides(score), deal=deal)
        for at, score in enumerate(scores, start=1)
    ]


def column(scored: Sequence[tuple[Points, Points]], side: Side) -> list[Fraction]:
    return [(ns if side is Side.NS else ew).points for ns, ew in scored]


def decimals(*numbers: str) -> list[Fraction]:
    return [Fraction(number) for number in numbers]


def test_a_weighted_score_gets_the_mean_of_what_each_outcome_gets() -> None:
    # 420 would beat one score and equal two: 4. -50 would equal one: 1. 60 % of 4 and 40 % of 1.
    scored = score_board(travel(420, 420, -50, MOSTLY_MADE), 4, NEUBERG)
    assert column(scored, Side.NS)[3] == Fraction("2.8")
    assert column(scored, Side.EW)[3] == Fraction("3.2")


def test_the_others_are_compared_with_each_outcome_for_its_weight() -> None:
    # 420 equals one, beats one, and gets 60 % of 1 and 40 % of 2 from the weighted score.
    scored = score_board(travel(420, 420, -50, MOSTLY_MADE), 4, NEUBERG)
    assert column(scored, Side.NS)[:3] == decimals("4.4", "4.4", "0.4")
    assert column(scored, Side.EW)[:3] == decimals("1.6", "1.6", "5.6")


def test_a_weighted_score_is_one_real_score_when_a_board_is_factored_up() -> None:
    # Neuberg from 4 to 6: (M + 1) x 1.5 - 1.
    scored = score_board(travel(420, 420, -50, MOSTLY_MADE), 6, NEUBERG)
    assert column(scored, Side.NS) == decimals("7.1", "7.1", "1.1", "4.7")
    # Two scores are missing: 1 for each.
    add_one = MatchpointRules(unequal=Unequal.ADD_ONE)
    scored = score_board(travel(420, 420, -50, MOSTLY_MADE), 6, add_one)
    assert column(scored, Side.NS) == decimals("6.4", "6.4", "2.4", "4.8")


def test_the_weights_may_differ_for_the_two_sides() -> None:
    lines = travel(420, 420, -50, (MOSTLY_MADE, percent((50, 420), (50, -50))))
    scored = score_board(lines, 4, NEUBERG)
    assert column(scored, Side.NS) == decimals("4.4", "4.4", "0.4", "2.8")
    # EW: 420 would equal two (2), -50 would beat two and equal one (5).
    assert column(scored, Side.EW) == decimals("1.5", "1.5", "5.5", "3.5")


def test_two_weighted_scores_are_compared_outcome_by_outcome() -> None:
    # 30 % of 1 (both 420), 30 % of 2 (420 against -50), 20 % of 0, and 20 % of 1 (both -50).
    lines = travel(MOSTLY_MADE, percent((50, 420), (50, -50)))
    assert column(score_board(lines, 2, NEUBERG), Side.NS) == decimals("1.1", "0.9")


def test_an_outcome_that_nobody_else_has_counts_between_the_others() -> None:
    lines = travel(100, 50, 0, percent((50, 75), (50, 25)))
    assert column(score_board(lines, 4, NEUBERG), Side.NS) == decimals("6", "3", "0", "3")


def test_one_side_may_be_weighted_and_the_other_have_an_award() -> None:
    lines = travel(420, 420, -50, (MOSTLY_MADE, Award(Fraction(60))))
    scored = score_board(lines, 4, NEUBERG)
    assert column(scored, Side.NS) == decimals("4.4", "4.4", "0.4", "2.8")
    # EW compare three scores, 1, 1 and 4 of them; Neuberg from 3 to 4: (M + 1) x 4/3 - 1.
    assert column(scored, Side.EW) == decimals("5/3", "5/3", "17/3", "3.6")


def test_a_weighted_score_alone_on_its_board_is_half_of_the_top() -> None:
    assert score_board(travel(MOSTLY_MADE), 9, NEUBERG) == (
        (Points(Fraction(8), Fraction(16)),) * 2,
    )
    assert score_board(travel(MOSTLY_MADE), 1, NEUBERG) == (
        (Points(Fraction(0), Fraction(0)),) * 2,
    )


def test_weights_need_not_be_whole_per_cents() -> None:
    thirds = Weighted(((Fraction(1, 3), 420), (Fraction(1, 3), 170), (Fraction(1, 3), -50)))
    scored = score_board(travel(420, 170, -50, thirds), 4, NEUBERG)
    assert column(scored, Side.NS) == [Fraction(17, 3), 3, Fraction(1, 3), 3]


@pytest.mark.parametrize(
    ("weights", "shown"),
    [
        (["1/2", "1/3"], "1/2 + 1/3"),
        (["3/2", "-1/2"], "3/2 + -1/2"),
        (["3/5", "2/5", "1/1000"], "3/5 + 2/5 + 1/1000"),
        ([], "nothing"),
    ],
)
def test_weights_that_are_not_a_whole_are_refused(weights: list[str], shown: str) -> None:
    outcomes = tuple((Fraction(weight), 100) for weight in weights)
    message = f"weights of 0 to 1 that add up to 1 are needed, not {shown}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Weighted(outcomes)


def test_an_outcome_without_weight_changes_nothing() -> None:
    lines = travel(420, -50, percent((100, 420), (0, -50)))
    assert score_board(lines, 3, NEUBERG) == score_board(travel(420, -50, 420), 3, NEUBERG)


def test_a_weighted_score_is_no_artificial_score_and_counts_in_an_own_percentage() -> None:
    # On board 1 pair 4 has 2.8 of 6, and its opponents the other 3.2.
    lines = {
        1: travel(420, 420, -50, MOSTLY_MADE),
        2: travel(420, 420, -50, Award(Fraction(55), ceiling=True)),
    }
    scored = score_field(lines, {1: 4, 2: 4}, NEUBERG)
    assert [points.percent for points in scored[2][3].ns] == [Fraction(140, 3)]
    assert [points.percent for points in scored[2][3].ew] == [Fraction(160, 3)]


def factored(won: Fraction, n: int, expected: int, rule: Unequal) -> Fraction:
    """What `won` of n - 1 comparisons come to where n - 1 of N - 1 were made."""
    if rule is Unequal.ADD_ONE:
        return won + Fraction(expected - n, 2)
    if rule is Unequal.ASCHERMAN:
        return (won + Fraction(1, 2)) / n * (expected - 1)
    if rule is Unequal.FACTOR:
        return (won / (n - 1) if n > 1 else Fraction(1, 2)) * (expected - 1)
    # Each of the n scores stands for N/n, its own too, of which one is not compared.
    return (won + Fraction(1, 2)) * expected / n - Fraction(1, 2)


def by_comparing(
    lines: Sequence[Line], side: Side, expected: int, rules: MatchpointRules
) -> list[Fraction]:
    """Work out a side's points again: every line against every other one, outcome by outcome."""
    sign = 1 if side is Side.NS else -1
    outcomes: list[list[tuple[Fraction, int]]] = []
    for line in lines:
        score = line.score(side)
        assert not isinstance(score, Award)
        if isinstance(score, Compared):
            outcomes.append([(Fraction(1), sign * score.score)])
        else:
            outcomes.append([(weight, sign * own) for weight, own in score.outcomes])
    found = []
    for at, mine in enumerate(outcomes):
        won = Fraction(0)  # in scores beaten
        for weight, own in mine:
            for other_at, theirs in enumerate(outcomes):
                for other_weight, other in theirs:
                    if other_at != at and own >= other:
                        won += weight * other_weight * (Fraction(1, 2) if own == other else 1)
        found.append(rules.unit * factored(won, len(lines), expected, rules.unequal))
    return found


PLAIN = st.sampled_from(SCORES).map(Compared)


@st.composite
def weighted_scores(draw: st.DrawFn) -> Weighted:
    shares = draw(st.lists(st.integers(1, 9), min_size=1, max_size=4))
    return Weighted(
        tuple(
            (Fraction(share, sum(shares)), draw(st.sampled_from((*SCORES, 300))))
            for share in shares
        )
    )


REAL = st.one_of(PLAIN, PLAIN, weighted_scores())
UNSPLIT = REAL.map(lambda score: (score, score))
RULES = st.builds(
    MatchpointRules, unit=st.sampled_from([1, 2]), unequal=st.sampled_from(list(Unequal))
)
BOARDS = st.lists(UNSPLIT | st.tuples(REAL, REAL), min_size=1, max_size=9).map(
    lambda sides: travel(*sides)
)
MISSING = st.integers(0, 6)


@given(BOARDS, MISSING, RULES)
def test_every_board_agrees_with_comparing_outcome_by_outcome(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    expected = len(lines) + missing
    scored = score_board(lines, expected, rules)
    for side in Side:
        assert column(scored, side) == by_comparing(lines, side, expected, rules)


@given(st.lists(UNSPLIT, min_size=1, max_size=9), MISSING, RULES)
def test_ns_and_ew_share_the_top_where_both_have_the_same_weights(
    sides: list[tuple[SideScore, SideScore]], missing: int, rules: MatchpointRules
) -> None:
    expected = len(sides) + missing
    for ns, ew in score_board(travel(*sides), expected, rules):
        assert ns.points + ew.points == rules.unit * (expected - 1) == ns.maximum == ew.maximum


@given(BOARDS, MISSING, st.lists(st.integers(0, 100), max_size=3))
def test_the_real_scores_of_a_board_get_half_of_the_top_on_average(
    lines: list[Line], missing: int, awards: list[int]
) -> None:
    n = len(lines)
    adjusted = travel(*(Award(Fraction(award)) for award in awards))
    expected = n + len(awards) + missing
    scored = score_board([*lines, *adjusted], expected, NEUBERG)[:n]
    for side in Side:
        assert sum(column(scored, side)) == n * (expected - 1)


@given(BOARDS, MISSING, RULES)
def test_negating_every_score_mirrors_the_result(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    def negated(score: SideScore) -> SideScore:
        if isinstance(score, Weighted):
            return Weighted(tuple((weight, -own) for weight, own in score.outcomes))
        assert isinstance(score, Compared)
        return Compared(-score.score)

    turned = [
        Line(line.ew, line.ns, negated(line.ew_score), negated(line.ns_score)) for line in lines
    ]
    expected = len(lines) + missing
    mirrored = tuple((ns, ew) for ew, ns in score_board(turned, expected, rules))
    assert mirrored == score_board(lines, expected, rules)


@given(BOARDS, RULES, st.randoms(use_true_random=False))
def test_neither_the_order_of_lines_nor_that_of_outcomes_changes_anything(
    lines: list[Line], rules: MatchpointRules, dice: random.Random
) -> None:
    def shuffled(score: SideScore) -> SideScore:
        if isinstance(score, Weighted):
            return Weighted(tuple(dice.sample(score.outcomes, len(score.outcomes))))
        return score

    places = dice.sample(range(len(lines)), len(lines))
    mixed = [
        Line(line.ns, line.ew, shuffled(line.ns_score), shuffled(line.ew_score))
        for line in (lines[place] for place in places)
    ]
    scored = score_board(lines, len(lines), rules)
    assert score_board(mixed, len(lines), rules) == tuple(scored[place] for place in places)


@given(BOARDS, MISSING, RULES)
def test_a_weighted_score_lies_between_nothing_and_the_top(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    for line in score_board(lines, len(lines) + missing, rules):
        for points in line:
            assert 0 <= points.points <= points.maximum
