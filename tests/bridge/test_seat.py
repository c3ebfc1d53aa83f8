import pytest

from daemon.bridge.seat import Seat, Side

NORTH, EAST, SOUTH, WEST = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST


def test_the_turn_passes_clockwise() -> None:
    assert [seat.next for seat in (NORTH, EAST, SOUTH, WEST)] == [EAST, SOUTH, WEST, NORTH]


def test_partners_sit_opposite() -> None:
    assert [seat.partner for seat in (NORTH, EAST, SOUTH, WEST)] == [SOUTH, WEST, NORTH, EAST]


@pytest.mark.parametrize(
    ("seat", "side"), [(NORTH, Side.NS), (EAST, Side.EW), (SOUTH, Side.NS), (WEST, Side.EW)]
)
def test_a_seat_belongs_to_a_side(seat: Seat, side: Side) -> None:
    assert seat.side is side


def test_each_side_opposes_the_other() -> None:
    assert Side.NS.other is Side.EW
    assert Side.EW.other is Side.NS


def test_seats_and_sides_are_written_in_english_letters() -> None:
    assert "".join(Seat) == "NESW"
    assert [str(side) for side in Side] == ["NS", "EW"]
