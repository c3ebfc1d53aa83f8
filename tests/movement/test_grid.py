from collections.abc import Callable

from daemon.movement.grid import by_contestants, by_rounds
from daemon.movement.movement import Movement

MovementOf = Callable[[str], Movement]

PAIRS = "11 3 2 3 0\n1 10 A  2 11 B  0 0 0\n1 11 C  0 2 A  3 4 B\n"


def test_rounds_are_rows_and_tables_are_columns(movement_of: MovementOf) -> None:
    assert by_rounds(movement_of(PAIRS)) == (
        "round  table 1  table 2  table 3\n"
        "    1   1-10 A   2-11 B  --\n"
        "    2   1-11 C   0- 2 -   3- 4 B\n"
    )


def test_boards_can_be_shown_by_their_numbers(movement_of: MovementOf) -> None:
    assert by_rounds(movement_of(PAIRS), 3).splitlines()[1] == "    1   1-10 1-3   2-11 4-6  --"
    assert by_rounds(movement_of(PAIRS), 1).splitlines()[1] == "    1   1-10 1   2-11 2  --"


def test_contestants_are_rows_with_table_seat_opponent_and_boards(
    movement_of: MovementOf,
) -> None:
    assert by_contestants(movement_of(PAIRS)).splitlines()[:5] == [
        "pair  round 1    round 2",
        "   1  1 NS 10 A  1 NS 11 C",
        "   2  2 NS 11 B  2 sits out",
        "   3  --         3 NS 4 B",
        "   4  --         3 EW 3 B",
    ]


def test_a_player_has_a_seat_a_partner_and_two_opponents(movement_of: MovementOf) -> None:
    movement = movement_of("4 1 3 3 1\n1 2 3 4 A\n1 3 4 2 B\n1 4 2 3 C\n")
    assert by_contestants(movement, 2) == (
        "player  round 1          round 2          round 3\n"
        "     1  1 N 2 v 3 4 1-2  1 N 3 v 4 2 3-4  1 N 4 v 2 3 5-6\n"
        "     2  1 S 1 v 3 4 1-2  1 W 4 v 1 3 3-4  1 E 3 v 1 4 5-6\n"
        "     3  1 E 4 v 1 2 1-2  1 S 1 v 4 2 3-4  1 W 2 v 1 4 5-6\n"
        "     4  1 W 3 v 1 2 1-2  1 E 2 v 1 3 3-4  1 S 1 v 2 3 5-6\n"
    )
    assert by_rounds(movement).splitlines()[1] == "    1  1 2-3 4 A"
