"""A TOML text in pieces that give the same text again: lines with their ends, and statements."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from daemon.toml.grammar import Refusal, parse

_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|$)")
_FIRST_END = re.compile(r"\r\n|\n|\r")
MARK = "\ufeff"
"""The byte-order mark that Notepad writes."""


class Line(Struct, frozen=True):
    """A line, and the characters that end it (none at the end of some texts)."""

    content: str
    end: str


class Statement(Struct, frozen=True):
    """A heading, a `key = value` (of several lines, perhaps), or a comment or blank line.

    `first` and `last` bound its lines as a slice does. `data` is what it says by itself;
    `heading` are the names of the heading above it, or of itself when it is one.
    """

    first: int
    last: int
    data: dict[str, Any]
    heading: tuple[str, ...]
    is_heading: bool

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing."""
        return not self.data


def lines_of(text: str) -> list[Line]:
    """The lines of a text; `joined` gives the text again."""
    found = [Line(*match.groups()) for match in _LINE.finditer(text)]
    return [line for line in found if line != Line("", "")]


def joined(lines: Sequence[Line]) -> str:
    """The text that has these lines."""
    return "".join(f"{line.content}{line.end}" for line in lines)


def line_end(text: str) -> str:
    """How lines end in a text: as the first one does."""
    found = _FIRST_END.search(text)
    return found[0] if found else "\n"


def cut(lines: Sequence[Line]) -> Iterator[Statement]:
    """The statements of a text that is TOML (without its byte-order mark), in order.

    A statement ends with the first line that makes it whole: no line that begins with a bracket
    within a list or a text is taken for a heading.
    """
    heading: tuple[str, ...] = ()
    first = 0
    waiting: list[str] = []
    for number, line in enumerate(lines, start=1):
        waiting.append(line.content)
        data = parse("\n".join(waiting))
        if isinstance(data, Refusal):
            continue
        is_heading = waiting[0].lstrip().startswith("[")
        if is_heading:
            heading = _names(data)
        yield Statement(first, number, data, heading, is_heading)
        first = number
        waiting = []


def _names(data: dict[str, Any]) -> tuple[str, ...]:
    """The names of a heading: `[[a.b]]` says that there is an `a` with a `b`."""
    names: list[str] = []
    inner: Any = data
    while inner:
        ((name, value),) = inner.items()
        names.append(name)
        inner = value[0] if isinstance(value, list) else value
    return tuple(names)
