from collections import Counter
from fractions import Fraction

import pytest

from daemon.movement.balance import balance
from daemon.movement.habits import habits, meeting_matrix
from daemon.movement.howell import MOST_TABLES, cycle_of, howell
from daemon.movement.howell_starts import STARTS
from daemon.movement.movement import Movement


def shared(movement: Movement) -> set[int]:
    """How many tables play a group that another table plays too, in any round."""
    return {
        sum(count for count in Counter(here.group for here in sets if here).values() if count > 1)
        for sets in movement.rounds_sets
    }


@pytest.mark.parametrize("tables", range(2, MOST_TABLES + 1))
def test_in_a_full_howell_everybody_meets_everybody_once(tables: int) -> None:
    movement = howell(tables)
    matrix = meeting_matrix(movement)
    assert movement.rounds == 2 * tables - 1
    assert all(
        value == (row != column)
        for row, values in enumerate(matrix)
        for column, value in enumerate(values)
    )


@pytest.mark.parametrize("tables", range(4, MOST_TABLES + 1))
def test_from_four_tables_on_no_boards_are_shared_in_a_full_howell(tables: int) -> None:
    assert shared(howell(tables)) == {0}


def test_with_two_tables_boards_are_shared_and_with_three_only_in_the_last_round() -> None:
    assert shared(howell(2)) == {2}
    movement = howell(3)
    assert [shared(Movement(6, 3, 5, False, (sets,))) for sets in movement.rounds_sets] == [  # noqa: FBT003 - a field
        {0},
        {0},
        {0},
        {0},
        {3},
    ]


@pytest.mark.parametrize(("tables", "rounds"), sorted(STARTS))
def test_a_howell_of_any_tabulated_length_has_no_second_meeting(tables: int, rounds: int) -> None:
    movement = howell(tables, rounds)
    assert movement.groups == movement.rounds == rounds
    assert max(value for row in meeting_matrix(movement) for value in row) == 1
    stay = [
        one.contestant for one in habits(movement) if one.follows == ((one.contestant, rounds - 1),)
    ]
    assert stay == list(range(rounds + 1, 2 * tables + 1))


def test_where_no_howell_is_so_short_a_longer_one_is_curtailed() -> None:
    assert cycle_of(8, 7) == 9
    movement = howell(8, 7)
    assert (movement.rounds, movement.groups) == (7, 9)
    assert movement.rounds_sets == howell(8, 9).rounds_sets[:7]


@pytest.mark.parametrize(("tables", "qf"), [(2, 100), (3, 60), (4, 100), (6, 100), (8, 100)])
def test_howells_of_some_sizes_are_perfectly_balanced(tables: int, qf: int) -> None:
    # 4n pairs can be balanced exactly where 4n - 1 is a prime power; six pairs reach 60, as the
    # best published movement of that size does.
    assert balance(howell(tables)).qf == Fraction(qf)


@pytest.mark.parametrize("tables", range(5, 21))
def test_a_full_howell_is_at_least_as_even_as_the_best_that_clubs_play(tables: int) -> None:
    found = balance(howell(tables)).qf
    assert found is not None
    assert found > 83


@pytest.mark.parametrize(
    ("tables", "rounds", "message"),
    [
        (1, None, "a Howell has 2 to 30 tables here, not 1"),
        (31, None, "a Howell has 2 to 30 tables here, not 31"),
        (5, 10, "a Howell of 5 tables has 1 to 9 rounds (then everybody has met), not 10"),
        (5, 0, "a Howell of 5 tables has 1 to 9 rounds (then everybody has met), not 0"),
    ],
)
def test_numbers_that_no_howell_has_are_refused(
    tables: int, rounds: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match="Howell") as refusal:
        howell(tables, rounds)
    assert str(refusal.value) == message
