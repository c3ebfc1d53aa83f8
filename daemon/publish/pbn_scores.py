"""The tables of scores in PBN: ScoreTable of a board, and TotalScoreTable of the event."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from daemon.bridge.contract import Played
from daemon.publish import show
from daemon.publish.pbn_text import IRRELEVANT, UNKNOWN, Column, several, string, table
from daemon.publish.people import counts, is_individual, players, whole_lists
from daemon.scoring.traveller import Award, Compared, SideScore
from daemon.tournament.results import Ranking, Results, Row, Traveller, TravellerLine

COMPETITIONS = {False: "Pairs", True: "Individuals"}
"""Value of the Competition tag, by whether single players are ranked."""

_POINTS = {
    "matchpoints": "MP",
    "board-a-match": "MP",
    "cross-imps": "IMP",
    "butler": "IMP",
}
# By what totals are counted in: the total, and what says how good it is.
_TOTALS = {
    "matchpoints": ("TotalScoreMP", "TotalPercentage"),
    "imps": ("TotalScoreIMP", "MeanIMP"),
    "points": ("TotalScore", "MeanScore"),
    "victory-points": ("TotalScoreVP", "TotalPercentage"),
}
# A row must fit into a line of 255 characters, whatever somebody is called.
_SECTION_ROOM = 30
_NAMES_ROOM = 95
_GROUP_ROOM = 22
_ID_ROOM = 20

Cells = tuple[tuple[Column, str], ...]
Groups = Mapping[tuple[str, int], tuple[str, int | None]]


def points_name(results: Results) -> str | None:
    """How PBN names the points of a board: MP or IMP; None where the score is all there is."""
    return _POINTS.get(results.method)


def score_table(results: Results, board: Traveller) -> Iterator[str]:
    """The ScoreTable of a board: every result that counts. None when there is no such result.

    Of a fouled board, a column of our own tells the deals apart: they are not compared. In a
    Butler, columns of our own have the datums, as each side sees them.
    """
    lines = [line for line in board.lines if counts(line)]
    fouled = len({line.deal for line in lines}) > 1
    has_datums = any((line.ns_datum, line.ew_datum) != (None, None) for line in lines)
    rows = [
        (
            *_line(results, line),
            *(_datums(line) if has_datums else ()),
            *(((Column("Deal"), str(line.deal)),) if fouled else ()),
        )
        for line in lines
    ]
    yield from _table("ScoreTable", rows)


def total_score_table(results: Results) -> Iterator[str]:
    """The TotalScoreTable: all lists below each other; Section and Direction say which one.

    Everybody has one row: columns of our own have the group, where there are any, and the rank in
    its list.
    """
    rows = [(ranking, row) for ranking in whole_lists(results) for row in ranking.rows]
    groups = _groups(results)
    has_ids = any(any(row.ids) for _, row in rows)
    pair = "PlayerId" if is_individual(results.travellers) else "PairId"
    yield from _table(
        "TotalScoreTable",
        [
            (
                *_place(ranking, row, pair),
                *_totals(row, results.unit),
                *(_in_group(row, groups) if groups else ()),
                *(_ids(row) if has_ids else ()),
            )
            for ranking, row in rows
        ],
    )


def _table(name: str, rows: Sequence[Cells]) -> Iterator[str]:
    """A table of rows that all have the same columns; nothing without a row."""
    if rows:
        columns = [column for column, _ in rows[0]]
        yield from table(name, columns, [[cell for _, cell in row] for row in rows])


def _place(ranking: Ranking, row: Row, pair: str) -> Cells:
    return (
        (Column("Rank"), _rank(row.rank)),
        (Column(pair), str(row.contestant)),
        (Column("Section", "L"), string(row.section, _SECTION_ROOM)),
        (Column("Direction", "L"), ranking.direction or IRRELEVANT),
        (Column("Names", "L"), several(row.names, _NAMES_ROOM) if row.names else UNKNOWN),
    )


def _totals(row: Row, unit: str) -> Cells:
    total, measure = _TOTALS.get(unit, ("TotalScore", "MeanScore"))
    value = row.percent if measure == "TotalPercentage" else row.average
    return (
        (Column("NrBoards"), str(row.boards)),
        (Column(total), show.decimal(row.total)),
        (Column(measure), _number(value, IRRELEVANT)),
    )


def _groups(results: Results) -> Groups:
    """Group and rank in it, by section and number of who is in one."""
    return {
        (row.section, row.contestant): (ranking.group, row.rank)
        for ranking in results.rankings
        for row in ranking.rows
        if ranking.group is not None
    }


def _in_group(row: Row, groups: Groups) -> Cells:
    group, rank = groups.get((row.section, row.contestant), (None, None))
    return (
        (Column("Group", "L"), IRRELEVANT if group is None else string(group, _GROUP_ROOM)),
        (Column("GroupRank"), _rank(rank) if group is not None else IRRELEVANT),
    )


def _ids(row: Row) -> Cells:
    """What the federation calls the players: columns of our own, as others have them."""
    of = [one.id for one in players(row)] + ["", ""]
    return tuple(
        (Column(f"MemberID{place}", "L"), string(of[place - 1], _ID_ROOM) if of[place - 1] else "-")
        for place in (1, 2)
    )


def _line(results: Results, line: TravellerLine) -> Cells:
    played = line.outcome if isinstance(line.outcome, Played) else None
    if line.outcome is None:
        # A score without its contract is known to be so; an adjusted one has none.
        contract = UNKNOWN if line.score is not None else IRRELEVANT
    else:
        contract = show.contract(line.outcome)
    nothing = UNKNOWN if contract == UNKNOWN else IRRELEVANT
    lead = f"{line.lead.suit}{line.lead.rank}" if played and line.lead else nothing
    return (
        (Column("Round"), UNKNOWN if line.round is None else str(line.round)),
        (Column("Table"), str(line.table)),
        *_contestants(line),
        (Column("Contract", "L"), contract),
        (Column("Declarer", "L"), str(played.declarer) if played else nothing),
        (Column("Result"), str(played.tricks) if played else nothing),
        (Column("Lead", "L"), UNKNOWN if played and line.lead is None else lead),
        (Column("Score_NS"), _score(line.score, line.ns_adjusted, _as_it_is)),
        (Column("Score_EW"), _score(line.score, line.ew_adjusted, _negated)),
        *_points(results, line),
    )


def _contestants(line: TravellerLine) -> Cells:
    if len(line.ns_contestants) < 2:
        ns, ew = line.ns_contestants or (line.ns,), line.ew_contestants or (line.ew,)
        return (Column("PairId_NS"), str(ns[0])), (Column("PairId_EW"), str(ew[0]))
    seats = ("North", "South", "East", "West")
    numbers = (*line.ns_contestants, *line.ew_contestants)
    return tuple(
        (Column(f"PlayerId_{seat}"), str(number))
        for seat, number in zip(seats, numbers, strict=True)
    )


def _score(score: int | None, adjusted: SideScore | None, turned: Callable[[int], int]) -> str:
    if score is not None:
        return str(turned(score))
    return str(turned(adjusted.score)) if isinstance(adjusted, Compared) else IRRELEVANT


def _as_it_is(score: int) -> int:
    return score


def _negated(score: int) -> int:
    return -score


def _points(results: Results, line: TravellerLine) -> Cells:
    name = points_name(results)
    if name is None:
        return ()
    sides = (
        ("NS", line.ns_points, line.ns_adjusted),
        ("EW", line.ew_points, line.ew_adjusted),
    )
    points = [
        (Column(f"{name}_{side}"), _artificial(adjusted) + _number(value, UNKNOWN))
        for side, value, adjusted in sides
    ]
    if name != "MP":
        return tuple(points)
    return (
        *points,
        *(
            (Column(f"Percentage_{side}"), _percent(value, line.top, _artificial(adjusted)))
            for side, value, adjusted in sides
        ),
    )


def _artificial(adjusted: SideScore | None) -> str:
    """What stands before an artificial score, which no cards have brought."""
    return "^" if isinstance(adjusted, Award) else ""


def _percent(points: Fraction | None, top: Fraction | None, mark: str) -> str:
    if points is None or not top:
        return UNKNOWN
    return mark + show.decimal(points * 100 / top)


def _datums(line: TravellerLine) -> Cells:
    return (
        (Column("Datum_NS"), _number(line.ns_datum, IRRELEVANT)),
        (Column("Datum_EW"), _number(line.ew_datum, IRRELEVANT)),
    )


def _rank(rank: int | None) -> str:
    return UNKNOWN if rank is None else str(rank)


def _number(value: Fraction | None, otherwise: str) -> str:
    return otherwise if value is None else show.decimal(value)
