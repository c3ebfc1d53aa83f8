"""The results for spreadsheets: `standings.csv` and `travellers.csv`.

Commas, CR LF and quotes as RFC 4180 has them, numbers with a point and two decimals. The text
begins with a byte order mark: without it Excel takes UTF-8 for the machine's old code page and
spoils every accent; other readers skip it (Python's `utf-8-sig`). There is no `sep=` line, which
only Excel understands and which makes it forget the mark; where a comma is the decimal sign,
"Data, From Text/CSV" reads the file.

A text that somebody wrote (a name, a file name) is never a formula: see `csv_cell`.
"""

import csv
import io
import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import lru_cache

from daemon.bridge.contract import Played
from daemon.publish import show
from daemon.publish.people import People, names_of, people, sides
from daemon.tournament.results import Ranking, Results, Row, Traveller, TravellerLine

_BYTE_ORDER_MARK = "\ufeff"
# Where a spreadsheet begins a cell: at the start, and, when it does not split at the comma but at
# semicolons or tabs and so overlooks our quotes, also behind those and behind the end of a line.
# The wide forms are read as formulas by East Asian editions; white space before the sign may be
# dropped on the way in.
_FORMULA = re.compile(r"(^|[;\t\r\n])(\s*)([=+\-@＝＋－＠])")
GROUPS = ("group",)
_HIDDEN = ("", "", "", "")
DATUMS = ("ns_datum", "ew_datum")
LINE_HEADINGS = (
    *("section", "board", "dealer", "vulnerable", "round", "table"),
    *("ns", "ns_names", "ew", "ew_names"),
    *("contract", "declarer", "lead", "result", "score", "ns_points", "ew_points"),
    *("status", "award", "sources", "device", "flags"),
    *DATUMS,
)


def standings_csv(results: Results) -> str:
    """Text of `standings.csv`: all lists below each other, one row for a contestant.

    There are columns `name1` and `name2`, and more only when a contestant has more names; the last
    one is `group` where there are lists of groups.
    """
    rows = [(ranking, row) for ranking in results.rankings for row in ranking.rows]
    width = max([2, *(len(row.names) for _, row in rows)])
    headings = [
        *("list", "section", "direction", "rank", "tied", "contestant"),
        *(f"name{place + 1}" for place in range(width)),
        *("boards", "total", "maximum", "percent", "average"),
        *GROUPS,
    ]
    cells = [
        _standings_row(ranking, row, width, _HIDDEN if results.hidden else _numbers(row))
        for ranking, row in rows
    ]
    return csv_text(headings, cells, optional=GROUPS)


def travellers_csv(results: Results) -> str:
    """Text of `travellers.csv`: one row for every scheduled board at every table.

    The last columns, `ns_datum` and `ew_datum`, are there in a Butler only.
    """
    known = people(results)
    return csv_text(
        LINE_HEADINGS,
        [
            traveller_row(traveller, line, known)
            for traveller in results.travellers
            for line in traveller.lines
        ],
        optional=DATUMS,
    )


def _standings_row(ranking: Ranking, row: Row, width: int, numbers: Sequence[str]) -> list[str]:
    names = [csv_cell(name) for name in row.names]
    return _row(ranking, row, [*names, *[""] * (width - len(names))], numbers)


def standing_row(ranking: Ranking, row: Row, people: Sequence[str]) -> list[str]:
    """The cells of a row of a ranking; `people` are those that say who it is."""
    return _row(ranking, row, people, _numbers(row))


def _numbers(row: Row) -> list[str]:
    return [csv_number(one) for one in (row.total, row.maximum, row.percent, row.average)]


def _row(ranking: Ranking, row: Row, people: Sequence[str], numbers: Sequence[str]) -> list[str]:
    return [
        csv_cell(ranking.name),
        csv_cell(row.section),
        ranking.direction or "",
        "" if row.rank is None else str(row.rank),
        "yes" if row.tied else "no",
        str(row.contestant),
        *people,
        str(row.boards),
        *numbers,
        csv_cell(ranking.group or ""),
    ]


def traveller_row(
    traveller: Traveller,
    line: TravellerLine,
    known: People,
) -> list[str]:
    """The cells of one line, below `LINE_HEADINGS`."""
    ns, ew = (names_of(traveller.section, numbers, known) for numbers in sides(line))
    played = line.outcome if isinstance(line.outcome, Played) else None
    return [
        csv_cell(traveller.section),
        str(traveller.board),
        str(traveller.dealer),
        str(traveller.vulnerable),
        "" if line.round is None else str(line.round),
        str(line.table),
        str(line.ns),
        csv_cell(show.names(ns)),
        str(line.ew),
        csv_cell(show.names(ew)),
        "" if line.outcome is None else show.contract(line.outcome),
        "" if played is None else str(played.declarer),
        "" if line.lead is None else str(line.lead),
        "" if played is None else str(played.result),
        "" if line.score is None else str(line.score),
        csv_number(line.ns_points),
        csv_number(line.ew_points),
        str(line.status),
        csv_cell(line.award or ""),
        csv_cell(" ".join(line.sources)),
        csv_cell(line.device or ""),
        csv_cell(" ".join(line.flags)),
        csv_number(line.ns_datum),
        csv_number(line.ew_datum),
    ]


def csv_number(value: Fraction | None) -> str:
    """Two decimals; an empty cell for nothing."""
    return "" if value is None else show.decimal(value)


@lru_cache(maxsize=4096)
def csv_cell(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula.

    So `=1+1` becomes `'=1+1`, which is shown and not worked out. A name comes from a file that
    anybody may have sent in; opened by the director, a formula in it could fetch and send.
    """
    encodable = text.encode("utf-8", "replace").decode("utf-8")
    return _FORMULA.sub(r"\1\2'\3", encodable)


def csv_text(
    headings: Sequence[str], rows: Sequence[Sequence[str]], optional: Collection[str]
) -> str:
    """A whole file, with its mark; the cells must have been made fit by `csv_cell`.

    The columns that `optional` names are left out where nothing stands in any of them.
    """
    spare = [place for place, heading in enumerate(headings) if heading in optional]
    if not any(row[place] for row in rows for place in spare):
        kept = [place for place in range(len(headings)) if place not in spare]
        headings = [headings[place] for place in kept]
        rows = [[row[place] for place in kept] for row in rows]
    written = io.StringIO(newline="")
    written.write(_BYTE_ORDER_MARK)
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return written.getvalue()
