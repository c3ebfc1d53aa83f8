"""A text as lines of fields, each field with its place (fields are separated by commas)."""

from collections.abc import Iterator

from msgspec import Struct

from daemon.problem import Problem, Source, Span

_ROOM = 40


class Field(Struct, frozen=True):
    """One field without the blanks around it; `column` counts from 1."""

    text: str
    column: int

    @property
    def quoted(self) -> str:
        """The text as messages show it."""
        return quote(self.text)


class Line(Struct, frozen=True):
    """One line of a text that is not blank.

    `number` counts from 1. `ended`: a line end follows; the last line of a file that is still
    being written, or was cut short, has none.
    """

    source: Source
    number: int
    text: str
    fields: tuple[Field, ...]
    ended: bool

    def error(self, code: str, message: str, field: int | None = None) -> Problem:
        """Make an error at a field (0, 1, ...), or at the whole line."""
        return self.source.error(code, message, self._span(field))

    def warning(self, code: str, message: str, field: int | None = None) -> Problem:
        """Make a warning at a field (0, 1, ...), or at the whole line."""
        return self.source.warning(code, message, self._span(field))

    def _span(self, field: int | None) -> Span:
        if field is None:
            blanks = len(self.text) - len(self.text.lstrip())
            return Span(self.number, blanks + 1, len(self.text.strip()))
        here = self.fields[field]
        return Span(self.number, here.column, max(len(here.text), 1))


def quote(text: str) -> str:
    """Show what somebody wrote, so much of it as a message has room for."""
    return f"“{text}”" if len(text) <= _ROOM else f"“{text[: _ROOM - 1]}…”"


def lines_of(source: Source) -> Iterator[Line]:
    """Every line that is not blank, in order."""
    return (line_of(source, number, text) for number, text in numbered_texts(source))


def numbered_texts(source: Source) -> Iterator[tuple[int, str]]:
    """Number and text of every line that is not blank, in order."""
    return ((number, text) for number, text in enumerate(source.lines, start=1) if text.strip())


def line_of(source: Source, number: int, text: str) -> Line:
    """The line of this number and text, with its fields."""
    ended = number < len(source.lines) or source.text.endswith(("\n", "\r"))
    return Line(source, number, text, _split(text), ended)


def _split(text: str) -> tuple[Field, ...]:
    fields = []
    column = 1
    for part in text.split(","):
        blanks = len(part) - len(part.lstrip())
        fields.append(Field(part.strip(), column + blanks))
        column += len(part) + 1
    return tuple(fields)
