from collections.abc import Callable

from daemon.movement.habits import Habits, habits, meeting_matrix
from daemon.movement.movement import Movement, TableSet

MovementOf = Callable[[str], Movement]

HOWELL = "8 7 H g\n8 1 1   6 3 4   7 2 6   4 5 7\n"


def test_ns_of_a_mitchell_stay_and_ew_follow_the_pair_that_started_a_table_ahead(
    movement_of: MovementOf,
) -> None:
    found = habits(movement_of("6 3 M\n1 4 A  2 5 B  3 6 C\n"))
    assert found[0] == Habits(1, rounds=3, ns=3, sit_outs=0, follows=((1, 2),))
    # EW move up, so at table 1 pair 6 (of table 3) sits where 4 sat.
    assert found[5] == Habits(6, rounds=3, ns=0, sit_outs=0, follows=((4, 2),))


def test_in_a_howell_everybody_but_one_follows_the_number_below(movement_of: MovementOf) -> None:
    follows = {one.contestant: one.follows for one in habits(movement_of(HOWELL))}
    assert follows == {
        1: ((7, 6),),
        **{number: ((number - 1, 6),) for number in range(2, 8)},
        8: ((8, 6),),
    }


def test_a_half_table_is_a_sit_out_in_which_somebody_can_be_followed(
    movement_of: MovementOf,
) -> None:
    text = "3 2 3 3 0\n1 2 A  3 0 B\n1 3 B  2 0 C\n2 3 C  1 0 A\n"
    found = habits(movement_of(text))
    assert [(one.rounds, one.ns, one.sit_outs) for one in found] == [
        (2, 2, 1),
        (2, 1, 1),
        (2, 0, 1),
    ]
    # 1 stays, and then takes the seat in which 2 sat out.
    assert found[0].follows == ((1, 1), (2, 1))


def test_where_nobody_sat_nobody_is_followed(movement_of: MovementOf) -> None:
    text = "4 2 2 2 0\n1 2 A  0 0 0\n0 0 0  3 4 B\n"
    assert [one.follows for one in habits(movement_of(text))] == [(), (), (), ()]


def test_the_matrix_counts_meetings_both_ways(movement_of: MovementOf) -> None:
    text = "4 2 3 6 0\n1 2 A  3 4 B\n2 1 C  4 3 D\n1 3 E  2 4 F\n"
    assert meeting_matrix(movement_of(text)) == (
        (0, 2, 1, 0),
        (2, 0, 0, 1),
        (1, 0, 0, 2),
        (0, 1, 2, 0),
    )


def test_nobody_meets_himself_whatever_a_movement_says() -> None:
    itself = Movement(
        contestants=2,
        tables=1,
        groups=1,
        individual=False,
        rounds_sets=((TableSet((1,), (1,), 1),),),
    )
    assert meeting_matrix(itself) == ((0, 0), (0, 0))


def test_players_oppose_two_and_partner_one(movement_of: MovementOf) -> None:
    assert meeting_matrix(movement_of("4 1 1 1 1\n1 2 3 4 A\n"))[0] == (0, 0, 1, 1)
