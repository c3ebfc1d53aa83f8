"""The hesitation Mitchell: one more round than tables, as EW once sit NS at the last table."""

from daemon.movement.movement import Movement, TableSet


def hesitation(tables: int, rounds: int | None = None) -> Movement:
    """Make a hesitation Mitchell for `tables` tables (3 or more), a round more than tables.

    NS of the last table move too: EW move up a table; after the last they stay there as NS for
    a round, and go on as EW of table 1. There is a group more than tables. Who moves meets
    everybody who stays, and the two next to him in the line. Raises ValueError for numbers that
    no such movement has.
    """
    if tables < 3:
        raise ValueError(f"a hesitation Mitchell has 3 tables or more, not {tables}")
    most = tables + 1
    wanted = most if rounds is None else rounds
    if not 1 <= wanted <= most:
        raise ValueError(
            f"a hesitation Mitchell of {tables} tables has 1 to {most} rounds, not {wanted}"
        )
    starts = _first_groups(tables)
    return Movement(
        contestants=2 * tables,
        tables=tables,
        groups=most,
        individual=False,
        rounds_sets=tuple(
            tuple(
                TableSet(
                    (_mover(tables, moves, tables) if table == tables - 1 else table + 1,),
                    (_mover(table, moves, tables),),
                    (starts[table] + moves) % most + 1,
                )
                for table in range(tables)
            )
            for moves in range(wanted)
        ),
    )


def _mover(place: int, moves: int, tables: int) -> int:
    """Who has come to a place of the line: EW of the tables in order, then NS of the last."""
    start = (place - moves) % (tables + 1)
    return tables if start == tables else tables + 1 + start


def _first_groups(tables: int) -> list[int]:
    """The group (counted from 0) that each table plays in the first round.

    A round takes those who move two groups on. With an odd number of tables that is an even circle
    of groups, so one rests between the two halves of the tables; with an even number two rest
    there, and the last table shares with the first.
    """
    half = tables // 2
    if tables % 2:
        return [*range(half), *range(half + 1, tables + 1)]
    return [*range(half), *range(half + 2, tables + 1), 0]
