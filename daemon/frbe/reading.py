"""Reading a report: every line that can be read, each with its place, and what is wrong.

What is read need not be a report yet: a machine line may be missing, a cell unreadable. The
checks go over what there is, so that one wrong line does not hide the next.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice

from msgspec import Struct

from daemon.frbe.columns import COLUMNS, is_heading, layout_of_heading, write_heading
from daemon.frbe.dates import NOT_SET, read_yymmdd
from daemon.frbe.machine_line import MachineLine, read_machine_line
from daemon.frbe.report import MOST_PLAYERS, MOST_ROUNDS, Layout, Report
from daemon.frbe.row_reading import Row, has_tail, looks_like, read_row
from daemon.frbe.wording import plural
from daemon.problem import Problem, Source, Span

_LONGEST_HEAD = 40
_WORD = re.compile(r"\S+")


class RoundDate(Struct, frozen=True):
    """A date in the line above the rows: what is written, which day that is, and where."""

    text: str
    day: date | None
    span: Span


class Reading(Struct, frozen=True):
    """What a file holds. `machine`, `layout` and `heading` are None where they were not found."""

    layout: Layout | None
    head: tuple[str, ...]
    machine: MachineLine | None
    machine_number: int
    heading: str | None
    heading_number: int
    dates: tuple[RoundDate, ...]
    rows: tuple[Row, ...]
    rounds: int

    def report(self) -> Report | None:
        """The report, when every part of it could be read."""
        machine, layout = self.machine, self.layout
        if machine is None or layout is None or machine.start is None or machine.end is None:
            return None
        players = tuple(row.player for row in self.rows if row.player is not None)
        if len(players) != len(self.rows):
            return None
        dates = tuple(None if each.day == NOT_SET else each.day for each in self.dates)
        heading = self.heading or ""
        if heading and heading.find("Matr") + 1 != COLUMNS[layout].matricule.start:
            # A copy that lost its blanks: the program would have written this.
            heading = write_heading(layout, dates)
        return Report(
            layout=layout,
            head=self.head,
            program=machine.program,
            start=machine.start,
            end=machine.end,
            heading=heading,
            round_dates=dates,
            players=players,
            rounds=self.rounds,
            counts=machine.counts,
        )


def read_report(source: Source) -> tuple[Reading, tuple[Problem, ...]]:
    """Read a file.

    Codes: `machine-missing`, `heading`, `rows-missing`, `too-many`, `participants-differ`,
    `rounds-differ`, and those of the rows (errors); `machine-form` (warning).
    """
    lines = source.lines
    heading_number = next((n for n, line in enumerate(lines, 1) if is_heading(line)), 0)
    machine_number, machine = _find_machine_line(lines, heading_number)
    top = max(machine_number, heading_number)
    numbered = [(n, line) for n, line in enumerate(lines, 1) if n > top and line.strip()]
    if not top:
        numbered = []
    heading = lines[heading_number - 1] if heading_number else None
    layout = _layout(heading, [line for _, line in numbered])
    dates: tuple[RoundDate, ...] = ()
    if heading is not None and layout is not None and layout is not Layout.LINES24:
        dates = tuple(_dates(heading, heading_number, COLUMNS[layout].width(0)))
    rounds = _rounds(layout, [line for _, line in numbered], dates)
    problems: list[Problem] = []
    rows: list[Row] = []
    if layout is not None:
        for position, (number, line) in enumerate(numbered[:MOST_PLAYERS], 1):
            row, found = read_row(source, number, line, layout, rounds, position)
            rows.append(row)
            problems.extend(found)
    head_end = (machine_number or heading_number or _LONGEST_HEAD + 1) - 1
    reading = Reading(
        layout,
        lines[:head_end],
        machine,
        machine_number,
        heading,
        heading_number,
        dates,
        tuple(rows),
        rounds,
    )
    shape = _about_shape(source, reading, len(numbered))
    return reading, (*shape, *problems)


def _find_machine_line(lines: Sequence[str], heading_number: int) -> tuple[int, MachineLine | None]:
    """The last such line above the rows, since the head's lines are free text."""
    above = heading_number - 1 if heading_number else min(len(lines), _LONGEST_HEAD)
    for number in range(above, 0, -1):
        machine = read_machine_line(lines[number - 1])
        if machine is not None:
            return number, machine
    return 0, None


