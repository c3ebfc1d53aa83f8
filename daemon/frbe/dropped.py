"""A file of another program that nobody sits by: what it does not tell is taken from itself.

Whoever dropped it cannot be asked for options, so every message says what to write into the file,
or which setting to give.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from daemon.frbe.building import Wishes, make_report
from daemon.frbe.crosstable import Crosstable
from daemon.frbe.dates import NOT_SET
from daemon.frbe.importing import read_tournament
from daemon.frbe.player_list import PlayerList
from daemon.frbe.report import Report
from daemon.problem import Problem, Severity, has_errors

_INTO_THE_FILE = "write it into the file"
_INSTEAD_OF_OPTIONS: Mapping[str, str] = {
    "give it as --start yyyy-mm-dd": (
        f"{_INTO_THE_FILE} (line 042 of a TRF; in a spreadsheet, a date behind the number of every "
        "round)"
    ),
    "give it as --end yyyy-mm-dd": (
        f"{_INTO_THE_FILE} (line 052 of a TRF; in a spreadsheet, a date behind the number of every "
        "round)"
    ),
    "give the right ones as --start and --end": "correct lines 042 and 052 of the TRF",
    "give all dates as --round-dates yyyy-mm-dd,yyyy-mm-dd,...": (
        "write them into the file (line 132 of a TRF; behind the round's number in a spreadsheet)"
    ),
    "give the right dates as --round-dates": "correct it in the file",
    "give it as --sender TEXT": "set frbe.sender",
    "give it as --tempo TEXT": f"{_INTO_THE_FILE} (line 122 of a TRF), or set frbe.tempo",
    "give the federation's list as --players LIST": (
        "name the federation's list as frbe.players in the configuration"
    ),
}
"""What `make_report` tells people who give options -> what helps here."""


def report_of(
    data: bytes, name: str, wishes: Wishes, known: PlayerList | None
) -> tuple[Report | None, tuple[Problem, ...]]:
    """Make a report of a TRF or a spreadsheet; with an error there is none.

    `name` is the file's own, without folders. A file that has no first or last day and a date for
    every round began with the earliest and ended with the latest of them; one without a title is
    called by its name; `wishes.tempo` stands only where the file tells none. Codes: those of
    `read_tournament` and `make_report`; `days-of-rounds` (warning), `title-of-file` (note).
    """
    table, found = read_tournament(data, name)
    if table is None:
        return None, found
    filled, told = _filled_in(table, name)
    wishes = replace(wishes, tempo=filled.tempo or wishes.tempo)
    report, asked = make_report(filled, wishes, known, name)
    problems = (*found, *told, *map(_said_here, asked))
    return (None if has_errors(problems) else report), problems


def _filled_in(table: Crosstable, name: str) -> tuple[Crosstable, tuple[Problem, ...]]:
    """The crosstable with what can be told from the file itself, and what was."""
    told: list[Problem] = []
    if not table.title.strip():
        stem = name.rpartition(".")[0] or name
        message = f'the tournament\'s name is missing: it is called "{stem}", as its file is'
        told.append(Problem(Severity.NOTE, "title-of-file", message, name))
        table = replace(table, title=stem)
    days = [day for day in table.round_dates if day is not None and day != NOT_SET]
    if days and len(days) == table.rounds and (table.start is None or table.end is None):
        told.extend(_about_days(table, name))
        table = replace(table, start=table.start or min(days), end=table.end or max(days))
    return table, tuple(told)


def _about_days(table: Crosstable, name: str) -> Iterator[Problem]:
    for what, day, which in (("first", table.start, "earliest"), ("last", table.end, "latest")):
        if day is None:
            message = (
                f"the tournament's {what} day is missing: the {which} date of a round is taken for "
                "it; if it is another, write it into the file"
            )
            yield Problem(Severity.WARNING, "days-of-rounds", message, name)


def _said_here(problem: Problem) -> Problem:
    """The same problem, for somebody who cannot give options."""
    message = problem.message
    for option, instead in _INSTEAD_OF_OPTIONS.items():
        message = message.replace(option, instead)
    return replace(problem, message=message)
