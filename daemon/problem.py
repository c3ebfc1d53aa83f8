"""What is odd in a text, where it stands, and how that is shown to people.

Every reader of the project reports with these types: a stable code for programs, a message
that says what is wrong and what to do for people, and a place.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import force_setattr

_LINE_END = re.compile(r"\r\n|\n|\r")
_TAB_STOP = "    "
# Of a line that fills the terminal many times over, what stands around the place.
_LONGEST_EXCERPT = 200
_BEFORE_PLACE = 80
_LEFT_OUT = "…"
MOST_PROBLEMS = 2_000
"""More findings than these in one file help nobody."""
# What would move a terminal's cursor, colour it, or turn the direction of what follows.
_UNSHOWABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class Severity(StrEnum):
    """How bad a problem is: an error stops or holds something, the others do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Span(Struct, frozen=True, order=True):
    """A place in a text: line and column count from 1, in characters; a tab counts one."""

    line: int
    column: int = 1
    length: int = 1


class Problem(Struct, frozen=True):
    """One finding about a text or a result.

    `code` is stable and for programs; `message` says what is wrong and what to do. `file` and
    `span` are the place where it is known; `excerpt` is the line of text that `span` points into.
    """

    severity: Severity
    code: str
    message: str
    file: str | None = None
    span: Span | None = None
    excerpt: str | None = None

    def __post_init__(self) -> None:
        # It quotes what others wrote, and goes to terminals, logs and pages.
        force_setattr(self, "message", showable(self.message))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)

    @property
    def _told(self) -> tuple[object, ...]:
        """All but the excerpt, which only shows what the span points at."""
        return (self.code, self.message, self.file, self.span, self.severity)

    @property
    def is_error(self) -> bool:
        """Whether something was stopped or held because of it."""
        return self.severity is Severity.ERROR

    def one_line(self) -> str:
        """`FILE:LINE:COLUMN: error: MESSAGE [code]`, without the parts that are not known."""
        place = ""
        if self.file is not None:
            place = f"{self.file}: "
            if self.span is not None:
                place = f"{self.file}:{self.span.line}:{self.span.column}: "
        return showable(f"{place}{self.severity}: {self.message} [{self.code}]")

    def with_caret(self) -> str:
        """The one line, then the line of text with carets below the place (for a terminal)."""
        if self.span is None or self.excerpt is None:
            return self.one_line()
        start = self.span.column - 1
        first = max(0, start - _BEFORE_PLACE) if len(self.excerpt) > _LONGEST_EXCERPT else 0
        excerpt = self.excerpt[first : first + _LONGEST_EXCERPT]
        begun = _LEFT_OUT if first else ""
        ended = _LEFT_OUT if first + len(excerpt) < len(self.excerpt) else ""
        indent = " " * _width(begun + excerpt[: start - first])
        carets = "^" * (_width(excerpt[start - first :][: self.span.length]) or 1)
        return f"{self.one_line()}\n  {begun}{showable(excerpt)}{ended}\n  {indent}{carets}"

    def as_json(self) -> dict[str, str | int | None]:
        """The object that `--json` prints for it."""
        return {
            "file": self.file,
            "line": self.span.line if self.span else None,
            "column": self.span.column if self.span else None,
            "severity": str(self.severity),
            "code": self.code,
            "message": self.message,
        }


@dataclass(frozen=True, slots=True)
class Source:
    """A text that somebody wrote, under the name they know it by (mostly a file name)."""

    name: str
    text: str
    lines: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", split_lines(self.text))

    def error(self, code: str, message: str, span: Span | None = None) -> Problem:
        """Make an error at a place in this text."""
        return self._problem(Severity.ERROR, code, message, span)

    def warning(self, code: str, message: str, span: Span | None = None) -> Problem:
        """Make a warning at a place in this text."""
        return self._problem(Severity.WARNING, code, message, span)

    def note(self, code: str, message: str, span: Span | None = None) -> Problem:
        """Make a note at a place in this text."""
        return self._problem(Severity.NOTE, code, message, span)

    def place_of(self, index: int) -> Span:
        """The place of the character at an index of the text; the end, where that is behind it."""
        if self.text[index - 1 : index + 1] == "\r\n":
            index -= 1
        before = split_lines(f"{self.text[:index]}|")
        if len(before) <= len(self.lines):
            return Span(len(before), len(before[-1]))
        return Span(max(1, len(self.lines)), len(self.lines[-1]) + 1 if self.lines else 1)

    def _problem(self, severity: Severity, code: str, message: str, span: Span | None) -> Problem:
        excerpt = None
        if span is not None and 1 <= span.line <= len(self.lines):
            excerpt = self.lines[span.line - 1]
            span = _within(span, excerpt)
        return Problem(severity, code, message, self.name, span, excerpt)


def _within(span: Span, line: str) -> Span:
    """The part of a place that is in its line: columns may be fixed, and a line too short."""
    column = min(span.column, len(line) + 1)
    return Span(span.line, column, max(1, min(span.length, len(line) + 1 - column)))


def split_lines(text: str) -> tuple[str, ...]:
    r"""Split at LF, CR LF and CR only (`str.splitlines` also splits at NEL, U+2028 and others)."""
    lines = _LINE_END.split(text)
    if lines[-1] == "":
        lines.pop()
    return tuple(lines)


def has_errors(problems: "tuple[Problem, ...] | list[Problem]") -> bool:
    """Whether any of them is an error."""
    return any(problem.is_error for problem in problems)


def at_most(problems: Sequence[Problem], most: int = MOST_PROBLEMS) -> tuple[Problem, ...]:
    """The problems by line and column; of too many the errors first, and a note about the rest.

    What has no place comes first.
    """
    errors_first = sorted(problems, key=lambda problem: not problem.is_error)
    kept = sorted(errors_first[:most], key=lambda problem: problem.span or Span(0, 0))
    left = len(problems) - len(kept)
    if left <= 0:
        return tuple(kept)
    message = f"{left:,} more findings are not listed: mend these first"
    return (*kept, Problem(Severity.NOTE, "more-findings", message, kept[0].file))


def showable(text: str) -> str:
    """Text as one line that a terminal takes no orders from."""
    return _UNSHOWABLE.sub("\N{REPLACEMENT CHARACTER}", text.replace("\t", _TAB_STOP))


def _width(text: str) -> int:
    """Columns that a text takes on a terminal when it is shown."""
    shown = showable(text)
    return len(shown) if shown.isascii() else sum(map(_cells, shown))


def _cells(char: str) -> int:
    # A variation selector behind a suit symbol takes no room, nor does an accent of its own.
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1
