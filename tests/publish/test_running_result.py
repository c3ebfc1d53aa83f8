from fractions import Fraction

import pytest

from daemon.bridge.seat import Side
from daemon.publish.own_lines import OwnLine
from daemon.publish.running_result import Running, chart, running_result
from daemon.tournament.results import Status, TravellerLine


def _own(points: int | None, top: int | None, side: Side = Side.NS) -> OwnLine:
    given = None if points is None else Fraction(points)
    ns, ew = (given, None) if side is Side.NS else (None, given)
    line = TravellerLine(
        1,
        1,
        1,
        2,
        Status.SCORED,
        ns_points=ns,
        ew_points=ew,
        top=None if top is None else Fraction(top),
    )
    return OwnLine(1, side, line)


def test_matchpoints_run_as_a_percentage_of_what_could_be_won() -> None:
    lines = [_own(4, 4), _own(1, 4, Side.EW), _own(0, 2)]
    assert running_result(lines) == Running(
        (Fraction(100), Fraction(500, 8), Fraction(50)), is_percent=True
    )


def test_imps_add_up() -> None:
    assert running_result([_own(5, 0), _own(-7, 0)]) == Running(
        (Fraction(5), Fraction(-2)), is_percent=False
    )


def test_boards_that_do_not_count_are_passed_over() -> None:
    assert running_result([_own(None, None), _own(3, None)]).values == (Fraction(3),)


@pytest.mark.parametrize("values", [(), (Fraction(50),)])
def test_fewer_than_two_boards_are_no_chart(values: tuple[Fraction, ...]) -> None:
    assert chart(Running(values, is_percent=True)) is None


def test_the_average_is_in_the_middle_and_the_farthest_at_the_edge() -> None:
    drawn = chart(Running((Fraction(75), Fraction(50), Fraction(100)), is_percent=True))
    assert drawn is not None
    assert (drawn.average, drawn.points) == ("60.0", "8.0,34.0 300.0,60.0 592.0,8.0")
    assert (drawn.last_x, drawn.last_y) == ("592.0", "8.0")


def test_small_differences_are_no_mountains() -> None:
    drawn = chart(Running((Fraction(1), Fraction(0)), is_percent=False))
    assert drawn is not None
    assert drawn.points == "8.0,49.6 592.0,60.0"
