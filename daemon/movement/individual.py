"""Movements of individuals: everybody has other partners from round to round."""

from math import gcd

from daemon.movement.cyclic import howell as all_rounds
from daemon.movement.individual_starts import INDIVIDUAL_STARTS
from daemon.movement.movement import Movement, TableSet
from daemon.movement.wording import listing

KNOWN_PLAYERS = tuple(sorted(INDIVIDUAL_STARTS))


def individual(players: int, rounds: int | None = None) -> Movement:
    """Make a cyclic movement in which everybody has everybody as partner once, as opponent twice.

    With a multiple of four players one of them stays at table 1, and there is a round less than
    players. With one player more, all move, and one sits out in each round. All tables play the
    same boards, so that the scores can be compared at once. Raises ValueError for a number of
    players for which no such movement is known here, and for more rounds.
    """
    if players not in INDIVIDUAL_STARTS:
        known = listing([str(number) for number in KNOWN_PLAYERS])
        raise ValueError(
            f"no cyclic individual is known here for {players} players, only for {known}: take "
            "fewer or more, or the rainbow (20, 28, 44, ... players)"
        )
    circle = players - 1 if players % 4 == 0 else players
    wanted = circle if rounds is None else rounds
    if not 1 <= wanted <= circle:
        raise ValueError(
            f"an individual of {players} players has 1 to {circle} rounds (then everybody has had "
            f"all partners), not {wanted}"
        )
    numbers = [int(number) for number in INDIVIDUAL_STARTS[players].split()]
    first = [
        TableSet((numbers[at], numbers[at + 1]), (numbers[at + 2], numbers[at + 3]), 1)
        for at in range(0, len(numbers), 4)
    ]
    return Movement(
        contestants=players,
        tables=len(first),
        groups=wanted,
        individual=True,
        rounds_sets=all_rounds(first, players, circle, circle)[:wanted],
    )


def rainbow(tables: int, rounds: int | None = None) -> Movement:
    """Make a rainbow: four lines of players, of whom North stays.

    South, East and West move up one, two and three tables a round, the boards down one; so nobody
    meets anybody twice, nor a board. North of table t is player t; South, East and West who start
    there are that many times the number of tables more. The number of tables is divided neither by
    2 nor by 3, and at least 5. Raises ValueError for other numbers.
    """
    if tables < 5 or gcd(tables, 6) > 1:
        raise ValueError(
            f"a rainbow has 5, 7, 11, 13, ... tables (no multiple of 2 or 3), not {tables}"
        )
    wanted = tables if rounds is None else rounds
    if not 1 <= wanted <= tables:
        raise ValueError(f"a rainbow of {tables} tables has 1 to {tables} rounds, not {wanted}")

    def player(line: int, table: int, moves: int) -> int:
        return line * tables + (table - line * moves) % tables + 1

    return Movement(
        contestants=4 * tables,
        tables=tables,
        groups=tables,
        individual=True,
        rounds_sets=tuple(
            tuple(
                TableSet(
                    (player(0, table, moves), player(1, table, moves)),
                    (player(2, table, moves), player(3, table, moves)),
                    (table + moves) % tables + 1,
                )
                for table in range(tables)
            )
            for moves in range(wanted)
        ),
    )
