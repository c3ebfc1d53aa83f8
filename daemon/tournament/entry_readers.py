"""Reading one entry of `rulings.toml`: None, and told to the reading, when something is wrong."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from daemon.scoring.traveller import Compared, SideScore
from daemon.toml import Kind, Reading, distinct, filled, list_of, number, text, truth, whole
from daemon.tournament.clock_reader import read_clock
from daemon.tournament.given import (
    AWARD,
    SCORE,
    award_of,
    award_words,
    read_given,
    read_weighted,
    weighted_words,
)
from daemon.tournament.ruling_entry import (
    AbsentEntry,
    AcceptEntry,
    AcknowledgeEntry,
    AdjustedEntry,
    Carried,
    ClockEntry,
    CorrectionEntry,
    FouledEntry,
    MovedEntry,
    NotPlayedEntry,
    ResultEntry,
    ReversedEntry,
    RulingEntry,
)
from daemon.tournament.where import NUMBERS, Where, read_boards, read_where, read_whom
from daemon.tournament.wording import signed

_SIGNED: Kind[Decimal] = number(-100_000, 100_000)
_GROUP: Kind[tuple[int, ...]] = distinct(filled(list_of(NUMBERS, "tables")))
_NOTHING = Decimal(0)
_AMOUNTS = (
    *("matchpoints", "percent_of_top", "percent_points"),
    *("imps", "points", "victory_points"),
)

_Side = tuple[SideScore, str]
"""What a side gets, and how it sees it."""


def _result(reading: Reading, *, replaces: bool) -> ResultEntry | None:
    where, reason, given = read_where(reading), _reason(reading), read_given(reading)
    if where is None or given is None or _is_bad(reading):
        return None
    return ResultEntry(where, given, replaces, reason, reading.table.span)


def _artificial(reading: Reading) -> AdjustedEntry | None:
    where = read_where(reading)
    ns, ew = reading.need("ns_award", AWARD), reading.need("ew_award", AWARD)
    sides = None if ns is None or ew is None else (_awarded(ns), _awarded(ew))
    return _adjusted(reading, where, sides)


def _split(reading: Reading) -> AdjustedEntry | None:
    where = read_where(reading)
    ns, ew = _side(reading, "ns"), _side(reading, "ew")
    return _adjusted(reading, where, None if ns is None or ew is None else (ns, ew))


def _weighted(reading: Reading) -> AdjustedEntry | None:
    where = read_where(reading)
    both = read_weighted(reading, "outcomes")
    ns = both or read_weighted(reading, "ns_outcomes")
    ew = both or read_weighted(reading, "ew_outcomes")
    if ns is None or ew is None:
        if not _is_told(reading):
            message = (
                "say what was likely: outcomes = [{weight = 60, score = 420}, {weight = 40, "
                "score = -50}], or ns_outcomes and ew_outcomes; all scores as NS see them"
            )
            reading.tell("result", message, reading.table.span)
        return _adjusted(reading, where, None)
    sides = (ns, weighted_words(ns, 1)), (ew, weighted_words(ew, -1))
    return _adjusted(reading, where, sides)


def _adjusted(
    reading: Reading, where: Where | None, sides: tuple[_Side, _Side] | None
) -> AdjustedEntry | None:
    reason = _reason(reading)
    if where is None or sides is None or _is_bad(reading):
        return None
    (ns, ns_words), (ew, ew_words) = sides
    return AdjustedEntry(where, ns, ew, ns_words, ew_words, reason, reading.table.span)


def _awarded(written: Decimal | str) -> _Side:
    return award_of(written), award_words(written)


def _side(reading: Reading, side: str) -> _Side | None:
    """One side of a split score; `ew_score` is EW's own."""
    score = reading.get(f"{side}_score", SCORE)
    award = reading.get(f"{side}_award", AWARD)
    if score is not None and award is not None:
        message = f"{side}_score and {side}_award both stand here: take one out"
        reading.tell("result", message, reading.table.span_of(f"{side}_award"))
        return None
    if award is not None:
        return _awarded(award)
    if score is not None:
        return Compared(score if side == "ns" else -score), signed(score)
    if not reading.told:
        message = f"say what {side.upper()} get: {side}_score or {side}_award"
        reading.tell("result", message, reading.table.span)
    return None


def _not_played(reading: Reading) -> NotPlayedEntry | None:
    where, reason = read_where(reading), _reason(reading)
    if where is None or _is_bad(reading):
        return None
    return NotPlayedEntry(where, reason, reading.table.span)


def _accept(reading: Reading) -> AcceptEntry | None:
    where, reason = read_where(reading), _reason(reading)
    file, score = reading.get("file", text), reading.get("score", SCORE)
    if (file is None) == (score is None) and not reading.told:
        message = 'say what counts: file = "OUT_4.txt", or score = 420 (as NS see it)'
        reading.tell("result", message, reading.table.span)
    if where is None or _is_bad(reading):
        return None
    return AcceptEntry(where, file, score, reason, reading.table.span)


