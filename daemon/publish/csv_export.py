"""The results for spreadsheets, as `export --format csv` gives them.

They have what is not published: the ids of players, and the auctions.
"""

from collections.abc import Sequence

from daemon.bridgesuite.record import TimedCall
from daemon.publish.csv_files import (
    DATUMS,
    GROUPS,
    LINE_HEADINGS,
    csv_cell,
    csv_text,
    standing_row,
    traveller_row,
)
from daemon.publish.people import Known, People, people, players, sides
from daemon.tournament.results import Ranking, Results, Row, Traveller, TravellerLine

_BEFORE_NAMES = ("list", "section", "direction", "rank", "tied", "contestant")
_AFTER_NAMES = ("boards", "total", "maximum", "percent", "average")
_NOBODY = Known("", "")
_ALERTED = "*"


def standings_export(results: Results) -> bytes:
    """All lists below each other: `name1,id1,name2,id2` of each contestant, and its result."""
    rows = [(ranking, row) for ranking in results.rankings for row in ranking.rows]
    width = max([2, *(len(row.names) for _, row in rows)])
    headings = (
        *_BEFORE_NAMES,
        *(f"{word}{place + 1}" for place in range(width) for word in ("name", "id")),
        *_AFTER_NAMES,
        *GROUPS,
    )
    cells = [_standing(ranking, row, width) for ranking, row in rows]
    return csv_text(headings, cells, optional=GROUPS).encode()


def travellers_export(results: Results) -> bytes:
    """Every scheduled board at every table: as it is published, then ids and the auction."""
    known = people(results)
    headings = (*LINE_HEADINGS, "ns_ids", "ew_ids", "auction")
    return csv_text(
        headings,
        [
            [*traveller_row(board, line, known), *_more(board, line, known)]
            for board in results.travellers
            for line in board.lines
        ],
        optional=DATUMS,
    ).encode()


def _standing(ranking: Ranking, row: Row, width: int) -> list[str]:
    of = (*players(row), *[_NOBODY] * (width - len(row.names)))
    return standing_row(ranking, row, [csv_cell(text) for one in of for text in one])


def _more(board: Traveller, line: TravellerLine, known: People) -> tuple[str, str, str]:
    ns, ew = (_ids(board.section, numbers, known) for numbers in sides(line))
    return csv_cell(ns), csv_cell(ew), csv_cell(_auction(line.auction))


def _ids(section: str, numbers: Sequence[int], known: People) -> str:
    """All ids of a side with ` & ` between them; empty when none is known."""
    ids = [one.id for number in numbers for one in known.get((section, number), ())]
    return " & ".join(ids) if any(ids) else ""


def _auction(auction: Sequence[TimedCall]) -> str:
    """`1S Pass 2H* Pass`: a call that was alerted has a star."""
    return " ".join(f"{one.call}{_ALERTED if one.alerted else ''}" for one in auction)
