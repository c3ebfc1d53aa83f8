from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.movement.asc import write_asc
from daemon.movement.balance import balance
from daemon.movement.changes import (
    curtailed,
    encounters,
    facing,
    renumbered,
    seated,
    sessions,
    switched,
    with_fixed_boards,
    without,
    without_empty_tables,
    without_gaps,
)
from daemon.movement.check import check
from daemon.movement.habits import habits
from daemon.movement.howell import howell
from daemon.movement.mitchell import mitchell
from daemon.movement.movement import Movement

MovementOf = Callable[[str], Movement]

THREE_TABLES = "6 3 3 3 0\n1 4 A  2 5 B  3 6 C\n1 6 B  2 4 C  3 5 A\n1 5 C  2 6 A  3 4 B\n"
SITTING_OUT = "5 3 3 3 0\n1 4 A  2 5 B  3 0 C\n1 0 B  2 4 C  3 5 A\n1 5 C  2 0 A  3 4 B\n"


@pytest.fixture
def three(movement_of: MovementOf) -> Movement:
    return movement_of(THREE_TABLES)


def written(movement: Movement) -> list[str]:
    """The rounds, with one blank wherever there are more."""
    return [" ".join(line.split()) for line in write_asc(movement).splitlines()[1:]]


def test_an_arrow_is_switched_where_it_is_wanted_and_nowhere_else(three: Movement) -> None:
    assert written(switched(three, {(2, 1), (3, 3)})) == [
        "1- 4 A 2- 5 B 3- 6 C",
        "6- 1 B 2- 4 C 3- 5 A",
        "1- 5 C 2- 6 A 4- 3 B",
    ]


def test_an_arrow_that_is_switched_twice_points_as_before(three: Movement) -> None:
    assert switched(switched(three, {(2, 1)}), {(2, 1)}) == three


def test_encounters_are_chosen_by_round_table_and_pair_together(three: Movement) -> None:
    assert encounters(three, rounds=[2]) == {(2, 1), (2, 2), (2, 3)}
    assert encounters(three, rounds=[2, 3], tables=[1]) == {(2, 1), (3, 1)}
    assert encounters(three, contestants=[4]) == {(1, 1), (2, 2), (3, 3)}
    assert encounters(three, rounds=[1], contestants=[2, 6]) == {(1, 2), (1, 3)}
    assert len(encounters(three)) == 9


