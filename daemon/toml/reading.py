"""Asking a table for its values, and collecting everything that is wrong with them."""

from collections.abc import Collection, Iterator
from typing import TypeVar, overload

from msgspec import Struct, field

from daemon.problem import Problem, Source, Span, at_most
from daemon.toml.discretion import discreet
from daemon.toml.kinds import TYPE, Fault, Kind, likely, misfit
from daemon.toml.value import Table, Value

T = TypeVar("T")


class Reading(Struct, eq=False):
    """A table that is being read: what it was asked for, and what was wrong.

    Make one of a document's table, ask it and the readings within it for everything that a file
    may say (`get`, `need`, `child`, `children`), then `refuse_unknown`; `problems` has the rest.

    `known` are the keys that were asked for; `told` is what was wrong with this table alone.
    `codes` begins the codes of its problems, all errors: with `config`, a missing key is
    `config-missing`; the others are `-type`, `-value`, `-unknown-key`, and what `refuse` is told.
    """

    source: Source
    table: Table
    codes: str
    told: list[Problem] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    _refused: set[str] = field(default_factory=set)
    _inner: "list[Reading]" = field(default_factory=list)

    @overload
    def get(self, key: str, kind: Kind[T]) -> T | None: ...
    @overload
    def get(self, key: str, kind: Kind[T], default: T) -> T: ...
    def get(self, key: str, kind: Kind[T], default: T | None = None) -> T | None:
        """The key's value; the default without the key, or when the value is wrong."""
        self.known.add(key)
        value = self.table.value(key)
        if value is None:
            return default
        faults: list[Fault] = []
        found = kind.read(self.table.full_name(key), value, faults)
        self._tell_faults(faults)
        return default if found is None else found

    def need(self, key: str, kind: Kind[T]) -> T | None:
        """The value of a key that must be there; None when it is missing or wrong."""
        if key not in self.table:
            under = f" under {self.table.heading}" if self.table.name else ""
            message = f"{key} is missing{under}: add {key} = ... ({kind.expected})"
            self.tell("missing", message, self.table.span)
        return self.get(key, kind)

    def child(self, key: str) -> "Reading":
        """The table `[key]`; an empty one without the key, or when its value is no table."""
        self.known.add(key)
        name = self.table.full_name(key)
        value = self.table.value(key)
        if value is None:
            return self._opened(Table(name, f"[{name}]", self.table.span, {}))
        if isinstance(value.content, Table):
            return self._opened(value.content)
        if _is_list_of_tables(value):
            message = f"{name} stands only once: write [{name}], in single brackets"
            self._tell_faults([Fault(TYPE, message, value.span)])
        else:
            expected = f"a table (a heading [{name}] and its keys below it)"
            self._tell_faults([misfit(name, expected, value)])
        # Nobody can be told what is missing in a table that is none.
        return Reading(self.source, Table(name, f"[{name}]", value.span, {}), self.codes)

    def children(self, key: str) -> "tuple[Reading, ...]":
        """The tables `[[key]]` in their order; what is no table is left out (a problem).

        A single `[key]` is a problem too, and is read all the same.
        """
        self.known.add(key)
        value = self.table.value(key)
        if value is None:
            return ()
        name = self.table.full_name(key)
        if isinstance(value.content, Table):
            message = f"{name} can stand several times: write [[{name}]], in double brackets"
            self._tell_faults([Fault(TYPE, message, value.span)])
            return (self._opened(value.content),)
        elements = value.content if isinstance(value.content, tuple) else (value,)
        expected = f"a table (a heading [[{name}]] and its keys below it)"
        wrong = [element for element in elements if not isinstance(element.content, Table)]
        self._tell_faults([misfit(name, expected, element) for element in wrong])
        tables = [element.content for element in elements if isinstance(element.content, Table)]
        return tuple(self._opened(table) for table in tables)

    def unknown(self) -> tuple[str, ...]:
        """The keys that were neither asked for nor refused, as written in the text."""
        return tuple(
            key for key in self.table.entries if key not in self.known and key not in self._refused
        )

    def refuse(self, key: str, aspect: str, message: str) -> None:
        """Refuse a key that is there; `aspect` ends the problem's code."""
        self._refused.add(key)
        self.tell(aspect, message, self.table.span_of(key))

    def refuse_unknown(self) -> None:
        """Refuse every key, here and in the tables within, that was never asked for.

        The message names the heading that the key belongs under, or the likely key.
        """
        homes: dict[str, dict[str, None]] = {}
        for reading in self.readings():
            for key in reading.known:
                homes.setdefault(key, {})[reading.table.heading] = None
        for reading in self.readings():
            for key in reading.unknown():
                message = _about_unknown(reading, key, homes.get(key, ()))
                reading.refuse(key, "unknown-key", message)

    def tell(self, aspect: str, message: str, span: Span) -> None:
        """Add an error about this table; `aspect` ends its code."""
        problem = self.source.error(f"{self.codes}-{aspect}", message, span)
        self.told.append(discreet(problem, self.table.name))

    def readings(self) -> "Iterator[Reading]":
        """This reading and all within it."""
        yield self
        for inner in self._inner:
            yield from inner.readings()

    def problems(self) -> tuple[Problem, ...]:
        """Everything that was wrong, here and in the tables within, in the order of the text."""
        found = [problem for reading in self.readings() for problem in reading.told]
        return at_most(found)

    def _opened(self, table: Table) -> "Reading":
        inner = Reading(self.source, table, self.codes)
        self._inner.append(inner)
        return inner

    def _tell_faults(self, faults: list[Fault]) -> None:
        for fault in faults:
            self.tell(fault.aspect, fault.message, fault.span)


_TOP = "[]"
"""How the table of the whole document is headed."""


def _about_unknown(reading: Reading, key: str, homes: Collection[str]) -> str:
    name = reading.table.full_name(key)
    headings = [home for home in homes if home != _TOP]
    if len(headings) < len(homes):
        return f"{name} is unknown; {key} belongs at the top of the file, above the first heading"
    if headings:
        return f"{name} is unknown; {key} belongs under {' or '.join(headings)}"
    hint = likely(key, reading.known) or f"; known here: {', '.join(sorted(reading.known))}"
    return f"{name} is unknown{hint}"


def _is_list_of_tables(value: Value) -> bool:
    content = value.content
    return isinstance(content, tuple) and any(isinstance(item.content, Table) for item in content)
