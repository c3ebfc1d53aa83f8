"""The results at the foot of the director's terminal, while the log goes by above."""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace
from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from daemon.movement.wording import plural
from daemon.publish import show
from daemon.publish.characters import Characters, cells, on_one_line, shortened, spelled
from daemon.publish.clock_words import clock_text
from daemon.publish.missing import held, missing
from daemon.tournament.results import OpenProblem, Ranking, Results, Row
from daemon.tournament.round_clock import Local

_LIST_COLUMNS = 38
_MOST_LISTS = 4
_MOST_PROBLEMS = 4
_MOST_GAPS = 3
_BAR_COLUMNS = 40
_FEWEST_ROWS = 3
_OTHER_LINES = 6
"""What is neither a row of a list nor a problem: heading, progress, the lists' own headings."""


class Window(Struct, frozen=True):
    """How much room there is to fill, in columns and lines, and what can be shown there."""

    columns: int
    lines: int
    characters: Characters


def screen(results: Results, now: datetime, local: Local, window: Window) -> RenderableType:
    """Progress, the clock, the top of every list, and what is open.

    `now` is aware. A window that is very low gets no lists.
    """
    room = window.lines - _OTHER_LINES
    parts: list[RenderableType] = [
        Rule(Text(_words(f"{results.event}, {show.day(results.date)}", window)), style="dim"),
        _progress(results, window),
    ]
    parts += [Text(_words(line, window)) for line in _clock(results, now, local)]
    open_now = list(_open(results, window))
    if room >= _FEWEST_ROWS:
        parts.append(_lists(results, window, max(room - len(open_now), _FEWEST_ROWS)))
    parts += open_now
    return Group(*parts)


def _words(text: str, window: Window) -> str:
    """One line of the window. Markup in it means nothing: rich is given `Text` alone."""
    return shortened(
        spelled(on_one_line(text), window.characters), window.columns, window.characters
    )


def _progress(results: Results, window: Window) -> RenderableType:
    words = f"{show.progress(results)}. {show.state(results)}."
    holding = held(results)
    if holding:
        words += f" {show.results(holding)} held."
    line = Table.grid(padding=(0, 1))
    bar = ProgressBar(max(results.expected, 1), results.played, min(_BAR_COLUMNS, window.columns))
    if window.columns >= 2 * _BAR_COLUMNS:
        line.add_row(bar, Text(_words(words, window)))
    else:
        line.add_row(Text(_words(words, window)))
        line.add_row(bar)
    return line


def _clock(results: Results, now: datetime, local: Local) -> list[str]:
    return clock_text(results, now, local).splitlines()


def _lists(results: Results, window: Window, rows: int) -> RenderableType:
    """As many lists beside each other as there is room for, each with its first rows."""
    beside = max(1, min(_MOST_LISTS, window.columns // _LIST_COLUMNS))
    lists = results.rankings[:beside]
    width = window.columns // max(len(lists), 1) - 2
    grid = Table.grid(padding=(0, 1))
    grid.add_row(*(_list(one, rows, width, window) for one in lists))
    others = len(results.rankings) - len(lists)
    if others > 0:
        more = f"{plural(others, 'more list')}: `tournamentd status` shows all."
        return Group(grid, Text(_words(more, window)))
    return grid


def _list(ranking: Ranking, rows: int, width: int, window: Window) -> Table:
    title = _words(show.title(ranking), window)
    table = Table(
        title=Text(title, style="bold"),
        title_justify="left",
        min_width=min(cells(title), width),
        box=None,
        show_header=False,
        padding=(0, 1, 0, 0),
    )
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    table.add_column(justify="right", style="bold")
    for row in ranking.rows[:rows]:
        names = shortened(_words(show.names(row.names), window), width - 20, window.characters)
        table.add_row(*map(Text, (show.rank(row), str(row.contestant), names, _figure(row))))
    return table


def _figure(row: Row) -> str:
    """What the list is ranked by: a percentage, or what was won per board."""
    if row.maximum is None:
        return show.decimal(row.average)
    return "-" if row.percent is None else f"{show.decimal(row.percent)}%"


def _open(results: Results, window: Window) -> Iterator[Text]:
    """The worst of what is open, a line each, and what tables owe."""
    found = sorted(show.open_problems(results), key=lambda one: not one.problem.is_error)
    for one in found[:_MOST_PROBLEMS]:
        yield _problem(one, window)
    more = len(found) - _MOST_PROBLEMS
    if more > 0:
        words = f"and {plural(more, 'more problem')}: `tournamentd status` shows them all"
        yield Text(_words(words, window), style="yellow")
    gaps = missing(results).gaps
    for gap in islice(gaps, _MOST_GAPS):
        yield Text(_words(f"not in yet: {gap}", window), style="dim")
    if len(gaps) > _MOST_GAPS:
        words = f"and {plural(len(gaps) - _MOST_GAPS, 'more table')} with results not in yet"
        yield Text(_words(words, window), style="dim")


def _problem(found: OpenProblem, window: Window) -> Text:
    """`!! board 5, 2 against 9: ...`; the mark says what the colour says."""
    error, about = found.problem.is_error, show.about(found)
    mark = "!!" if error else "! "
    words = f"{about}: {found.problem.message}" if about else found.problem.message
    narrower = replace(window, columns=window.columns - len(mark) - 1)
    return Text(f"{mark} {_words(words, narrower)}", style="bold red" if error else "yellow")
