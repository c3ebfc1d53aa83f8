"""A tournament of another program: which kind of file it is, and what it tells."""

from daemon.frbe.columns import is_heading
from daemon.frbe.crosstable import Crosstable
from daemon.frbe.from_csv import looks_like_crosstable, read_crosstable
from daemon.frbe.from_trf import crosstable_of_trf
from daemon.frbe.text import decode_any
from daemon.frbe.trf import PLAYER, read_trf
from daemon.problem import Problem, Span


def read_tournament(data: bytes, name: str) -> tuple[Crosstable | None, tuple[Problem, ...]]:
    """Read a TRF or a spreadsheet (CSV). `name` is what people call the file.

    With an error among the problems a crosstable is good for saying what else is wrong, and for no
    report. Codes: those of `read_trf`, `crosstable_of_trf` and `read_crosstable`; `no-tournament`
    and `no-rounds` (errors: no crosstable).
    """
    source, refused = decode_any(data, name)
    if source is None:
        return None, refused
    if looks_like_crosstable(source):
        return read_crosstable(source)
    if not any(line.startswith(f"{PLAYER} ") for line in source.lines):
        message = (
            "this is neither a TRF (no line begins with 001) nor a spreadsheet (CSV) whose first "
            "line has a column name: have your program export a TRF"
        )
        if any(is_heading(line) for line in source.lines):
            message = "this is a report for the federation already: `report check` checks it"
        return None, (source.error("no-tournament", message, Span(1)),)
    trf, places, problems = read_trf(data, name)
    if trf is None or places is None:
        return None, problems
    table, found = crosstable_of_trf(trf, places)
    if table is not None and table.rounds == 0:
        message = "no round is paired yet: export the TRF again when the tournament is over"
        return None, (*found, source.error("no-rounds", message, Span(1)))
    return table, found
