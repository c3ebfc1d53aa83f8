"""The skip Mitchell: with an even number of tables EW pass by one table halfway."""

from daemon.movement.movement import Movement, TableSet
from daemon.movement.wording import listing


def skip_mitchell(
    tables: int, rounds: int | None = None, skip_after: int | None = None
) -> Movement:
    """Make the skip Mitchell for an even number of tables (4 or more).

    NS of table t are pair t, the EW pair that starts there is pair `tables` + t. EW move up one
    table a round, and once, after round `skip_after` (after half of the tables unless told), two.
    No boards are shared or put aside; of an even number of tables one round less than tables can
    be played, as in the last one EW would be back where they began. Raises ValueError for numbers
    that no skip Mitchell has.
    """
    if tables % 2 or tables < 4:
        raise ValueError(
            f"a skip Mitchell has an even number of tables, 4 or more, not {tables}: with an odd "
            "number nobody has to skip"
        )
    wanted = tables - 1 if rounds is None else rounds
    if not 1 <= wanted < tables:
        raise ValueError(
            f"a skip Mitchell of {tables} tables has 1 to {tables - 1} rounds, not {wanted}: for "
            f"{tables} rounds take the relay Mitchell"
        )
    possible = skips(tables, wanted)
    skip = tables // 2 if skip_after is None else skip_after
    if skip not in possible:
        raise ValueError(
            f"EW of {tables} tables and {wanted} rounds skip after round "
            f"{listing([str(number) for number in possible])}, not {skip}: at another time they "
            "would meet boards again"
        )
    return Movement(
        contestants=2 * tables,
        tables=tables,
        groups=tables,
        individual=False,
        rounds_sets=tuple(
            tuple(
                TableSet(
                    (table + 1,),
                    (tables + (table - moves - (moves >= skip)) % tables + 1,),
                    (table + moves) % tables + 1,
                )
                for table in range(tables)
            )
            for moves in range(wanted)
        ),
    )


def skips(tables: int, rounds: int) -> range:
    """After which rounds EW can skip.

    A round takes EW two groups on: back to the first one after half of the tables, and after the
    skip again.
    """
    half = tables // 2
    return range(max(rounds - half, 1), half + 1)
