"""Everything about an event as one JSON document, for `export --format json`.

It has the objects of `standings.json` and `travellers.json`, with what is not published there:
ids of players, who sat on each line, and the auctions.
"""

from daemon.bridgesuite.record import TimedCall
from daemon.publish.json_files import (
    Json,
    deal_members,
    event_head,
    json_text,
    line_object,
    list_head,
    row_object,
)
from daemon.publish.people import is_individual, players, sides
from daemon.tournament.results import Ranking, Results, Row, Traveller, TravellerLine


def json_export(results: Results) -> bytes:
    """The whole document, in UTF-8."""
    rankings: list[Json] = [_ranking(ranking) for ranking in results.rankings]
    travellers: list[Json] = [_traveller(board) for board in results.travellers]
    return json_text(
        {
            **event_head(results),
            "club": results.club,
            "club_id": results.club_id,
            "director": results.director,
            "individual": is_individual(results.travellers),
            "rankings": rankings,
            "travellers": travellers,
        }
    ).encode("utf-8")


def _ranking(ranking: Ranking) -> Json:
    rows: list[Json] = [_row(ranking, row) for row in ranking.rows]
    return {**list_head(ranking), "rows": rows}


def _row(ranking: Ranking, row: Row) -> Json:
    ids: list[Json] = [one.id or None for one in players(row)]
    return {**row_object(row, ranking), "ids": ids}


def _traveller(board: Traveller) -> Json:
    lines: list[Json] = [_line(line) for line in board.lines]
    return {
        "section": board.section,
        "board": board.board,
        "dealer": str(board.dealer),
        "vulnerable": str(board.vulnerable),
        **deal_members(board),
        "lines": lines,
    }


def _line(line: TravellerLine) -> Json:
    ns, ew = sides(line)
    calls: list[Json] = [_call(one) for one in line.auction]
    return {
        **line_object(line),
        "ns_contestants": list(ns),
        "ew_contestants": list(ew),
        "deal": line.deal,
        "auction": calls,
    }


def _call(one: TimedCall) -> Json:
    return {
        "call": str(one.call),
        "milliseconds": one.milliseconds,
        "alerted": one.alerted,
    }
