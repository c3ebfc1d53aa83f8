r"""The results for programs: `standings.json`, `travellers.json`, `problems.json`.

Keys and their order are those of the published interface. Numbers are not rounded: a whole
number is written as one, any other as the nearest double. Every text ends with a newline and can
be written as UTF-8 (half a surrogate pair, as an odd file name can hold, as its `\u` escape).
"""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from daemon.bridge.card import Strain
from daemon.bridge.contract import Played
from daemon.bridge.seat import Seat
from daemon.publish import show
from daemon.publish.missing import missing
from daemon.tournament.results import (
    OpenProblem,
    Ranking,
    Results,
    Row,
    Status,
    Traveller,
    TravellerLine,
)

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | LaidOut | None"

_INDENT = "  "
_in_one_line = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode

_HIDDEN: dict[str, Json] = {"total": None, "average": None}
"""What a row tells besides where rankings are hidden; rank, maximum and percent are null then."""


class LaidOut(Struct, frozen=True):
    """A part of a document that holds rows and is text already, at the depth where it stands."""

    text: str


def standings_json(
    results: Results, ranking_text: "Callable[[Ranking], LaidOut] | None" = None
) -> str:
    """Text of `standings.json`: the event, how far it is, and every list.

    `ranking_text` may remember what `laid_out_ranking` gave for the same list.
    """
    lay_out = _hidden_ranking if results.hidden else ranking_text or laid_out_ranking
    rankings: list[Json] = [lay_out(ranking) for ranking in results.rankings]
    return json_text({**event_head(results), "hidden": results.hidden, "rankings": rankings})


def travellers_json(
    results: Results, traveller_text: "Callable[[Traveller], LaidOut] | None" = None
) -> str:
    """Text of `travellers.json`: every board with every line, also those that are missing.

    `traveller_text` may remember what `laid_out_traveller` gave for the same board.
    """
    return json_text(list(map(traveller_text or laid_out_traveller, results.travellers)))


def problems_json(results: Results) -> str:
    """Text of `problems.json`: the open errors and warnings, with the ruling to paste."""
    return json_text([_problem(found) for found in show.open_problems(results)])


def status_json(results: Results) -> str:
    """Text of `status --json`: how far the event is, and what keeps it from being complete.

    `missing` are the boards of the rounds that were reached; `later` counts those of other rounds.
    """
    owed = missing(results)
    gaps: list[Json] = [
        {
            "section": gap.section,
            "round": gap.round,
            "table": gap.table,
            "ns": gap.ns,
            "ew": gap.ew,
            "boards": list(gap.boards),
        }
        for gap in owed.gaps
    ]
    return json_text(
        {
            "event": results.event,
            "date": results.date.isoformat(),
            "complete": results.complete,
            "progress": {"played": results.played, "expected": results.expected},
            "missing": gaps,
            "later": owed.later,
            "held": [
                {"section": board.section, "board": board.board, "ns": line.ns, "ew": line.ew}
                for board in results.travellers
                for line in board.lines
                if line.status is Status.HELD
            ],
            "problems": [_problem(found) for found in show.open_problems(results)],
        }
    )


def event_head(results: Results) -> dict[str, Json]:
    """What a document begins with: the event, and how far it is."""
    return {
        "event": results.event,
        "date": results.date.isoformat(),
        "method": results.method,
        "unit": results.unit,
        "complete": results.complete,
        "final": results.final,
        "progress": {"played": results.played, "expected": results.expected},
    }


def laid_out_ranking(ranking: Ranking) -> LaidOut:
    """A list as it stands in `standings.json`."""
    rows: list[Json] = [row_object(row, ranking) for row in ranking.rows]
    return LaidOut(_laid_out({**list_head(ranking), "rows": rows}, 2 * _INDENT))


def _hidden_ranking(ranking: Ranking) -> LaidOut:
    """A list of which nobody may see how it stands."""
    rows: list[Json] = [{**row_object(row, ranking), **_HIDDEN} for row in ranking.rows]
    return LaidOut(_laid_out({**list_head(ranking), "rows": rows}, 2 * _INDENT))


def list_head(ranking: Ranking) -> dict[str, Json]:
    """What a list begins with: of whom it is."""
    return {
        "name": ranking.name,
        "section": ranking.section,
        "direction": ranking.direction,
        **({} if ranking.group is None else {"group": ranking.group}),
    }


