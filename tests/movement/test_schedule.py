from collections.abc import Callable
from pathlib import Path

from daemon.movement.movement import Movement, TableSet
from daemon.movement.schedule import Encounter, group_boards, schedule

# Lines of a pair's and a table's file as Bridge Suite's file description prints them:
# table, board, NS, EW.
PAIR_2 = [
    *((3, 1, 2, 4), (3, 2, 2, 4), (3, 3, 2, 4)),
    *((2, 19, 2, 6), (2, 20, 2, 6), (2, 21, 2, 6)),
    *((4, 13, 2, 3), (4, 14, 2, 3), (4, 15, 2, 3)),
]
TABLE_2 = [
    *((2, 10, 6, 3), (2, 11, 6, 3), (2, 12, 6, 3)),
    *((2, 13, 7, 4), (2, 14, 7, 4), (2, 15, 7, 4)),
    *((2, 16, 1, 5), (2, 17, 1, 5), (2, 18, 1, 5)),
    *((2, 19, 2, 6), (2, 20, 2, 6), (2, 21, 2, 6)),
    *((2, 1, 3, 7), (2, 2, 3, 7), (2, 3, 3, 7)),
    *((2, 4, 4, 1), (2, 5, 4, 1), (2, 6, 4, 1)),
    *((2, 7, 5, 2), (2, 8, 5, 2), (2, 9, 5, 2)),
]


def flat(encounters: list[Encounter]) -> list[tuple[int, int, int, int]]:
    return [(one.table, board, one.ns[0], one.ew[0]) for one in encounters for board in one.boards]


def test_the_boards_of_a_group_follow_each_other_from_the_first_board_on() -> None:
    assert group_boards(1, 3) == (1, 2, 3)
    assert group_boards(7, 3) == (19, 20, 21)
    assert group_boards(2, 4, first_board=17) == (21, 22, 23, 24)


def test_the_schedule_goes_by_round_and_table_without_empty_and_half_tables() -> None:
    movement = Movement(
        5,
        3,
        4,
        individual=False,
        rounds_sets=(
            (TableSet((1,), (2,), 1), None, TableSet((3,), (4,), 2)),
            (TableSet((5,), (0,), 3), TableSet((2,), (3,), 4), None),
        ),
    )
    assert schedule(movement, 2, first_board=11) == (
        Encounter(1, 1, (1,), (2,), 1, (11, 12)),
        Encounter(1, 3, (3,), (4,), 2, (13, 14)),
        Encounter(2, 2, (2,), (3,), 4, (17, 18)),
    )


def test_an_individual_schedule_names_both_players_of_a_side() -> None:
    sets = ((TableSet((1, 2), (3, 4), 1),),)
    movement = Movement(4, 1, 1, individual=True, rounds_sets=sets)
    assert schedule(movement, 1) == (Encounter(1, 1, (1, 2), (3, 4), 1, (1,)),)


def test_the_seven_round_howell_gives_the_files_of_the_file_description(
    movement_of: Callable[[str], Movement],
) -> None:
    movement = movement_of("8 7 H g\n8 1 1   6 3 4   7 2 6   4 5 7\n")
    encounters = schedule(movement, 3)
    at_table_2 = [one for one in encounters if one.table == 2]
    pair_2_ns = [one for one in encounters if one.ns == (2,)]
    assert flat(at_table_2) == TABLE_2
    assert flat(pair_2_ns) == PAIR_2


def test_seven_pairs_and_a_bye_play_the_same_at_the_other_tables(
    data: Path, movement_in: Callable[[str], Movement]
) -> None:
    assert (data / "howell7_bye.asc").exists()
    with_eighth = schedule(movement_in("howell7_8ns.asc"), 3)
    with_bye = schedule(movement_in("howell7_bye.asc"), 3)
    assert with_bye == tuple(one for one in with_eighth if one.table > 1)


def test_the_ten_table_relay_mitchell_brings_pair_1_the_opponents_of_the_file_description(
    movement_of: Callable[[str], Movement],
) -> None:
    movement = movement_of(
        "20 10 M g\n1 11 1  2 12 2  3 13 3  4 14 4  5 15 5  6 16 7  7 17 8  8 18 9  9 19 10  "
        "10 20 1\n"
    )
    # EW pair 10+t is shown as 100+t: OUT_1 meets 101, 110 and 109 on boards 1, 2 and 3.
    of_pair_1 = [one for one in schedule(movement, 1) if one.ns == (1,)][:3]
    assert [(one.ew, one.boards) for one in of_pair_1] == [
        ((11,), (1,)),
        ((20,), (2,)),
        ((19,), (3,)),
    ]
