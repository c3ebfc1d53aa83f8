"""The rounds of a Howell or Mitchell that is written as its first round (options H and M)."""

from collections.abc import Sequence

from daemon.movement.finding import Place
from daemon.movement.movement import TableSet
from daemon.movement.options import Cycle

Round = tuple[TableSet | None, ...]


def howell(
    first: Sequence[TableSet | None], contestants: int, rounds: int, groups: int
) -> tuple[Round, ...]:
    """All rounds of a Howell (option H).

    Contestants 1 to `rounds` follow the one below them, 1 follows `rounds`; the others
    stay, as empty places do. Each group is followed by the next, the last one by the first.
    `contestants` is the highest number; ValueError when there are more rounds than that.
    """
    if rounds > contestants:
        raise ValueError(f"{contestants} contestants cannot move through {rounds} rounds")

    def moved(number: int, by: int) -> int:
        return (number - 1 + by) % rounds + 1 if 1 <= number <= rounds else number

    def at(here: TableSet | None, by: int) -> TableSet | None:
        if here is None:
            return None
        ns = tuple(moved(number, by) for number in here.ns)
        ew = tuple(moved(number, by) for number in here.ew)
        return TableSet(ns, ew, _next_group(here.group, by, groups))

    return tuple(tuple(at(here, by) for here in first) for by in range(rounds))


def mitchell(first: Sequence[TableSet], rounds: int, groups: int) -> tuple[Round, ...]:
    """All rounds of a Mitchell (option M).

    NS stay, EW move up one table (from the last to the first), each group is followed by the next.
    """
    tables = len(first)
    return tuple(
        tuple(
            TableSet(
                here.ns,
                first[(table - by) % tables].ew,
                _next_group(here.group, by, groups),
            )
            for table, here in enumerate(first)
        )
        for by in range(rounds)
    )


def origin(cycle: Cycle, place: Place, tables: int) -> Place:
    """The place in the first round from which a place of any round follows."""
    if cycle is Cycle.MITCHELL and place.seat == 1:
        table = (place.table - place.round) % tables + 1
        return Place(1, table, place.seat)
    return Place(1, place.table, place.seat)


def _next_group(group: int, by: int, groups: int) -> int:
    return (group - 1 + by) % groups + 1 if group else 0