def _layout(heading: str | None, rows: Sequence[str]) -> Layout | None:
    """As the line above the rows says, or else as the first row looks."""
    if rows and has_tail(rows[0]):
        return Layout.LINES24
    layout = layout_of_heading(heading) if heading is not None else None
    if layout is None and rows:
        layouts = (Layout.PT, Layout.CM, Layout.WIDE)
        layout = next((each for each in layouts if looks_like(rows[0], each)), None)
    return layout


def _dates(heading: str, number: int, behind_elo: int) -> Iterator[RoundDate]:
    """The dates behind the word ELO, or behind its column where the word is not there."""
    place = heading.find("ELO")
    words = _WORD.finditer(heading, place + len("ELO") if place >= 0 else behind_elo)
    for match in islice(words, MOST_ROUNDS + 1):
        span = Span(number, match.start() + 1, len(match[0]))
        yield RoundDate(match[0], read_yymmdd(match[0]), span)


def _rounds(layout: Layout | None, rows: Sequence[str], dates: tuple[RoundDate, ...]) -> int:
    """The rounds that most rows have, or else as many as there are dates."""
    if layout is None:
        return 0
    if layout is Layout.LINES24:
        return 1
    columns = COLUMNS[layout]
    counts = Counter(columns.rounds_in(len(line.rstrip())) for line in rows)
    del counts[None]
    # Of two that are as frequent, the one that the dates agree with.
    best = max(counts, key=lambda rounds: (counts[rounds], rounds == len(dates)), default=None)
    return min(len(dates) if best is None else best, MOST_ROUNDS)


def _about_shape(source: Source, reading: Reading, rows: int) -> Iterator[Problem]:
    machine, line = reading.machine, Span(max(reading.machine_number, 1))
    if machine is None:
        message = (
            "the machine line is missing (a NUL, 2 digits, participants, rounds, first and last "
            "day, such as 00 16 72000060120000612): write it above the line that names the columns"
        )
        yield source.error("machine-missing", message, Span(max(reading.heading_number, 1)))
    elif not machine.is_whole:
        message = (
            "the machine line has not its 24 bytes, each in its place (a copy shows its NUL as a "
            "blank, or has lost it): have the program write the file anew before it is sent"
        )
        yield source.warning("machine-form", message, line)
    yield from _about_heading(source, reading)
    if rows == 0 or (reading.layout is not None and reading.rounds == 0):
        what = "rows of players" if rows == 0 else "rounds"
        message = f"the file has no {what}: have the program write it anew"
        yield source.error("rows-missing", message, Span(max(reading.heading_number, 1)))
    if rows > MOST_PLAYERS:
        message = f"there are {rows} rows and a report has at most {MOST_PLAYERS}: split it"
        yield source.error("too-many", message, line)
    if machine is None or reading.layout is Layout.LINES24:
        return
    if machine.participants != rows and rows:
        message = (
            f"the machine line declares {plural(machine.participants, 'participant')} and there "
            f"are {plural(rows, 'row')}: correct the number, or the rows"
        )
        yield source.error("participants-differ", message, line)
    yield from _about_rounds(source, reading, machine.rounds)


def _about_heading(source: Source, reading: Reading) -> Iterator[Problem]:
    if reading.layout is Layout.LINES24:
        return
    if reading.heading is None:
        message = (
            "the line that names the columns (Nom, Matr., Clb, Nat, ELO and the rounds' dates) is "
            "missing: write it below the machine line"
        )
        yield source.error("heading", message, Span(max(reading.machine_number, 1)))
    elif layout_of_heading(reading.heading) is None:
        message = (
            "in the line that names the columns, Matr. stands 20 (PairTwo), 21 (Chess Manager) or "
            "26 (wide) columns behind Nom, and not so here: write it as the program does"
        )
        yield source.error("heading", message, Span(reading.heading_number))


def _about_rounds(source: Source, reading: Reading, declared: int) -> Iterator[Problem]:
    if reading.rows and reading.rounds != declared:
        message = (
            f"the machine line declares {plural(declared, 'round')} and the rows have "
            f"{reading.rounds}: correct the number, or the rows"
        )
        yield source.error("rounds-differ", message, Span(reading.machine_number))
    elif reading.heading is not None and reading.layout and len(reading.dates) != declared:
        message = (
            f"the machine line declares {plural(declared, 'round')} and the line that names the "
            f"columns has {plural(len(reading.dates), 'date')}: write one for each round"
        )
        yield source.error("rounds-differ", message, Span(reading.heading_number))
