"""One entry of `rulings.toml`: what the director wrote, not yet resolved against the plan."""

import re
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import product

from daemon.bridge.board import vulnerability
from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled, Outcome, PassedOut, Played, result_in_range
from daemon.bridge.score import contract_score, score_ns
from daemon.bridgesuite.notation import Letters, read_contract, read_result, read_seat
from daemon.problem import Span
from daemon.scoring.traveller import Award
from daemon.toml import Kind, Reading, either, number, such, text, whole
from daemon.toml.value import visible

_NUMBERS = whole(1, 9_999_999)
_MOST_BOARDS = 100
_BOARDS = re.compile(r"\s*\d{1,4}\s*(?:-\s*\d{1,4}\s*)?")
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

    The one counts like a tablet's, the other instead of what was reported (`replaces`).
    """

    where: Where
    given: Outcome | int
    replaces: bool
    reason: str | None
    span: Span = field(compare=False)

    @property
    def outcome(self) -> Outcome | None:
        """What was played; None when the entry gives a score only."""
        return None if isinstance(self.given, int) else self.given

    def score_on(self, board: int) -> int:
        """What NS score with it on this board."""
        if isinstance(self.given, int):
            return self.given
        return score_ns(self.given, vulnerability(board))


@dataclass(frozen=True, slots=True)
class ArtificialEntry:
    """An `[[artificial]]`: awards for both sides, and how the director wrote them."""

    where: Where
    ns: Award
    ew: Award
    ns_words: str
    ew_words: str
    reason: str | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class NotPlayedEntry:
    """A `[[not_played]]`: nobody waits for these boards any more."""

    where: Where
    reason: str | None
    span: Span = field(compare=False)


RulingEntry = ResultEntry | ArtificialEntry | NotPlayedEntry


def read_result_entry(reading: Reading, *, replaces: bool) -> ResultEntry | None:
    """Read a `[[result]]` or an `[[assigned]]`; None (and told) when something is wrong."""
    where = _where(reading)
    reason = _reason(reading)
    given = _given(reading)
    if where is None or given is None or _is_bad(reading):
        return None
    return ResultEntry(where, given, replaces, reason, reading.table.span)


def read_artificial_entry(reading: Reading) -> ArtificialEntry | None:
    """Read an `[[artificial]]`; None (and told) when something is wrong."""
    where = _where(reading)
    reason = _reason(reading)
    ns = reading.need("ns_award", _AWARD)
    ew = reading.need("ew_award", _AWARD)
    if where is None or ns is None or ew is None or _is_bad(reading):
        return None
    return ArtificialEntry(
        where,
        _award(ns),
        _award(ew),
        _award_words(ns),
        _award_words(ew),
        reason,
        reading.table.span,
    )


def read_not_played_entry(reading: Reading) -> NotPlayedEntry | None:
    """Read a `[[not_played]]`; None (and told) when something is wrong."""
    where = _where(reading)
    reason = _reason(reading)
    if where is None or _is_bad(reading):
        return None
    return NotPlayedEntry(where, reason, reading.table.span)


def _reason(reading: Reading) -> str | None:
    """The director's words, as one line of the log."""
    return " ".join(reading.get("reason", text, "").split()) or None


def _is_bad(reading: Reading) -> bool:
    """Whether the entry must not count: something in it is wrong, or not understood."""
    return bool(reading.told or reading.unknown())


def _where(reading: Reading) -> Where | None:
    """Which boards and whom; None (and told) when that is not said."""
    boards = _boards(reading)
    round_ = reading.get("round", _NUMBERS)
    table = reading.get("table", _NUMBERS)
    ns = reading.get("ns", _NUMBERS)
    ew = reading.get("ew", _NUMBERS)
    section = reading.get("section", text)
    if reading.told:
        return None
    if not boards and (round_ is None or table is None):
        message = 'say which boards: board = 7, boards = "7-9", or round and table'
        reading.tell("where", message, reading.table.span)
        return None
    if boards and ns is None and ew is None and table is None:
        reading.tell("where", "say whose result it is: ns, ew or both", reading.table.span)
        return None
    return Where(boards, round_, table, ns, ew, section)


def _boards(reading: Reading) -> tuple[int, ...]:
    board = reading.get("board", _NUMBERS)
    span = reading.get("boards", such(text, _complain_about_boards))
    if board is not None and span is not None:
        message = "board and boards both stand here: take one out"
        reading.tell("where", message, reading.table.span_of("boards"))
    if board is not None:
        return (board,)
    return () if span is None else _span_of_boards(span)


