from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from daemon.scoring.adjustment import Adjustment, adjust
from daemon.scoring.rules import Ties
from daemon.scoring.standings import standings
from daemon.scoring.tally import Tally
from daemon.scoring.traveller import Contestant

ONE, TWO, THREE = (Contestant("A", number) for number in (1, 2, 3))


def gathered(boards: int, total: int | str, maximum: int) -> Tally:
    return Tally(boards, Fraction(total), Fraction(maximum))


def test_points_go_onto_the_total_and_leave_boards_and_maximum() -> None:
    tallies = {ONE: gathered(24, "150.5", 288), TWO: gathered(24, 140, 288)}
    corrections = {ONE: Adjustment(points=Fraction("-2.5")), TWO: Adjustment(points=Fraction(10))}
    assert adjust(tallies, corrections) == {
        ONE: gathered(24, 148, 288),
        TWO: gathered(24, 150, 288),
    }


def test_what_is_carried_in_comes_with_its_maximum_and_boards() -> None:
    corrections = {ONE: Adjustment(carried=gathered(4, "37.3", 56))}
    assert adjust({ONE: gathered(24, "155.3", 336)}, corrections) == {
        ONE: gathered(28, "192.6", 392)
    }


def test_percentage_points_leave_the_tally_alone() -> None:
    tallies = {ONE: gathered(24, 150, 288)}
    assert adjust(tallies, {ONE: Adjustment(percent_points=Fraction(-3))}) == tallies


def test_corrections_of_one_contestant_add_up() -> None:
    first = Adjustment(Fraction(3), Fraction(-1), gathered(4, 30, 56))
    second = Adjustment(Fraction(-5), Fraction("0.5"), gathered(2, 10, 28))
    assert first + second == Adjustment(Fraction(-2), Fraction("-0.5"), gathered(6, 40, 84))
    assert first + Adjustment() == first


def test_who_has_played_nothing_can_carry_something_in() -> None:
    assert adjust({}, {ONE: Adjustment(carried=gathered(4, 30, 56))}) == {ONE: gathered(4, 30, 56)}


def test_points_alone_give_nobody_a_rank() -> None:
    corrected = adjust({TWO: gathered(3, 10, 20)}, {ONE: Adjustment(points=Fraction(-2))})
    played, unplayed = standings([ONE, TWO], corrected, Ties.SHOWN)
    assert (played.contestant, played.rank) == (TWO, 1)
    assert (unplayed.contestant, unplayed.rank, unplayed.total) == (ONE, None, Fraction(-2))


def test_others_keep_what_they_have() -> None:
    before = {ONE: gathered(3, 10, 20), TWO: gathered(3, 10, 20)}
    after = adjust(before, {THREE: Adjustment(points=Fraction(1)), ONE: Adjustment()})
    assert after == {**before, THREE: gathered(0, 1, 0)}
    assert before == {ONE: gathered(3, 10, 20), TWO: gathered(3, 10, 20)}


NUMBERS = st.integers(-600, 600).map(lambda twelfths: Fraction(twelfths, 12))
TALLIES = st.builds(Tally, st.integers(0, 30), NUMBERS, NUMBERS)
ADJUSTMENTS = st.builds(Adjustment, NUMBERS, NUMBERS, TALLIES)


@given(TALLIES, ADJUSTMENTS, ADJUSTMENTS)
def test_two_corrections_are_worth_their_sum(
    tally: Tally, first: Adjustment, second: Adjustment
) -> None:
    one_by_one = adjust(adjust({ONE: tally}, {ONE: first}), {ONE: second})
    assert one_by_one == adjust({ONE: tally}, {ONE: first + second})
