"""Cutting a TOML text into statements even where it is broken.

A statement is a heading or `key = value`; it is one line unless a list, an inline table or a text
in triple quotes stays open at its end. Every fault can then be found, not only the first.
"""

import re
from collections.abc import Iterator

from msgspec import Struct, field

_NAME = r"""(?:[\w-]++|"[^"]*+"|'[^']*+')"""
# What was matched is kept: trying shorter names would take for ever in a line without end.
KEY = rf"{_NAME}(?:\s*+\.\s*+{_NAME})*+"
"""Matches a key (dotted or not), and names that TOML refuses without quotes."""

_MARK = re.compile(
    r"""\"{3}|'{3}|"(?:\\.|[^"\\])*"|".*|'[^']*'|'.*|\#.*|[\[\]{}]"""  # a text ends with its line
)
_TEXT_END = {'"""': re.compile(r'\\.|"{3,5}'), "'''": re.compile(r"'{3,5}")}
_BEGINS = re.compile(rf"\s*(?:{KEY}\s*=|\[\[?\s*[A-Za-z_][\w.\- ]*\]\]?\s*(?:#.*)?$)")
_HEADING = re.compile(r"\s*\[")


class Statement(Struct, frozen=True):
    """Some lines of a text: the number of the first one (from 1), and the heading above them.

    `is_open` says that a bracket or triple quotes are not closed at its end.
    """

    first_line: int
    lines: tuple[str, ...]
    heading: str
    is_open: bool

    @property
    def text(self) -> str:
        """The lines as one text, without a newline at its end."""
        return "\n".join(self.lines)


class _Reader(Struct):
    """What is still open: triple quotes, or brackets, the outermost first."""

    quotes: str = ""
    brackets: list[str] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        return bool(self.quotes or self.brackets)

    def read(self, line: str) -> None:
        """Go over one more line."""
        position = 0
        while mark := (_TEXT_END[self.quotes] if self.quotes else _MARK).search(line, position):
            position = mark.end()
            if self.quotes:
                self.quotes = self.quotes if mark[0].startswith("\\") else ""
            elif mark[0] in _TEXT_END:
                self.quotes = mark[0]
            elif mark[0] in ("[", "{"):
                self.brackets.append(mark[0])
            elif mark[0] in ("]", "}"):
                del self.brackets[-1:]


def statements(lines: tuple[str, ...]) -> Iterator[Statement]:
    """The statements of a text, in order; blank lines and comments are statements too."""
    heading = ""
    start = 0
    reader = _Reader()
    for number, line in enumerate(lines):
        if number > start and _begins_anew(line, lines[number - 1], reader):
            yield Statement(start + 1, lines[start:number], heading, is_open=True)
            start = number
            reader = _Reader()
        is_heading = number == start and _HEADING.match(line) is not None
        if is_heading:
            heading = line
        reader.read(line)
        if is_heading or not reader.is_open or number == len(lines) - 1:
            yield Statement(start + 1, lines[start : number + 1], heading, reader.is_open)
            start = number + 1
            reader = _Reader()


def _begins_anew(line: str, before: str, reader: _Reader) -> bool:
    """Whether a statement begins here though something was not closed."""
    if reader.quotes or not _BEGINS.match(line):
        return False
    # People spread a table in braces over lines; TOML does not, but it is one fault, not many.
    return not (reader.brackets[-1:] == ["{"] and before.rstrip().endswith(("{", ",")))
