"""The rankings as pages show them: numbers as the language writes them, and who climbed."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from daemon.publish import lists, show
from daemon.publish.addresses import Addresses
from daemon.publish.language import Language
from daemon.publish.lists import Column
from daemon.publish.page_words import title
from daemon.tournament.results import Ranking, Row

_NOTHING = "–"


class Cell(Struct, frozen=True):
    """What stands in a column, and the number that it is sorted by (None: by its text)."""

    text: str
    value: float | None = None


class PageRow(Struct, frozen=True):
    """One contestant.

    `climbed` is how many ranks it went up since the round before was over, negative for down; None
    where nobody can tell. `card` is the page of its scorecard.
    """

    number: int
    names: tuple[str, ...]
    card: str
    tied: bool
    climbed: int | None
    cells: dict[Column, Cell]


class Shape(NamedTuple):
    """What all cells of a column have in common: its name, their kinds, and their tag.

    The tag is `th` in the column that says whose row it is.
    """

    column: Column
    name: str
    kinds: str
    tag: str


class PageList(Struct, frozen=True):
    """One list. `moves` says whether it tells who climbed."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[PageRow, ...]
    moves: bool

    @property
    def shape(self) -> tuple[Shape, ...]:
        """Of every column."""
        heading = lists.heading_of(self.columns)
        return tuple(
            Shape(
                column,
                column.name,
                f"{column.name.lower()} number" if column.is_number else column.name.lower(),
                "th" if column is heading else "td",
            )
            for column in self.columns
        )


def page_list(
    ranking: Ranking, language: Language, addresses: Addresses, *, hidden: bool
) -> PageList:
    """A ranking; of one that is hidden, only who takes part and how many boards each has played."""
    columns = lists.columns_of(ranking)
    if hidden:
        kept = {Column.SECTION, Column.CONTESTANT, Column.NAMES, Column.BOARDS}
        columns = tuple(column for column in columns if column in kept)
    rows = ranking.rows
    places = (
        show.places_for(row.total for row in rows),
        show.places_for(row.maximum for row in rows),
    )
    return PageList(
        title(ranking, language),
        columns,
        tuple(_row(row, places, language, addresses) for row in rows),
        moves=any(row.before is not None for row in rows),
    )


def _row(row: Row, places: Sequence[int], language: Language, addresses: Addresses) -> PageRow:
    total_places, maximum_places = places
    climbed = None if row.rank is None or row.before is None else row.before - row.rank
    return PageRow(
        row.contestant,
        row.names,
        addresses.contestant(row.section, row.contestant),
        row.tied,
        climbed,
        {
            # Whoever has not played comes last, also where a column is sorted.
            Column.RANK: Cell(_NOTHING, 1e9) if row.rank is None else Cell(str(row.rank), row.rank),
            Column.SECTION: Cell(row.section),
            Column.CONTESTANT: Cell(str(row.contestant), row.contestant),
            Column.NAMES: Cell(show.names(row.names)),
            Column.BOARDS: Cell(str(row.boards), row.boards),
            Column.TOTAL: _number(row.total, total_places, language),
            Column.MAXIMUM: _number(row.maximum, maximum_places, language),
            Column.PERCENT: _number(row.percent, 2, language),
            Column.AVERAGE: _number(row.average, 2, language),
        },
    )


def _number(value: Fraction | None, places: int, language: Language) -> Cell:
    return (
        Cell(_NOTHING, -1e9)
        if value is None
        else Cell(language.decimal(value, places), float(value))
    )
