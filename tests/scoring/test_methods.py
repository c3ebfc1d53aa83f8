import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.bridge.seat import Side
from daemon.scoring.field import score_field
from daemon.scoring.methods import score_lines
from daemon.scoring.rules import (
    BoardAMatchRules,
    BoardRules,
    ButlerRules,
    CrossImpRules,
    Divide,
    Drop,
    Expected,
    ImpsPerTenth,
    MatchpointRules,
    Measure,
    RoundHalf,
    Rounding,
    SmallSubfield,
    Ties,
    TotalPointRules,
    Unequal,
)
from daemon.scoring.standings import standings
from daemon.scoring.tally import Tally, tally
from daemon.scoring.traveller import (
    Award,
    Compared,
    Contestant,
    Line,
    SideScore,
    Weighted,
)
from tests.scoring.conftest import board, columns

PLUS = Award(Fraction(60), floor=True)
MINUS = Award(Fraction(40), ceiling=True)

# Everything that a board can have: what is held or missing is no line.
SCORES = [-1400, -620, -200, -50, 0, 90, 110, 140, 420, 450, 630, 1430]
COMPARED = st.sampled_from(SCORES).map(Compared)
AWARDS = st.one_of(
    st.integers(0, 100).map(lambda percent: Award(Fraction(percent))),
    st.sampled_from([PLUS, Award(Fraction(50)), MINUS]),
)


@st.composite
def weighted_scores(draw: st.DrawFn) -> Weighted:
    shares = draw(st.lists(st.integers(1, 9), min_size=1, max_size=3))
    return Weighted(
        tuple((Fraction(share, sum(shares)), draw(st.sampled_from(SCORES))) for share in shares)
    )


REAL = st.one_of(COMPARED, COMPARED, weighted_scores())
SIDES = st.one_of(REAL, REAL, AWARDS)
UNSPLIT = REAL.map(lambda score: (score, score))
ROUNDINGS = st.builds(
    Rounding,
    st.sampled_from([None, Fraction("0.01"), Fraction("0.1"), Fraction(1)]),
    st.sampled_from(list(RoundHalf)),
)
PER_TENTH = st.sampled_from(list(ImpsPerTenth))
CAPS = st.sampled_from([0, 10, 17])
MATCHPOINTS = st.builds(
    MatchpointRules,
    st.sampled_from([1, 2]),
    st.sampled_from(list(Unequal)),
    small_subfield=st.sampled_from(list(SmallSubfield)),
    rounding=ROUNDINGS,
)
CROSS_IMPS = st.builds(
    CrossImpRules, st.sampled_from(list(Divide)), CAPS, PER_TENTH, rounding=ROUNDINGS
)
BUTLER = st.builds(
    ButlerRules,
    st.sampled_from(list(Drop)),
    st.integers(1, 6),
    st.sampled_from([0, 1, 10]),
    CAPS,
    PER_TENTH,
    rounding=ROUNDINGS,
)
RULES: st.SearchStrategy[BoardRules] = st.one_of(
    MATCHPOINTS,
    CROSS_IMPS,
    BUTLER,
    st.builds(TotalPointRules, PER_TENTH, rounding=ROUNDINGS),
    st.builds(BoardAMatchRules, rounding=ROUNDINGS),
)
DEALS = st.sampled_from([0, 0, 0, 1])
MISSING = st.integers(0, 5)


def lines_of(
    sides: st.SearchStrategy[tuple[SideScore, SideScore]],
) -> st.SearchStrategy[list[Line]]:
    return st.lists(st.tuples(sides, DEALS), min_size=1, max_size=9).map(
        lambda drawn: [
            Line((Contestant("A", at),), (Contestant("A", 100 + at),), ns, ew, deal)
            for at, ((ns, ew), deal) in enumerate(drawn)
        ]
    )


ANY = lines_of(st.one_of(UNSPLIT, st.tuples(SIDES, SIDES)))


