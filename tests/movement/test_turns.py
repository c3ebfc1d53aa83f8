from collections.abc import Callable

from daemon.movement.movement import Movement
from daemon.movement.turns import Move, Seat, Turn, move_after, turns, whereabouts

MovementOf = Callable[[str], Movement]

PAIRS = "5 3 3 3 0\n1 4 A  2 5 B  3 0 C\n1 0 B  2 4 C  3 5 A\n5 1 C  2 0 A  3 4 B\n"
PLAYERS = "5 1 2 2 1\n1 2 3 4 A\n5 1 4 3 B\n"


def test_a_pair_has_a_table_a_seat_opponents_and_boards(movement_of: MovementOf) -> None:
    assert turns(movement_of(PAIRS), 1) == (
        Turn(1, 1, Seat.NS, None, (4,), 1),
        Turn(2, 1, Seat.NS, None, (), 0),
        Turn(3, 1, Seat.EW, None, (5,), 3),
    )


def test_a_player_has_a_place_and_a_partner_or_is_away(movement_of: MovementOf) -> None:
    assert turns(movement_of(PLAYERS), 2) == (
        Turn(1, 1, Seat.S, 1, (3, 4), 1),
        Turn(2, None, None, None, (), 0),
    )
    assert turns(movement_of(PLAYERS), 3)[1] == Turn(2, 1, Seat.W, 4, (5, 1), 2)


def test_after_a_round_somebody_goes_to_the_place_of_the_next(movement_of: MovementOf) -> None:
    assert move_after(movement_of(PAIRS), 1, 4) == Move(2, Seat.EW)
    assert move_after(movement_of(PLAYERS), 1, 2) == Move(None, None)
    assert move_after(movement_of(PAIRS), 3, 4) is None


def test_boards_are_at_one_table_or_several_or_rest(movement_of: MovementOf) -> None:
    movement = movement_of("8 4 2 3 0\n1 2 A  3 4 A  5 6 B  0 0 0\n1 3 C  2 4 C  7 8 A  5 0 B\n")
    assert whereabouts(movement, 1) == ((1, 2), (3,))
    assert whereabouts(movement, 2) == ((3,), ())