def _moved(reading: Reading) -> MovedEntry | None:
    reason = _reason(reading)
    from_board, to_board = reading.need("from_board", NUMBERS), reading.need("to_board", NUMBERS)
    swap = reading.get("swap", truth, default=False)
    where = None if from_board is None else read_whom(reading, (from_board,))
    if where is not None and where.ns is None and where.ew is None and where.table is None:
        message = "say who entered it: ns, ew or both, or round and table"
        reading.tell("where", message, reading.table.span)
    if from_board is not None and from_board == to_board:
        message = "from_board and to_board are the same board: correct one of them"
        reading.tell("where", message, reading.table.span_of("to_board"))
    if where is None or to_board is None or _is_bad(reading):
        return None
    return MovedEntry(where, to_board, bool(swap), reason, reading.table.span)


def _reversed(reading: Reading) -> ReversedEntry | None:
    where, reason = read_where(reading), _reason(reading)
    if where is None or _is_bad(reading):
        return None
    return ReversedEntry(where, reason, reading.table.span)


def _absent(reading: Reading) -> AbsentEntry | None:
    reason, section = _reason(reading), reading.get("section", text)
    contestant = reading.need("contestant", NUMBERS)
    first = reading.get("from_round", NUMBERS, 1)
    last = reading.get("to_round", NUMBERS)
    if first is not None and last is not None and last < first:
        message = f"to_round is before from_round ({first}): correct one of them"
        reading.tell("value", message, reading.table.value_span("to_round"))
    if contestant is None or first is None or _is_bad(reading):
        return None
    return AbsentEntry(contestant, first, last, section, reason, reading.table.span)


def _fouled(reading: Reading) -> FouledEntry | None:
    reason, section, boards = _reason(reading), reading.get("section", text), read_boards(reading)
    groups = reading.need("tables", filled(list_of(_GROUP, "groups of tables such as [1, 2, 3]")))
    listed = [table for group in groups or () for table in group]
    if not boards and not reading.told:
        message = 'say which boards: board = 7, or boards = "7-9"'
        reading.tell("where", message, reading.table.span)
    if len(set(listed)) < len(listed):
        message = "a table stands in two groups, and it played one deal: take it out of one"
        reading.tell("value", message, reading.table.value_span("tables"))
    if not boards or groups is None or _is_bad(reading):
        return None
    return FouledEntry(boards, groups, section, reason, reading.table.span)


def _correction(reading: Reading) -> CorrectionEntry | None:
    reason, section = _reason(reading), reading.get("section", text)
    contestant = reading.need("contestant", NUMBERS)
    read = ((key, reading.get(key, _SIGNED, _NOTHING)) for key in _AMOUNTS)
    amounts = {key: Fraction(amount) for key, amount in read if amount}
    carried = _carried(reading)
    if not amounts and carried is None and not _is_told(reading):
        message = (
            "say what changes, with its sign: matchpoints, percent_of_top, percent_points, imps, "
            "points, victory_points, or carried = {points = 120, maximum = 252, boards = 21}"
        )
        reading.tell("result", message, reading.table.span)
    if contestant is None or _is_bad(reading):
        return None
    return CorrectionEntry(contestant, section, amounts, carried, reason, reading.table.span)


def _carried(reading: Reading) -> Carried | None:
    if "carried" not in reading.table:
        return None
    inner = reading.child("carried")
    points = inner.need("points", _SIGNED)
    maximum = inner.get("maximum", number(0, 1_000_000))
    boards = inner.need("boards", whole(0, 10_000))
    if points is None or boards is None:
        return None
    return Carried(Fraction(points), None if maximum is None else Fraction(maximum), boards)


def _acknowledge(reading: Reading) -> AcknowledgeEntry | None:
    reason, code = _reason(reading), reading.need("code", text)
    board, ns, ew = (reading.get(key, NUMBERS) for key in ("board", "ns", "ew"))
    file, score = reading.get("file", text), reading.get("score", SCORE)
    section, device = reading.get("section", text), reading.get("device", text)
    if board is None and file is None and not reading.told:
        message = 'say which warning: board and ns, or file = "OUT_4.txt"'
        reading.tell("where", message, reading.table.span)
    if code is None or _is_bad(reading):
        return None
    return AcknowledgeEntry(
        code, board, ns, ew, file, device, score, section, reason, reading.table.span
    )


def _clock(reading: Reading) -> ClockEntry | None:
    reason, read = _reason(reading), read_clock(reading)
    return None if read is None or _is_bad(reading) else replace(read, reason=reason)


def _reason(reading: Reading) -> str | None:
    """The director's words, as one line of the log."""
    return " ".join(reading.get("reason", text, "").split()) or None


def _is_bad(reading: Reading) -> bool:
    """Whether the entry must not count: something in it is wrong, or not understood."""
    return _is_told(reading) or any(one.unknown() for one in reading.readings())


def _is_told(reading: Reading) -> bool:
    """Whether something wrong was found in the entry, or within it."""
    return any(one.told for one in reading.readings())


READERS: Mapping[str, Callable[[Reading], RulingEntry | None]] = {
    "result": partial(_result, replaces=False),
    "assigned": partial(_result, replaces=True),
    "artificial": _artificial,
    "split": _split,
    "weighted": _weighted,
    "not_played": _not_played,
    "accept": _accept,
    "moved": _moved,
    "reversed": _reversed,
    "absent": _absent,
    "fouled": _fouled,
    "correction": _correction,
    "acknowledge": _acknowledge,
    "clock": _clock,
}
"""How each kind of entry is read."""