def negated(score: SideScore) -> SideScore:
    match score:
        case Compared(score=own):
            return Compared(-own)
        case Weighted(outcomes=outcomes):
            return Weighted(tuple((weight, -outcome) for weight, outcome in outcomes))
        case _:
            return score


@settings(max_examples=50)
@given(ANY, MISSING, RULES)
def test_negating_every_score_mirrors_the_result(
    lines: list[Line], missing: int, rules: BoardRules
) -> None:
    turned = [
        replace(one, ns_score=negated(one.ew_score), ew_score=negated(one.ns_score))
        for one in lines
    ]
    expected = len(lines) + missing
    mirrored = tuple((ns, ew) for ew, ns in score_lines(turned, expected, rules))
    assert mirrored == score_lines(lines, expected, rules)


@settings(max_examples=50)
@given(st.lists(ANY, min_size=1, max_size=3), MISSING, RULES, st.randoms(use_true_random=False))
def test_the_order_in_which_results_come_in_changes_nothing_and_neither_does_scoring_twice(
    boards: list[list[Line]], missing: int, rules: BoardRules, dice: random.Random
) -> None:
    def total(order: list[tuple[int, list[Line]]]) -> dict[Contestant, Tally]:
        expected = {at: len(lines) + missing for at, lines in order}
        scored = score_field(dict(order), expected, rules)
        return tally(line for on_board in scored.values() for line in on_board)

    numbered = list(enumerate(boards))
    shuffled = [
        (at, dice.sample(lines, len(lines))) for at, lines in dice.sample(numbered, len(numbered))
    ]
    assert total(numbered) == total(numbered) == total(shuffled)


@settings(max_examples=50)
@given(lines_of(UNSPLIT), CROSS_IMPS)
def test_exact_cross_imps_of_a_board_without_awards_sum_to_zero(
    lines: list[Line], rules: CrossImpRules
) -> None:
    ns, ew = columns(score_lines(lines, len(lines), replace(rules, rounding=Rounding())))
    assert sum(ns) == sum(ew) == 0
    assert ew == [-points for points in ns]


@settings(max_examples=50)
@given(lines_of(UNSPLIT), MISSING, RULES)
def test_both_sides_of_an_unsplit_line_share_what_there_is(
    lines: list[Line], missing: int, rules: BoardRules
) -> None:
    exact = replace(rules, rounding=Rounding())
    if isinstance(exact, MatchpointRules):
        exact = replace(exact, small_subfield=SmallSubfield.OFF)
    for ns, ew in score_lines(lines, len(lines) + missing, exact):
        assert ns.points + ew.points == ns.maximum == ew.maximum


@settings(max_examples=50)
@given(ANY, MISSING, MATCHPOINTS)
def test_matchpoints_of_the_real_scores_of_a_deal_sum_to_half_of_their_tops(
    lines: list[Line], missing: int, rules: MatchpointRules
) -> None:
    exact = replace(rules, rounding=Rounding(), small_subfield=SmallSubfield.OFF)
    scored = score_lines(lines, len(lines) + missing, exact)
    for side in Side:
        for deal in {line.deal for line in lines}:
            real = [
                both[side is Side.EW]
                for line, both in zip(lines, scored, strict=True)
                if line.deal == deal and not isinstance(line.score(side), Award)
            ]
            assert sum(each.points for each in real) * 2 == sum(each.maximum for each in real)


@settings(max_examples=50)
@given(ANY, MISSING, RULES)
def test_an_award_changes_nothing_for_real_scores(
    lines: list[Line], missing: int, rules: BoardRules
) -> None:
    expected = len(lines) + missing
    scored = dict(zip(lines, score_lines(lines, expected, rules), strict=True))
    rest = [line for line in lines if not isinstance(line.ns_score, Award)]
    without = dict(zip(rest, score_lines(rest, expected, rules), strict=True))
    if all(line.deal == 0 for line in lines):
        assert {line: ns for line, (ns, _) in without.items()} == {
            line: scored[line][0] for line in rest
        }


