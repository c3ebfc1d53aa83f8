from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.movement.asc import read_asc, write_asc
from daemon.movement.movement import Movement, TableSet
from daemon.problem import Source, has_errors


def test_the_minimum_form_has_five_numbers_and_a_round_on_every_line(
    movement_of: Callable[[str], Movement],
) -> None:
    movement = movement_of("10 7 H g\n8 1 1   5 3 2   10 7 3   6 2 4   4 9 5\n")
    assert write_asc(movement, line_ending="\n") == (
        "10 5 7 7 0\n"
        " 8- 1 A   5- 3 B  10- 7 C   6- 2 D   4- 9 E\n"
        " 8- 2 B   6- 4 C  10- 1 D   7- 3 E   5- 9 F\n"
        " 8- 3 C   7- 5 D  10- 2 E   1- 4 F   6- 9 G\n"
        " 8- 4 D   1- 6 E  10- 3 F   2- 5 G   7- 9 A\n"
        " 8- 5 E   2- 7 F  10- 4 G   3- 6 A   1- 9 B\n"
        " 8- 6 F   3- 1 G  10- 5 A   4- 7 B   2- 9 C\n"
        " 8- 7 G   4- 2 A  10- 6 B   5- 1 C   3- 9 D\n"
    )


def test_lines_end_as_asked_for_and_with_cr_lf_unless_asked(
    movement_of: Callable[[str], Movement],
) -> None:
    movement = movement_of("2 1\n1 2 A\n")
    assert write_asc(movement) == "2 1 1 1 0\r\n 1- 2 A\r\n"
    assert write_asc(movement, line_ending="\n") == "2 1 1 1 0\n 1- 2 A\n"


def test_individuals_are_written_north_south_and_east_west(
    movement_of: Callable[[str], Movement],
) -> None:
    movement = movement_of("12 2 1 2 1\n1 2 3 12 B  0 0 0 0 0\n")
    assert write_asc(movement, line_ending="\n") == ("12 2 1 2 1\n 1- 2  3-12 B   0- 0  0- 0 0\n")


def test_empty_tables_are_zeros_and_half_tables_keep_their_group(
    movement_of: Callable[[str], Movement],
) -> None:
    movement = movement_of("3 3 1 2 0\n1 2 A  0 0 0  3 0 B\n")
    assert write_asc(movement, line_ending="\n") == ("3 3 1 2 0\n 1- 2 A   0- 0 0   3- 0 B\n")


@pytest.mark.parametrize(("groups", "written"), [(26, "Z"), (27, "27"), (60, "60")])
def test_groups_are_capitals_up_to_26_and_numbers_beyond(groups: int, written: str) -> None:
    sets = ((TableSet((1,), (2,), groups),),)
    movement = Movement(2, 1, groups, individual=False, rounds_sets=sets)
    assert write_asc(movement, line_ending="\n") == f"2 1 1 {groups} 0\n 1- 2 {written}\n"


def test_columns_stay_straight_with_a_hundred_pairs_and_with_numbered_groups(
    movement_of: Callable[[str], Movement],
) -> None:
    movement = movement_of("100 2 1 30 0\n1 100 7  20 3 30\n")
    assert write_asc(movement, line_ending="\n") == ("100 2 1 30 0\n  1-100  7   20-  3 30\n")


@st.composite
def movements(draw: st.DrawFn) -> Movement:
    """Any movement that can be played: full, half and empty tables, pairs or individuals."""
    individual = draw(st.booleans())
    seats = 4 if individual else 2
    tables = draw(st.integers(1, 5))
    rounds = draw(st.integers(1, 6))
    contestants = draw(st.integers(seats, 120))
    groups_a_round = draw(st.integers(1, 6))
    spare = draw(st.integers(0, 3))
    rounds_sets = []
    for number in range(rounds):
        left = list(draw(st.permutations(range(1, min(contestants, seats * tables + 3) + 1))))
        sets: list[TableSet | None] = []
        for _ in range(tables):
            empty = len(left) < seats or draw(st.integers(0, 5)) == 0
            if empty:
                sets.append(None)
                continue
            numbers = [left.pop() for _ in range(seats)]
            if draw(st.integers(0, 5)) == 0:
                numbers[draw(st.integers(0, seats - 1))] = 0
            # Every round has groups of its own, so nobody meets one twice.
            group = number * groups_a_round + draw(st.integers(1, groups_a_round)) + spare
            sets.append(TableSet(tuple(numbers[: seats // 2]), tuple(numbers[seats // 2 :]), group))
        rounds_sets.append(tuple(sets))
    return Movement(
        contestants,
        tables,
        rounds * groups_a_round + spare,
        individual=individual,
        rounds_sets=tuple(rounds_sets),
    )


@given(movements(), st.sampled_from(["\n", "\r\n", "\r"]))
@settings(max_examples=150, deadline=None)
def test_what_was_written_reads_back_the_same(movement: Movement, line_ending: str) -> None:
    written = write_asc(movement, line_ending=line_ending)
    read, problems = read_asc(Source("m.asc", written))
    assert not has_errors(problems)
    assert read == movement
    assert write_asc(movement, line_ending=line_ending) == written
