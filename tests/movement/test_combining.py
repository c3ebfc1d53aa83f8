from collections.abc import Callable

import pytest

from daemon.movement.check import check
from daemon.movement.combining import numbered_from, one_after_the_other, side_by_side
from daemon.movement.howell import howell
from daemon.movement.individual import individual
from daemon.movement.mitchell import mitchell
from daemon.movement.movement import Movement
from daemon.problem import Severity

MovementOf = Callable[[str], Movement]


def errors(movement: Movement) -> list[str]:
    return [one.message for one in check(movement) if one.severity is Severity.ERROR]


def test_two_sections_are_one_movement_with_the_tables_of_the_second_last() -> None:
    one, other = howell(4), numbered_from(mitchell(7), 9)
    both = side_by_side(one, other)
    assert (both.contestants, both.tables, both.rounds, both.groups) == (22, 11, 7, 7)
    assert errors(both) == []
    for left, right, together in zip(
        one.rounds_sets, other.rounds_sets, both.rounds_sets, strict=True
    ):
        assert together == (*left, *right)


def test_numbers_go_on_from_any_number_and_zeros_stay(movement_of: MovementOf) -> None:
    moved = numbered_from(movement_of("3 2 1 1 0\n1 2 A  3 0 A\n"), 11)
    assert moved.contestants == 13
    assert [here.contestants for here in moved.rounds_sets[0] if here] == [(11, 12), (13,)]


def test_sections_that_share_numbers_are_refused() -> None:
    message = (
        "both sections have pairs 1 to 8: number those of the second from 9 on (combine "
        "--renumber does so)"
    )
    with pytest.raises(ValueError, match="both sections") as refusal:
        side_by_side(howell(4), mitchell(7))
    assert str(refusal.value) == message


def test_a_single_number_that_is_shared_is_named(movement_of: MovementOf) -> None:
    one, other = movement_of("2 1 1 1 0\n1 2 A\n"), movement_of("3 1 1 1 0\n2 3 A\n")
    with pytest.raises(ValueError, match=r"^both sections have pair 2: "):
        side_by_side(one, other)


def test_sections_have_the_same_number_of_rounds() -> None:
    message = "one section has 7 rounds and the other 5: curtail the longer one"
    with pytest.raises(ValueError, match=f"^{message}$"):
        side_by_side(howell(4), numbered_from(mitchell(5), 9))


def test_pairs_and_players_do_not_mix() -> None:
    message = (
        "one movement is of pairs and the other of players: both must be of pairs, or both of "
        "individuals"
    )
    for combine in (side_by_side, one_after_the_other):
        with pytest.raises(ValueError, match=f"^{message}$"):
            combine(howell(4), individual(8))


def test_stages_follow_each_other_at_boards_that_follow(movement_of: MovementOf) -> None:
    one = mitchell(5)
    other = movement_of("10 4 2 4 0\n1 2 A  3 4 B  5 6 A  7 0 B\n2 3 C  1 5 D  0 0 0  6 7 C\n")
    both = one_after_the_other(one, other)
    assert (both.contestants, both.tables, both.rounds, both.groups) == (10, 5, 7, 9)
    assert both.rounds_sets[:5] == one.rounds_sets
    later = both.rounds_sets[5:]
    assert [here.group for here in later[0] if here] == [6, 7, 6, 7]
    assert later[1][2] is None
    assert later[0][4] is None
    assert errors(both) == []


def test_the_first_stage_may_have_fewer_tables() -> None:
    both = one_after_the_other(howell(4), mitchell(7))
    assert both.tables == 7
    assert both.contestants == 14
    assert both.rounds_sets[0][4:] == (None, None, None)
