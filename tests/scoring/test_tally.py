from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridge.seat import Side
from daemon.scoring.tally import Tally, retally, sum_points, tally, with_sit_outs
from daemon.scoring.traveller import Compared, Contestant, Line, Points, ScoredLine

SCORE = Compared(0)
ONE, TWO, THREE, FOUR = (Contestant("A", number) for number in range(1, 5))


def out_of_ten(points: int | str) -> Points:
    return Points(Fraction(points), Fraction(10))


def gathered(boards: int, total: int | str, maximum: int) -> Tally:
    return Tally(boards, Fraction(total), Fraction(maximum))


def scored(ns: Contestant, ew: Contestant, ns_points: str, ew_points: str) -> ScoredLine:
    line = Line((ns,), (ew,), SCORE, SCORE)
    return ScoredLine(line, (out_of_ten(ns_points),), (out_of_ten(ew_points),))


LINES = [
    scored(ONE, TWO, "10/3", "20/3"),
    scored(TWO, ONE, "1/2", "19/2"),
    scored(ONE, THREE, "6", "4"),
]


def test_a_contestant_gathers_what_it_gets_on_either_side() -> None:
    assert tally(LINES) == {
        ONE: gathered(3, "113/6", 30),
        TWO: gathered(2, "43/6", 20),
        THREE: gathered(1, 4, 10),
    }


def test_a_direction_is_gathered_by_itself() -> None:
    assert tally(LINES, [Side.NS]) == {
        ONE: gathered(2, "28/3", 20),
        TWO: gathered(1, "1/2", 10),
    }
    assert tally(LINES, [Side.EW]) == {
        TWO: gathered(1, "20/3", 10),
        ONE: gathered(1, "19/2", 10),
        THREE: gathered(1, 4, 10),
    }


def test_each_player_of_an_individual_tournament_gets_the_score_of_his_side() -> None:
    line = Line((ONE, TWO), (THREE, FOUR), SCORE, SCORE)
    seven, three = out_of_ten(7), out_of_ten(3)
    assert tally([ScoredLine(line, (seven, seven), (three, three))]) == {
        ONE: gathered(1, 7, 10),
        TWO: gathered(1, 7, 10),
        THREE: gathered(1, 3, 10),
        FOUR: gathered(1, 3, 10),
    }


def test_without_lines_nobody_has_a_tally() -> None:
    assert tally([]) == {}
    assert sum_points([]) == Tally()


def test_percentage_and_average_are_exact() -> None:
    assert gathered(3, "113/6", 30).percent == Fraction(565, 9)
    assert gathered(3, "113/6", 30).average == Fraction(113, 18)


def test_boards_that_compare_nothing_give_no_percentage() -> None:
    assert gathered(2, 0, 0).percent is None
    assert gathered(2, 0, 0).average == 0
    assert Tally().percent is None
    assert Tally().average == 0


def test_who_has_no_line_left_has_no_tally() -> None:
    assert retally(tally(LINES), LINES, LINES[1:]) == tally(LINES[1:])
    assert retally(tally(LINES), LINES, []) == {}


def test_tallies_add_up() -> None:
    carried = gathered(4, "37.3", 56)
    assert gathered(24, "155.3", 336) + carried == gathered(28, "192.6", 392)


def test_a_sit_out_counts_as_half_of_the_top_when_averaged() -> None:
    averaged = with_sit_outs(tally(LINES), {TWO: 3, THREE: 1}, Fraction(10))
    assert averaged == {
        ONE: gathered(3, "113/6", 30),
        TWO: gathered(5, "133/6", 50),
        THREE: gathered(2, 9, 20),
    }


def test_a_sit_out_gives_nothing_to_a_contestant_that_has_not_played() -> None:
    assert with_sit_outs({ONE: Tally()}, {ONE: 3, TWO: 3}, Fraction(10)) == {ONE: Tally()}


@pytest.mark.parametrize("side", list(Side))
def test_points_that_do_not_match_the_contestants_are_refused(side: Side) -> None:
    ten = out_of_ten(10)
    torn = ScoredLine(Line((ONE,), (TWO,), SCORE, SCORE), (ten, ten), (ten, ten))
    with pytest.raises(ValueError, match="argument 2 is longer"):
        tally([torn], [side])


NUMERATORS, DENOMINATORS = st.integers(0, 99), st.integers(1, 24)


@given(st.lists(st.tuples(NUMERATORS, DENOMINATORS, st.integers(10, 30)), max_size=30))
def test_a_sum_is_exact(items: list[tuple[int, int, int]]) -> None:
    points = [Points(Fraction(part, whole), Fraction(top)) for part, whole, top in items]
    total, maximum = Fraction(0), Fraction(0)
    for each in points:
        total += each.points
        maximum += each.maximum
    assert sum_points(points) == Tally(len(points), total, maximum)
