"""Where the header of a movement file stands, and what comes instead of it."""

from collections.abc import Iterator

from daemon.movement.header import HEADER_NUMBERS
from daemon.movement.tokens import Kind, is_blank, problems_of, read_line
from daemon.problem import Problem, Source, Span

_MOST_VALUES = 2_500
# How far a title may keep the header from its place; below a header that says too little, how far
# to look for slips.
_LONGEST_TITLE = 20
_MOST_LINES = 2_000


def find_header(source: Source) -> tuple[int | None, list[Problem]]:
    """The first line that can be the header, and what stands before it.

    Comments and empty lines are passed over with a warning, text with an error.
    """
    early: int | None = None
    title: int | None = None
    for number, content in enumerate(source.lines, start=1):
        if is_blank(content):
            early = early or number
        elif title is not None and number >= title + _LONGEST_TITLE:
            break
        elif _is_title(source, number):
            title = title or number
        else:
            return number, [*_early_comment(source, early), *_title(source, title)]
    if title is not None:
        return None, _title(source, title)
    message = (
        f"there is no movement in this file: its first line must be the header, {HEADER_NUMBERS}"
    )
    return None, [source.error("header", message)]


def _is_title(source: Source, number: int) -> bool:
    """Whether a line is text, even though it may hold numbers."""
    line = read_line(source, number, _MOST_VALUES)
    starts_with_counts = all(token.kind is Kind.NUMBER for token in line.tokens[:2])
    return line.is_prose and not starts_with_counts


def _early_comment(source: Source, number: int | None) -> list[Problem]:
    if number is None:
        return []
    message = (
        "the header must be the first line, before any comment or empty line: other programs "
        "cannot read this file; move the comment below the header"
    )
    return [source.warning("comment-first", message, Span(number))]


def _title(source: Source, number: int | None) -> list[Problem]:
    if number is None:
        return []
    message = (
        f"the first line must be the header, {HEADER_NUMBERS}: take this text away, or put it "
        "below the header behind #"
    )
    return [source.error("header", message, Span(number))]


def slips_below(source: Source, below: int) -> Iterator[Problem]:
    """What is wrong with single values below a header that says too little to read them."""
    last = min(len(source.lines), below + _MOST_LINES)
    for number in range(below + 1, last + 1):
        line = read_line(source, number, _MOST_VALUES)
        if not line.is_prose:
            yield from problems_of(line.tokens)
