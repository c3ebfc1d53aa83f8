"""A movement as a table to read on a terminal: rounds by tables, or contestants by rounds."""

from daemon.movement.finding import who
from daemon.movement.groups import group_letter
from daemon.movement.movement import Movement, TableSet
from daemon.movement.schedule import group_boards

_BETWEEN = "  "
_NOBODY = "--"


def by_rounds(movement: Movement, boards_per_round: int | None = None) -> str:
    """A row for every round, a column for every table: `3-12 B`, `3- 0 -` for a half table.

    Boards are the letters of their groups, or their numbers when `boards_per_round` is given.
    """
    rows = [["round", *(f"table {table}" for table in range(1, movement.tables + 1))]]
    width = len(str(movement.contestants))
    for number, sets in enumerate(movement.rounds_sets, start=1):
        cells = [_meeting(here, width, boards_per_round) for here in sets]
        rows.append([str(number), *cells])
    return _aligned(rows)


def by_contestants(movement: Movement, boards_per_round: int | None = None) -> str:
    """A row for every contestant, a column for every round: `4 NS 12 B` is table, seat, opponent.

    In an individual movement the partner stands before the opponents: `2 N 7 v 3 9 B`.
    """
    rows = [[who(movement), *(f"round {number}" for number in range(1, movement.rounds + 1))]]
    for contestant in range(1, movement.contestants + 1):
        cells = [_turn(sets, contestant, boards_per_round) for sets in movement.rounds_sets]
        rows.append([str(contestant), *cells])
    return _aligned(rows)


def boards_of(here: TableSet, boards_per_round: int | None) -> str:
    """The letter of the group, or its boards: `A`, `7`, `7-9`; a dash when none are played."""
    if here.is_half or not here.group:
        return "-"
    if boards_per_round is None:
        return group_letter(here.group)
    boards = group_boards(here.group, boards_per_round)
    return str(boards[0]) if len(boards) == 1 else f"{boards[0]}-{boards[-1]}"


def _meeting(here: TableSet | None, width: int, boards_per_round: int | None) -> str:
    if here is None:
        return _NOBODY
    sides = (" ".join(f"{number:{width}d}" for number in side) for side in (here.ns, here.ew))
    return f"{'-'.join(sides)} {boards_of(here, boards_per_round)}"


def _turn(sets: tuple[TableSet | None, ...], contestant: int, boards_per_round: int | None) -> str:
    for table, here in enumerate(sets, start=1):
        if here is None or contestant not in here.contestants:
            continue
        if here.is_half:
            return f"{table} sits out"
        mine, others = (here.ns, here.ew) if contestant in here.ns else (here.ew, here.ns)
        direction = "NS" if mine is here.ns else "EW"
        if len(mine) > 1:
            direction = direction[mine.index(contestant)]
        partner = "".join(f" {number} v" for number in mine if number != contestant)
        opponents = " ".join(map(str, others))
        return f"{table} {direction}{partner} {opponents} {boards_of(here, boards_per_round)}"
    return _NOBODY


def _aligned(rows: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        first, *others = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        # The numbers of the first column stand below each other.
        lines.append(_BETWEEN.join([first.strip().rjust(widths[0]), *others]).rstrip())
    return "".join(f"{line}\n" for line in lines)
