"""What a TOML document holds, every key and every value with its place."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import TypeAlias

from msgspec import Struct

from daemon.problem import Source, Span

Scalar: TypeAlias = str | int | Decimal | bool | date | datetime | time
"""What TOML knows besides lists and tables; numbers with a point are exact."""

_LONGEST_SHOWN = 60
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class Value(Struct, frozen=True):
    """A value and its place (the first line of it, when it has several)."""

    content: "Scalar | tuple[Value, ...] | Table"
    span: Span


class Entry(Struct, frozen=True):
    """One `key = value`: where the key stands, and the value."""

    key: Span
    value: Value


class Table(Struct, frozen=True):
    """A table: `[name]`, one entry of `[[name]]`, `{...}`, or what dotted keys make.

    `name` is dotted, as people would write it (`""` for the whole document; entries of a list of
    tables all have the list's name). `heading` is how such a table begins (`[event]`,
    `[[section]]`). `span` is the place of the heading, or of what stands for it.
    """

    name: str
    heading: str
    span: Span
    entries: Mapping[str, Entry]

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def keys(self) -> tuple[str, ...]:
        """The keys, in the order in which they were written."""
        return tuple(self.entries)

    def value(self, key: str) -> Value | None:
        """What the key holds, None without such a key."""
        entry = self.entries.get(key)
        return entry.value if entry else None

    def span_of(self, key: str) -> Span:
        """Where the key stands; the table's own place without such a key."""
        entry = self.entries.get(key)
        return entry.key if entry else self.span

    def value_span(self, key: str) -> Span:
        """Where the key's value stands; the table's own place without such a key."""
        entry = self.entries.get(key)
        return entry.value.span if entry else self.span

    def full_name(self, key: str) -> str:
        """The key with the table's name before it: `event.date`."""
        return dotted(self.name, key)


class Document(Struct, frozen=True):
    """A TOML text that could be read: the text and the table of all that it says."""

    source: Source
    table: Table


def dotted(name: str, key: str) -> str:
    """Name a key of a table, quoted where TOML wants quotes."""
    shown = key if _BARE_KEY.fullmatch(key) else f'"{visible(key)}"'
    return f"{name}.{shown}" if name else shown


def dotted_path(path: Iterable[str | int]) -> str:
    """Name what a path of keys leads to; the indices of lists are left out."""
    name = ""
    for part in path:
        name = name if isinstance(part, int) else dotted(name, part)
    return name


def visible(text: str) -> str:
    """A text for a message: nothing invisible in it, in one line, and cut when it is long."""
    cut = f"{text[:_LONGEST_SHOWN]}..." if len(text) > _LONGEST_SHOWN else text
    return "".join(char if char.isprintable() else f"\\u{ord(char):04X}" for char in cut)
