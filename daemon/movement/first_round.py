"""A cyclic movement as its first round: the short form of balans and picolo, with H or M."""

from msgspec.structs import replace

from daemon.movement.cyclic import howell, mitchell
from daemon.movement.movement import Movement
from daemon.movement.options import Cycle
from daemon.movement.writing import write_asc


def cycle_of(movement: Movement) -> Cycle | None:
    """Which option gives all rounds from the first one; None when neither does."""
    first = movement.rounds_sets[0]
    if movement.rounds <= movement.contestants and movement.rounds_sets == howell(
        first, movement.contestants, movement.rounds, movement.groups
    ):
        return Cycle.HOWELL
    whole = [here for here in first if here is not None and not here.is_half]
    if (
        len(whole) == movement.tables
        and not movement.individual
        and movement.rounds <= movement.contestants
        and movement.rounds_sets == mitchell(whole, movement.rounds, movement.groups)
    ):
        return Cycle.MITCHELL
    return None


def write_first_round(movement: Movement, *, line_ending: str = "\r\n") -> str:
    """Write only the first round, with the option from which the others follow.

    The header has five numbers, so that groups beyond those of the first round are counted. Raises
    ValueError when the movement is not cyclic.
    """
    cycle = cycle_of(movement)
    if cycle is None:
        raise ValueError(
            "the rounds do not follow from the first one by H or M: write the movement in full "
            "(--to asc)"
        )
    one = replace(movement, rounds_sets=movement.rounds_sets[:1])
    header, line = write_asc(one, line_ending="\n").splitlines()
    numbers = header.split()
    numbers[2] = str(movement.rounds)
    return f"{' '.join(numbers)} {cycle}{line_ending}{line}{line_ending}"
