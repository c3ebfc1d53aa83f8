"""A table for people whose spreadsheet speaks another language than English.

Headings and bridge terms are theirs, numbers have a decimal comma, and semicolons part the cells:
that is what a spreadsheet expects where the comma is the decimal sign. What programs read (the
published tables, and exports that nobody asked a language for) stays English: names of columns are
an interface, and `ranking.carry_over` is one of those who count on them.
"""

import csv
import io
import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract, Doubled
from daemon.bridge.seat import Seat, Side
from daemon.publish.adjusted_words import adjusted_words
from daemon.publish.bridge_words import Term, term
from daemon.publish.language import Language
from daemon.settings.model import LanguageCode
from daemon.tournament.results import Results, Status, TravellerLine

_BYTE_ORDER_MARK = "\ufeff"
# Our quotes part nothing for a spreadsheet that splits at commas all the same.
_FORMULA_AFTER_COMMA = re.compile(r"(,\s*)([=+\-@＝＋－＠])")
_NUMBERED = re.compile(r"(name|id)(\d+)")
_CALL = re.compile(r"([1-7])(C|D|H|S|NT)(X{0,2})(\*?)")

_HEADINGS: Mapping[str, Term] = {
    "list": term("column", "list"),
    "section": term("column", "section"),
    "direction": term("column", "direction"),
    "rank": term("column", "rank"),
    "tied": term("column", "tied"),
    "contestant": term("column", "number"),
    "name": term("column", "name"),
    "id": term("column", "id"),
    "boards": term("column", "boards"),
    "total": term("column", "total"),
    "maximum": term("column", "maximum"),
    "percent": term("column", "percent"),
    "average": term("column", "average"),
    "group": term("column", "group"),
    "board": term("column", "board"),
    "dealer": term("column", "dealer"),
    "vulnerable": term("column", "vulnerable"),
    "round": term("column", "round"),
    "table": term("column", "table"),
    "ns": term("column", "NS"),
    "ns_names": term("column", "NS names"),
    "ew": term("column", "EW"),
    "ew_names": term("column", "EW names"),
    "contract": term("column", "contract"),
    "declarer": term("column", "declarer"),
    "lead": term("column", "lead"),
    "result": term("column", "result"),
    "score": term("column", "score"),
    "ns_points": term("column", "NS points"),
    "ew_points": term("column", "EW points"),
    "status": term("column", "status"),
    "award": term("column", "award"),
    "sources": term("column", "sources"),
    "device": term("column", "device"),
    "flags": term("column", "flags"),
    "ns_datum": term("column", "NS datum"),
    "ew_datum": term("column", "EW datum"),
    "ns_ids": term("column", "NS ids"),
    "ew_ids": term("column", "EW ids"),
    "auction": term("column", "auction"),
}
_STATUSES: Mapping[str, Term] = {
    Status.SCORED: term("result", "scored"),
    Status.HELD: term("result", "held"),
    Status.ADJUSTED: term("result", "adjusted"),
    Status.NOT_PLAYED: term("result", "not played"),
    Status.MISSING: term("result", "missing"),
}
_TIED: Mapping[str, Term] = {"yes": term("tied", "yes"), "no": term("tied", "no")}
_PASS = term("call", "Pass")
_VULNERABLE = {
    str(one): one for one in (Vulnerability(ns, ew) for ns in (False, True) for ew in (False, True))
}


def table_in(language: Language, table: bytes) -> bytes:
    """A table of ours (`csv_files`, `csv_export`) as this language has it; English as it is."""
    if language.code is LanguageCode.ENGLISH:
        return table
    columns, *rows = csv.reader(io.StringIO(table.decode("utf-8-sig"), newline=""))
    written = io.StringIO(newline="")
    written.write(_BYTE_ORDER_MARK)
    writer = csv.writer(written, delimiter=";", lineterminator="\r\n")
    writer.writerow([_heading(column, language) for column in columns])
    for row in rows:
        cells = (_cell(*of, language) for of in zip(columns, row, strict=True))
        writer.writerow([_FORMULA_AFTER_COMMA.sub(r"\1'\2", cell) for cell in cells])
    return written.getvalue().encode()


def awards_in(language: Language, results: Results) -> Results:
    """The results with every award in the words of this language; in English as they are."""
    if language.code is LanguageCode.ENGLISH:
        return results
    travellers = (
        replace(board, lines=tuple(_with_award(line, language) for line in board.lines))
        for board in results.travellers
    )
    return replace(results, travellers=tuple(travellers))


def _with_award(line: TravellerLine, language: Language) -> TravellerLine:
    if line.ns_adjusted is None:
        return line
    return replace(line, award=adjusted_words(line, language))


def _heading(column: str, language: Language) -> str:
    numbered = _NUMBERED.fullmatch(column)
    if numbered is not None:
        return f"{language.pgettext(*_HEADINGS[numbered[1]])} {numbered[2]}"
    return language.pgettext(*_HEADINGS[column])


def _cell(column: str, text: str, language: Language) -> str:
    """What a cell says, in words; an empty one says nothing in any language."""
    said = _CELLS.get(column)
    return text if said is None or not text else said(text, language)


def _number(text: str, _language: Language) -> str:
    return text.replace(".", ",")


def _side(text: str, language: Language) -> str:
    return language.side(Side(text))


def _seat(text: str, language: Language) -> str:
    return language.seat(Seat(text))


def _vulnerable(text: str, language: Language) -> str:
    return language.vulnerability(_VULNERABLE[text])


def _tied(text: str, language: Language) -> str:
    return language.pgettext(*_TIED[text])


def _status(text: str, language: Language) -> str:
    return language.pgettext(*_STATUSES[text])


def _lead(text: str, language: Language) -> str:
    return language.card(Card(Suit(text[0]), text[1:].replace("10", "T")))


def _calls(text: str, language: Language) -> str:
    """A contract, or the calls of an auction; doubles are an `X` everywhere."""
    return " ".join(_call(call, language) for call in text.split(" "))


def _call(text: str, language: Language) -> str:
    bid = _CALL.fullmatch(text)
    if bid is None:
        return text.replace("Pass", language.pgettext(*_PASS))
    level, strain, mark, alert = bid.groups()
    doubled = next(one for one in Doubled if one.mark == mark)
    return language.contract(Contract(int(level), Strain(strain), doubled)) + alert


_CELLS: Mapping[str, Callable[[str, Language], str]] = {
    **dict.fromkeys(("total", "maximum", "percent", "average"), _number),
    **dict.fromkeys(("ns_points", "ew_points", "ns_datum", "ew_datum"), _number),
    **dict.fromkeys(("dealer", "declarer"), _seat),
    **dict.fromkeys(("contract", "auction"), _calls),
    "direction": _side,
    "vulnerable": _vulnerable,
    "tied": _tied,
    "status": _status,
    "lead": _lead,
}
