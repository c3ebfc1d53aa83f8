from collections.abc import Callable

import pytest

from daemon.movement.asc import read_asc
from daemon.movement.first_round import cycle_of, write_first_round
from daemon.movement.howell import howell
from daemon.movement.individual import individual, rainbow
from daemon.movement.kinds import Wish, made
from daemon.movement.mitchell import mitchell
from daemon.movement.movement import Movement
from daemon.movement.options import Cycle
from daemon.problem import Source

MovementOf = Callable[[str], Movement]


@pytest.mark.parametrize(
    ("movement", "cycle"),
    [
        (howell(5, 7), Cycle.HOWELL),
        (howell(8), Cycle.HOWELL),
        (made("howell", Wish(9)), Cycle.HOWELL),
        (mitchell(7), Cycle.MITCHELL),
        (mitchell(8), Cycle.MITCHELL),
        (mitchell(7, 5), Cycle.MITCHELL),
        (made("skip-mitchell", Wish(16)), None),
        (howell(8, 7), None),
        (howell(3), None),
        (made("endless-howell", Wish(10)), Cycle.HOWELL),
        (made("barometer", Wish(8)), Cycle.HOWELL),
        (individual(12), Cycle.HOWELL),
        (rainbow(5), None),
    ],
)
def test_what_is_cyclic_is_found_and_only_that(movement: Movement, cycle: Cycle | None) -> None:
    assert cycle_of(movement) == cycle


def test_a_first_round_is_read_as_the_whole_movement() -> None:
    for movement in (howell(5, 7), mitchell(8), mitchell(7, 5), individual(13)):
        text = write_first_round(movement)
        assert text.count("\r\n") == 2
        assert read_asc(Source("m.asc", text)) == (movement, read_asc(Source("m.asc", text))[1])


def test_the_first_round_of_the_known_short_howell() -> None:
    assert write_first_round(howell(5, 7), line_ending="\n") == (
        "10 5 7 7 0 H\n 8- 1 A   5- 3 B  10- 7 C   6- 2 D   4- 9 E\n"
    )


def test_a_movement_with_more_rounds_than_pairs_is_written_in_full(
    movement_of: MovementOf,
) -> None:
    assert cycle_of(movement_of("2 1 3 3 0\n1 2 A\n1 2 B\n1 2 C\n")) is None


def test_an_empty_table_fits_a_howell_and_no_mitchell(movement_of: MovementOf) -> None:
    movement = movement_of("4 2 2 2 0\n3 1 A  0 0 0\n3 2 B  0 0 0\n")
    assert cycle_of(movement) is Cycle.HOWELL
    assert cycle_of(movement_of("6 3 2 4 0\n1 4 A  2 5 C  0 0 0\n1 5 B  2 4 D  0 0 0\n")) is None


def test_what_is_not_cyclic_is_not_written_short() -> None:
    message = (
        "the rounds do not follow from the first one by H or M: write the movement in full "
        "(--to asc)"
    )
    with pytest.raises(ValueError, match="do not follow") as refusal:
        write_first_round(howell(3))
    assert str(refusal.value) == message
