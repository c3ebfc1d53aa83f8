"""A movement with boards: every meeting of a session, in the order of play."""

from msgspec import Struct

from daemon.movement.movement import Movement


class Encounter(Struct, frozen=True):
    """Who meets whom over which boards: one round at one table.

    `ns` and `ew` are pairs (one number) or players (two numbers), as in `TableSet`. `boards` are
    board numbers in the order of play; `group` is the board group they belong to.
    """

    round: int
    table: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    group: int
    boards: tuple[int, ...]


def group_boards(group: int, boards_per_round: int, first_board: int = 1) -> tuple[int, ...]:
    """Boards of a group: (g-1)*n + first .. g*n + first - 1."""
    start = (group - 1) * boards_per_round + first_board
    return tuple(range(start, start + boards_per_round))


def schedule(
    movement: Movement, boards_per_round: int, first_board: int = 1
) -> tuple[Encounter, ...]:
    """Every meeting by round, then table; empty tables and half tables are left out."""
    return tuple(
        Encounter(
            number,
            table,
            here.ns,
            here.ew,
            here.group,
            group_boards(here.group, boards_per_round, first_board),
        )
        for number, sets in enumerate(movement.rounds_sets, start=1)
        for table, here in enumerate(sets, start=1)
        if here is not None and not here.is_half
    )
