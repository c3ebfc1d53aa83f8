"""Kinds of values that a file may be asked for, and what is wrong with a value of another kind.

A kind is a value itself: `whole(1, 100)`, `choice(Stale)`, `list_of(whole(1, 999), "numbers")`,
`either(number(0, 100), text)`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from difflib import get_close_matches
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

from daemon.problem import Span
from daemon.toml.value import Table, Value, visible

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
U = TypeVar("U")
E = TypeVar("E", bound=StrEnum)

TYPE = "type"
VALUE = "value"
"""Aspects of a fault: a value of the wrong type; one of the right type that cannot be."""

_LONGEST_NUMBER = 10**20
_TYPE_NAMES = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    Decimal: "a number with a point",
    date: "a day",
    datetime: "a day with a time",
    time: "a time",
    tuple: "a list",
    Table: "a table",
}


class Fault(Struct, frozen=True):
    """What is wrong with a value, and where. `aspect` ends the code of the problem it becomes."""

    aspect: str
    message: str
    span: Span


class Kind(Struct, Generic[T_co], frozen=True):
    """A kind of value.

    `expected` says what it is ("a whole number from 1 to 100"). `read` is given the name of the
    key for its messages, the value, and a list for what is wrong with it; it returns None when
    the value cannot be used.
    """

    expected: str
    read: "Callable[[str, Value, list[Fault]], T_co | None]"


def _read_text(name: str, value: Value, faults: list[Fault]) -> str | None:
    if isinstance(value.content, str):
        return value.content
    hint = ": put it in quotes"
    if isinstance(value.content, tuple | Table):
        hint = ": write one text, in quotes"
    faults.append(misfit(name, "text", value, hint))
    return None


text: Kind[str] = Kind("text in quotes", _read_text)
"""Any text, even an empty one or one of several lines."""


def _read_truth(name: str, value: Value, faults: list[Fault]) -> bool | None:
    if isinstance(value.content, bool):
        return value.content
    quoted = isinstance(value.content, str) and value.content.lower() in {"true", "false"}
    hint = ": take the quotes away" if quoted else ""
    faults.append(misfit(name, "true or false", value, hint))
    return None


truth: Kind[bool] = Kind("true or false", _read_truth)


def _read_day(name: str, value: Value, faults: list[Fault]) -> date | None:
    content = value.content
    if isinstance(content, date) and not isinstance(content, datetime):
        return content
    hint = ": write it as in 2026-12-01"
    if isinstance(content, datetime):
        hint = f": write the day alone, {content.date()}"
    elif isinstance(content, str):
        try:
            hint = f": write it without quotes, {date.fromisoformat(content.strip())}"
        except ValueError:
            hint = ": write it as in 2026-12-01, without quotes"
    faults.append(misfit(name, "a day", value, hint))
    return None


day: Kind[date] = Kind("a day such as 2026-12-01", _read_day)
"""A date; one with a time of day is refused."""


_CLOCK = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")


def _read_time(name: str, value: Value, faults: list[Fault]) -> time | None:
    content = value.content
    if isinstance(content, time):
        return content
    found = _CLOCK.fullmatch(content.strip()) if isinstance(content, str) else None
    if found is not None:
        return time(int(found[1]), int(found[2]))
    if isinstance(content, str):
        faults.append(unfit(name, time_of_day.expected, value))
    else:
        faults.append(misfit(name, time_of_day.expected, value))
    return None


time_of_day: Kind[time] = Kind('a time such as "19:30"', _read_time)
"""A time of day, as text or as TOML writes it (19:30:00)."""


def whole(low: int, high: int) -> Kind[int]:
    """A whole number within these bounds, both included."""
    expected = f"a whole number from {low} to {high}"

    def read(name: str, value: Value, faults: list[Fault]) -> int | None:
        content = value.content
        if not isinstance(content, int) or isinstance(content, bool):
            faults.append(misfit(name, expected, value, _number_hint(value)))
        elif not low <= content <= high:
            faults.append(unfit(name, expected, value))
        else:
            return content
        return None

    return Kind(expected, read)


def number(low: int | str, high: int | str) -> Kind[Decimal]:
    """A number, with a point or without, within these bounds (both included); it is exact.

    A bound with a point is written as text: `number("0.1", 60)`.
    """
    least, most = Decimal(low), Decimal(high)
    expected = f"a number from {low} to {high}"

    def read(name: str, value: Value, faults: list[Fault]) -> Decimal | None:
        content = value.content
        if not isinstance(content, int | Decimal) or isinstance(content, bool):
            faults.append(misfit(name, expected, value, _number_hint(value)))
            return None
        exact = Decimal(content)
        if not exact.is_finite() or not least <= exact <= most:
            faults.append(unfit(name, expected, value))
            return None
        return exact

    return Kind(expected, read)


def one_of(meanings: Mapping[str, T] | Mapping[int, T]) -> Kind[T]:
    """One of some texts or whole numbers; what is read is what it means."""
    choices: tuple[str | int, ...] = tuple(meanings)
    *others, last = (_quoted(choice) for choice in choices)
    expected = f"{', '.join(others)} or {last}" if others else last

    def read(name: str, value: Value, faults: list[Fault]) -> T | None:
        content = value.content
        for written, meaning in meanings.items():
            # In Python True is 1.
            if type(content) is type(written) and content == written:
                return meaning
        if type(content) is type(choices[0]):
            faults.append(unfit(name, expected, value, likely(str(content), map(str, choices))))
        else:
            hint = _number_hint(value) if isinstance(choices[0], int) else ""
            faults.append(misfit(name, expected, value, hint))
        return None

    return Kind(expected, read)


def choice(options: type[E]) -> Kind[E]:
    """One of the members of an enumeration, by their values."""
    return one_of({option.value: option for option in options})


def list_of(element: Kind[T], what: str) -> Kind[tuple[T, ...]]:
    """A list; `what` says of what, as in "pair numbers". Every element that is wrong is told."""
    expected = f"a list of {what} in [ ]"

    def read(name: str, value: Value, faults: list[Fault]) -> tuple[T, ...] | None:
        if not isinstance(value.content, tuple):
            faults.append(misfit(name, expected, value))
            return None
        found = [element.read(f"each value of {name}", item, faults) for item in value.content]
        good = tuple(item for item in found if item is not None)
        return good if len(good) == len(found) else None

    return Kind(expected, read)


def distinct(items: Kind[tuple[T, ...]]) -> Kind[tuple[T, ...]]:
    """A list in which nothing stands twice."""

    def read(name: str, value: Value, faults: list[Fault]) -> tuple[T, ...] | None:
        found = items.read(name, value, faults)
        if found is None or not isinstance(value.content, tuple):
            return None
        seen: set[T] = set()
        for item, meaning in zip(value.content, found, strict=True):
            if meaning in seen:
                message = f"{shown(item)} stands twice in {name}: take one out"
                faults.append(Fault(VALUE, message, item.span))
            seen.add(meaning)
        return found if len(seen) == len(found) else None

    return Kind(items.expected, read)


def filled(items: Kind[tuple[T, ...]]) -> Kind[tuple[T, ...]]:
    """A list that is not empty."""

    def read(name: str, value: Value, faults: list[Fault]) -> tuple[T, ...] | None:
        found = items.read(name, value, faults)
        if found == ():
            message = f"{name} is empty: it must be {items.expected}, one or more"
            faults.append(Fault(VALUE, message, value.span))
            return None
        return found

    return Kind(items.expected, read)


def such(kind: Kind[T], complain: Callable[[T], str | None]) -> Kind[T]:
    """A value that nobody complains about; a complaint follows the key's name ("is too long")."""

    def read(name: str, value: Value, faults: list[Fault]) -> T | None:
        found = kind.read(name, value, faults)
        complaint = None if found is None else complain(found)
        if complaint is None:
            return found
        faults.append(Fault(VALUE, f"{name} {complaint}", value.span))
        return None

    return Kind(kind.expected, read)


