"""The line of a report that programs read: 24 bytes, and perhaps a tail that counts results.

A NUL, two digits of the program, participants in 3 and rounds in 2 (both to the right), first and
last day as yyyymmdd. Copies show the NUL as a blank, or have lost it together with a blank.
"""

import re
from datetime import date

from msgspec import Struct

from daemon.frbe.dates import read_yyyymmdd, write_yyyymmdd
from daemon.frbe.report import Counts, Report

_REST = (
    r"(?P<start>\d{8})(?P<end>\d{8})(?:\+(?P<wins>\d{1,6})=(?P<draws>\d{1,6})-(?P<losses>\d{1,6}))?"
)
_WIDTHS = r"(?P<participants>  \d| \d\d|\d{3})(?P<rounds> \d|\d\d)"
_WHOLE = re.compile(rf"\x00(?P<program>\d\d){_WIDTHS}{_REST}", re.ASCII)
_DAMAGED = (
    re.compile(rf"[\x00 ]?(?P<program>\d\d){_WIDTHS}{_REST}\s*", re.ASCII),
    re.compile(
        rf"[\x00 ]?\s*(?P<program>\d\d)\s*(?P<participants>\d{{1,3}}?)\s+(?P<rounds>\d{{1,2}})"
        rf"{_REST}\s*",
        re.ASCII,
    ),
)


class MachineLine(Struct, frozen=True):
    """What the line says, with the columns (from 1) of its two dates.

    `is_whole`: it has its 24 bytes, each in its place. `start` and `end` are None when there is no
    such day.
    """

    program: str
    participants: int
    rounds: int
    start: date | None
    end: date | None
    counts: Counts | None
    is_whole: bool
    start_column: int
    end_column: int
    counts_column: int


def read_machine_line(line: str) -> MachineLine | None:
    """Read a line; None when it is another one."""
    whole = _WHOLE.fullmatch(line)
    matches = (pattern.fullmatch(line) for pattern in _DAMAGED)
    match = whole or next((match for match in matches if match), None)
    if match is None:
        return None
    counts = None
    if match["wins"] is not None:
        counts = Counts(int(match["wins"]), int(match["draws"]), int(match["losses"]))
    return MachineLine(
        match["program"],
        int(match["participants"]),
        int(match["rounds"]),
        read_yyyymmdd(match["start"]),
        read_yyyymmdd(match["end"]),
        counts,
        whole is not None,
        match.start("start") + 1,
        match.start("end") + 1,
        match.end("end") + 1,
    )


def write_machine_line(report: Report) -> str:
    """The line of a report, each byte in its place."""
    tail = ""
    if report.counts is not None:
        counts = report.counts
        tail = f"+{counts.wins}={counts.draws}-{counts.losses}"
    return (
        f"\x00{report.program}{len(report.players):3}{report.rounds:2}"
        f"{write_yyyymmdd(report.start)}{write_yyyymmdd(report.end)}{tail}"
    )
