"""Reading the names of a section: a CSV file such as a spreadsheet writes.

`number,name1,id1,name2,id2[,group][,handicap]`: a header, then a line for every pair (or player,
who has name1 only).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from daemon.problem import Problem, Source, Span, has_errors
from daemon.settings.cells import Cell, Row, rows
from daemon.settings.characters import invisible
from daemon.toml.value import visible

_NEEDED = ("number", "name1")
_PEOPLE = (("name1", "id1"), ("name2", "id2"))
_READ = ("number", "name1", "id1", "name2", "id2")
_NOT_YET = ("group", "handicap")
_NUMBER = re.compile(r"0*[1-9][0-9]{0,3}")
_MOST_CHARACTERS = 200_000
_LONGEST_NAME = 60
_LONGEST_ID = 20


@dataclass(frozen=True, slots=True)
class Person:
    """A player; `id` is what a federation calls him or her, empty where that is not known."""

    name: str
    id: str = ""


def read_names(source: Source) -> tuple[dict[int, tuple[str, ...]], tuple[Problem, ...]]:
    """Read the names alone: number -> (name1, name2), or (name1,). See `read_people`."""
    people, problems = read_people(source)
    return {number: tuple(one.name for one in here) for number, here in people.items()}, problems


def read_people(source: Source) -> tuple[dict[int, tuple[Person, ...]], tuple[Problem, ...]]:
    """Read who is who: number -> two players, or one where there is no second name.

    Columns are found by their names, in any order; commas, semicolons or tabs stand between them.
    A line that is wrong is left out and the others are kept; of two lines with one number the
    first is kept. A number without names says nothing (a form that is still empty).

    Codes: `names-header`, `names-fields`, `names-number`, `names-twice`, `names-name` (errors),
    `names-column` (warning: a column that is not used), `names-id` (warning: an id that is not
    taken, though its player is).
    """
    if len(source.text) > _MOST_CHARACTERS:
        message = f"this file has {len(source.text)} characters: is it the right one?"
        return {}, (source.error("names-header", message, Span(1)),)
    header, *lines = rows(source) or (Row((Cell("", Span(1)),)),)
    columns: dict[str, int] = {}
    for index, cell in enumerate(header.cells):
        columns.setdefault(cell.text.casefold(), index)
    problems = list(_about_header(source, header, columns))
    if has_errors(problems):
        return {}, tuple(problems)
    people: dict[int, tuple[Person, ...]] = {}
    line_of: dict[int, int] = {}
    for row in lines:
        wrong = list(_about_fields(source, row, len(header.cells)))
        wrong = wrong or list(_about_values(source, row, columns))
        problems.extend(wrong)
        here, doubts = _people(source, row, columns)
        if wrong or not here:
            continue
        problems.extend(doubts)
        cell = row.cell(columns["number"])
        number = int(cell.text)
        if number in people:
            message = (
                f"number {number} stands already in line {line_of[number]}: correct one of them"
            )
            problems.append(source.error("names-twice", message, cell.span))
        else:
            people[number] = here
            line_of[number] = row.line
    return people, tuple(problems)


def _people(
    source: Source, row: Row, columns: Mapping[str, int]
) -> tuple[tuple[Person, ...], list[Problem]]:
    """The players of a line, and why an id is not taken."""
    people, doubts = [], []
    for name, id_ in _PEOPLE:
        called = row.cell(columns[name]).text if name in columns else ""
        if not called:
            continue
        number = row.cell(columns[id_]) if id_ in columns else Cell("", row.cells[0].span)
        doubt = _about_id(number.text)
        if doubt is not None:
            doubts.append(source.warning("names-id", doubt, number.span))
        people.append(Person(called, number.text if doubt is None else ""))
    return tuple(people), doubts


def _about_id(text: str) -> str | None:
    if code := invisible(text):
        return f"this id has an invisible character ({code}) and is left out: write it anew"
    if len(text) > _LONGEST_ID:
        return (
            f"this id has {len(text)} characters and is left out: write at most {_LONGEST_ID}, "
            "what the federation calls the player"
        )
    return None


def _name_cells(row: Row, columns: Mapping[str, int]) -> Iterator[Cell]:
    return (row.cell(columns[name]) for name in ("name1", "name2") if name in columns)


def _about_header(source: Source, header: Row, columns: Mapping[str, int]) -> Iterator[Problem]:
    missing = [name for name in _NEEDED if name not in columns]
    if missing:
        message = (
            f"the first line has no column {' and no column '.join(missing)}: "
            f"begin the file with a line {','.join(_READ)}"
        )
        yield source.error("names-header", message, header.cells[0].span)
        return
    for index, cell in enumerate(header.cells):
        name = visible(cell.text.casefold())
        if not name:
            continue
        if columns[cell.text.casefold()] != index:
            message = f"there are two columns {name}: only the first is read"
        elif name in _NOT_YET:
            message = f"the column {name} is not used by this version of tournamentd"
        elif name not in _READ:
            message = f"the column {name} is not read; the columns are {', '.join(_READ)}"
        else:
            continue
        yield source.warning("names-column", message, cell.span)


def _about_fields(source: Source, row: Row, width: int) -> Iterator[Problem]:
    """Why the fields of a line may be others than they seem."""
    for index, cell in enumerate(row.cells):
        if cell.is_open:
            message = "the quotes that begin here have no end in this line: close them"
            yield source.error("names-fields", message, cell.span)
        elif index >= width and cell.text:
            message = (
                f"the header has {width} columns and here begins one more: "
                "a name with a separator in it stands between double quotes"
            )
            yield source.error("names-fields", message, cell.span)
            return


def _about_values(source: Source, row: Row, columns: Mapping[str, int]) -> Iterator[Problem]:
    number = row.cell(columns["number"])
    if not _NUMBER.fullmatch(number.text):
        message = f'"{visible(number.text)}" is no number of a pair or player: write 1 to 9999'
        yield source.error("names-number", message, number.span)
    first, *others = _name_cells(row, columns)
    if not first.text and any(cell.text for cell in others):
        message = "there is a name2 and no name1: a single name stands under name1"
        yield source.error("names-name", message, first.span)
    for cell in (first, *others):
        if code := invisible(cell.text):
            message = f"this name has an invisible character ({code}): write it anew"
            yield source.error("names-name", message, cell.span)
        elif len(cell.text) > _LONGEST_NAME:
            message = f"this name has {len(cell.text)} characters: write at most {_LONGEST_NAME}"
            yield source.error("names-name", message, cell.span)
