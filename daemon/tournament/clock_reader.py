"""Reading a `[[clock]]` of `rulings.toml`: how the director moves the round clock."""

from datetime import timedelta
from decimal import Decimal

from daemon.toml import Reading, number, text, time_of_day
from daemon.tournament.ruling_entry import ClockEntry
from daemon.tournament.where import NUMBERS

_LATER = number(-600, 600)
_BREAK = number(0, 600)
_PER_BOARD = number("0.5", 60)


def read_clock(reading: Reading) -> ClockEntry | None:
    """The entry, without its reason; None, and told, when it does not say what it moves."""
    from_round, section = reading.need("from_round", NUMBERS), reading.get("section", text)
    begins = reading.get("begins", time_of_day)
    later, pause = reading.get("minutes", _LATER), reading.get("break", _BREAK)
    per_board = reading.get("minutes_per_board", _PER_BOARD)
    if begins is not None and later is not None:
        message = "begins and minutes both say when the round begins: take one out"
        reading.tell("result", message, reading.table.span_of("minutes"))
    if (begins, later, pause, per_board) == (None, None, None, None) and not reading.told:
        message = (
            'say what changes: begins = "20:45", minutes = 10 (later; -5: earlier), break = 15 '
            "before the round, or minutes_per_board = 8"
        )
        reading.tell("result", message, reading.table.span)
    if from_round is None:
        return None
    return ClockEntry(
        from_round,
        begins,
        _minutes(later),
        _minutes(pause),
        None if per_board is None else _minutes(per_board),
        section,
        None,
        reading.table.span,
    )


def _minutes(count: Decimal | None) -> timedelta:
    return timedelta(minutes=float(count or 0))
