"""Corrections and handicaps: in which unit they are, and what they add."""

from collections.abc import Iterable
from fractions import Fraction

from daemon.movement.wording import listing
from daemon.scoring.adjustment import Adjustment
from daemon.scoring.tally import Tally
from daemon.settings.model import Unit
from daemon.tournament.ruling_entry import CorrectionEntry

_OWN_KEYS = {
    Unit.MATCHPOINTS: "matchpoints",
    Unit.IMPS: "imps",
    Unit.POINTS: "points",
    Unit.VICTORY_POINTS: "victory_points",
}
_UNIT_WORDS = {
    Unit.MATCHPOINTS: "matchpoints",
    Unit.IMPS: "IMPs",
    Unit.POINTS: "total points",
    Unit.VICTORY_POINTS: "victory points",
}
_OF_A_MAXIMUM = ("percent_of_top", "percent_points")


def complain_about_unit(entry: CorrectionEntry, unit: Unit) -> str | None:
    """What is wrong with a correction where totals are counted in this unit; None when nothing."""
    allowed = [_OWN_KEYS[unit], *(_OF_A_MAXIMUM if unit.has_maximum else ())]
    strange = [key for key in entry.amounts if key not in allowed]
    if strange:
        *others, last = allowed
        instead = f"{', '.join(others)} or {last}" if others else last
        return (
            f"totals are in {_UNIT_WORDS[unit]} here, and {listing(strange)} cannot be added to "
            f"them: write {instead}"
        )
    if unit.has_maximum and entry.carried is not None and entry.carried.maximum is None:
        return (
            "carried has no maximum: say what could have been won there, as in "
            "carried = {points = 120, maximum = 252, boards = 21}"
        )
    return None


def adjustment_of(entries: Iterable[CorrectionEntry], top: Fraction, unit: Unit) -> Adjustment:
    """All corrections of one contestant together; `top` is what a percentage of a top is of."""
    return sum((_adjustment(entry, top, unit) for entry in entries), Adjustment())


def _adjustment(entry: CorrectionEntry, top: Fraction, unit: Unit) -> Adjustment:
    points = entry.amounts.get(_OWN_KEYS[unit], Fraction(0))
    of_top = entry.amounts.get("percent_of_top", Fraction(0)) * top / 100
    percent_points = entry.amounts.get("percent_points", Fraction(0))
    carried = Tally()
    if entry.carried is not None:
        maximum = entry.carried.maximum if unit.has_maximum else None
        carried = Tally(entry.carried.boards, entry.carried.points, maximum or Fraction(0))
    return Adjustment(points + of_top, percent_points, carried)


def with_handicap(gathered: Tally, handicap: Fraction, unit: Unit) -> Tally:
    """A tally with its handicap: percentage points, or points a board where there is no maximum."""
    points = gathered.maximum * handicap / 100 if unit.has_maximum else gathered.boards * handicap
    return Tally(gathered.boards, gathered.total + points, gathered.maximum)
