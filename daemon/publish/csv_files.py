"""The results for spreadsheets: `standings.csv` and `travellers.csv`.

Commas, CR LF and quotes as RFC 4180 has them, numbers with a point and two decimals. The text
begins with a byte order mark: without it Excel takes UTF-8 for the machine's old code page and
spoils every accent; other readers skip it (Python's `utf-8-sig`). There is no `sep=` line, which
only Excel understands and which makes it forget the mark; where a comma is the decimal sign,
"Data, From Text/CSV" reads the file.

A text that somebody wrote (a name, a file name) is never a formula: see `_text`.
"""

import csv
import io
import re
from collections.abc import Sequence
from fractions import Fraction

from daemon.bridge.contract import Played
from daemon.publish import show
from daemon.tournament.results import Ranking, Results, Row, Traveller, TravellerLine

_BYTE_ORDER_MARK = "\ufeff"
# Where a spreadsheet begins a cell: at the start, and, when it does not split at the comma but at
# semicolons or tabs and so overlooks our quotes, also behind those and behind the end of a line.
# The wide forms are read as formulas by East Asian editions; white space before the sign may be
# dropped on the way in.
_FORMULA = re.compile(r"(^|[;\t\r\n])(\s*)([=+\-@＝＋－＠])")
_LINE_HEADINGS = (
    *("section", "board", "dealer", "vulnerable", "round", "table"),
    *("ns", "ns_names", "ew", "ew_names"),
    *("contract", "declarer", "lead", "result", "score", "ns_points", "ew_points"),
    *("status", "award", "sources", "device", "flags"),
    *("ns_datum", "ew_datum"),
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
        "group",
    ]
    cells = [_standings_row(ranking, row, width) for ranking, row in rows]
    return _csv(headings, cells, optional=1)


def travellers_csv(results: Results) -> str:
    """Text of `travellers.csv`: one row for every scheduled board at every table.

    The last columns, `ns_datum` and `ew_datum`, are there in a Butler only.
    """
    names = {
        (row.section, row.contestant): row.names
        for ranking in results.rankings
        for row in ranking.rows
    }
    return _csv(
        _LINE_HEADINGS,
        [
            _traveller_row(traveller, line, names)
            for traveller in results.travellers
            for line in traveller.lines
        ],
        optional=2,
    )


def _standings_row(ranking: Ranking, row: Row, width: int) -> list[str]:
    missing_names = [""] * (width - len(row.names))
    return [
        _text(ranking.name),
        _text(row.section),
        ranking.direction or "",
        "" if row.rank is None else str(row.rank),
        "yes" if row.tied else "no",
        str(row.contestant),
        *(_text(name) for name in row.names),
        *missing_names,
        str(row.boards),
        _number(row.total),
        _number(row.maximum),
        _number(row.percent),
        _number(row.average),
        _text(ranking.group or ""),
    ]


def _traveller_row(
    traveller: Traveller,
    line: TravellerLine,
    names: dict[tuple[str, int], tuple[str, ...]],
) -> list[str]:
    played = line.outcome if isinstance(line.outcome, Played) else None
    return [
        _text(traveller.section),
        str(traveller.board),
        str(traveller.dealer),
        str(traveller.vulnerable),
        "" if line.round is None else str(line.round),
        str(line.table),
        str(line.ns),
        _text(show.names(names.get((traveller.section, line.ns), ()))),
        str(line.ew),
        _text(show.names(names.get((traveller.section, line.ew), ()))),
        "" if line.outcome is None else show.contract(line.outcome),
        "" if played is None else str(played.declarer),
        "" if line.lead is None else str(line.lead),
        "" if played is None else str(played.result),
        "" if line.score is None else str(line.score),
        _number(line.ns_points),
        _number(line.ew_points),
        str(line.status),
        _text(line.award or ""),
        _text(" ".join(line.sources)),
        _text(line.device or ""),
        _text(" ".join(line.flags)),
        _number(line.ns_datum),
        _number(line.ew_datum),
    ]


def _number(value: Fraction | None) -> str:
    return "" if value is None else show.decimal(value)


def _text(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula.

    So `=1+1` becomes `'=1+1`, which is shown and not worked out. A name comes from a file that
    anybody may have sent in; opened by the director, a formula in it could fetch and send.
    """
    encodable = text.encode("utf-8", "replace").decode("utf-8")
    return _FORMULA.sub(r"\1\2'\3", encodable)


def _csv(headings: Sequence[str], rows: Sequence[Sequence[str]], optional: int) -> str:
    """A whole file; the last `optional` columns are left out where nothing stands in them."""
    width = len(headings)
    if not any(cell for row in rows for cell in row[-optional:]):
        width -= optional
    written = io.StringIO(newline="")
    written.write(_BYTE_ORDER_MARK)
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(headings[:width])
    writer.writerows(row[:width] for row in rows)
    return written.getvalue()
