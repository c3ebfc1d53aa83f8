import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.movement.asc import decode_asc, read_asc
from daemon.movement.cyclic import howell, mitchell
from daemon.movement.movement import Movement, TableSet
from daemon.problem import Problem

Said = Callable[[str], list[str]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10 7 H g\n8 1 1   5 3 2   10 7 3   6 2 4   4 9 5\n", "howell_10_7_expected.asc"),
        ("10 5 7 7 0 H\n8 1 A 5 3 B 10 7 C 6 2 D 4 9 E\n", "howell_10_7_expected.asc"),
        ("8 7 H g\n8 1 1   6 3 4   7 2 6   4 5 7\n", "howell7_8ns.asc"),
        ("7 4 7 7 0 H\n0 0 0  6 3 D  7 2 F  4 5 G\n", "howell7_bye.asc"),
        ("10 5 M\n1 6 A  2 7 B  3 8 C  4 9 D  5 10 E\n", "mitchell_5_expected.asc"),
        (
            "10 5 M g\n1-2 1  3-4 2  5-6 3  7-8 4  9-10 5\n",
            "mitchell_5_nbb_numbers_expected.asc",
        ),
        (
            "12 6 M\n1 7 A  2 8 B  3 9 C  4 10 E  5 11 F  6 12 A\n",
            "relay_mitchell_6_expected.asc",
        ),
        (
            "12 6 6 6 0 M\n1 7 A  2 8 B  3 9 C  4 10 E  5 11 F  6 12 A\n",
            "relay_mitchell_6_2num_expected.asc",
        ),
        (
            "16 8 M\n1 9 A  2 10 B  3 11 C  4 12 D  5 13 F  6 14 G  7 15 H  8 16 A\n",
            "relay_mitchell_8_expected.asc",
        ),
        (
            "14 7 5 7 0 M\n1 8 A  2 9 B  3 10 C  4 11 D  5 12 E  6 13 F  7 14 G\n",
            "curtailed_mitchell_7_5r_5num_expected.asc",
        ),
    ],
)
def test_the_rounds_that_follow_from_the_first_are_those_that_are_known_right(
    text: str,
    expected: str,
    movement_of: Callable[[str], Movement],
    movement_in: Callable[[str], Movement],
) -> None:
    assert movement_of(text) == movement_in(expected)


# Pair, group and the two rounds.
REPEATS = [(14, "B", 1, 2), (13, "C", 2, 3), (12, "D", 3, 4), (11, "E", 4, 5)]


def test_a_mitchell_with_too_few_groups_repeats_four_boards_at_their_places_in_full(
    data: Path,
) -> None:
    name = "INVALID_curtailed_mitchell_7_5r_2num.asc"
    source, _ = decode_asc((data / name).read_bytes(), name)
    assert source is not None
    movement, problems = read_asc(source)
    assert movement is None
    assert [problem.one_line() for problem in problems] == [
        f"{name}:{second + 1}:4: error: pair {pair} meets group {group} twice, in rounds {first} "
        f"and {second}: one of these tables needs another group [group-twice]"
        for pair, group, first, second in REPEATS
    ]


def test_a_repeat_in_a_round_that_follows_is_said_at_its_place_in_the_first(said: Said) -> None:
    columns = {11: 25, 12: 33, 13: 41, 14: 49}
    assert said("14 5 M\n1 8 A  2 9 B  3 10 C  4 11 D  5 12 E  6 13 A  7 14 B\n") == [
        f"2:{columns[pair]}: error: pair {pair} meets group {group} twice, in rounds {first} and "
        f"{second}: one of these tables needs another group (round {second} follows from this "
        "place by M) [group-twice]"
        for pair, group, first, second in reversed(REPEATS)
    ]


def test_a_straight_mitchell_with_an_even_number_of_tables_repeats_18_boards(
    read: Callable[[str], tuple[Movement | None, tuple[Problem, ...]]],
) -> None:
    movement, problems = read("12 6 M\n1 7 A  2 8 B  3 9 C  4 10 D  5 11 E  6 12 F\n")
    assert movement is None
    assert [problem.code for problem in problems].count("group-twice") == 18
    assert problems[0].one_line() == (
        "m.asc:1:6: note: with an even number of tables M needs a relay: the first and the last "
        "table share a group, and one group rests between the two halves (6 tables: A B C E F A) "
        "[relay]"
    )
    assert len(problems) == 19