def test_an_empty_table_is_no_encounter(movement_of: MovementOf) -> None:
    assert encounters(movement_of("4 2 1 1 0\n1 2 A  0 0 0\n")) == {(1, 1)}
    assert switched(movement_of("4 2 1 1 0\n1 2 A  0 0 0\n"), {(1, 2)}).rounds_sets[0][1] is None


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"rounds": [4]}, "there is no round 4: the movement has rounds 1 to 3"),
        ({"tables": [0, 4]}, "there is no table 0 and 4: the movement has tables 1 to 3"),
        ({"contestants": [7]}, "there is no pair 7: the movement has pairs 1 to 6"),
    ],
)
def test_what_is_not_there_cannot_be_chosen(
    three: Movement, what: dict[str, list[int]], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        encounters(three, **what)


def test_a_curtailed_movement_keeps_its_groups(three: Movement) -> None:
    short = curtailed(three, 2)
    assert short.rounds_sets == three.rounds_sets[:2]
    assert (short.groups, short.contestants) == (3, 6)


@pytest.mark.parametrize("rounds", [0, 4])
def test_a_movement_is_not_curtailed_to_more_rounds_than_it_has(
    three: Movement, rounds: int
) -> None:
    message = f"the movement has 3 rounds, so 1 to 3 of them can be played, not {rounds}"
    with pytest.raises(ValueError, match=f"^{message}$"):
        curtailed(three, rounds)


def test_sessions_are_the_rounds_in_parts(three: Movement) -> None:
    first, second = sessions(three, [2, 1])
    assert first.rounds_sets + second.rounds_sets == three.rounds_sets
    assert (first.rounds, second.rounds) == (2, 1)


@pytest.mark.parametrize("lengths", [[2, 2], [3, 0], [1], []])
def test_sessions_make_up_the_movement(three: Movement, lengths: list[int]) -> None:
    with pytest.raises(ValueError, match="give lengths of 1 or more that add up to that"):
        sessions(three, lengths)


def test_without_a_pair_its_opponents_sit_out_and_its_number_stays_free(three: Movement) -> None:
    left = without(three, 4)
    assert left.contestants == 6
    assert written(left) == [
        "0- 0 0 2- 5 B 3- 6 C",
        "1- 6 B 0- 0 0 3- 5 A",
        "1- 5 C 2- 6 A 0- 0 0",
    ]


def test_without_the_highest_number_there_is_a_pair_less(three: Movement) -> None:
    assert without(three, 6).contestants == 5


def test_a_pair_that_is_not_there_cannot_be_taken_away(three: Movement) -> None:
    with pytest.raises(ValueError, match=r"^there is no pair 7: the movement has pairs 1 to 6$"):
        without(three, 7)


def test_gaps_in_the_numbers_are_closed_in_order(three: Movement) -> None:
    left = without_gaps(without(three, 4))
    assert left.contestants == 5
    assert written(left)[0] == "0- 0 0 2- 4 B 3- 5 C"


def test_a_sit_out_stays_a_sit_out_when_numbers_change(movement_of: MovementOf) -> None:
    left = without_gaps(without(movement_of(SITTING_OUT), 1))
    assert written(left)[0] == "0- 0 0 1- 4 B 2- 0 C"


def test_tables_at_which_nobody_ever_sits_are_left_out(three: Movement) -> None:
    left = without_empty_tables(without(three, 2))
    assert left.tables == 2
    assert written(left) == ["1- 4 A 3- 6 C", "1- 6 B 3- 5 A", "1- 5 C 3- 4 B"]


def test_contestants_tables_rounds_and_groups_get_new_numbers(three: Movement) -> None:
    new = renumbered(
        three,
        contestants={1: 6, 6: 1},
        tables={1: 2, 2: 3, 3: 1},
        rounds={1: 3, 3: 1},
        groups={1: 2, 2: 1},
    )
    assert written(new) == [
        "3- 4 A 6- 5 C 2- 1 B",
        "3- 5 B 6- 1 A 2- 4 C",
        "3- 1 C 6- 4 B 2- 5 A",
    ]


def test_nothing_changes_when_nothing_is_renumbered(three: Movement) -> None:
    assert renumbered(three) == three


@pytest.mark.parametrize(
    ("new", "message"),
    [
        (
            {"contestants": {1: 2}},
            "pairs 1 and 2 would both be pair 2: give every pair a number of its own",
        ),
        (
            {"tables": {1: 3, 2: 3, 3: 1}},
            "tables 1 and 2 would both be table 3: give every table a number of its own",
        ),
        ({"rounds": {4: 1}}, "there is no round 4: the movement has rounds 1 to 3"),
        ({"groups": {1: 4}}, "there is no group 4: the movement has groups 1 to 3"),
    ],
)
def test_a_renumbering_that_is_no_permutation_is_refused(
    three: Movement, new: dict[str, dict[int, int]], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        renumbered(three, **new)


def test_empty_tables_move_with_the_others(movement_of: MovementOf) -> None:
    movement = movement_of("4 2 2 2 0\n1 2 A  0 0 0\n3 4 A  1 2 B\n")
    new = renumbered(movement, tables={1: 2, 2: 1}, groups={1: 2, 2: 1})
    assert written(new) == ["0- 0 0 1- 2 B", "1- 2 A 3- 4 B"]


@pytest.mark.parametrize("pair", range(1, 11))
def test_a_pair_that_is_fixed_at_a_table_always_sits_there(pair: int) -> None:
    fixed = seated(howell(5), pair, 3)
    for before, after in zip(howell(5).rounds_sets, fixed.rounds_sets, strict=True):
        assert after[2] is not None
        assert pair in after[2].contestants
        assert set(after) == set(before)


def test_in_a_round_that_a_pair_sits_out_its_table_stays_as_it_was(three: Movement) -> None:
    left = without(three, 4)
    assert written(seated(left, 1, 3)) == [
        "0- 0 0 2- 5 B 3- 6 C",
        "3- 5 A 0- 0 0 1- 6 B",
        "0- 0 0 2- 6 A 1- 5 C",
    ]


@pytest.mark.parametrize(("direction", "ns"), [("NS", 9), ("EW", 0)])
def test_a_fixed_pair_can_always_face_the_same_way(direction: str, ns: int) -> None:
    movement = howell(5)
    turned = switched(movement, facing(movement, 4, direction))
    assert habits(turned)[3].ns == ns


@pytest.mark.parametrize(("pair", "table"), [(11, 1), (1, 6)])
def test_nobody_is_fixed_at_a_place_that_is_not_there(pair: int, table: int) -> None:
    with pytest.raises(ValueError, match=r"^there is no (pair 11|table 6): "):
        seated(howell(5), pair, table)


def test_boards_that_stay_are_each_at_their_own_table() -> None:
    movement = howell(5)
    fixed = with_fixed_boards(movement)
    assert fixed.tables == movement.groups == 9
    for before, after in zip(movement.rounds_sets, fixed.rounds_sets, strict=True):
        assert [here.group for here in after if here] == [
            table for table, here in enumerate(after, start=1) if here
        ]
        assert {here for here in after if here} == set(before)


def test_empty_and_half_tables_play_no_boards_that_could_stay(movement_of: MovementOf) -> None:
    fixed = with_fixed_boards(movement_of(SITTING_OUT))
    assert written(fixed)[0] == "1- 4 A 2- 5 B 0- 0 0"


def test_boards_that_tables_share_cannot_stay() -> None:
    message = (
        "two tables share group 1 in round 1, so it cannot stay at one of them: take a movement "
        "without sharing"
    )
    with pytest.raises(ValueError, match=f"^{message}$"):
        with_fixed_boards(mitchell(6))


@settings(max_examples=20)
@given(st.permutations(range(1, 11)), st.permutations(range(1, 6)), st.permutations(range(1, 8)))
def test_other_numbers_change_nothing_about_a_movement_and_can_be_taken_back(
    pairs: list[int], tables: list[int], rounds: list[int]
) -> None:
    movement = howell(5, 7)
    new = {
        "contestants": dict(enumerate(pairs, start=1)),
        "tables": dict(enumerate(tables, start=1)),
        "rounds": dict(enumerate(rounds, start=1)),
        "groups": dict(enumerate(rounds, start=1)),
    }
    changed = renumbered(movement, **new)
    assert balance(changed).qf == balance(movement).qf
    assert check(changed) == check(movement) == ()
    back = {thing: {there: here for here, there in old.items()} for thing, old in new.items()}
    assert renumbered(changed, **back) == movement
