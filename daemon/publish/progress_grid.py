"""Which table has told of which round: a grid of rounds by tables."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct

from daemon.tournament.results import Results, Status, TravellerLine
from daemon.tournament.rounds_over import Rounds, rounds_over


class Standing(StrEnum):
    """How a round is at a table."""

    IN = "in"
    CHECKED = "checked"
    LATE = "late"
    NOW = "now"
    LATER = "later"
    NOT_PLAYED = "not-played"


class GridCell(Struct, frozen=True):
    """A round at a table: how it stands, and how many of its results are in."""

    standing: Standing
    came: int
    expected: int


class Grid(Struct, frozen=True):
    """A section: a row for each table, a cell for each round; None where nobody plays."""

    section: str
    rounds: tuple[int, ...]
    now: int | None
    tables: tuple[tuple[int, tuple[GridCell | None, ...]], ...]


def grids(results: Results) -> tuple[Grid, ...]:
    """The grids of all sections."""
    rounds = rounds_over(results.travellers)
    lines: defaultdict[str, defaultdict[tuple[int, int], list[TravellerLine]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for board in results.travellers:
        for line in board.lines:
            if line.round is not None:
                lines[board.section][line.table, line.round].append(line)
    return tuple(_grid(section, rounds[section], there) for section, there in lines.items())


def _grid(section: str, of: Rounds, lines: Mapping[tuple[int, int], list[TravellerLine]]) -> Grid:
    numbers = tuple(range(1, of.planned + 1))
    tables = sorted({table for table, _ in lines})
    return Grid(
        section,
        numbers,
        of.over + 1 if of.over < of.planned else None,
        tuple(
            (
                table,
                tuple(
                    _cell(lines[table, number], number, of) if (table, number) in lines else None
                    for number in numbers
                ),
            )
            for table in tables
        ),
    )


def _cell(lines: Iterable[TravellerLine], number: int, of: Rounds) -> GridCell:
    statuses = [line.status for line in lines]
    missing = statuses.count(Status.MISSING)
    return GridCell(
        _standing(statuses, missing, number, of), len(statuses) - missing, len(statuses)
    )


def _standing(statuses: list[Status], missing: int, number: int, of: Rounds) -> Standing:
    if Status.HELD in statuses:
        return Standing.CHECKED
    if missing and number <= of.over:
        return Standing.LATE
    if missing:
        return Standing.NOW if number == of.over + 1 else Standing.LATER
    if all(status is Status.NOT_PLAYED for status in statuses):
        return Standing.NOT_PLAYED
    return Standing.IN