def test_mistakes_in_the_first_round_are_not_repeated_for_every_round(said: Said) -> None:
    assert said("4 3 H\n4 1 A  1 3 B\n") == [
        (
            "2:8: error: pair 1 plays twice in round 1, at tables 1 and 2: put another pair at one "
            "of them [pair-twice]"
        )
    ]


@pytest.mark.parametrize(
    ("empty", "column"), [("0 0 0", 29), ("5 0 E", 31), ("0 10 E", 29), ("0 0 E", 29)]
)
def test_nobody_is_no_pair_of_a_mitchell(empty: str, column: int, said: Said) -> None:
    assert said(f"10 5 M\n1 6 A  2 7 B  3 8 C  4 9 D  {empty}\n") == [
        (
            f"2:{column}: error: 0 has no place under M: write the number of every pair here, and "
            "name the one that is absent in the configuration [number-range]"
        )
    ]


@pytest.mark.parametrize("option", ["H", "M"])
def test_rounds_below_the_first_are_a_warning_and_not_read(option: str, said: Said) -> None:
    text = f"6 3 {option}\n1 4 A  2 5 B  3 6 C\n1 6 B  2 4 C  3 5 A\n"
    assert [one for one in said(text) if one.startswith("3:")] == [
        (
            f"3:1: warning: with {option} the file needs the first round only, and 2 were found: "
            f"those below the first are not read; take them or {option} away [extra-round]"
        )
    ]


def test_a_howell_of_individuals_moves_all_four(
    movement_of: Callable[[str], Movement],
) -> None:
    # Player 4 stays in the South seat; 1, 2 and 3 follow each other.
    movement = movement_of("4 1 3 3 1 H\n1 4 2 3 A\n")
    assert movement.rounds_sets == (
        (TableSet((1, 4), (2, 3), 1),),
        (TableSet((2, 4), (3, 1), 2),),
        (TableSet((3, 4), (1, 2), 3),),
    )


def test_more_rounds_than_contestants_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="4 contestants cannot move through 5 rounds"):
        howell([None], contestants=4, rounds=5, groups=5)


def test_a_half_table_without_group_stays_without() -> None:
    half = TableSet((1,), (0,), 0)
    assert howell([half], contestants=3, rounds=2, groups=2)[1] == (TableSet((2,), (0,), 0),)


@st.composite
def first_rounds(draw: st.DrawFn) -> tuple[list[TableSet], int, int]:
    """A first round in which everybody sits, with numbers of rounds and groups."""
    tables = draw(st.integers(1, 8))
    numbers = draw(st.permutations(range(1, 2 * tables + 1)))
    rounds = draw(st.integers(1, 2 * tables))
    groups = draw(st.integers(1, 20))
    sets = [
        TableSet((numbers[2 * at],), (numbers[2 * at + 1],), draw(st.integers(1, groups)))
        for at in range(tables)
    ]
    return sets, rounds, groups


@given(first_rounds())
@settings(max_examples=60)
def test_in_a_howell_everybody_follows_the_number_below_and_the_highest_stay(
    first: tuple[list[TableSet], int, int],
) -> None:
    sets, rounds, groups = first
    made = howell(sets, 2 * len(sets), rounds, groups)
    assert (len(made), made[0]) == (rounds, tuple(sets))
    for before, after in itertools.pairwise(made):
        for here, there in zip(before, after, strict=True):
            assert here is not None
            assert there is not None
            for number, follower in zip(here.contestants, there.contestants, strict=True):
                if number > rounds:
                    assert follower == number
                else:
                    assert follower == (1 if number == rounds else number + 1)
            assert there.group == (1 if here.group == groups else here.group + 1)


@given(first_rounds())
@settings(max_examples=60)
def test_in_a_mitchell_ns_stay_and_ew_move_up_a_table(
    first: tuple[list[TableSet], int, int],
) -> None:
    sets, rounds, groups = first
    made = mitchell(sets, rounds, groups)
    assert (len(made), made[0]) == (rounds, tuple(sets))
    for before, after in itertools.pairwise(made):
        for table, there in enumerate(after):
            here, below = before[table], before[table - 1]
            assert here is not None
            assert there is not None
            assert below is not None
            assert (there.ns, there.ew) == (here.ns, below.ew)
            assert there.group == (1 if here.group == groups else here.group + 1)
