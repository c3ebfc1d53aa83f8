"""Round data as scoring programs take it (CSV): a line for each round and table, with boards."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from daemon.movement.finding import sets_of
from daemon.movement.header import MAX_CONTESTANTS, MAX_ROUNDS, MAX_SETS, MAX_TABLES
from daemon.movement.movement import Movement, TableSet
from daemon.movement.schedule import group_boards
from daemon.movement.wording import listing, plural, quoted
from daemon.problem import Problem, Source, Span, at_most, has_errors

PAIRS_COLUMNS = ("section", "table", "round", "ns", "ew", "low", "high")
PLAYERS_COLUMNS = ("section", "table", "round", "n", "s", "e", "w", "low", "high")

_MOST_BOARD = 10_000
_LIMITS = {"table": MAX_TABLES, "round": MAX_ROUNDS, "low": _MOST_BOARD, "high": _MOST_BOARD}


class _Row(Struct, frozen=True):
    """One line: where, who, and the first and last board (0 when none are played)."""

    span: Span
    section: str
    table: int
    round: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    low: int
    high: int


def write_csv(movement: Movement, boards_per_round: int, section: str = "A") -> str:
    """A heading, then a line for each table that is used, by round and table.

    A half table has a 0 for who is not there, and 0 for its boards.
    """
    columns = PLAYERS_COLUMNS if movement.individual else PAIRS_COLUMNS
    lines = [",".join(columns)]
    for place, here in sets_of(movement):
        boards = (0,) if here.is_half else group_boards(here.group, boards_per_round)
        numbers = (place.table, place.round, *here.ns, *here.ew, boards[0], boards[-1])
        lines.append(",".join((section, *map(str, numbers))))
    return "".join(f"{line}\n" for line in lines)


def read_csv(
    source: Source, section: str | None = None
) -> tuple[Movement | None, tuple[Problem, ...]]:
    """Read round data: as `write_csv` writes it, or parted by semicolons or tabs, in any order.

    Groups are the boards divided by the length of a round, which must be the same everywhere:
    boards 1 to 3 are the first group. `section` must be named when there are several. No movement
    when there is an error.
    """
    rows, problems = _rows(source)
    found = sorted({row.section for row in rows})
    if section is None and len(found) > 1:
        problems.append(
            source.error("section", f"there are sections {listing(found)}: name one (--section)")
        )
    elif section is not None and section not in found:
        problems.append(
            source.error("section", f"there is no section {quoted(section)}, only {listing(found)}")
        )
    mine = [row for row in rows if section is None or row.section == section]
    if not rows and not has_errors(problems):
        problems.append(source.error("too-short", "there is no line with a round and a table"))
    if has_errors(problems):
        return None, at_most(problems)
    movement, found_wrong = _movement(source, mine)
    return (None if has_errors(found_wrong) else movement), at_most([*problems, *found_wrong])


def _rows(source: Source) -> tuple[list[_Row], list[Problem]]:
    rows: list[_Row] = []
    problems: list[Problem] = []
    size: int | None = None
    for number, line in enumerate(source.lines, start=1):
        cells = _cells(line)
        if not any(cells) or line.lstrip().startswith("#"):
            continue
        span = Span(number, 1, len(line))
        if len(cells) not in {len(PAIRS_COLUMNS), len(PLAYERS_COLUMNS)}:
            message = (
                f"the line has {plural(len(cells), 'value')}: write "
                f"{','.join(PAIRS_COLUMNS)} (or n,s,e,w instead of ns,ew for individuals)"
            )
            problems.append(source.error("columns", message, span))
            continue
        if _is_heading(cells):
            continue
        size = size or len(cells)
        if len(cells) != size:
            message = f"the line has {len(cells)} values and the lines above {size}: mend it"
            problems.append(source.error("columns", message, span))
            continue
        row, found = _row(source, span, cells)
        problems += found
        if row is not None:
            rows.append(row)
    return rows, problems


def _cells(line: str) -> list[str]:
    delimiter = max(",;\t", key=line.count)
    try:
        return [
            cell.strip()
            for cell in next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
        ]
    except csv.Error:
        # A cell of more than a hundred thousand characters: then it is no line of ours.
        return [line]


def _is_heading(cells: Sequence[str]) -> bool:
    """Whether no cell is a number: what the columns are called, in whatever language."""
    return not any(cell.isdecimal() for cell in cells)


def _row(source: Source, span: Span, cells: Sequence[str]) -> tuple[_Row | None, list[Problem]]:
    columns = PAIRS_COLUMNS if len(cells) == len(PAIRS_COLUMNS) else PLAYERS_COLUMNS
    problems = []
    values: list[int] = []
    for column, cell in zip(columns[1:], cells[1:], strict=True):
        most = _LIMITS.get(column, MAX_CONTESTANTS)
        least = 1 if column in {"table", "round"} else 0
        if not (cell.isascii() and cell.isdecimal() and least <= int(cell[:9]) <= most):
            message = f"{column} is {quoted(cell)}: write a number from {least} to {most:,}"
            problems.append(source.error("number-range", message, span))
        else:
            values.append(int(cell))
    if problems:
        return None, problems
    table, number, *seats, low, high = values
    if (low == 0) != (high == 0) or high < low:
        message = f"boards {low} to {high} are none: write the first and the last one"
        return None, [source.error("boards", message, span)]
    half = len(seats) // 2
    return _Row(
        span, cells[0], table, number, tuple(seats[:half]), tuple(seats[half:]), low, high
    ), []


def _movement(source: Source, rows: Sequence[_Row]) -> tuple[Movement, list[Problem]]:
    tables = max(row.table for row in rows)
    rounds = max(row.round for row in rows)
    problems = list(_too_large(source, tables, rounds))
    lengths = Counter(row.high - row.low + 1 for row in rows if row.high)
    length = max(lengths, key=lambda size: lengths[size], default=1)
    if problems:
        rows = ()
    sets: list[list[TableSet | None]] = [[None] * tables for _ in range(rounds if rows else 1)]
    for row in rows:
        problems += _board_faults(source, row, length)
        if sets[row.round - 1][row.table - 1] is not None:
            message = f"round {row.round} at table {row.table} stands above already: leave one out"
            problems.append(source.error("twice", message, row.span))
        group = (row.low - 1) // length + 1 if row.low else 0
        sets[row.round - 1][row.table - 1] = TableSet(row.ns, row.ew, group)
    used = [here for one_round in sets for here in one_round if here]
    movement = Movement(
        contestants=max((number for here in used for number in here.contestants), default=1),
        tables=tables,
        groups=max((here.group for here in used), default=1),
        individual=bool(used) and len(used[0].ns) > 1,
        rounds_sets=tuple(map(tuple, sets)),
    )
    return replace(movement, groups=max(movement.groups, 1)), problems


def _too_large(source: Source, tables: int, rounds: int) -> Iterator[Problem]:
    if tables * rounds > MAX_SETS:
        message = f"{tables} tables in {rounds} rounds are more than the {MAX_SETS:,} sets allowed"
        yield source.error("too-large", message)


def _board_faults(source: Source, row: _Row, length: int) -> Iterator[Problem]:
    if not row.high:
        if 0 not in (*row.ns, *row.ew):
            yield source.error("boards", "nobody sits out here, so name the boards", row.span)
        return
    if row.high - row.low + 1 != length:
        message = (
            f"boards {row.low} to {row.high} are not {length} boards, as most rounds have: mend "
            "them, or split the line"
        )
        yield source.error("boards", message, row.span)
    elif (row.low - 1) % length:
        message = (
            f"board {row.low} is not the first of a set: sets of {length} begin at boards 1, "
            f"{length + 1}, {2 * length + 1}, ..."
        )
        yield source.error("boards", message, row.span)
