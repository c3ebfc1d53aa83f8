"""A line of a movement file as numbers and letters (the ASC minimum standard, "separators").

A slip (`1A`) is read as what is meant by it, so that it does not hide the next. The first token
of it carries the error, which is reported by whoever uses the token.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from daemon.movement.slips import MOST_DIGITS, explain
from daemon.problem import Problem, Source, Span

_SEPARATORS = " \t-,:;"
# ASCII only: \s and \d would also take no-break spaces and Arabic digits.
_CHUNK = re.compile(r"[^ \t,:;-]+")
_NUMBER = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}")
_LETTER = re.compile(r"[A-Za-z]")


class Kind(Enum):
    """What a token is."""

    NUMBER = "number"
    LETTER = "letter"
    UNKNOWN = "unknown"


class Token(Struct, frozen=True):
    """A number or a letter, and where it stands.

    `problem` is what was wrong before it was read as what is meant. `signed`: it is a number
    behind a minus that touches it but nothing before it, as in `-1`.
    """

    kind: Kind
    text: str
    span: Span
    problem: Problem | None = None
    signed: bool = False

    @property
    def value(self) -> int:
        """The number (ValueError for other kinds)."""
        return int(self.text)

    @property
    def is_zero(self) -> bool:
        """Whether this is the number 0: nobody, or no group."""
        return self.kind is Kind.NUMBER and self.value == 0


class Line(Struct, frozen=True):
    """A line of the file without its comment.

    `size` is the number of tokens, even when `tokens` are only the first of them. `comment` is
    the column of `#`. `is_prose`: it is text, as too much of it is neither number nor letter.
    """

    number: int
    tokens: tuple[Token, ...]
    size: int
    comment: int | None = None
    is_prose: bool = False


def read_line(source: Source, number: int, most: int) -> Line:
    """Read line `number` (1, 2, ...) of the source, and of its tokens the first `most`."""
    content, comment = without_comment(source.lines[number - 1])
    chunks = chunks_of(content)
    tokens: list[Token] = []
    for chunk in chunks:
        tokens += read_chunk(source, number, chunk)
        if len(tokens) >= most:
            break
    size = len(tokens) + sum(1 for _ in chunks)
    return Line(number, tuple(tokens[:most]), size, comment, _is_prose(tokens))


def _is_prose(tokens: Sequence[Token]) -> bool:
    """Whether more than half are unknown, or just half when it does not begin as sets do."""
    unknown = sum(token.kind is Kind.UNKNOWN for token in tokens)
    if tokens and tokens[0].kind is Kind.UNKNOWN:
        return 2 * unknown >= len(tokens)
    return 2 * unknown > len(tokens)


def without_comment(line: str) -> tuple[str, int | None]:
    """The part before `#`, and the column of `#` where there is one."""
    at = line.find("#")
    return (line, None) if at < 0 else (line[:at], at + 1)


def is_blank(line: str) -> bool:
    """Whether a line holds nothing but separators and a comment."""
    return not without_comment(line)[0].strip(_SEPARATORS)


def chunks_of(content: str) -> Iterator[re.Match[str]]:
    """What stands between the separators."""
    return _CHUNK.finditer(content)


def read_chunk(source: Source, number: int, chunk: re.Match[str]) -> tuple[Token, ...]:
    """Read what stands between two separators of line `number`: one token, or those of a slip."""
    text = chunk[0]
    span = Span(number, chunk.start() + 1, len(text))
    if _NUMBER.fullmatch(text):
        return (Token(Kind.NUMBER, text, span, signed=_is_signed(chunk)),)
    if _LETTER.fullmatch(text):
        return (Token(Kind.LETTER, text, span),)
    slip = explain(text)
    problem = source.error("token", slip.message, span)
    if not slip.parts:
        return (Token(Kind.UNKNOWN, text, span, problem),)
    tokens = [
        Token(
            Kind.NUMBER if part.isdigit() else Kind.LETTER,
            part,
            Span(number, span.column + offset, len(part)),
        )
        for offset, part in slip.parts
    ]
    return (replace(tokens[0], problem=problem), *tokens[1:])


def _is_signed(chunk: re.Match[str]) -> bool:
    content, start = chunk.string, chunk.start()
    touches = start > 0 and content[start - 1] == "-"
    return touches and (start == 1 or content[start - 2] in " \t")


def problems_of(tokens: Iterable[Token]) -> list[Problem]:
    """What was wrong with these tokens before they were read as what is meant."""
    return [token.problem for token in tokens if token.problem is not None]


def minus(source: Source, token: Token) -> Problem:
    """A minus before the first number of the header or of a set."""
    message = (
        f"-{token.text}: the minus is a separator, so this is read as {token.text}: take the "
        "minus away"
    )
    return source.warning("minus", message, token.span)
