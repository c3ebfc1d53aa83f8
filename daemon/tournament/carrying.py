"""Results of earlier sessions: published standings are read back, to be carried over."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from daemon.problem import Problem, Source, Span, at_most
from daemon.scoring.sessions import Session
from daemon.scoring.tally import Tally
from daemon.settings.characters import invisible
from daemon.settings.model import Unit
from daemon.toml.value import visible
from daemon.tournament.carried_rows import Written, WrittenRow, needed, written_rows

_CONTESTANT = re.compile(r"0*[1-9][0-9]{0,3}")
_COUNT = re.compile(r"[0-9]{1,4}")
_NUMBER = re.compile(
    r"(?P<whole>[+-]?[0-9]{1,9})(?:[.,](?P<decimals>[0-9]{1,40}))?(?:[eE]-(?P<shift>[0-9]{1,2}))?"
)
_OPPOSITE = {"NS": "EW", "EW": "NS"}
_MOST_CHARACTERS = 2_000_000
_MOST_LINES = 100_000
_MOST_NAMED = 5
_ZERO = Fraction(0)
# What the nearest double may differ from a percentage, and far below what anybody adds to one.
_DOUBLE = Fraction(1, 10**9)


class Carried(Struct, frozen=True):
    """What a contestant brings along from an earlier session.

    `section` is None where the file has none, `contestant` the number as it was shown. `percent`
    is the final percentage of that session with the percentage points that were added to it; None
    when nothing could be compared (`maximum` 0).
    """

    section: str | None
    contestant: int
    boards: int
    total: Fraction
    maximum: Fraction
    percent: Fraction | None

    @property
    def session(self) -> Session:
        """The same for `daemon.scoring.sessions`."""
        return Session(Tally(self.boards, self.total, self.maximum), self.percent)


class _Number(NamedTuple):
    """A number that was read; rounding can have taken it `within` this from the exact one."""

    value: Fraction
    within: Fraction


class _Key(NamedTuple):
    section: str | None
    contestant: int

    def __str__(self) -> str:
        return str(self.contestant) if self.section is None else f"{self.section} {self.contestant}"


def read_standings(
    source: Source, unit: Unit = Unit.MATCHPOINTS
) -> tuple[tuple[Carried, ...], tuple[Problem, ...]]:
    """Read a published `standings.json` or `standings.csv`, or a CSV that somebody made.

    Such a CSV has a header with at least `contestant`, `boards`, `total` and `maximum`, and may
    have `section`, `direction` (NS or EW) and `percent`. The numbers are exact: what the decimal
    text says, and counted in `unit`; in IMPs and total points there is no `maximum`. A contestant
    that stands in a list of NS and in one of EW is added up. A percentage
    that differs from the total by rounding only is worked out anew from the total.

    A row that is wrong is left out and the others are kept. Codes: `carried-syntax`,
    `carried-form`, `carried-method`, `carried-header`, `carried-fields`, `carried-contestant`,
    `carried-value`, `carried-twice` (errors), `carried-provisional` (warning), `carried-points`
    (note: percentages that have had something added to them).
    """
    too_much = len(source.text) > _MOST_CHARACTERS
    if too_much or len(source.lines) > _MOST_LINES:
        size = f"{len(source.text)} characters" if too_much else f"{len(source.lines)} lines"
        message = (
            f"this file has {size}: is it the right one? Name a standings.json or standings.csv"
        )
        return (), (source.error("carried-form", message, Span(1)),)
    rows, found = written_rows(source, unit)
    problems = list(found)
    places: dict[_Key, dict[str, Carried]] = {}
    for row in rows:
        carried = _Reading(source, row, unit, problems).carried()
        if carried is None:
            continue
        lists = places.setdefault(_Key(carried.section, carried.contestant), {})
        direction = row.value("direction").text.strip().upper()
        if not lists or set(lists) == {_OPPOSITE.get(direction)}:
            lists[direction] = carried
        elif carried not in lists.values():  # a further list may well repeat a row
            problems.append(_twice(source, row))
    everybody = tuple(_added_up(lists) for lists in places.values())
    problems.extend(_about_points(source, everybody))
    return everybody, at_most(problems)


class _Reading(Struct, frozen=True):
    """One row being read; what is wrong with it goes to `problems`."""

    source: Source
    row: WrittenRow
    unit: Unit
    problems: list[Problem]

    def carried(self) -> Carried | None:
        """What the row says; None when something in it is wrong, or it is still empty."""
        if not any(self.row.value(column).text for column in needed(self.unit)[1:]):
            return None
        before = len(self.problems)
        section = self._section()
        contestant = self._contestant()
        boards = self._boards()
        total = self._number("total")
        maximum = self._maximum()
        percent = self._number("percent") if self.row.value("percent").text else None
        if len(self.problems) == before:
            self._compare(total.value, maximum.value, percent)
        if len(self.problems) > before:
            return None
        return Carried(
            section,
            contestant,
            boards,
            total.value,
            maximum.value,
            _percent(total, maximum, percent),
        )

    def _section(self) -> str | None:
        written = self.row.value("section")
        if code := invisible(written.text):
            message = f"this section has an invisible character ({code}): write it anew"
            self._tell("carried-value", message, written)
        return written.text.strip() or None

    def _contestant(self) -> int:
        written = self.row.value("contestant")
        if _CONTESTANT.fullmatch(written.text):
            return int(written.text)
        message = f"{_quoted(written)} is no number of a pair or player: write 1 to 9999"
        self._tell("carried-contestant", message, written)
        return 0

    def _boards(self) -> int:
        written = self.row.value("boards")
        if _COUNT.fullmatch(written.text):
            return int(written.text)
        message = f"{_quoted(written)} is no number of boards: write 0 to 9999"
        self._tell("carried-value", message, written)
        return 0

    def _maximum(self) -> _Number:
        """What could have been won; 0 in a unit that knows no such thing."""
        written = self.row.value("maximum")
        if self.unit.has_maximum:
            return self._number("maximum")
        if written.text:
            message = (
                f"there is a maximum, {visible(written.text)}, as with matchpoints, and this "
                f'session is in "{self.unit}": take the file out of carry_over'
            )
            self._tell("carried-method", message, written)
        return _Number(_ZERO, _ZERO)

    def _number(self, column: str) -> _Number:
        written = self.row.value(column)
        text = written.text.removesuffix("%").rstrip() if column == "percent" else written.text
        if match := _NUMBER.fullmatch(text):
            shift = int(match["shift"] or 0)
            decimals = match["decimals"] or ""
            units = 10 ** (len(decimals) + shift)
            value = Fraction(int(match["whole"] + decimals), units)
            return _Number(value, Fraction(1, 2 * units) if decimals else _ZERO)
        message = f"{_quoted(written)} is no {column}: write a number like 150.25"
        self._tell("carried-value", message, written)
        return _Number(_ZERO, _ZERO)

    def _compare(self, total: Fraction, maximum: Fraction, percent: _Number | None) -> None:
        written = self.row.value("maximum")
        if maximum < 0:
            message = f"the maximum {written.text} is below 0: write what could have been won"
        elif percent is not None and not maximum:
            message = (
                "there is a percentage and a maximum of 0: write the maximum (where only a "
                "percentage is known, write it as the total, with a maximum of 100)"
            )
        elif 0 < maximum < total:
            # So it looks when a decimal comma has moved everything by a column.
            message = (
                f"the total {self.row.value('total').text} is more than the maximum "
                f"{written.text}: correct them, with a point in numbers"
            )
        else:
            return
        self._tell("carried-value", message, written)

    def _tell(self, code: str, message: str, written: Written) -> None:
        self.problems.append(self.source.error(code, f"{self.row.where}{message}", written.span))


def _quoted(written: Written) -> str:
    return f'"{visible(written.text)}"' if written.text else "nothing"


def _percent(total: _Number, maximum: _Number, written: _Number | None) -> Fraction | None:
    """The exact percentage, unless what was written differs from it by more than rounding does."""
    if not maximum.value:
        return None
    exact = 100 * total.value / maximum.value
    if written is None:
        return exact
    rounding = 100 * (total.within + maximum.within) / maximum.value
    within = written.within + rounding + _DOUBLE
    return exact if abs(written.value - exact) <= within else written.value


def _twice(source: Source, row: WrittenRow) -> Problem:
    written = row.value("contestant")
    message = (
        f"{row.where}contestant {written.text} stands here a second time, with another result: "
        "take one of the rows out (who played both ways has one row with direction NS and one "
        "with EW)"
    )
    return source.error("carried-twice", message, written.span)


def _added_up(lists: Mapping[str, Carried]) -> Carried:
    first, *others = lists.values()
    if not others:
        return first
    (other,) = others
    maximum = first.maximum + other.maximum
    won = sum(
        (each.percent * each.maximum for each in (first, other) if each.percent is not None), _ZERO
    )
    return Carried(
        first.section,
        first.contestant,
        first.boards + other.boards,
        first.total + other.total,
        maximum,
        won / maximum if maximum else None,
    )


def _about_points(source: Source, carried: Iterable[Carried]) -> list[Problem]:
    """Say whose percentage has had something added to it."""
    added = [
        str(_Key(each.section, each.contestant))
        for each in carried
        if each.percent is not None and each.percent * each.maximum != 100 * each.total
    ]
    if not added:
        return []
    shown = ", ".join(added[:_MOST_NAMED])
    more = f" and {len(added) - _MOST_NAMED} more" if len(added) > _MOST_NAMED else ""
    message = (
        f"the percentage is not total / maximum for {visible(shown)}{more}: the difference is "
        "carried over as percentage points; correct the file if that is not meant"
    )
    return [source.note("carried-points", message)]
