from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridge.seat import Side
from daemon.scoring.field import may_move, score_field, with_own_percentages
from daemon.scoring.field import score_board as score_alone
from daemon.scoring.rules import MatchpointRules
from daemon.scoring.traveller import (
    Award,
    Compared,
    Contestant,
    Line,
    Points,
    ScoredLine,
    SideScore,
)

RULES = MatchpointRules()
PLUS = Award(Fraction(60), floor=True)
AVERAGE = Award(Fraction(50))
MINUS = Award(Fraction(40), ceiling=True)
PLAIN_SIXTY = Award(Fraction(60))

GOOD, FAIR, BAD = Compared(420), Compared(170), Compared(-50)


def pair(number: int) -> Contestant:
    return Contestant("A", number)


def line(ns: int, ew: int, ns_score: SideScore, ew_score: SideScore | None = None) -> Line:
    return Line((pair(ns),), (pair(ew),), ns_score, ew_score or ns_score)


def board(*ns_scores: SideScore | tuple[SideScore, SideScore]) -> list[Line]:
    """Lines of pairs 1, 2, ... against 11, 12, ...; a tuple holds what each side gets."""
    split = [score if isinstance(score, tuple) else (score, score) for score in ns_scores]
    return [line(at, 10 + at, ns, ew) for at, (ns, ew) in enumerate(split, start=1)]


def score(
    lines: Mapping[int, Sequence[Line]], rules: MatchpointRules = RULES
) -> Mapping[int, tuple[ScoredLine, ...]]:
    return score_field(lines, dict.fromkeys(lines, 3), rules)


def percents(scored: Sequence[ScoredLine]) -> list[tuple[Fraction | int, Fraction | int]]:
    """Give the percentages of NS and EW on each line of a board of pairs."""
    found: list[tuple[Fraction | int, Fraction | int]] = []
    for each in scored:
        (ns,), (ew,) = each.ns, each.ew
        found.append((ns.percent, ew.percent))
    return found


def test_every_line_gets_the_points_of_its_board_in_order() -> None:
    scored = score({7: board(GOOD, FAIR, BAD), 8: board(BAD, GOOD, GOOD)})
    assert list(scored) == [7, 8]
    assert [each.line for each in scored[8]] == board(BAD, GOOD, GOOD)
    assert percents(scored[7]) == [(100, 0), (50, 50), (0, 100)]
    assert percents(scored[8]) == [(0, 100), (75, 25), (75, 25)]


# On board 1 pair 1 has 100 % as NS and pair 11 has 0 %; pairs 2 and 12 have 50 %.
@pytest.mark.parametrize(
    ("awards", "ns", "ew"),
    [
        ((PLUS, PLUS), 100, 60),
        ((MINUS, MINUS), 40, 0),
        ((AVERAGE, AVERAGE), 50, 50),
        ((PLAIN_SIXTY, PLAIN_SIXTY), 60, 60),
        ((PLUS, MINUS), 100, 0),
        ((MINUS, PLUS), 40, 60),
    ],
)
def test_a_contestant_gets_its_own_percentage_where_it_is_better_or_worse_than_the_award(
    awards: tuple[Award, Award], ns: int, ew: int
) -> None:
    scored = score({1: board(GOOD, FAIR, BAD), 2: board(awards, GOOD, BAD)})
    assert percents(scored[2])[0] == (ns, ew)


def test_an_award_of_one_side_leaves_the_real_score_of_the_other_alone() -> None:
    # Pair 3 has 0 % on board 1 and its opponents 100 %; on board 2 only one side has an award.
    lines = {1: board(GOOD, FAIR, BAD), 2: board(GOOD, BAD, (FAIR, PLUS))}
    assert percents(score(lines)[2])[2] == (50, 100)
    lines = {1: board(GOOD, FAIR, BAD), 2: board(GOOD, BAD, (MINUS, FAIR))}
    assert percents(score(lines)[2])[2] == (0, 50)


def test_an_own_percentage_is_one_of_the_top() -> None:
    scored = score({1: board(GOOD, FAIR, BAD), 2: board(PLUS, GOOD, BAD)})
    assert scored[2][0].ns == (Points(Fraction(4), Fraction(4)),)
    assert scored[2][0].ew == (Points(Fraction("2.4"), Fraction(4)),)


def test_the_own_percentage_is_that_of_all_other_boards_on_either_side() -> None:
    # Pair 1: 100 % as NS on board 1, 50 % as EW on board 2: 75 % on board 3.
    lines = {
        1: board(GOOD, FAIR, BAD),
        2: [line(2, 12, GOOD), line(11, 1, FAIR), line(3, 13, BAD)],
        3: board(PLUS, GOOD, BAD),
    }
    assert percents(score(lines)[3])[0] == (75, 60)


