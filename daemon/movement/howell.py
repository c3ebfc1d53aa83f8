"""Howell movements: all pairs but a few follow each other through all places."""

from daemon.movement.cyclic import howell as all_rounds
from daemon.movement.howell_starts import STARTS
from daemon.movement.movement import Movement, TableSet

MOST_TABLES = max(tables for tables, _ in STARTS)

# Six pairs cannot meet in five rounds with all tables at different boards. In this movement
# tables share only in the last round; in a cyclic one they would in every round. It was found by
# trying all ways to put boards to the rounds; no arrows give a higher Qf.
_THREE_TABLES = (
    "6 1 1  2 5 2  3 4 3",
    "6 2 3  3 1 2  4 5 4",
    "6 3 4  4 2 1  5 1 3",
    "6 4 2  5 3 1  1 2 4",
    "6 5 5  1 4 5  2 3 5",
)


def howell(tables: int, rounds: int | None = None) -> Movement:
    """Make a Howell for `tables` tables (2 or more), as many rounds as opponents unless told.

    With 2 * `tables` - 1 rounds it is a full one, and everybody meets everybody. With fewer it is
    a three-quarter (or short) one, in which two pairs or more stay at a table; where there is none
    of that length, the next longer one is curtailed. Raises ValueError for numbers that no Howell
    here has.
    """
    _refuse_tables(tables)
    full = 2 * tables - 1
    wanted = full if rounds is None else rounds
    if not 1 <= wanted <= full:
        raise ValueError(
            f"a Howell of {tables} tables has 1 to {full} rounds (then everybody has met), not "
            f"{wanted}"
        )
    sets = _all_rounds(tables, cycle_of(tables, wanted))
    return Movement(
        contestants=2 * tables,
        tables=tables,
        groups=len(sets),
        individual=False,
        rounds_sets=sets[:wanted],
    )


def cycle_of(tables: int, rounds: int) -> int:
    """How many rounds the Howell has from which one of `rounds` rounds is taken."""
    _refuse_tables(tables)
    return min(length for length in _lengths(tables) if length >= rounds)


def _lengths(tables: int) -> set[int]:
    found = {length for count, length in STARTS if count == tables}
    return found | {len(_THREE_TABLES)} if tables == 3 else found


def _all_rounds(tables: int, rounds: int) -> tuple[tuple[TableSet | None, ...], ...]:
    if (tables, rounds) in STARTS:
        return all_rounds(_sets(STARTS[tables, rounds]), 2 * tables, rounds, rounds)
    return tuple(_sets(line) for line in _THREE_TABLES)


def _sets(line: str) -> tuple[TableSet, ...]:
    numbers = [int(number) for number in line.split()]
    return tuple(
        TableSet((numbers[at],), (numbers[at + 1],), numbers[at + 2])
        for at in range(0, len(numbers), 3)
    )


def _refuse_tables(tables: int) -> None:
    if not 2 <= tables <= MOST_TABLES:
        raise ValueError(f"a Howell has 2 to {MOST_TABLES} tables here, not {tables}")
