"""What is odd in a text, where it stands, and how that is shown to people.

Every reader of the project reports with these types: a stable code for programs, a message
that says what is wrong and what to do for people, and a place.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum

_LINE_END = re.compile(r"\r\n|\n|\r")
_TAB_STOP = "    "
# What would move a terminal's cursor, colour it, or turn the direction of what follows.
_UNSHOWABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class Severity(StrEnum):
    """How bad a problem is: an error stops or holds something, the others do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a text: line and column count from 1, in characters; a tab counts one."""

    line: int
    column: int = 1
    length: int = 1


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding about a text or a result.

    `code` is stable and for programs; `message` says what is wrong and what to do. `file` and
    `span` are the place where it is known; `excerpt` is the line of text that `span` points into.
    """

    severity: Severity
    code: str
    message: str
    file: str | None = None
    span: Span | None = None
    excerpt: str | None = field(default=None, compare=False)

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
        indent = " " * _width(self.excerpt[:start])
        carets = "^" * (_width(self.excerpt[start : start + self.span.length]) or 1)
        return f"{self.one_line()}\n  {showable(self.excerpt)}\n  {indent}{carets}"

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

    def _problem(self, severity: Severity, code: str, message: str, span: Span | None) -> Problem:
        excerpt = None
        if span is not None and 1 <= span.line <= len(self.lines):
            excerpt = self.lines[span.line - 1]
        return Problem(severity, code, message, self.name, span, excerpt)


def split_lines(text: str) -> tuple[str, ...]:
    r"""Split at LF, CR LF and CR only (`str.splitlines` also splits at NEL, U+2028 and others)."""
    lines = _LINE_END.split(text)
    if lines[-1] == "":
        lines.pop()
    return tuple(lines)


def has_errors(problems: "tuple[Problem, ...] | list[Problem]") -> bool:
    """Whether any of them is an error."""
    return any(problem.is_error for problem in problems)


def showable(text: str) -> str:
    """Text as one line that a terminal takes no orders from."""
    return _UNSHOWABLE.sub("\N{REPLACEMENT CHARACTER}", text.replace("\t", _TAB_STOP))


def _width(text: str) -> int:
    """Columns that a text takes on a terminal when it is shown."""
    return sum(_cells(char) for char in showable(text))


def _cells(char: str) -> int:
    # A variation selector behind a suit symbol takes no room, nor does an accent of its own.
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1
