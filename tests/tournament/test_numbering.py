import pytest

from daemon.movement.asc import read_asc
from daemon.movement.movement import Movement, TableSet
from daemon.problem import Source
from daemon.settings.model import Numbering
from daemon.tournament.numbering import NumberingError, shown_numbers


def movement(text: str) -> Movement:
    read, problems = read_asc(Source("test.asc", text))
    assert read is not None, problems
    return read


def test_numbers_of_the_movement_stay_as_they_are() -> None:
    howell = movement("4 2 3 3 0\n1 2 A  3 4 A\n1 3 B  4 2 B\n1 4 C  2 3 C\n")
    assert shown_numbers(howell, Numbering.MOVEMENT) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_ew_pairs_are_called_100_and_the_table_at_which_they_start() -> None:
    mitchell = movement("6 3 M\n1 4 A  2 5 B  3 6 C\n")
    assert shown_numbers(mitchell, Numbering.NS_EW_100) == {
        1: 1,
        2: 2,
        3: 3,
        4: 101,
        5: 102,
        6: 103,
    }


def test_it_is_the_starting_table_that_counts_and_not_the_number() -> None:
    mitchell = movement("6 3 M\n3 5 A  1 6 B  2 4 C\n")
    shown = shown_numbers(mitchell, Numbering.NS_EW_100)
    assert shown == {3: 1, 5: 101, 1: 2, 6: 102, 2: 3, 4: 103}


def test_a_pair_that_starts_at_a_half_table_is_called_after_that_table() -> None:
    half = movement("5 3 2 3 0\n1 4 A  2 5 B  3 0 C\n1 0 B  2 4 C  3 5 A\n")
    assert shown_numbers(half, Numbering.NS_EW_100) == {1: 1, 2: 2, 3: 3, 4: 101, 5: 102}


def test_a_table_that_is_not_used_numbers_nobody() -> None:
    one_table = Movement(2, 2, 1, individual=False, rounds_sets=((None, TableSet((1,), (2,), 1)),))
    assert shown_numbers(one_table, Numbering.NS_EW_100) == {1: 2, 2: 102}
    assert shown_numbers(one_table, Numbering.MOVEMENT) == {1: 1, 2: 2}


def test_a_pair_that_plays_both_ways_cannot_be_called_ns_or_ew() -> None:
    howell = movement("4 2 3 3 0\n1 2 A  3 4 A\n1 3 B  4 2 B\n1 4 C  2 3 C\n")
    with pytest.raises(NumberingError) as refused:
        shown_numbers(howell, Numbering.NS_EW_100)
    assert str(refused.value) == (
        "pair 3 plays both ways (EW in round 2, NS before), so it cannot be called NS or EW"
    )


def test_a_pair_without_a_starting_table_cannot_be_called_after_it() -> None:
    late = movement("5 2 2 3 0\n1 4 A  2 5 B\n1 5 C  3 4 B\n")
    with pytest.raises(NumberingError) as refused:
        shown_numbers(late, Numbering.NS_EW_100)
    assert str(refused.value) == (
        "pair 3 does not sit at a table in round 1, so it has no starting table"
    )


def test_players_without_partners_have_no_direction() -> None:
    players = movement("4 1 3 3 1\n1-2 3-4 A\n1-3 2-4 B\n1-4 2-3 C\n")
    with pytest.raises(NumberingError) as refused:
        shown_numbers(players, Numbering.NS_EW_100)
    assert str(refused.value) == "an individual movement has no NS and EW pairs to number"


def test_beyond_100_tables_a_number_would_stand_for_two_pairs() -> None:
    sets = tuple(TableSet((2 * table - 1,), (2 * table,), table) for table in range(1, 102))
    large = Movement(202, 101, 101, individual=False, rounds_sets=(sets,))
    with pytest.raises(NumberingError) as refused:
        shown_numbers(large, Numbering.NS_EW_100)
    assert str(refused.value) == "with more than 100 tables 100+t would stand for two pairs"