def _span_of_boards(written: str) -> tuple[int, ...]:
    """The boards of `7-9`, or of `7` alone; none when the first is higher than the last."""
    first, _, last = written.partition("-")
    return tuple(range(int(first), int(last or first) + 1))


def _complain_about_boards(written: str) -> str | None:
    if _BOARDS.fullmatch(written) is None:
        return f'is like "7-9" or "7", not "{visible(written)}"'
    boards = _span_of_boards(written)
    if not boards:
        return f'goes from the lower to the higher board, not "{visible(written)}"'
    if len(boards) > _MOST_BOARDS:
        return f"names more than {_MOST_BOARDS} boards"
    return None


def _given(reading: Reading) -> Outcome | int | None:
    """The contract with its result, or the score; None (and told) when neither can be used."""
    contract = reading.get("contract", text)
    declarer = reading.get("declarer", text)
    result = reading.get("result", either(whole(-13, 6), text))
    score = reading.get("score", such(whole(-7600, 7600), _complain_about_score))
    if contract is not None and score is not None:
        message = "contract and score both stand here: take one out (the score is worked out)"
        reading.tell("result", message, reading.table.span_of("score"))
        return None
    if contract is not None:
        return _outcome(reading, contract, declarer, result)
    if score is not None and declarer is None and result is None:
        return score
    if not reading.told:
        message = (
            "say what they got: contract, declarer and result, or the score alone, as NS see it"
        )
        reading.tell("result", message, reading.table.span)
    return None


def _outcome(
    reading: Reading, contract: str, declarer: str | None, result: int | str | None
) -> Outcome | None:
    found = read_contract(contract, Letters.ENGLISH)
    if isinstance(found, PassedOut):
        return found
    if found is None:
        message = f'contract is like "3NT", "4SX" or "Pass", not "{visible(contract)}"'
        reading.tell("value", message, reading.table.value_span("contract"))
        return None
    seat = None if declarer is None else read_seat(declarer.strip())
    if seat is None:
        message = 'declarer is "N", "E", "S" or "W"'
        reading.tell("value", message, reading.table.value_span("declarer"))
    tricks = read_result(result.strip()) if isinstance(result, str) else result
    if tricks is None or not result_in_range(found.level, tricks):
        message = (
            f"result is the number of tricks over or under {found}: from "
            f'"{-(found.level + 6)}" to "+{7 - found.level}", or "=" when made exactly'
        )
        reading.tell("value", message, reading.table.value_span("result"))
        return None
    return None if seat is None else Played(found, seat, tricks)


def _complain_about_score(score: int) -> str | None:
    """Whatever was played, it scores one of 219 numbers or their opposites."""
    possible = possible_scores()
    if score in possible:
        return None
    below = max(one for one in possible if one < score)
    above = min(one for one in possible if one > score)
    return f"is {score}, which no contract scores; near it are {below} and {above}"


@lru_cache(maxsize=1)
def possible_scores() -> frozenset[int]:
    """All scores that a board can have, as either side sees them (Law 77)."""
    made = {
        contract_score(Contract(level, strain, doubled), result, vulnerable=vulnerable)
        for level, strain, doubled, vulnerable in product(
            range(1, 8), Strain, Doubled, (False, True)
        )
        for result in range(-(level + 6), 8 - level)
    }
    return frozenset({0, *made, *(-score for score in made)})


def _complain_about_award(written: str) -> str | None:
    if written.strip().upper() in _AWARDS:
        return None
    percent = _PERCENT.fullmatch(written)
    if percent is not None and Decimal(percent[1]) <= 100:
        return None
    return f'is "A+", "A", "A-" or a percentage such as "60%", not "{visible(written)}"'


_AWARD_TEXT: Kind[str] = such(text, _complain_about_award)
_AWARD: Kind[Decimal | str] = either(number(0, 100), _AWARD_TEXT)


def _award(written: Decimal | str) -> Award:
    plain = str(written).strip().upper()
    return _AWARDS.get(plain) or Award(Fraction(plain.rstrip("%").rstrip()))


def _award_words(written: Decimal | str) -> str:
    plain = str(written).strip().upper()
    if plain in _AWARDS:
        return plain
    percent = Decimal(plain.rstrip("%").rstrip())
    return f"{percent.normalize():f}%"
