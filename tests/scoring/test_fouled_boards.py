"""Fouled boards: tables that played other cards are compared among themselves (Law 87)."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.bridge.seat import Side
from daemon.scoring.matchpoints import expected_plays, score_board
from daemon.scoring.rules import Expected, MatchpointRules, SmallSubfield, Unequal
from daemon.scoring.traveller import Award, Compared, Contestant, Line, Points, Weighted

DATA = Path(__file__).parents[1] / "data" / "scoring"
PUBLISHED: list[dict[str, Any]] = json.loads(
    (DATA / "published_vectors.json").read_text(encoding="utf-8")
)
NEUBERG = MatchpointRules()
ADD_ONE = MatchpointRules(unequal=Unequal.ADD_ONE)


def line(table: int, score: Compared | Weighted | Award, deal: int) -> Line:
    return Line((Contestant("A", table),), (Contestant("A", 100 + table),), score, score, deal)


def groups(*scores: list[int]) -> list[Line]:
    """A board of several groups, each of which played cards of its own."""
    found: list[Line] = []
    for deal, of_group in enumerate(scores):
        for score in of_group:
            found.append(line(len(found) + 1, Compared(score), deal))
    return found


def ns_points(scored: tuple[tuple[Points, Points], ...]) -> list[Fraction]:
    return [ns.points for ns, _ in scored]


def test_a_published_fouled_board_of_seven_and_three_tables() -> None:
    seven, three = (
        vector
        for vector in PUBLISHED
        if vector["kind"] == "neuberg" and vector["n"] in {7, 3} and vector["rounded"]
    )
    assert "fouled boards" in seven["source"]
    # Different scores, from the best to the worst: they get 12, 10, ... 0 and 4, 2, 0.
    lines = groups([600, 500, 400, 300, 200, 100, 0], [1400, 420, -50])
    scored = score_board(lines, 10, NEUBERG)
    published = [Fraction(str(points)) for points in (*seven["expected"], *three["expected"])]
    assert len(published) == len(lines)
    for exact, rounded in zip(ns_points(scored), published, strict=True):
        assert abs(exact - rounded) <= Fraction("0.05")
    assert {points.maximum for both in scored for points in both} == {18}


def test_each_group_is_factored_from_its_own_number_to_the_one_top() -> None:
    # Five expected. Two scores: (M + 1) x 5/2 - 1; three: (M + 1) x 5/3 - 1.
    lines = groups([420, -50], [100, 50, 50])
    assert ns_points(score_board(lines, 5, NEUBERG)) == [
        Fraction(13, 2),
        Fraction(3, 2),
        Fraction(22, 3),
        Fraction(7, 3),
        Fraction(7, 3),
    ]
    # By adding one: three others are missing for the first group, two for the second.
    assert ns_points(score_board(lines, 5, ADD_ONE)) == [5, 3, 6, 3, 3]


def test_a_table_alone_with_its_cards_has_half_of_the_top() -> None:
    scored = score_board(groups([420, 170, -50], [1430]), 4, NEUBERG)
    assert scored[3] == (Points(Fraction(3), Fraction(6)),) * 2


def test_a_group_need_not_stand_together_and_lines_keep_their_order() -> None:
    scores = ((420, 1), (100, 7), (-50, 1), (50, 7))
    lines = [line(at, Compared(score), deal) for at, (score, deal) in enumerate(scores)]
    assert ns_points(score_board(lines, 4, NEUBERG)) == [5, 5, 1, 1]


def test_an_award_belongs_to_no_group_and_a_weighted_score_to_one() -> None:
    half = Weighted(((Fraction(1, 2), 420), (Fraction(1, 2), -50)))
    lines = [
        line(1, Compared(420), 0),
        line(2, half, 0),
        line(3, Compared(420), 1),
        line(4, Award(Fraction(60)), 1),
    ]
    # 420 gets 1.5 and the weighted score 0.5 of two; Neuberg from 2 to 4.
    assert ns_points(score_board(lines, 4, NEUBERG)) == [4, 2, 3, Fraction("3.6")]


def test_the_expected_plays_of_a_board_do_not_ask_what_was_dealt() -> None:
    lines = {1: groups([420, -50], [100, 50, 50]), 2: groups([420])}
    for rule in Expected:
        plain = {board: [replace(each, deal=0) for each in on] for board, on in lines.items()}
        assert expected_plays(rule, {1: 6, 2: 6}, lines) == expected_plays(
            rule, {1: 6, 2: 6}, plain
        )


SCORES = st.sampled_from([-620, -50, 0, 110, 420, 450])
BOARDS = st.lists(st.tuples(SCORES, st.integers(0, 2)), min_size=1, max_size=12).map(
    lambda rows: [line(at, Compared(score), deal) for at, (score, deal) in enumerate(rows)]
)
MISSING = st.integers(0, 5)
RULES = st.sampled_from([NEUBERG, ADD_ONE])


@given(BOARDS, MISSING, RULES)
def test_each_group_is_scored_as_if_it_were_a_board_of_its_own(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    expected = len(lines) + missing
    scored = dict(zip(lines, score_board(lines, expected, rules), strict=True))
    for deal in {each.deal for each in lines}:
        alone = [each for each in lines if each.deal == deal]
        assert score_board(alone, expected, rules) == tuple(scored[each] for each in alone)


@given(BOARDS, MISSING, RULES)
def test_sides_share_the_top_and_each_group_has_half_of_it_on_average(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    expected = len(lines) + missing
    scored = list(zip(lines, score_board(lines, expected, rules), strict=True))
    for _, (ns, ew) in scored:
        assert ns.points + ew.points == 2 * (expected - 1)
    for deal in {each.deal for each in lines}:
        for side in Side:
            points = [
                (ns if side is Side.NS else ew).points
                for each, (ns, ew) in scored
                if each.deal == deal
            ]
            assert sum(points) == len(points) * (expected - 1)


@given(BOARDS, st.randoms(use_true_random=False))
def test_how_the_groups_are_numbered_changes_nothing(
    lines: list[Line], dice: random.Random
) -> None:
    numbers = dice.sample(range(100), 3)
    renamed = [replace(each, deal=numbers[each.deal]) for each in lines]
    assert score_board(renamed, len(lines), NEUBERG) == score_board(lines, len(lines), NEUBERG)


EBU = MatchpointRules(small_subfield=SmallSubfield.EBU)
ACBL = MatchpointRules(small_subfield=SmallSubfield.ACBL)


def percents(scored: tuple[tuple[Points, Points], ...], side: Side) -> list[Fraction]:
    return [both[side is Side.EW].percent for both in scored]


def test_three_scores_or_fewer_of_nine_get_what_the_ebu_gives_a_small_subfield() -> None:
    scored = score_board(groups([100, 90, 80, 70, 60, 50], [620, 170, -100]), 9, EBU)
    assert percents(scored, Side.NS)[6:] == [70, 60, 50]
    assert percents(scored, Side.EW)[6:] == [50, 60, 70]
    # The large group is factored as ever.
    assert ns_points(scored)[:6] == ns_points(
        score_board(groups([100, 90, 80, 70, 60, 50]), 9, NEUBERG)
    )


def test_a_small_subfield_of_two_or_of_one_and_equal_scores_in_it() -> None:
    field = [100, 90, 80, 70, 60, 50, 40]
    assert percents(score_board(groups(field, [620, 170]), 9, EBU), Side.NS)[7:] == [65, 55]
    assert percents(score_board(groups(field, [170, 170]), 9, EBU), Side.NS)[7:] == [60, 60]
    alone = score_board(groups(field, [170]), 9, EBU)
    assert [percents(alone, side)[7:] for side in Side] == [[60], [60]]
    assert percents(score_board(groups(field, [620, 170, 170]), 10, EBU), Side.NS)[7:] == [
        70,
        55,
        55,
    ]


def test_with_the_ebu_a_group_of_more_than_a_third_of_the_plays_is_no_small_subfield() -> None:
    lines = groups([100, 90, 80, 70, 60], [620, 170, -100])
    assert score_board(lines, 8, EBU) == score_board(lines, 8, NEUBERG)
    assert score_board(lines, 9, EBU) != score_board(lines, 9, NEUBERG)


def test_with_the_acbl_three_scores_or_fewer_are_small_unless_they_are_the_larger_group() -> None:
    scored = score_board(groups([620, 170, -100], [430, 400]), 5, ACBL)
    assert ns_points(scored)[:3] == ns_points(score_board(groups([620, 170, -100]), 5, NEUBERG))
    assert percents(scored, Side.NS)[3:] == [65, 55]
    # Of two equal groups neither is the larger one.
    equal = score_board(groups([620, 170], [430, 400]), 4, ACBL)
    assert percents(equal, Side.NS) == [65, 55, 65, 55]


def test_four_scores_are_no_small_subfield_for_anybody() -> None:
    lines = groups([100, 90, 80, 70, 60, 50, 40, 30], [620, 170, 140, -100])
    for rules in (EBU, ACBL):
        assert score_board(lines, 12, rules) == score_board(lines, 12, NEUBERG)


def test_a_few_results_on_a_board_that_is_not_fouled_are_no_small_subfield() -> None:
    lines = [line(1, Compared(620), 0), line(2, Compared(170), 0)]
    for rules in (EBU, ACBL):
        assert score_board(lines, 9, rules) == score_board(lines, 9, NEUBERG)


def test_a_weighted_score_in_a_small_subfield_gets_the_mean_of_its_outcomes() -> None:
    half = Weighted(((Fraction(1, 2), 620), (Fraction(1, 2), -100)))
    lines = [
        *groups([100, 90, 80, 70, 60, 50, 40]),
        line(8, Compared(170), 1),
        line(9, half, 1),
    ]
    assert percents(score_board(lines, 9, EBU), Side.NS)[7:] == [60, 60]