def row_object(row: Row, ranking: Ranking) -> dict[str, Json]:
    """One contestant, as the published interface has it."""
    # The same number plays in every section: a list over the whole event must say which one.
    section: dict[str, Json] = {"section": row.section} if ranking.section is None else {}
    return {
        "rank": row.rank,
        "tied": row.tied,
        **section,
        "contestant": row.contestant,
        "names": list(row.names),
        "boards": row.boards,
        "total": _number(row.total),
        "maximum": _number(row.maximum),
        "percent": _number(row.percent),
        "average": _number(row.average),
    }


def laid_out_traveller(traveller: Traveller) -> LaidOut:
    """A board as it stands in `travellers.json`."""
    lines: list[Json] = [line_object(line) for line in traveller.lines]
    board: dict[str, Json] = {
        "section": traveller.section,
        "board": traveller.board,
        "dealer": str(traveller.dealer),
        "vulnerable": str(traveller.vulnerable),
        **deal_members(traveller),
        "lines": lines,
    }
    return LaidOut(_laid_out(board, _INDENT))


def deal_members(traveller: Traveller) -> dict[str, Json]:
    """What lay in a board and can be made of it; nothing as long as it is not shown."""
    if traveller.deal is None:
        return {}
    deal: dict[str, Json] = {"deal": str(traveller.deal)}
    makeable = traveller.makeable
    if makeable is not None and makeable.tricks:
        deal["tricks"] = {
            str(seat): {
                str(strain): makeable.tricks[seat, strain]
                for strain in reversed(Strain)
                if (seat, strain) in makeable.tricks
            }
            for seat in Seat
        }
    if makeable is not None and makeable.par is not None:
        contracts: list[Json] = [str(contract) for contract in makeable.par.contracts]
        deal["par"] = {"score": makeable.par.score, "contracts": contracts}
    return deal


def line_object(line: TravellerLine) -> dict[str, Json]:
    """One line of a traveller, as the published interface has it."""
    played = line.outcome if isinstance(line.outcome, Played) else None
    return {
        "round": line.round,
        "table": line.table,
        "ns": line.ns,
        "ew": line.ew,
        "contract": None if line.outcome is None else show.contract(line.outcome),
        "declarer": None if played is None else str(played.declarer),
        "lead": None if line.lead is None else str(line.lead),
        "result": None if played is None else played.result,
        "score": line.score,
        "ns_points": _number(line.ns_points),
        "ew_points": _number(line.ew_points),
        "status": str(line.status),
        "sources": list(line.sources),
        "device": line.device,
        "flags": list(line.flags),
        "award": line.award,
        **_datums(line),
    }


def _datums(line: TravellerLine) -> dict[str, Json]:
    """What a Butler has compared each side with; other methods have no such thing."""
    if line.ns_datum is None and line.ew_datum is None:
        return {}
    return {"ns_datum": _number(line.ns_datum), "ew_datum": _number(line.ew_datum)}


def _problem(found: OpenProblem) -> Json:
    return {
        **found.problem.as_json(),
        "section": found.section,
        "board": found.board,
        "ns": found.ns,
        "ew": found.ew,
        "ruling": found.ruling,
    }


def _number(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else float(value)


def json_text(value: Json) -> str:
    """A document as text that can be written as UTF-8, with every innermost object in a line."""
    laid_out = _laid_out(value, "") + "\n"
    # All text that is not ASCII stands within strings, where this escape is also JSON's.
    return laid_out.encode("utf-8", "backslashreplace").decode("utf-8")


def _laid_out(value: Json, indent: str) -> str:
    """Give every innermost object a line of its own: to be read, compared and searched by line."""
    deeper = indent + _INDENT
    match value:
        case LaidOut(text):
            return text
        case dict() if any(map(_holds_rows, value.values())):
            members = [f'"{key}": {_laid_out(part, deeper)}' for key, part in value.items()]
            opening, closing = "{", "}"
        case list() if _holds_rows(value):
            members = [_laid_out(part, deeper) for part in value]
            opening, closing = "[", "]"
        case _:
            return _in_one_line(value)
    separator = f",\n{deeper}"
    return f"{opening}\n{deeper}{separator.join(members)}\n{indent}{closing}"


def _holds_rows(value: Json) -> bool:
    """Whether it is a list of objects (no list of the interface holds objects further down)."""
    return isinstance(value, list) and any(isinstance(part, (dict, LaidOut)) for part in value)
