"""The screen on the wall: lists cut into columns, columns put onto screens that come in turn."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from daemon.publish.lists import Column
from daemon.publish.shown_lists import PageList, PageRow

COLUMNS_ON_A_SCREEN = 2
ROWS_IN_A_COLUMN = 20


class Screen(Struct, frozen=True):
    """What is seen at a time. No column has more than `rows` rows."""

    columns: tuple[PageList, ...]
    rows: int


def screens(lists: Iterable[PageList]) -> tuple[Screen, ...]:
    """Lists side by side as long as there is room; one that would be torn begins a new screen."""
    filled: list[list[PageList]] = []
    for one in lists:
        columns = _columns(one)
        room = COLUMNS_ON_A_SCREEN - len(filled[-1]) if filled else 0
        if len(columns) > room:
            filled.append([])
        for column in columns:
            if len(filled[-1]) == COLUMNS_ON_A_SCREEN:
                filled.append([])
            filled[-1].append(column)
    return tuple(Screen(tuple(one), max(len(column.rows) for column in one)) for one in filled)


def _columns(whole: PageList) -> list[PageList]:
    """Cut a list into as few columns as can be, all of about the same length."""
    count = max(1, -(-len(whole.rows) // ROWS_IN_A_COLUMN))
    length = max(1, -(-len(whole.rows) // count))
    parts = [
        whole.rows[place : place + length] for place in range(0, max(1, len(whole.rows)), length)
    ]
    return [replace(whole, title=_title(whole, part, len(parts)), rows=part) for part in parts]


def _title(whole: PageList, part: tuple[PageRow, ...], parts: int) -> str:
    """`Section A · 21–40`: of a list in several columns, the ranks that stand in this one."""
    if parts == 1 or Column.RANK not in whole.columns:
        return whole.title
    return f"{whole.title} · {part[0].cells[Column.RANK].text}–{part[-1].cells[Column.RANK].text}"
