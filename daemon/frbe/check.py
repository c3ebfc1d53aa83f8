"""All checks of a report: its bytes, name, head, dates, players and games."""

from collections.abc import Iterator
from datetime import date

from msgspec import Struct

from daemon.frbe.cell_check import Places, check_cells
from daemon.frbe.dates import NOT_SET, write_ddmmyyyy
from daemon.frbe.file_name import read_file_name
from daemon.frbe.head import FIRST_LINES, read_head
from daemon.frbe.player_check import check_against_list, check_players
from daemon.frbe.player_list import PlayerList
from daemon.frbe.reading import Reading, read_report
from daemon.frbe.report import Report, Result
from daemon.frbe.text import decode_report
from daemon.frbe.wording import plural, quoted, ranges
from daemon.problem import Problem, Source, Span, at_most, has_errors

_TRF_PLAYER = "001 "


class Checked(Struct, frozen=True):
    """What came of a file: `report` when it has no error, `reading` when it is a text."""

    report: Report | None
    reading: Reading | None
    problems: tuple[Problem, ...]


def check_report(
    data: bytes,
    name: str,
    today: date,
    players: PlayerList | None = None,
    file_name: str | None = None,
) -> Checked:
    """Read and check a file.

    `name` is what people call the file, `file_name` the name that it is sent under (None: not
    checked), `today` the day that dates are judged from. Problems come in the order of their
    places. The codes are those of `decode_report`, `read_report`, `check_cells`, `check_players`
    and `check_against_list`, and `file-name`, `file-name-date`, `file-name-club`, `head-first`,
    `head-differs`, `counts-uneven`, `round-unset`, `round-outside`, `future`, `old` (warnings),
    `not-a-report`, `machine-date`, `machine-order`, `round-date`, `counts-differ` (errors).
    """
    source, problems = decode_report(data, name)
    if source is None:
        return Checked(None, None, problems)
    if any(line.startswith(_TRF_PLAYER) for line in source.lines):
        message = "this is a TRF and no report yet: `report build` makes one of it"
        return Checked(None, None, (source.error("not-a-report", message, Span(1)),))
    reading, found = read_report(source)
    everything = [
        *problems,
        *_about_file_name(source, reading, file_name),
        *found,
        *_about_head(source, reading),
        *_about_dates(source, reading, today),
        *_about_rounds(source, reading),
        *_about_counts(source, reading),
        *check_players(source, reading.rows),
        *check_cells(source, [row.cells for row in reading.rows], _places(reading)),
    ]
    if players is not None:
        everything.extend(check_against_list(source, reading.rows, players))
    report = None if has_errors(everything) else reading.report()
    return Checked(report, reading, at_most(everything))


def _places(reading: Reading) -> Places:
    rows = reading.rows
    return Places(
        opponent=lambda rank, number: rows[rank - 1].opponent(number),
        colour=lambda rank, number: rows[rank - 1].colour(number),
        result=lambda rank, number: rows[rank - 1].result(number),
    )


def _about_file_name(source: Source, reading: Reading, name: str | None) -> Iterator[Problem]:
    if name is None:
        return
    parts, wrong = read_file_name(name)
    for reason in wrong:
        message = f"the name {quoted(name)} is not one that the federation asks for: {reason}"
        yield source.warning("file-name", message)
    if parts is None:
        return
    machine = reading.machine
    if machine is not None and machine.end is not None and not parts.is_of(machine.end):
        message = (
            f"the name says that the tournament ended on {parts.day:02}-{parts.month:02}, and the "
            f"machine line that it ended on {write_ddmmyyyy(machine.end)}: correct one of them"
        )
        yield source.warning("file-name-date", message, Span(reading.machine_number))
    club = read_head(reading.head).claims.get("club")
    if club is not None and club.value != parts.club:
        message = (
            f"the name says that club {parts.club:03} sends it, and the head says club "
            f"{club.value}: correct one of them"
        )
        yield source.warning("file-name-club", message, club.span)


