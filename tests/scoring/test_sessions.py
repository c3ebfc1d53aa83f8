from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.scoring.sessions import Earlier, Session, average_sessions, sum_sessions
from daemon.scoring.tally import Tally
from daemon.scoring.traveller import Contestant

ONE, TWO, THREE = (Contestant("A", number) for number in (1, 2, 3))


def gathered(boards: int, total: int | str, maximum: int | str) -> Tally:
    return Tally(boards, Fraction(total), Fraction(maximum))


def session(boards: int, total: int | str, maximum: int, percent: str | None = None) -> Session:
    """A session; its percentage is that of the total where none is given."""
    tally = gathered(boards, total, maximum)
    return Session(tally, tally.percent if percent is None else Fraction(percent))


# Last week: 24 boards with a top of 10; today 8 boards with a top of 20.
LAST_WEEK = {ONE: [session(24, 144, 240)], TWO: [session(24, 120, 240)]}
TODAY = {ONE: gathered(8, 64, 160), THREE: gathered(8, 96, 160)}


def test_sessions_are_added_up() -> None:
    assert sum_sessions(TODAY, LAST_WEEK) == {
        ONE: gathered(32, 208, 400),
        THREE: gathered(8, 96, 160),
        TWO: gathered(24, 120, 240),
    }


def test_percentages_are_averaged_by_the_boards_of_each_session() -> None:
    # One: 60 % of 24 boards and 40 % of 8: (60 x 24 + 40 x 8) / 32 = 55.
    averaged = average_sessions(TODAY, LAST_WEEK)
    assert {who: found.percent for who, found in averaged.items()} == {ONE: 55, TWO: 50, THREE: 60}


def test_an_averaged_total_is_out_of_a_hundred_a_board() -> None:
    averaged = average_sessions(TODAY, LAST_WEEK)
    assert averaged == {
        ONE: gathered(32, 1760, 3200),
        THREE: gathered(8, 480, 800),
        TWO: gathered(24, 1200, 2400),
    }
    assert averaged[ONE].average == averaged[ONE].percent == 55


def test_several_earlier_sessions_count_each_with_its_boards() -> None:
    earlier = {ONE: [session(10, 70, 100), session(30, 40, 80)]}
    today = {ONE: gathered(20, 10, 40)}
    # 70 % of 10 boards, 50 % of 30, 25 % of 20.
    assert average_sessions(today, earlier)[ONE].percent == Fraction(700 + 1500 + 500, 60)
    assert sum_sessions(today, earlier)[ONE] == gathered(60, 120, 220)


def test_percentage_points_of_an_earlier_session_come_along() -> None:
    # 60 % and a penalty of 2.5 points: 138 of 240; (57.5 x 24 + 40 x 8) / 32 = 53.125.
    earlier = {ONE: [session(24, 144, 240, "57.5")]}
    assert sum_sessions(TODAY, earlier)[ONE] == gathered(32, 138 + 64, 400)
    assert average_sessions(TODAY, earlier)[ONE].percent == Fraction("53.125")


def test_a_session_in_which_nothing_was_compared_weighs_nothing() -> None:
    earlier = {ONE: [Session(gathered(2, 0, 0), None)]}
    assert average_sessions({ONE: gathered(8, 64, 160)}, earlier)[ONE] == gathered(10, 320, 800)
    assert sum_sessions({ONE: gathered(8, 64, 160)}, earlier)[ONE] == gathered(10, 64, 160)
    nothing = average_sessions({ONE: gathered(3, 0, 0)}, earlier)[ONE]
    assert nothing == gathered(5, 0, 0)
    assert nothing.percent is None


@pytest.mark.parametrize("mode", [sum_sessions, average_sessions])
def test_who_has_not_played_today_has_what_was_carried_over(
    mode: Callable[[Mapping[Contestant, Tally], Earlier], dict[Contestant, Tally]],
) -> None:
    assert mode({ONE: Tally()}, LAST_WEEK)[ONE].percent == 60


def test_without_earlier_sessions_percentages_stay_as_they_are() -> None:
    assert sum_sessions(TODAY, {}) == TODAY
    averaged = average_sessions(TODAY, {})
    assert {who: found.percent for who, found in averaged.items()} == {ONE: 40, THREE: 60}


RESULTS = st.tuples(st.integers(1, 30), st.integers(0, 100), st.integers(100, 300))


@given(st.lists(RESULTS, min_size=1, max_size=4), RESULTS)
def test_a_mean_is_what_every_board_with_its_session_s_percentage_gives(
    before: list[tuple[int, int, int]], now: tuple[int, int, int]
) -> None:
    earlier: Earlier = {ONE: [session(*result) for result in before]}
    boards = [
        Fraction(100 * total, maximum)
        for count, total, maximum in (*before, now)
        for _ in range(count)
    ]
    averaged = average_sessions({ONE: gathered(*now)}, earlier)[ONE]
    assert averaged.percent == averaged.average == sum(boards) / len(boards)
    assert averaged.boards == len(boards)


@given(st.lists(RESULTS, min_size=2, max_size=4))
def test_the_order_of_sessions_changes_nothing(results: list[tuple[int, int, int]]) -> None:
    there: Earlier = {ONE: [session(*result) for result in results]}
    back: Earlier = {ONE: [session(*result) for result in reversed(results)]}
    assert sum_sessions({}, there) == sum_sessions({}, back)
    assert average_sessions({}, there) == average_sessions({}, back)


@given(RESULTS, RESULTS, RESULTS)
def test_sessions_can_be_carried_over_one_by_one(
    first: tuple[int, int, int], second: tuple[int, int, int], third: tuple[int, int, int]
) -> None:
    for mode in (sum_sessions, average_sessions):
        at_once = mode({ONE: gathered(*third)}, {ONE: [session(*first), session(*second)]})
        halfway = mode({ONE: gathered(*second)}, {ONE: [session(*first)]})[ONE]
        carried: Earlier = {ONE: [Session(halfway, halfway.percent)]}
        assert mode({ONE: gathered(*third)}, carried) == at_once
