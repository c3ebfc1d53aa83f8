import json
import random
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.bridge.seat import Side
from daemon.scoring.matchpoints import score_board
from daemon.scoring.rules import MatchpointRules, Unequal
from daemon.scoring.traveller import Award, Compared, Contestant, Line, Points, SideScore

Column = list[Fraction | int]

DATA = Path(__file__).parents[1] / "data" / "scoring"
NEUBERG = MatchpointRules()
ADD_ONE = MatchpointRules(unequal=Unequal.ADD_ONE)
ASCHERMAN = MatchpointRules(unequal=Unequal.ASCHERMAN)
FACTOR = MatchpointRules(unequal=Unequal.FACTOR)
AMERICAN = MatchpointRules(unit=1)


def travel(*scores: int | str | tuple[int | str, int | str]) -> list[Line]:
    """Lines of pairs 1, 2, ... against 101, 102, ...

    420 is a score, "60" an award of 60 %, (420, "60") a line that is split: NS, EW.
    """

    def side(score: int | str) -> SideScore:
        return Compared(score) if isinstance(score, int) else Award(Fraction(score))

    split = [score if isinstance(score, tuple) else (score, score) for score in scores]
    return [
        Line((Contestant("A", at),), (Contestant("A", 100 + at),), side(ns), side(ew))
        for at, (ns, ew) in enumerate(split, start=1)
    ]


def of_sides(scored: Sequence[tuple[Points, Points]]) -> tuple[Column, Column]:
    """Points of NS and of EW, line by line."""
    return [ns.points for ns, _ in scored], [ew.points for _, ew in scored]


def test_each_side_is_compared_within_its_own_direction() -> None:
    scored = score_board(travel(420, 420, -50, 450), 4, NEUBERG)
    assert of_sides(scored) == ([3, 3, 0, 6], [3, 3, 6, 0])
    assert {points.maximum for line in scored for points in line} == {6}


def test_the_american_unit_counts_one_and_a_half() -> None:
    scored = score_board(travel(420, 420, -50, 450), 4, AMERICAN)
    assert of_sides(scored) == (
        [Fraction(3, 2), Fraction(3, 2), 0, 3],
        [Fraction(3, 2), Fraction(3, 2), 3, 0],
    )
    assert {points.maximum for line in scored for points in line} == {3}


def test_a_board_with_missing_results_is_factored_up() -> None:
    # Three of four results: the middle one is worth half of the top either way.
    assert of_sides(score_board(travel(100, 50, 0), 4, NEUBERG))[0] == [
        Fraction(17, 3),
        3,
        Fraction(1, 3),
    ]
    assert of_sides(score_board(travel(100, 50, 0), 4, ADD_ONE))[0] == [5, 3, 1]
    assert of_sides(score_board(travel(100, 50, 0), 4, ASCHERMAN))[0] == [5, 3, 1]
    assert of_sides(score_board(travel(100, 50, 0), 4, FACTOR))[0] == [6, 3, 0]


@pytest.mark.parametrize("rules", [NEUBERG, ADD_ONE, ASCHERMAN, FACTOR, AMERICAN])
def test_the_first_result_of_a_board_is_worth_half_of_the_top(rules: MatchpointRules) -> None:
    ((ns, ew),) = score_board(travel(-1100), 9, rules)
    assert ns == ew == Points(Fraction(4 * rules.unit), Fraction(8 * rules.unit))
    assert ns.percent == 50


@pytest.mark.parametrize("rules", [NEUBERG, ADD_ONE, ASCHERMAN, FACTOR, AMERICAN])
@pytest.mark.parametrize("score", [620, "60"])
def test_a_board_that_is_played_once_is_fifty_per_cent_and_weighs_nothing(
    score: int | str, rules: MatchpointRules
) -> None:
    case = next(
        case
        for case in json.loads((DATA / "derived_edge_cases.json").read_text(encoding="utf-8"))
        if case["name"] == "N1_single_scheduled_play"
    )
    ((ns, ew),) = score_board(travel(score), case["N"], rules)
    assert ns == ew == Points(Fraction(0), Fraction(case["top"]))
    assert ns.percent == case["pct"]


def test_an_award_is_a_percentage_of_the_top_and_is_not_factored() -> None:
    # Eight plays are expected and five results are in, one of them artificial.
    scored = score_board(travel(100, 50, 50, 0, "60"), 8, NEUBERG)
    assert of_sides(scored) == ([13, 7, 7, 1, Fraction("8.4")], [1, 7, 7, 13, Fraction("8.4")])
    assert scored[4][0].percent == 60


