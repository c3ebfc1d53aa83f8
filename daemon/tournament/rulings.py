"""Reads `rulings.toml`: every entry that is right counts, whatever stands in the others."""

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction

from daemon.bridge.board import vulnerability
from daemon.bridge.contract import Outcome, PassedOut, Played, result_in_range
from daemon.bridge.score import score_ns
from daemon.bridgesuite.notation import Letters, read_contract, read_result, read_seat
from daemon.problem import Problem, Source, Span
from daemon.scoring.traveller import Award
from daemon.toml.document import read_toml
from daemon.toml.kinds import Kind, day, either, number, such, text, whole
from daemon.toml.reading import Reading
from daemon.tournament.entry import RulingsRead

LATER_KINDS = (
    *("split", "weighted", "accept", "moved", "reversed"),
    *("absent", "fouled", "correction", "acknowledge"),
)
"""Entries that the format knows and this version does not."""

_NUMBERS = whole(1, 9_999_999)
_BOARDS = re.compile(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?")
_AWARDS = {
    "A+": Award(Fraction(60), floor=True),
    "A": Award(Fraction(50)),
    "A-": Award(Fraction(40), ceiling=True),
}
_PERCENT = re.compile(r"\s*(\d{1,3}(?:\.\d{1,6})?)\s*%?\s*")


@dataclass(frozen=True, slots=True)
class Where:
    """Which plays an entry is about, as the director wrote it."""

    boards: tuple[int, ...]
    round: int | None
    table: int | None
    ns: int | None
    ew: int | None
    section: str | None


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """A `[[result]]` or an `[[assigned]]`: an outcome, or a score as NS see it.

    The one counts like a tablet's, the other instead of what was reported.
    """

    where: Where
    replaces: bool
    outcome: Outcome | None
    score: int | None
    reason: str | None
    span: Span

    def score_on(self, board: int) -> int:
        """What NS score with it on this board."""
        if self.outcome is not None:
            return score_ns(self.outcome, vulnerability(board))
        return self.score or 0


@dataclass(frozen=True, slots=True)
class ArtificialEntry:
    """An `[[artificial]]`: awards for both sides, and how the director wrote them."""

    where: Where
    ns: Award
    ew: Award
    ns_words: str
    ew_words: str
    reason: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class NotPlayedEntry:
    """A `[[not_played]]`: nobody waits for these boards any more."""

    where: Where
    reason: str | None
    span: Span


RulingEntry = ResultEntry | ArtificialEntry | NotPlayedEntry


@dataclass(frozen=True, slots=True)
class RulingsText:
    """The rulings file as it was last read.

    `entries` are those of the last text that could be read at all; `text` is the newest text.
    `day` is the event that the file says it is for. `at_start`: the entries stood there when the
    event began.
    """

    name: str = ""
    text: str | None = None
    day: date | None = None
    entries: tuple[RulingEntry, ...] = ()
    at_start: bool = False
    source: Source = field(default_factory=lambda: Source("", ""))
    problems: tuple[Problem, ...] = ()


def no_rulings() -> RulingsText:
    """Before the file was read for the first time."""
    return RulingsText()


def read_rulings(fact: RulingsRead, before: RulingsText) -> RulingsText:
    """Take a new text of the file; one that is broken or suddenly empty leaves the old entries."""
    source = Source(fact.name, fact.text)
    document, problems = read_toml(source)
    if document is None:
        kept = source.error(
            "rulings-unreadable",
            "the file is not read until this is mended; the rulings that were read last "
            f"({len(before.entries)}) stay in force",
        )
        return _kept(fact, before, (*problems, kept))
    if not fact.text.strip() and before.entries:
        emptied = source.error(
            "rulings-empty",
            f"the file is suddenly empty; the {len(before.entries)} rulings that were read last "
            "stay in force; to withdraw them all leave a comment in the file",
        )
        return _kept(fact, before, (emptied,))
    reading = Reading(source, document.table, "rulings")
    event = reading.get("event", day)
    entries: list[RulingEntry] = []
    for one in reading.children("result"):
        entries.extend(_result(one, replaces=False))
    for one in reading.children("assigned"):
        entries.extend(_result(one, replaces=True))
    for one in reading.children("artificial"):
        entries.extend(_artificial(one))
    for one in reading.children("not_played"):
        entries.extend(_not_played(one))
    for kind in LATER_KINDS:
        if kind in reading.table:
            message = f"[[{kind}]] is not available in this version of tournamentd; take it out"
            reading.refuse(kind, "later", message)
    reading.refuse_unknown()
    return RulingsText(
        fact.name,
        fact.text,
        event,
        tuple(sorted(entries, key=lambda entry: entry.span)),
        before.text is None,
        source,
        reading.problems(),
    )


def _kept(fact: RulingsRead, before: RulingsText, problems: tuple[Problem, ...]) -> RulingsText:
    return RulingsText(
        fact.name,
        fact.text,
        before.day,
        before.entries,
        before.at_start,
        before.source,
        problems,
    )


def _where(reading: Reading) -> Where | None:
    """Which boards and whom; None (and told) when that cannot be said."""
    boards = _boards(reading)
    round_ = reading.get("round", _NUMBERS)
    table = reading.get("table", _NUMBERS)
    ns = reading.get("ns", _NUMBERS)
    ew = reading.get("ew", _NUMBERS)
    section = reading.get("section", text)
    reading.get("reason", text)
    if not boards and (round_ is None or table is None):
        if not reading.told:
            reading.tell(
                "where",
                'say which boards: board = 7, boards = "7-9", or round and table',
                reading.table.span,
            )
        return None
    if boards and ns is None and ew is None and table is None:
        if not reading.told:
            reading.tell("where", "say whose result it is: ns, ew or both", reading.table.span)
        return None
    return Where(boards, round_, table, ns, ew, section)


def _boards(reading: Reading) -> tuple[int, ...]:
    board = reading.get("board", _NUMBERS)
    span = reading.get("boards", such(text, _complain_about_boards))
    if board is not None and span is not None:
        reading.tell("where", "board and boards both stand here: take one out", reading.table.span)
        return ()
    if board is not None:
        return (board,)
    found = _BOARDS.fullmatch(span or "")
    if found is None:
        return ()
    first, last = found.groups()
    return tuple(range(int(first), int(last or first) + 1))


def _complain_about_boards(written: str) -> str | None:
    found = _BOARDS.fullmatch(written)
    if found is None:
        return f'is like "7-9" or "7", not "{written}"'
    first, last = found.groups()
    if last is not None and int(last) < int(first):
        return f'goes from the lower to the higher board: "{last}-{first}"'
    if last is not None and int(last) - int(first) > 100:
        return "names more than 100 boards"
    return None


def _result(reading: Reading, *, replaces: bool) -> tuple[ResultEntry, ...]:
    where = _where(reading)
    contract = reading.get("contract", text)
    declarer = reading.get("declarer", text)
    result = reading.get("result", either(whole(-13, 6), text))
    score = reading.get("score", whole(-7600, 7600))
    reason = reading.get("reason", text)
    outcome = _outcome(reading, contract, declarer, result) if contract is not None else None
    if contract is None and score is None:
        message = "say what they got: contract, declarer and result, or score as NS see it"
        reading.tell("result", message, reading.table.span)
    elif contract is not None and score is not None:
        message = "contract and score both stand here: take one out (the score is worked out)"
        reading.tell("result", message, reading.table.value_span("score"))
    if where is None or reading.told or reading.unknown():
        return ()
    return (ResultEntry(where, replaces, outcome, score, reason, reading.table.span),)


def _outcome(
    reading: Reading, contract: str, declarer: str | None, result: int | str | None
) -> Outcome | None:
    found = read_contract(contract, Letters.ENGLISH)
    if isinstance(found, PassedOut):
        return found
    if found is None:
        message = f'contract is like "3NT", "4SX" or "Pass", not "{contract}"'
        reading.tell("value", message, reading.table.value_span("contract"))
        return None
    seat = read_seat(declarer) if declarer is not None else None
    if seat is None:
        message = "declarer must be N, E, S or W (in quotes)"
        reading.tell("value", message, reading.table.value_span("declarer"))
    tricks = read_result(result) if isinstance(result, str) else result
    if tricks is None or not result_in_range(found.level, tricks):
        message = (
            f"result is the number of tricks over or under {found}: from "
            f'"{-(found.level + 6)}" to "+{7 - found.level}", or "=" when made exactly'
        )
        reading.tell("value", message, reading.table.value_span("result"))
        return None
    return None if seat is None else Played(found, seat, tricks)


def _complain_about_award(written: str) -> str | None:
    if written.strip().upper() in _AWARDS:
        return None
    percent = _PERCENT.fullmatch(written)
    if percent is not None and Decimal(percent[1]) <= 100:
        return None
    return f'is "A+", "A", "A-" or a percentage such as "60%", not "{written}"'


_AWARD_TEXT: Kind[str] = such(text, _complain_about_award)
_AWARD: Kind[Decimal | str] = either(number(0, 100), _AWARD_TEXT)


def _artificial(reading: Reading) -> tuple[ArtificialEntry, ...]:
    where = _where(reading)
    ns = reading.need("ns_award", _AWARD)
    ew = reading.need("ew_award", _AWARD)
    reason = reading.get("reason", text)
    if where is None or ns is None or ew is None or reading.told or reading.unknown():
        return ()
    return (
        ArtificialEntry(
            where,
            _award(ns),
            _award(ew),
            _award_words(ns),
            _award_words(ew),
            reason,
            reading.table.span,
        ),
    )


def _not_played(reading: Reading) -> tuple[NotPlayedEntry, ...]:
    where = _where(reading)
    reason = reading.get("reason", text)
    if where is None or reading.told or reading.unknown():
        return ()
    return (NotPlayedEntry(where, reason, reading.table.span),)


def _award(written: Decimal | str) -> Award:
    if isinstance(written, Decimal):
        return Award(Fraction(written))
    named = _AWARDS.get(written.strip().upper())
    return named or Award(Fraction(written.strip().rstrip("%").rstrip()))


def _award_words(written: Decimal | str) -> str:
    if isinstance(written, Decimal):
        return f"{written.normalize():f}%"
    plain = written.strip().upper()
    return plain if plain in _AWARDS else f"{plain.rstrip('%').rstrip()}%"