def _about_head(source: Source, reading: Reading) -> Iterator[Problem]:
    first = reading.head[0] if reading.head else ""
    if first.partition(":")[0].strip() not in FIRST_LINES:
        message = (
            f"the first line is {quoted(first)}: a report begins with Tournoi : and the "
            "tournament's name, or with Club: and the club"
        )
        yield source.warning("head-first", message, Span(1))
    machine = reading.machine
    if machine is None:
        return
    declared = {
        "participants": ("participants", machine.participants),
        "rounds": ("rounds", machine.rounds),
        "start": ("the first day", machine.start),
        "end": ("the last day", machine.end),
    }
    claims = read_head(reading.head).claims
    for key, (what, value) in declared.items():
        claim = claims.get(key)
        if claim is None or value is None or claim.value == value:
            continue
        message = (
            f"here stands {_shown(claim.value)} for {what}, and in the machine line "
            f"{_shown(value)}: the machine line counts; correct the one that is wrong"
        )
        yield source.warning("head-differs", message, claim.span)


def _shown(value: int | date) -> str:
    return write_ddmmyyyy(value) if isinstance(value, date) else str(value)


def _about_dates(source: Source, reading: Reading, today: date) -> Iterator[Problem]:
    machine, line = reading.machine, reading.machine_number
    if machine is None:
        return
    for what, value, column in (
        ("first", machine.start, machine.start_column),
        ("last", machine.end, machine.end_column),
    ):
        if value is None:
            message = f"no such day is in the calendar: write the {what} day as yyyymmdd"
            yield source.error("machine-date", message, Span(line, column, 8))
    start, end = machine.start, machine.end
    if start is not None and end is not None and start > end:
        message = (
            f"the first day, {write_ddmmyyyy(start)}, is after the last one, "
            f"{write_ddmmyyyy(end)}: correct one of them"
        )
        yield source.error("machine-order", message, Span(line, machine.start_column, 16))
    if end is None:
        return
    span = Span(line, machine.end_column, 8)
    if end > today:
        message = f"the last day, {write_ddmmyyyy(end)}, is in the future: is it right?"
        yield source.warning("future", message, span)
    elif end < _a_year_before(today):
        message = (
            f"the last day, {write_ddmmyyyy(end)}, is more than a year ago: is it right? The "
            "federation may not count it any more"
        )
        yield source.warning("old", message, span)


def _a_year_before(day: date) -> date:
    if day.year == 1:
        return day
    last_of_february = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year - 1, day=28 if last_of_february else day.day)


def _about_rounds(source: Source, reading: Reading) -> Iterator[Problem]:
    machine = reading.machine
    start, end = (machine.start, machine.end) if machine else (None, None)
    known = start is not None and end is not None and start <= end
    unset = []
    for number, each in enumerate(reading.dates, 1):
        if each.day is None:
            message = (
                f"{quoted(each.text)} is no day for round {number}: write it as yymmdd, or 991230 "
                "when it is not known"
            )
            yield source.error("round-date", message, each.span)
        elif start is None or end is None or not known or start <= each.day <= end:
            continue
        elif each.day == NOT_SET:
            unset.append((number, each))
        else:
            message = (
                f"round {number} was played on {write_ddmmyyyy(each.day)}, outside of the "
                f"tournament ({write_ddmmyyyy(start)} to {write_ddmmyyyy(end)}): correct the date "
                "of the round, or the first or last day"
            )
            yield source.warning("round-outside", message, each.span)
    if unset:
        rounds = ranges(number for number, _ in unset)
        message = (
            f"no date is set for round {rounds} (991230): enter it before the report is written"
        )
        yield source.warning("round-unset", message, unset[0][1].span)


def _about_counts(source: Source, reading: Reading) -> Iterator[Problem]:
    machine = reading.machine
    if machine is None or machine.counts is None:
        return
    counts = machine.counts
    span = Span(reading.machine_number, machine.counts_column)
    told = [cell.result for row in reading.rows for cell in row.cells if cell and cell.counts]
    for what, declared, result in (
        ("win", counts.wins, Result.WIN),
        ("draw", counts.draws, Result.DRAW),
        ("loss", counts.losses, Result.LOSS),
    ):
        there = told.count(result)
        if declared != there:
            message = (
                f"the machine line counts {declared} for each {what} of the rows, which have "
                f"{there}: have the program write the file anew"
            )
            yield source.error("counts-differ", message, span)
    if counts.wins != counts.losses:
        message = (
            f"the machine line counts {plural(counts.wins, 'win')} and {counts.losses} losses, "
            "and every win is somebody's loss: look for the game that is told in two ways"
        )
        yield source.warning("counts-uneven", message, span)
