"""The results as everybody may see them: without what the club keeps back for now."""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from daemon.tournament.discretion import boards_in_play, rankings_are_hidden
from daemon.tournament.results import Ranking, Results, Row, Traveller, TravellerLine

_NOTHING = Fraction(0)


class Public(Struct, frozen=True):
    """What may be published.

    `results` are the results of which all files are made; where they are `hidden`, the rows come by
    number and tell no rank and no total. `cards` are the travellers for scorecards: everybody may
    see what he played himself, but not what it is worth while others are yet to play it.
    """

    results: Results
    cards: tuple[Traveller, ...]


def public(results: Results) -> Public:
    """Take out what is kept back at this moment; the same results where nothing is."""
    in_play = boards_in_play(results)
    cards = tuple(_without_points(one, in_play) for one in results.travellers)
    boards = tuple(_without_scores(one, in_play) for one in results.travellers)
    shown = replace(results, travellers=boards) if in_play else results
    if rankings_are_hidden(results):
        rankings = tuple(map(_without_ranks, results.rankings))
        shown = replace(shown, rankings=rankings, hidden=True)
    return Public(shown, cards)


def _without_ranks(ranking: Ranking) -> Ranking:
    rows = sorted(ranking.rows, key=lambda row: (row.section, row.contestant))
    return replace(ranking, rows=tuple(map(_unranked, rows)))


def _unranked(row: Row) -> Row:
    return replace(
        row,
        rank=None,
        tied=False,
        total=_NOTHING,
        maximum=None,
        percent=None,
        average=_NOTHING,
        before=None,
    )


def _without_points(board: Traveller, in_play: frozenset[int]) -> Traveller:
    if board.board not in in_play:
        return board
    return replace(board, lines=tuple(map(_worth_nothing, board.lines)))


def _worth_nothing(line: TravellerLine) -> TravellerLine:
    """A line without what it is worth, and without what others' scores can be worked out from."""
    return replace(
        line, ns_points=None, ew_points=None, ns_datum=None, ew_datum=None, top=None, deal=0
    )


def _without_scores(board: Traveller, in_play: frozenset[int]) -> Traveller:
    """A board of which only can be seen who played it where, and how far that is."""
    if board.board not in in_play:
        return board
    lines = (
        TravellerLine(
            line.round,
            line.table,
            line.ns,
            line.ew,
            line.status,
            ns_contestants=line.ns_contestants,
            ew_contestants=line.ew_contestants,
        )
        for line in board.lines
    )
    return replace(board, lines=tuple(lines))
