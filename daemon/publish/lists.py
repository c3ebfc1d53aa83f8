"""A ranking as people read it: which columns it has, and what stands in them."""

from collections.abc import Container
from enum import StrEnum

from msgspec import Struct

from daemon.publish import show
from daemon.tournament.results import Ranking, Row


class Column(StrEnum):
    """A column of a list; the value is its heading."""

    RANK = "Rank"
    SECTION = "Sec."
    CONTESTANT = "No."
    NAMES = "Names"
    BOARDS = "Boards"
    TOTAL = "Total"
    MAXIMUM = "Max"
    PERCENT = "%"
    AVERAGE = "Average"

    @property
    def is_number(self) -> bool:
        """Whether its cells stand below each other by their last digit."""
        return self not in {Column.SECTION, Column.NAMES}


class ShownRow(Struct, frozen=True):
    """One contestant: the text of each column of its list, and the names one by one."""

    names: tuple[str, ...]
    cells: dict[Column, str]


class ShownList(Struct, frozen=True):
    """One list. All numbers have two decimals, or none where a whole column needs none."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[ShownRow, ...]


def heading_of(columns: Container[Column]) -> Column:
    """Which of these columns says whose row it is."""
    return Column.NAMES if Column.NAMES in columns else Column.CONTESTANT


def columns_of(ranking: Ranking) -> tuple[Column, ...]:
    """Choose the columns that a list needs.

    The section stands in a list over several sections, names where any are known; matchpoints
    have a maximum and a percentage, IMPs the average per board.
    """
    rows = ranking.rows
    comparable = any(row.maximum is not None for row in rows)
    wanted = {
        Column.SECTION: ranking.section is None and len({row.section for row in rows}) > 1,
        Column.NAMES: any(row.names for row in rows),
        Column.MAXIMUM: comparable,
        Column.PERCENT: comparable,
        Column.AVERAGE: not comparable,
    }
    return tuple(column for column in Column if wanted.get(column, True))


def shown(ranking: Ranking) -> ShownList:
    """A list with the columns that it needs."""
    rows = ranking.rows
    total_places = show.places_for(row.total for row in rows)
    maximum_places = show.places_for(row.maximum for row in rows)
    return ShownList(
        title=show.title(ranking),
        columns=columns_of(ranking),
        rows=tuple(_shown_row(row, total_places, maximum_places) for row in rows),
    )


def _shown_row(row: Row, total_places: int, maximum_places: int) -> ShownRow:
    maximum = "" if row.maximum is None else show.decimal(row.maximum, maximum_places)
    return ShownRow(
        names=row.names,
        cells={
            Column.RANK: show.rank(row),
            Column.SECTION: row.section,
            Column.CONTESTANT: str(row.contestant),
            Column.NAMES: show.names(row.names),
            Column.BOARDS: str(row.boards),
            Column.TOTAL: show.decimal(row.total, total_places),
            Column.MAXIMUM: maximum,
            Column.PERCENT: "-" if row.percent is None else show.decimal(row.percent),
            Column.AVERAGE: show.decimal(row.average),
        },
    )
