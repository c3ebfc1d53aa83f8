"""What a card tells: where a contestant goes, who comes to a table, where boards are."""

from enum import StrEnum

from msgspec import Struct

from daemon.movement.movement import Movement, TableSet


class Seat(StrEnum):
    """Where somebody sits: a direction of pairs, or a place of one player."""

    NS = "NS"
    EW = "EW"
    N = "N"
    S = "S"
    E = "E"
    W = "W"


class Turn(Struct, frozen=True):
    """What a contestant does in a round.

    `table` and `seat` are None when it has no place, `opponents` is empty when it sits out there.
    """

    round: int
    table: int | None
    seat: Seat | None
    partner: int | None
    opponents: tuple[int, ...]
    group: int


class Move(Struct, frozen=True):
    """Where somebody goes after a round; both are None when that is away from all tables."""

    table: int | None
    seat: Seat | None


def turns(movement: Movement, contestant: int) -> tuple[Turn, ...]:
    """What a contestant does, round by round."""
    return tuple(
        _turn(number, sets, contestant) for number, sets in enumerate(movement.rounds_sets, start=1)
    )


def move_after(movement: Movement, number: int, contestant: int) -> Move | None:
    """Where a contestant goes after round `number`; None after the last one."""
    if number == movement.rounds:
        return None
    turn = _turn(number + 1, movement.rounds_sets[number], contestant)
    return Move(turn.table, turn.seat)


def whereabouts(movement: Movement, group: int) -> tuple[tuple[int, ...], ...]:
    """At which tables a group is played, round by round; nowhere when it rests."""
    return tuple(
        tuple(
            table
            for table, here in enumerate(sets, start=1)
            if here is not None and not here.is_half and here.group == group
        )
        for sets in movement.rounds_sets
    )


def _turn(number: int, sets: tuple[TableSet | None, ...], contestant: int) -> Turn:
    for table, here in enumerate(sets, start=1):
        if here is None or contestant not in here.contestants:
            continue
        mine, others = (here.ns, here.ew) if contestant in here.ns else (here.ew, here.ns)
        seat = Seat.NS if mine is here.ns else Seat.EW
        partner = None
        if len(mine) > 1:
            at = mine.index(contestant)
            seat, partner = Seat(seat[at]), mine[1 - at] or None
        if here.is_half:
            return Turn(number, table, seat, partner, (), 0)
        return Turn(number, table, seat, partner, others, here.group)
    return Turn(number, None, None, None, (), 0)