def either(first: Kind[T], second: Kind[U]) -> Kind[T | U]:
    """A value of one of two kinds that are of different types."""
    expected = f"{first.expected}, or {second.expected}"

    def read(name: str, value: Value, faults: list[Fault]) -> T | U | None:
        for kind in (first, second):
            own: list[Fault] = []
            found = kind.read(name, value, own)
            if found is not None:
                return found
            if any(fault.aspect != TYPE for fault in own):
                faults += own
                return None
        faults.append(misfit(name, expected, value))
        return None

    return Kind(expected, read)


def misfit(name: str, expected: str, value: Value, hint: str = "") -> Fault:
    """A fault: the value is of another type. It is not shown."""
    return Fault(
        TYPE, f"{name} must be {expected}, not {_TYPE_NAMES[type(value.content)]}{hint}", value.span
    )


def unfit(name: str, expected: str, value: Value, hint: str = "") -> Fault:
    """A fault: the value is of the right type and cannot be used."""
    return Fault(VALUE, f"{name} must be {expected}, not {shown(value)}{hint}", value.span)


def shown(value: Value) -> str:
    """A value for a message, as it would stand in the file; a long one is cut short."""
    content = value.content
    if isinstance(content, str):
        return f'"{visible(content)}"'
    if isinstance(content, bool):
        return "true" if content else "false"
    if isinstance(content, int) and abs(content) >= _LONGEST_NUMBER:
        return "one so large"
    return visible(str(content))


def likely(written: str, choices: Iterable[str]) -> str:
    """`; did you mean "x"?` with the choice that is most like what was written, or nothing."""
    close = get_close_matches(written.casefold(), tuple(choices), n=1)
    return f'; did you mean "{close[0]}"?' if close else ""


def _quoted(choice: str | int) -> str:
    return f'"{choice}"' if isinstance(choice, str) else str(choice)


def _number_hint(value: Value) -> str:
    content = value.content
    if isinstance(content, str) and re.fullmatch(r"\s*[+-]?\d+\s*", content):
        return ": take the quotes away"
    if (
        isinstance(content, Decimal)
        and content.is_finite()
        and content == content.to_integral_value()
    ):
        return ": write it without a point"
    return ""