def test_the_two_sides_may_get_different_awards() -> None:
    ns, ew = of_sides(score_board(travel(100, ("60", "40"), ("60", "60")), 3, NEUBERG))
    assert ns[1:] == [Fraction("2.4"), Fraction("2.4")]
    assert ew[1:] == [Fraction("1.6"), Fraction("2.4")]


def test_the_sides_of_a_split_score_are_compared_apart() -> None:
    # NS of the second table score +150; their opponents are scored as if they had conceded 50.
    ns, ew = of_sides(score_board(travel(100, (150, 50), 120), 3, NEUBERG))
    assert ns == [0, 4, 2]
    assert ew == [2, 4, 0]


def test_a_score_against_an_award_is_compared_in_its_own_direction_only() -> None:
    ns, ew = of_sides(score_board(travel(600, 620, ("80", 620)), 3, NEUBERG))
    assert ns == [Fraction(1, 2), Fraction(7, 2), Fraction("3.2")]
    assert ew == [4, 1, 1]


@pytest.mark.parametrize("rules", [NEUBERG, ADD_ONE, ASCHERMAN, FACTOR])
def test_a_board_with_awards_only_is_scored(rules: MatchpointRules) -> None:
    assert of_sides(score_board(travel(("60", "40")), 6, rules)) == ([6], [4])


def test_a_board_without_lines_has_no_points() -> None:
    assert score_board([], 6, NEUBERG) == ()
    assert score_board([], 0, NEUBERG) == ()


def test_fewer_expected_plays_than_lines_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^2 lines cannot be scored for 1 expected plays$"):
        score_board(travel(100, 50), 1, NEUBERG)


def test_points_of_a_line_are_those_of_its_sides() -> None:
    (line,) = travel((100, "40"))
    assert line.score(Side.NS) == Compared(100)
    assert line.score(Side.EW) == Award(Fraction(40))


def one_by_one(lines: list[Line], expected: int, rules: MatchpointRules) -> list[Column]:
    """Work out the points of NS and EW again, from the principles and not from the formulas.

    Neuberg: each real score stands for N/n scores, and a contestant meets all N but its own.
    Add-one: each missing score is equal to the contestant's own.
    Ascherman, factor: the part of what could be won among n, with and without oneself.
    """
    found: list[Column] = []
    for side, sign in ((Side.NS, 1), (Side.EW, -1)):
        scores = [line.score(side) for line in lines]
        real = [score.score * sign for score in scores if isinstance(score, Compared)]
        column: Column = []
        for score in scores:
            if isinstance(score, Award):
                column.append(score.percent / 100 * rules.unit * (expected - 1))
                continue
            assert isinstance(score, Compared)
            own = score.score * sign
            if rules.unequal in {Unequal.ASCHERMAN, Unequal.FACTOR}:
                column.append(share_of_top(own, real, rules.unequal) * rules.unit * (expected - 1))
                continue
            beaten = sum(own > other for other in real)
            equal = sum(own == other for other in real)  # its own is one of them
            won = beaten + Fraction(equal, 2)
            if rules.unequal is Unequal.NEUBERG:
                won *= Fraction(expected, len(real))
            won -= Fraction(1, 2)
            if rules.unequal is Unequal.ADD_ONE:
                for _ in range(expected - len(real)):
                    won += Fraction(1, 2)
            column.append(won * rules.unit)
        found.append(column)
    return found


def share_of_top(own: int, real: list[int], rule: Unequal) -> Fraction:
    """Which part of the top a score gets by its place among n: Ascherman's 2n has itself in it."""
    won = [Fraction(1 if own > other else 0 if own < other else Fraction(1, 2)) for other in real]
    if rule is Unequal.ASCHERMAN:
        return sum(won, Fraction()) / len(won)
    won.remove(Fraction(1, 2))  # its own
    return sum(won, Fraction()) / len(won) if won else Fraction(1, 2)


def test_thousands_of_boards_agree_with_an_independent_calculation() -> None:
    dice = random.Random(1987)

    def score() -> int | str:
        if dice.random() < 0.1:
            return str(dice.choice((0, 40, 50, 60, 100)))
        return dice.choice((-1400, -620, -100, -50, 0, 90, 110, 110, 140, 420, 450))

    for _ in range(1000):
        scores = [
            (score(), score()) if dice.random() < 0.1 else score()
            for _ in range(dice.randint(1, 12))
        ]
        lines = travel(*scores)
        expected = len(lines) + dice.choice((0, 0, 1, 2, 7))
        rules = MatchpointRules(unit=dice.choice((1, 2)), unequal=dice.choice(list(Unequal)))
        scored = score_board(lines, expected, rules)
        assert list(of_sides(scored)) == one_by_one(lines, expected, rules)
        assert {points.maximum for line in scored for points in line} == {
            rules.unit * (expected - 1)
        }


