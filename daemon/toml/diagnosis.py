"""Why a statement is not TOML, in words that say what to write instead."""

import re
from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from daemon.problem import Span
from daemon.toml.grammar import NESTED_TOO_DEEPLY, NUMBER_TOO_LONG, Refusal
from daemon.toml.misspelling import misspelt
from daemon.toml.statements import KEY, Statement

LINE_FORMS = (
    'a line is a heading such as [event], a setting such as name = "..." (text in quotes), '
    "or a comment that begins with #"
)

_CURLY_QUOTES = tuple("“”„‟‘’‚‛«»`´")
_COMMENT_ELSEWHERE = re.compile(r"\s*(?://|;|/\*|--|%|<!--|rem\b)", re.IGNORECASE)
_TOO_MANY_DIGITS = re.compile(r"[0-9_]{1000,}")
_SETTING = re.compile(rf"\s*({KEY})\s*=\s*")


class _Stop(Struct, frozen=True):
    """Where the reading of a statement stopped: `index` and `column` count from 0."""

    statement: Statement
    reason: str
    index: int
    column: int

    @property
    def line(self) -> str:
        return self.statement.lines[self.index]

    @property
    def rest(self) -> str:
        return self.line[self.column :].rstrip()

    def word(self, column: int) -> str:
        """What people would take for one value at a column: in a list it ends at a comma."""
        setting = _SETTING.match(self.line)
        value = self.line[setting.end() :] if setting else self.line
        in_list = value.startswith(("[", "{")) or self.index > 0
        pattern = r"[^,\]}#]*" if in_list else r"[^#]*"
        found = re.compile(pattern).match(self.line, column)
        return found[0].rstrip() if found else ""

    def here(self, length: int = 1) -> Span:
        """The place where the reading stopped."""
        return self.at(self.column, length)

    def at(self, column: int, length: int = 1) -> Span:
        """A place in the same line; `column` counts from 0."""
        return Span(self.statement.first_line + self.index, column + 1, max(1, length))


_Diagnosis: TypeAlias = tuple[str, Span]


def diagnose(statement: Statement, refusal: Refusal) -> tuple[str, Span]:
    """What is wrong with a statement that `tomllib` refused, and where.

    `refusal` counts lines from the statement's first one.
    """
    stop = _Stop(statement, refusal.reason, refusal.line - 1, refusal.column - 1)
    if stop.rest.startswith(_CURLY_QUOTES):
        return f'{stop.rest[0]} is not a quote in TOML: write the straight quote "', stop.here()
    for beginning, explain in _EXPLANATIONS.items():
        if refusal.reason.startswith(beginning):
            return explain(stop)
    return f"this cannot be read ({refusal.reason}): {LINE_FORMS}", stop.here()


def _backslash(stop: _Stop) -> _Diagnosis:
    message = (
        r"inside double quotes \ begins a code such as \n: write / in paths, "
        r"or put the text in single quotes ('C:\club')"
    )
    column = stop.line.rfind("\\", 0, stop.column)
    if column < 0 < stop.index:
        # It was the last sign of a line, and the reading stopped at the beginning of another.
        index, line = stop.index - 1, stop.statement.lines[stop.index - 1]
        return message, Span(stop.statement.first_line + index, line.rfind("\\") + 1)
    return message, stop.at(column)


def _open_text(stop: _Stop) -> _Diagnosis:
    quote = "'" if stop.reason.startswith(("Expected", "Found")) else '"'
    for index, line in enumerate(stop.statement.lines):
        if quote * 3 in line:
            place = Span(stop.statement.first_line + index, line.rfind(quote * 3) + 1, 3)
            return f"the text that begins here has no {quote * 3} at its end", place
    column = stop.line.rfind(quote)
    message = f"the text that begins here has no {quote} at its end"
    return message, stop.at(column, len(stop.line) - column)


def _control_character(stop: _Stop) -> _Diagnosis:
    code = ord(stop.line[stop.column])
    return f"an invisible control character (U+{code:04X}) stands here: delete it", stop.here()


def _bad_value(stop: _Stop) -> _Diagnosis:
    if stop.statement.is_open and not stop.rest:
        return _not_closed(stop)
    if stop.rest.startswith((",", "]", "}")):
        return f"a value is missing before this {stop.rest[0]}", stop.here()
    word = stop.word(stop.column)
    if not word:
        return "the value is missing: write it behind the =", stop.here()
    return misspelt(word), stop.here(len(word))


def _bad_list(stop: _Stop) -> _Diagnosis:
    if not stop.rest:
        return _not_closed(stop)
    message = "a comma is missing before this: one stands between every two values of a list"
    return message, stop.here()


def _not_closed(stop: _Stop) -> _Diagnosis:
    bracket, place = _outermost_bracket(stop)
    closing = "]" if bracket == "[" else "}"
    return f"this {bracket} is not closed: its {closing} is missing", place


