"""The results on a terminal: standings, how far the event is, and what is open."""

import textwrap

from msgspec.structs import replace

from daemon.publish import lists, show
from daemon.publish.characters import (
    Characters,
    cells,
    harmless,
    on_one_line,
    shortened,
    spelled,
    toml_spelled,
)
from daemon.publish.lists import Column, ShownList, ShownRow
from daemon.publish.missing import held, missing
from daemon.tournament.results import OpenProblem, Results

_BETWEEN = "  "
_INDENT = "  "
_NARROWEST_NAMES = 8
_NARROWEST_MESSAGE = 40


def standings_text(
    results: Results, width: int = 80, characters: Characters = Characters.UNICODE
) -> str:
    """Show every list as a table of at most `width` columns; numbers are never cut.

    Names that do not fit beside each other go below each other; one that is still too long ends
    with a mark. Every line ends with a newline.
    """
    heading = _words(f"{results.event}, {show.day(results.date)}", characters)
    subject = f"{show.scoring(results)}. {show.state(results)}."
    tables = [_table(lists.shown(ranking), width, characters) for ranking in results.rankings]
    return "\n".join([f"{heading}\n{_words(subject, characters)}\n", *tables])


def progress_text(results: Results, characters: Characters = Characters.UNICODE) -> str:
    """Say how many results are in, how many the director holds, and which tables owe some."""
    text = f"{show.progress(results)}.\n"
    holding = held(results)
    if holding:
        text += f"Held until the director decides: {show.results(holding)}.\n"
    owed = missing(results)
    if owed.gaps:
        text += "Not in yet:\n"
        text += "".join(f"{_INDENT}{_words(str(gap), characters)}\n" for gap in owed.gaps)
    if owed.later:
        text += f"Of rounds that have not begun: {show.results(owed.later)}.\n"
    return text


def problems_text(
    results: Results, width: int = 80, characters: Characters = Characters.UNICODE
) -> str:
    """Show every open problem with what to paste to settle it; empty when there is none.

    Lines of a ruling are never broken or cut: they are copied.
    """
    found = show.open_problems(results)
    return "\n".join(_problem(each, width, characters) for each in found)


def _words(text: str, characters: Characters) -> str:
    return spelled(on_one_line(text), characters)


def _table(shown: ShownList, width: int, characters: Characters) -> str:
    rows = _ranks_aligned([_spell_row(row, characters) for row in shown.rows])
    widths = _widths(shown, rows, width)
    line = "─" if characters is Characters.UNICODE else "-"
    headings = {column: str(column) for column in shown.columns}
    rules = {column: line * widths[column] for column in shown.columns}
    lines = [_words(shown.title, characters), _line(headings, widths), _line(rules, widths)]
    for row in rows:
        first, *further = _below_each_other(row, widths.get(Column.NAMES, 0), characters)
        lines.append(_line({**row.cells, Column.NAMES: first}, widths))
        lines += [_line({Column.NAMES: name}, widths) for name in further]
    return "".join(f"{each}\n" for each in lines)


def _ranks_aligned(rows: list[ShownRow]) -> list[ShownRow]:
    """Leave room for the `=` behind every rank when one of them is shared."""
    ranks = [row.cells[Column.RANK] for row in rows]
    if not any(rank.endswith("=") for rank in ranks):
        return rows
    return [
        replace(row, cells={**row.cells, Column.RANK: rank if rank.endswith("=") else f"{rank} "})
        for row, rank in zip(rows, ranks, strict=True)
    ]


def _spell_row(row: ShownRow, characters: Characters) -> ShownRow:
    return ShownRow(
        names=tuple(_words(name, characters) for name in row.names),
        cells={column: _words(cell, characters) for column, cell in row.cells.items()},
    )


def _widths(shown: ShownList, rows: list[ShownRow], width: int) -> dict[Column, int]:
    """How wide each column is; the names get what the others leave, as far as they need it."""
    widths = {
        column: max([cells(column), *(cells(row.cells[column]) for row in rows)])
        for column in shown.columns
    }
    if Column.NAMES in widths:
        taken = sum(widths.values()) + len(_BETWEEN) * (len(widths) - 1) - widths[Column.NAMES]
        room = max(width - taken, _NARROWEST_NAMES)
        widths[Column.NAMES] = min(widths[Column.NAMES], room)
    return widths


def _below_each_other(row: ShownRow, width: int, characters: Characters) -> list[str]:
    """The names of a row as lines of at most `width` columns."""
    together = row.cells[Column.NAMES]
    if cells(together) <= width or not row.names:
        return [together]
    *others, last = row.names
    return [
        *(shortened(name, width - 2, characters) + " &" for name in others),
        shortened(last, width, characters),
    ]


def _line(texts: dict[Column, str], widths: dict[Column, int]) -> str:
    padded = []
    for column, width in widths.items():
        text = texts.get(column, "")
        padding = " " * (width - cells(text))
        padded.append(padding + text if column.is_number else text + padding)
    return _BETWEEN.join(padded).rstrip()


def _problem(found: OpenProblem, width: int, characters: Characters) -> str:
    lines = textwrap.wrap(
        _words(found.problem.one_line(), characters),
        max(width, _NARROWEST_MESSAGE),
        subsequent_indent=_INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )
    about = show.about(found)
    if about:
        lines.append(f"{_INDENT}({_words(about, characters)})")
    if found.ruling is not None:
        lines.append(f"{_INDENT}To settle it, paste this into the rulings file:")
        ruling = toml_spelled(harmless(found.ruling), characters)
        lines += [f"{_INDENT}{_INDENT}{each}" for each in ruling.splitlines()]
    return "".join(f"{line}\n" for line in lines)