REAL = st.sampled_from([-1100, -620, -50, 0, 110, 140, 420, 450]).map(Compared)
AWARDS = st.integers(0, 100).map(lambda percent: Award(Fraction(percent)))
SIDES = st.one_of(REAL, REAL, REAL, AWARDS)
RULES = st.builds(
    MatchpointRules, unit=st.sampled_from([1, 2]), unequal=st.sampled_from(list(Unequal))
)
MISSING = st.integers(0, 8)


def boards(pairs: st.SearchStrategy[tuple[SideScore, SideScore]]) -> st.SearchStrategy[list[Line]]:
    """Lines whose two sides have these scores."""
    return st.lists(pairs, min_size=1, max_size=12).map(
        lambda sides: [
            Line((Contestant("A", at),), (Contestant("A", 100 + at),), ns, ew)
            for at, (ns, ew) in enumerate(sides)
        ]
    )


UNSPLIT = boards(REAL.map(lambda score: (score, score)) | st.tuples(AWARDS, AWARDS))
ANY = boards(st.one_of(REAL.map(lambda score: (score, score)), st.tuples(SIDES, SIDES)))


@given(UNSPLIT, MISSING, RULES)
def test_ns_and_ew_share_the_top_on_every_real_line_of_a_board_without_split_scores(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    expected = len(lines) + missing
    for line, (ns, ew) in zip(lines, score_board(lines, expected, rules), strict=True):
        if isinstance(line.ns_score, Compared):
            assert ns.points + ew.points == rules.unit * (expected - 1)


@given(ANY, MISSING, RULES)
def test_the_real_scores_of_a_direction_get_half_of_the_top_on_average(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    expected = len(lines) + missing
    scored = score_board(lines, expected, rules)
    for side, column in zip(Side, of_sides(scored), strict=True):
        real = [
            points
            for line, points in zip(lines, column, strict=True)
            if isinstance(line.score(side), Compared)
        ]
        assert sum(real) * 2 == len(real) * rules.unit * (expected - 1)


@given(ANY, MISSING, RULES)
def test_turning_the_table_mirrors_the_result(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    def negated(score: SideScore) -> SideScore:
        return Compared(-score.score) if isinstance(score, Compared) else score

    turned = [
        Line(line.ew, line.ns, negated(line.ew_score), negated(line.ns_score)) for line in lines
    ]
    expected = len(lines) + missing
    mirrored = [(ns, ew) for ew, ns in score_board(turned, expected, rules)]
    assert mirrored == list(score_board(lines, expected, rules))


@given(ANY, MISSING, RULES, st.randoms(use_true_random=False))
def test_the_order_of_the_lines_changes_nothing(
    lines: list[Line], missing: int, rules: MatchpointRules, dice: random.Random
) -> None:
    expected = len(lines) + missing
    scored = dict(zip(lines, score_board(lines, expected, rules), strict=True))
    shuffled = dice.sample(lines, len(lines))
    again = dict(zip(shuffled, score_board(shuffled, expected, rules), strict=True))
    assert again == scored


@given(ANY, MISSING, RULES)
def test_an_award_changes_nothing_for_the_others(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    expected = len(lines) + missing
    scored = dict(zip(lines, score_board(lines, expected, rules), strict=True))
    rest = [line for line in lines if isinstance(line.ns_score, Compared)]
    without = dict(zip(rest, score_board(rest, expected, rules), strict=True))
    assert {line: ns for line, (ns, _) in without.items()} == {
        line: ns for line, (ns, _) in scored.items() if line in without
    }


@given(ANY, MISSING, RULES)
def test_points_lie_between_nothing_and_the_top(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    for line in score_board(lines, len(lines) + missing, rules):
        for points in line:
            assert 0 <= points.points <= points.maximum


@given(ANY, RULES)
def test_a_complete_board_is_the_plain_count_whatever_factors(
    lines: list[Line], rules: MatchpointRules
) -> None:
    real = [line for line in lines if isinstance(line.ns_score, Compared)]
    plain, *others = (
        [ns for ns, _ in score_board(real, len(real), replace(rules, unequal=unequal))]
        for unequal in (Unequal.NEUBERG, Unequal.ADD_ONE, Unequal.FACTOR)
    )
    assert others == [plain, plain]