def _outermost_bracket(stop: _Stop) -> tuple[str, Span]:
    first = stop.statement.lines[0]
    column, bracket = next((place, char) for place, char in enumerate(first) if char in "[{")
    return bracket, Span(stop.statement.first_line, column + 1)


def _bad_end(stop: _Stop) -> _Diagnosis:
    setting = _SETTING.match(stop.line)
    if setting is None:
        return "only a comment, which begins with #, may follow here", stop.here(len(stop.rest))
    if stop.rest in {",", ";"}:
        return f"take this {stop.rest} out: the line ends behind its value", stop.here()
    value = stop.line[setting.end() :]
    if value.startswith(('"', "'")):
        message = (
            "the text ends before this: a comment begins with #, "
            "and a text with quotes in it stands in quotes of the other kind"
        )
        return message, stop.here(len(stop.rest))
    value = stop.word(setting.end())
    if "=" in value or value.startswith(("[", "{")) or not value:
        message = "every setting has a line of its own, and a comment begins with #"
        return message, stop.here(len(stop.rest))
    return misspelt(value), stop.at(setting.end(), len(value))


def _no_equals(stop: _Stop) -> _Diagnosis:
    if _COMMENT_ELSEWHERE.match(stop.line):
        return _no_name(stop)
    if stop.rest.startswith(":"):
        return "write = here instead of :", stop.here()
    if stop.rest[:1].isalpha() and not stop.rest[0].isascii():
        return _no_name(stop)
    if "=" in stop.rest:
        return "a name with blanks in it stands in quotes", stop.here()
    return "an = is missing between the name and its value", stop.here()


def _no_name(stop: _Stop) -> _Diagnosis:
    comment = _COMMENT_ELSEWHERE.match(stop.line)
    if comment:
        return "a comment begins with #", stop.at(0, comment.end())
    if stop.rest[:1].isalpha():
        return "a name with letters other than a to z stands in quotes", stop.here()
    if stop.rest.startswith("="):
        return "the name before this = is missing", stop.here()
    if stop.rest.startswith("}"):
        return "the last value before a } has no comma behind it: take the comma out", stop.here()
    if not stop.rest and stop.line[: stop.column].rstrip().endswith(("{", ",")):
        return "a table in braces stands in one line, from { to }", stop.here()
    return LINE_FORMS, stop.here()


def _bad_heading(stop: _Stop) -> _Diagnosis:
    brackets = "[[ ]]" if stop.line.lstrip().startswith("[[") else "[ ]"
    if stop.rest.startswith("]") or not stop.rest:
        return f"this heading is not closed: it stands between {brackets}", stop.here()
    return "a name with blanks or other signs in it stands in quotes", stop.here(len(stop.rest))


def _bad_table(stop: _Stop) -> _Diagnosis:
    if not stop.rest:
        return _not_closed(stop)
    return "a comma is missing before this: one stands between every two settings", stop.here()


def _no_such_day(stop: _Stop) -> _Diagnosis:
    word = stop.word(stop.column)
    return "there is no such day or time: write a day as in 2026-12-01", stop.here(len(word))


def _twice(stop: _Stop) -> _Diagnosis:
    return "a name is given twice within these braces: keep one of the two", stop.here()


def _too_deep(stop: _Stop) -> _Diagnosis:
    return "this is nested too deeply: take out what is not needed", _outermost_bracket(stop)[1]


def _too_long(stop: _Stop) -> _Diagnosis:
    index, digits = next(
        (index, digits)
        for index, line in enumerate(stop.statement.lines)
        if (digits := _TOO_MANY_DIGITS.search(line))
    )
    place = Span(stop.statement.first_line + index, digits.start() + 1, len(digits[0]))
    return "this number has thousands of digits: write the one that is meant", place


# Looked through in this order, for the beginning of what tomllib says.
_EXPLANATIONS: dict[str, Callable[[_Stop], _Diagnosis]] = {
    "Unescaped": _backslash,
    "Invalid hex value": _backslash,
    "Escaped character": _backslash,
    "Unterminated string": _open_text,
    'Expected "': _open_text,
    "Illegal character '\\n'": _open_text,
    "Found invalid character '\\n'": _open_text,
    "Illegal character": _control_character,
    "Found invalid character": _control_character,
    "Invalid value": _bad_value,
    "Unclosed array": _bad_list,
    "Unclosed inline table": _bad_table,
    "Expected newline": _bad_end,
    "Expected '='": _no_equals,
    "Expected ']": _bad_heading,
    "Invalid statement": _no_name,
    "Invalid initial character": _no_name,
    "Invalid date": _no_such_day,
    "Duplicate inline table key": _twice,
    "Cannot": _twice,
    NESTED_TOO_DEEPLY: _too_deep,
    NUMBER_TOO_LONG: _too_long,
}