def field(first: SideScore, *others: tuple[int, int]) -> dict[int, list[Line]]:
    """Pair 1 has `first` on board 1; on the others it scores the one, pair 2 the other."""
    boards = {1: board(first, 0)}
    for number, (own, other) in enumerate(others, start=2):
        boards[number] = board(own, other)
    return boards


def imps_of_first(boards: dict[int, list[Line]], rules: BoardRules) -> Fraction:
    scored = score_field(boards, dict.fromkeys(boards, 2), rules)
    return scored[1][0].ns[0].points


@pytest.mark.parametrize("rules", [CrossImpRules(), ButlerRules(drop=Drop.NONE)])
def test_average_plus_becomes_the_own_average_in_imps_where_that_is_higher(
    rules: BoardRules,
) -> None:
    # 420 against -50: 10 IMPs by cross-IMPs, 6 from a datum of 190 (rounded from 185).
    better = field(PLUS, (420, -50))
    own = {CrossImpRules: 10, ButlerRules: 6}[type(rules)]
    assert imps_of_first(better, rules) == own
    assert imps_of_first(better, replace(rules, own_percentage=False)) == 3
    assert imps_of_first(field(PLUS, (420, 420)), rules) == 3


def test_average_minus_becomes_the_own_average_in_imps_where_that_is_lower() -> None:
    rules = CrossImpRules()
    assert imps_of_first(field(MINUS, (-50, 420), (420, 420)), rules) == -5
    assert imps_of_first(field(MINUS, (420, -50)), rules) == -3
    # Without another board the award stays as it is.
    assert imps_of_first(field(MINUS), rules) == -3


def test_average_plus_becomes_the_own_percentage_in_board_a_match() -> None:
    rules = BoardAMatchRules()
    assert imps_of_first(field(PLUS, (420, -50)), rules) == 2
    assert imps_of_first(field(PLUS, (420, 420)), rules) == Fraction("1.2")


def test_an_own_percentage_is_rounded_like_every_line() -> None:
    rules = MatchpointRules(rounding=Rounding(Fraction(1)))
    boards = {
        1: board(PLUS, 0, 0, 0),
        2: board(420, 0, 0, 0),
        3: board(50, 50, 0, 100),
    }
    scored = score_field(boards, dict.fromkeys(boards, 4), rules)
    # 6 and 3 of 6 on the others: 75 %, which is 4.5 of 6.
    assert scored[1][0].ns[0].points == 5


def test_a_percentage_needs_other_boards_that_compare_something() -> None:
    boards = {1: board(MINUS, 0), 2: board(420)}
    scored = score_field(boards, {1: 2, 2: 1}, MatchpointRules(expected=Expected.PER_BOARD))
    assert scored[1][0].ns[0].percent == 40


def test_in_imps_the_average_per_board_decides_the_rank() -> None:
    tallies = {
        Contestant("A", 1): Tally(10, Fraction(20)),
        Contestant("A", 2): Tally(5, Fraction(15)),
        Contestant("A", 3): Tally(3, Fraction("9.001")),  # shown as 3.00 per board
        Contestant("A", 4): Tally(),
        Contestant("A", 5): Tally(4, Fraction(-1)),
    }
    rows = standings(tallies, tallies, Ties.SHOWN, measure=Measure.AVERAGE)
    assert [(row.contestant.number, row.rank, row.tied, row.percent) for row in rows] == [
        (3, 1, True, None),
        (2, 1, True, None),
        (1, 3, False, None),
        (5, 4, False, None),
        (4, None, False, None),
    ]
    exact = standings(tallies, tallies, Ties.EXACT, measure=Measure.AVERAGE)
    assert [row.contestant.number for row in exact] == [3, 2, 1, 5, 4]
