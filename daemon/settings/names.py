"""Reading the names of a section: a CSV file such as a spreadsheet writes.

`number,name1,id1,name2,id2[,group][,handicap]`: a header, then a line for every pair (or player,
who has name1 only). A group has a list of its own; a handicap is added to the result.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from daemon.problem import Problem, Source, Span, at_most, has_errors
from daemon.settings.cells import Cell, Row, rows
from daemon.settings.characters import invisible
from daemon.toml.value import visible

_NEEDED = ("number", "name1")
_PEOPLE = (("name1", "id1"), ("name2", "id2"))
_COMMON = ("number", "name1", "id1", "name2", "id2")
_READ = (*_COMMON, "group", "handicap")
_NUMBER = re.compile(r"0*[1-9][0-9]{0,3}")
_HANDICAP = re.compile(r"[+-]?[0-9]{1,5}(?:[.,][0-9]{1,6})?")
_MOST_CHARACTERS = 200_000
_LONGEST_NAME = 60
_LONGEST_ID = 20


class Entrant(Struct, frozen=True):
    """A pair (two names) or a player (one), as the file has them.

    `group` is the list that they are ranked in apart (a line, a category); `handicap` is added to
    what ranks them: percentage points, or points per board in methods without a percentage. `ids`
    are what a federation calls those with `names`, one by one, empty where that is not known; none
    when nobody's is.
    """

    names: tuple[str, ...]
    group: str | None = None
    handicap: Fraction = Fraction(0)
    ids: tuple[str, ...] = ()


_NOBODY = Entrant(())


def read_names(source: Source) -> tuple[dict[int, Entrant], tuple[Problem, ...]]:
    """Read who takes part, by number.

    Columns are found by their names, in any order; commas, semicolons or tabs stand between them.
    A line that is wrong is left out and the others are kept; of two lines with one number the
    first is kept. A number without anything says nothing (a form that is still empty).

    Codes: `names-header`, `names-fields`, `names-number`, `names-twice`, `names-name`,
    `names-handicap` (errors), `names-column` (warning: a column that is not used), `names-id`
    (warning: an id that is not taken, though its player is).
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
        return {}, at_most(problems)
    entrants: dict[int, Entrant] = {}
    line_of: dict[int, int] = {}
    for row in lines:
        wrong = list(_about_fields(source, row, len(header.cells)))
        wrong = wrong or list(_about_values(source, row, columns))
        problems.extend(wrong)
        if wrong or (entrant := _entrant(row, columns)) == _NOBODY:
            continue
        problems.extend(_about_ids(source, row, columns))
        cell = row.cell(columns["number"])
        number = int(cell.text)
        if number in entrants:
            message = (
                f"number {number} stands already in line {line_of[number]}: correct one of them"
            )
            problems.append(source.error("names-twice", message, cell.span))
        else:
            entrants[number] = entrant
            line_of[number] = row.line
    return entrants, at_most(problems)


def _entrant(row: Row, columns: Mapping[str, int]) -> Entrant:
    """What a line says that was found right."""
    people = tuple(_people(row, columns))
    names = tuple(name.text for name, _ in people)
    ids = tuple("" if _about_id(id_.text) else id_.text for _, id_ in people)
    handicap = _cell(row, columns, "handicap").text.replace(",", ".")
    group = _cell(row, columns, "group").text
    return Entrant(names, group or None, Fraction(handicap or 0), ids if any(ids) else ())


def _people(row: Row, columns: Mapping[str, int]) -> Iterator[tuple[Cell, Cell]]:
    """Name and id of each player who has a name."""
    for name, id_ in _PEOPLE:
        called = _cell(row, columns, name)
        if called.text:
            yield called, _cell(row, columns, id_)


def _about_ids(source: Source, row: Row, columns: Mapping[str, int]) -> Iterator[Problem]:
    """Why an id is not taken."""
    for _, id_ in _people(row, columns):
        doubt = _about_id(id_.text)
        if doubt is not None:
            yield source.warning("names-id", doubt, id_.span)


def _about_id(text: str) -> str | None:
    if code := invisible(text):
        return f"this id has an invisible character ({code}) and is left out: write it anew"
    if len(text) > _LONGEST_ID:
        return (
            f"this id has {len(text)} characters and is left out: write at most {_LONGEST_ID}, "
            "what the federation calls the player"
        )
    return None


def _cell(row: Row, columns: Mapping[str, int], name: str) -> Cell:
    """The cell of a column, an empty one where there is no such column."""
    return row.cell(columns[name]) if name in columns else Cell("", row.cells[-1].span)


def _name_cells(row: Row, columns: Mapping[str, int]) -> Iterator[Cell]:
    return (row.cell(columns[name]) for name in ("name1", "name2") if name in columns)


def _about_header(source: Source, header: Row, columns: Mapping[str, int]) -> Iterator[Problem]:
    missing = [name for name in _NEEDED if name not in columns]
    if missing:
        message = (
            f"the first line has no column {' and no column '.join(missing)}: "
            f"begin the file with a line {','.join(_COMMON)}"
        )
        yield source.error("names-header", message, header.cells[0].span)
        return
    for index, cell in enumerate(header.cells):
        name = visible(cell.text.casefold())
        if not name:
            continue
        if columns[cell.text.casefold()] != index:
            message = f"there are two columns {name}: only the first is read"
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
    texts = [("name", first), *(("name", other) for other in others)]
    for what, cell in (*texts, ("group", _cell(row, columns, "group"))):
        if code := invisible(cell.text):
            message = f"this {what} has an invisible character ({code}): write it anew"
            yield source.error("names-name", message, cell.span)
        elif len(cell.text) > _LONGEST_NAME:
            message = f"this {what} has {len(cell.text)} characters: write at most {_LONGEST_NAME}"
            yield source.error("names-name", message, cell.span)
    handicap = _cell(row, columns, "handicap")
    if handicap.text and not _HANDICAP.fullmatch(handicap.text):
        message = f'"{visible(handicap.text)}" is no handicap: write a number like 2.5 or -1'
        yield source.error("names-handicap", message, handicap.span)
