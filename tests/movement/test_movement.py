import pytest

from daemon.movement.movement import Movement, TableSet


@pytest.mark.parametrize(
    ("here", "contestants", "half"),
    [
        (TableSet((1,), (2,), 1), (1, 2), False),
        (TableSet((1,), (0,), 1), (1,), True),
        (TableSet((0,), (2,), 1), (2,), True),
        (TableSet((1, 2), (3, 4), 1), (1, 2, 3, 4), False),
        (TableSet((1, 0), (3, 4), 1), (1, 3, 4), True),
    ],
)
def test_a_zero_is_nobody_and_makes_a_half_table(
    here: TableSet, contestants: tuple[int, ...], *, half: bool
) -> None:
    assert here.contestants == contestants
    assert here.is_half is half


def test_a_movement_has_as_many_rounds_as_it_has_lists_of_sets() -> None:
    sets = ((TableSet((1,), (2,), 1),), (TableSet((2,), (1,), 2),))
    assert Movement(2, 1, 2, individual=False, rounds_sets=sets).rounds == 2
