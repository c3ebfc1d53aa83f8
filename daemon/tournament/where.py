"""Which boards an entry of `rulings.toml` is about, and whom, as the director wrote it."""

import re

from msgspec import Struct

from daemon.toml import Kind, Reading, such, text, whole
from daemon.toml.value import visible

NUMBERS: Kind[int] = whole(1, 9_999_999)
"""Boards, rounds, tables and contestants."""

_MOST_BOARDS = 100
_BOARDS = re.compile(r"\s*\d{1,4}\s*(?:-\s*\d{1,4}\s*)?")


class Where(Struct, frozen=True):
    """Which plays an entry is about, as the director wrote it."""

    boards: tuple[int, ...]
    round: int | None = None
    table: int | None = None
    ns: int | None = None
    ew: int | None = None
    section: str | None = None


def read_where(reading: Reading) -> Where | None:
    """Boards (or round and table) and whom; None (and told) when that is not said."""
    boards = read_boards(reading)
    where = read_whom(reading, boards)
    if where is None:
        return None
    if not boards and (where.round is None or where.table is None):
        message = 'say which boards: board = 7, boards = "7-9", or round and table'
        reading.tell("where", message, reading.table.span)
        return None
    if boards and where.ns is None and where.ew is None and where.table is None:
        reading.tell("where", "say whose result it is: ns, ew or both", reading.table.span)
        return None
    return where


def read_whom(reading: Reading, boards: tuple[int, ...]) -> Where | None:
    """Round, table, pairs and section on these boards; None when something before was wrong."""
    where = Where(
        boards,
        reading.get("round", NUMBERS),
        reading.get("table", NUMBERS),
        reading.get("ns", NUMBERS),
        reading.get("ew", NUMBERS),
        reading.get("section", text),
    )
    return None if reading.told else where


def read_boards(reading: Reading) -> tuple[int, ...]:
    """`board = 7` or `boards = "7-9"`; none when neither stands there."""
    board = reading.get("board", NUMBERS)
    span = reading.get("boards", such(text, _complain_about_boards))
    if board is not None and span is not None:
        message = "board and boards both stand here: take one out"
        reading.tell("where", message, reading.table.span_of("boards"))
    if board is not None:
        return (board,)
    return () if span is None else _span_of_boards(span)


def _span_of_boards(written: str) -> tuple[int, ...]:
    """The boards of `7-9`, or of `7` alone; none when the first is higher than the last."""
    first, _, last = written.partition("-")
    return tuple(range(int(first), int(last or first) + 1))


def _complain_about_boards(written: str) -> str | None:
    if _BOARDS.fullmatch(written) is None:
        return f'is like "7-9" or "7", not "{visible(written)}"'
    boards = _span_of_boards(written)
    if not boards:
        return f'goes from the lower to the higher board, not "{visible(written)}"'
    if len(boards) > _MOST_BOARDS:
        return f"names more than {_MOST_BOARDS} boards"
    return None