def test_boards_with_an_artificial_score_are_no_other_boards() -> None:
    lines = {
        1: board(GOOD, FAIR, BAD),
        2: board(PLUS, FAIR, BAD),
        3: board(AVERAGE, FAIR, BAD),
        4: board(PLUS, FAIR, BAD),
    }
    scored = score(lines)
    # 100 % on board 1 alone, whatever was awarded on boards 2 to 4.
    assert [percents(scored[number])[0][0] for number in (2, 3, 4)] == [100, 50, 100]


def test_only_the_contestant_s_own_artificial_score_leaves_a_board_out() -> None:
    # On board 1 the opponents of pair 1 have an award; pair 1 itself beats one score of two.
    lines = {1: board((FAIR, MINUS), GOOD, BAD), 2: board((MINUS, PLUS), GOOD, BAD)}
    assert percents(score(lines)[2])[0] == (40, 60)
    lines = {1: board((BAD, MINUS), GOOD, FAIR), 2: board((MINUS, PLUS), GOOD, BAD)}
    assert percents(score(lines)[2])[0] == (0, 60)


def test_without_other_boards_the_award_stays_as_it_is() -> None:
    assert percents(score({1: board(PLUS, GOOD, BAD)})[1])[0] == (60, 60)
    assert percents(score({1: board((MINUS, PLUS), PLUS, PLUS)})[1]) == [
        (40, 60),
        (60, 60),
        (60, 60),
    ]


def test_other_boards_that_compare_nothing_leave_the_award_as_it_is() -> None:
    lines = {1: [line(1, 11, GOOD)], 2: board(PLUS, GOOD, BAD)}
    scored = score_field(lines, {1: 1, 2: 3}, RULES)
    assert percents(scored[2])[0] == (60, 60)


def test_own_percentages_can_be_turned_off() -> None:
    lines = {1: board(GOOD, FAIR, BAD), 2: board((PLUS, MINUS), GOOD, BAD)}
    scored = score(lines, MatchpointRules(own_percentage=False))
    assert percents(scored[2])[0] == (60, 40)


def test_players_who_sat_together_each_get_their_own_percentage() -> None:
    one, two, three, four, five, six, seven, eight = (pair(number) for number in range(1, 9))
    lines = {
        1: [
            Line((one, two), (three, four), GOOD, GOOD),
            Line((five, six), (seven, eight), BAD, BAD),
        ],
        2: [
            Line((one, three), (five, seven), PLUS, PLUS),
            Line((two, four), (six, eight), FAIR, FAIR),
        ],
    }
    adjusted, _ = score_field(lines, {1: 2, 2: 2}, RULES)[2]
    # On board 1 players 1 and 2 beat 5 and 6, players 7 and 8 beat 3 and 4.
    assert [points.percent for points in adjusted.ns] == [100, 60]
    assert [points.percent for points in adjusted.ew] == [60, 100]
    assert [who for who, _ in adjusted.of(Side.EW)] == [five, seven]


REAL = st.sampled_from([GOOD, FAIR, BAD])
AWARD = st.sampled_from([PLUS, AVERAGE, MINUS, PLAIN_SIXTY])
SCORES = REAL | st.tuples(REAL | AWARD, REAL | AWARD)
FIELDS = st.lists(st.lists(SCORES, min_size=3, max_size=3), min_size=1, max_size=5).map(
    lambda rows: {number: board(*row) for number, row in enumerate(rows, start=1)}
)


@given(FIELDS)
def test_no_real_score_changes_with_own_percentages_and_awards_move_one_way(
    lines: dict[int, list[Line]],
) -> None:
    before = score(lines, MatchpointRules(own_percentage=False))
    after = score(lines)
    for number, on_board in lines.items():
        for each, plain, settled in zip(on_board, before[number], after[number], strict=True):
            sides = (
                (each.ns_score, plain.ns, settled.ns),
                (each.ew_score, plain.ew, settled.ew),
            )
            for side, (awarded,), (own,) in sides:
                if side is PLUS:
                    assert own.percent >= awarded.percent == 60
                elif side is MINUS:
                    assert own.percent <= awarded.percent == 40
                else:
                    assert own == awarded


@given(FIELDS)
def test_a_field_is_scored_from_what_was_kept_of_its_boards(lines: dict[int, list[Line]]) -> None:
    kept = {number: score_alone(on_board, 3, RULES) for number, on_board in lines.items()}
    movable = [number for number, on_board in kept.items() if may_move(on_board)]
    assert with_own_percentages(kept, movable, RULES) == score(lines)


@given(FIELDS)
def test_without_average_plus_or_minus_own_percentages_make_no_difference(
    lines: dict[int, list[Line]],
) -> None:
    def fixed(side: SideScore) -> SideScore:
        return PLAIN_SIXTY if isinstance(side, Award) else side

    plain = {
        number: [
            line(each.ns[0].number, each.ew[0].number, fixed(each.ns_score), fixed(each.ew_score))
            for each in on_board
        ]
        for number, on_board in lines.items()
    }
    assert score(plain) == score(plain, MatchpointRules(own_percentage=False))
