"""The rows of published standings, as they were written: from JSON or from CSV."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from daemon.problem import Problem, Source, Span, has_errors
from daemon.settings.cells import Cell, Row, rows
from daemon.settings.model import Method, Unit
from daemon.toml.value import visible

_NUMBERS = ("contestant", "boards", "total", "maximum")
_READ = ("section", "direction", *_NUMBERS, "percent")
# What totals were counted in before publishing said so.
_UNITS_OF_METHODS: Mapping[str, Unit] = {
    Method.MATCHPOINTS: Unit.MATCHPOINTS,
    Method.BOARD_A_MATCH: Unit.MATCHPOINTS,
    Method.CROSS_IMPS: Unit.IMPS,
    Method.BUTLER: Unit.IMPS,
    Method.TOTAL_POINTS: Unit.POINTS,
}
_WANTED = "name the standings.json or standings.csv that the earlier session published"
# Publishing puts an apostrophe before what a spreadsheet would take for a formula.
_KEPT_FROM_FORMULAS = re.compile(r"(^|[;\t\r\n])(\s*)'([=+\-@＝＋－＠])")


class Written(Struct, frozen=True):
    """What somebody wrote for a value (empty: nothing), and where, if that is known."""

    text: str
    span: Span | None = None


class WrittenRow(Struct, frozen=True):
    """One row of a list. `where` is what a message about it begins with, where no span says it."""

    where: str
    values: Mapping[str, Written]

    def value(self, column: str) -> Written:
        """What stands in a column; nothing, where the row does not have it."""
        return self.values.get(column, Written(""))


class _Numeral(Struct, frozen=True):
    """A number of a JSON text, digit by digit: it may be longer than any number should be."""

    text: str


_Json: TypeAlias = "str | _Numeral | bool | list[_Json] | dict[str, _Json] | None"


def needed(unit: Unit) -> tuple[str, ...]:
    """The columns that there must be where totals are counted in this unit."""
    return _NUMBERS if unit.has_maximum else _NUMBERS[:-1]


def written_rows(source: Source, unit: Unit) -> tuple[tuple[WrittenRow, ...], tuple[Problem, ...]]:
    """Take the rows of all lists from a text that is JSON (it begins with a brace) or CSV.

    `unit` is what the totals must be counted in.
    """
    problems: list[Problem] = []
    begins = source.text.lstrip("\ufeff \t\r\n")[:1]
    read = _json_rows if begins in {"{", "["} else _csv_rows
    return tuple(read(source, unit, problems)), tuple(problems)


def _json_rows(source: Source, unit: Unit, problems: list[Problem]) -> Iterator[WrittenRow]:
    document = _parsed(source, problems)
    if problems:
        return
    rankings = document.get("rankings") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(rankings, list):
        message = f'this JSON is no standings: there is no list "rankings" in it; {_WANTED}'
        problems.append(source.error("carried-form", message))
        return
    method = _text(document.get("method", Method.MATCHPOINTS))
    counted_in = _text(document.get("unit", _UNITS_OF_METHODS.get(method, method)))
    if counted_in != unit:
        message = (
            f'these standings are in "{visible(counted_in)}", and this session is in "{unit}", '
            "which cannot be added up: take the file out of carry_over"
        )
        problems.append(source.error("carried-method", message))
        return
    if document.get("final") is False:
        message = (
            "these standings are provisional: close that session (tournamentd close) and take its "
            "final ones, or leave it at that if nothing will change"
        )
        problems.append(source.warning("carried-provisional", message))
    for number, ranking in enumerate(rankings, 1):
        yield from _rows_of_list(source, number, ranking, problems)


def _parsed(source: Source, problems: list[Problem]) -> _Json:
    text = source.text.removeprefix("\ufeff")
    try:
        parsed: _Json = json.loads(
            text, parse_int=_Numeral, parse_float=_Numeral, parse_constant=_Numeral
        )
    except json.JSONDecodeError as error:
        # Our own lines and columns: the parser knows only LF, and no byte order mark.
        at = error.pos + len(source.text) - len(text)
        message = (
            f"this JSON cannot be read from here on ({error.msg}): "
            "copy the file again from where it was published"
        )
        problems.append(source.error("carried-syntax", message, source.place_of(at)))
    except RecursionError:
        message = f"this JSON has lists within lists without end: {_WANTED}"
        problems.append(source.error("carried-form", message))
    else:
        return parsed
    return None


def _rows_of_list(
    source: Source, number: int, ranking: _Json, problems: list[Problem]
) -> Iterator[WrittenRow]:
    written = ranking.get("rows") if isinstance(ranking, dict) else None
    if not isinstance(ranking, dict) or not isinstance(written, list):
        message = f'list {number} has no "rows": copy the file again from where it was published'
        problems.append(source.error("carried-form", message))
        return
    shared = {key: ranking.get(key) for key in ("section", "direction")}
    for place, row in enumerate(written, 1):
        where = f"row {place} of list {number}: "
        if isinstance(row, dict):
            values = {**shared, **row}
            yield WrittenRow(
                where, {key: Written(_text(values[key])) for key in _READ if key in values}
            )
        else:
            message = f"{where}this is no row: copy the file again from where it was published"
            problems.append(source.error("carried-form", message))


def _text(value: _Json) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case _Numeral(text):
            return text
        case bool():
            return str(value).lower()
        case dict():
            return "{...}"
        case _:
            return "[...]"


def _csv_rows(source: Source, unit: Unit, problems: list[Problem]) -> Iterator[WrittenRow]:
    header, *lines = rows(source) or (Row((Cell("", Span(1)),)),)
    columns: dict[str, int] = {}
    for index, cell in enumerate(header.cells):
        columns.setdefault(cell.text.casefold(), index)
    problems.extend(_about_header(source, header, columns, needed(unit)))
    if has_errors(problems):
        return
    for row in lines:
        wrong = _about_fields(source, row, len(header.cells))
        problems.extend(wrong)
        if not wrong:
            yield WrittenRow("", {key: _cell(row, columns[key]) for key in _READ if key in columns})


def _cell(row: Row, index: int) -> Written:
    cell = row.cell(index)
    return Written(_KEPT_FROM_FORMULAS.sub(r"\1\2\3", cell.text), cell.span)


def _about_header(
    source: Source, header: Row, columns: Mapping[str, int], names: Sequence[str]
) -> Iterator[Problem]:
    missing = [name for name in names if name not in columns]
    if missing:
        message = (
            f"the first line has no column {' and no column '.join(missing)}: {_WANTED}, or begin "
            f"your own with a line section,{','.join(names)}"
        )
        yield source.error("carried-header", message, header.cells[0].span)
    for index, cell in enumerate(header.cells):
        name = cell.text.casefold()
        if name in _READ and columns[name] != index:
            message = f"there are two columns {name}: rename the one that does not count"
            yield source.error("carried-header", message, cell.span)


def _about_fields(source: Source, row: Row, width: int) -> Sequence[Problem]:
    """Why the fields of a line may be others than they seem."""
    for index, cell in enumerate(row.cells):
        if cell.is_open:
            message = "the quotes that begin here have no end in this line: close them"
        elif index >= width and cell.text:
            message = (
                f"the header has {width} columns and here begins one more: "
                "write numbers with a point, and a name with a separator between double quotes"
            )
        else:
            continue
        return (source.error("carried-fields", message, cell.span),)
    return ()
