"""The header of a movement file: its counts and options."""

import re

from msgspec import Struct
from msgspec.structs import replace

from daemon.movement.options import Cycle, Options, read_options
from daemon.movement.tokens import (
    Kind,
    Token,
    chunks_of,
    minus,
    problems_of,
    read_chunk,
    without_comment,
)
from daemon.movement.wording import plural
from daemon.problem import Problem, Source, Span

MAX_CONTESTANTS = 1_000
MAX_TABLES = 500
MAX_ROUNDS = 2_000
MAX_SETS = 100_000
# There is no use for more groups than sets.
_LIMITS = {
    "contestants": MAX_CONTESTANTS,
    "tables": MAX_TABLES,
    "rounds": MAX_ROUNDS,
    "groups": MAX_SETS,
}

HEADER_NUMBERS = (
    "five numbers (contestants, tables, rounds, groups, and 0 for pairs or 1 for individuals) "
    "or two (pairs, rounds)"
)
_MOST_CHUNKS = 200
# The kinds of a line that holds sets instead of counts: two or more of `NS EW group`.
_ROUND = re.compile(r"(nnl){2,}|(nnnnl){2,}")


class Header(Struct, frozen=True):
    """What a header announces.

    `is_short`: it has two numbers, from which the others follow. `is_doubtful`: an error was
    found in it, so its counts only serve to find what else is wrong. `span` is its first number.
    """

    contestants: int
    tables: int
    rounds: int
    groups: int
    individual: bool
    options: Options
    span: Span
    is_short: bool = False
    is_doubtful: bool = False

    @property
    def seats(self) -> int:
        """Contestants at a table: two pairs or four players."""
        return 4 if self.individual else 2

    @property
    def rounds_in_file(self) -> int:
        """Rounds that the file spells out: one when the others follow from it."""
        return self.rounds if self.options.cycle is None else 1

    @property
    def who(self) -> str:
        """What a contestant is."""
        return "player" if self.individual else "pair"


class _Parts(Struct, frozen=True):
    """A header as it was taken apart: all tokens in order, those that are counts, and words."""

    tokens: tuple[Token, ...]
    whole: Span

    @property
    def numbers(self) -> list[Token]:
        return [token for token in self.tokens if token.kind is Kind.NUMBER]

    @property
    def words(self) -> list[Token]:
        return [token for token in self.tokens if token.kind is Kind.LETTER]

    @property
    def looks_like_a_round(self) -> bool:
        kinds = "".join("n" if token.kind is Kind.NUMBER else "l" for token in self.tokens)
        return _ROUND.fullmatch(kinds) is not None


def read_header(source: Source, line: int) -> tuple[Header | None, list[Problem]]:
    """Read line `line` (1, 2, ...) as the header.

    Returns no header when its counts are not known or out of all bounds, and a doubtful one after
    any other error.
    """
    parts = _take_apart(source, line)
    if parts.looks_like_a_round:
        message = f"this is a round, and the header is missing: put {HEADER_NUMBERS} above it"
        return None, [source.error("header", message, parts.whole)]
    options, problems = read_options(source, parts.words)
    problems += problems_of(parts.tokens)
    problems += [minus(source, token) for token in parts.numbers[:1] if token.signed]
    problems += _number_after_option(source, parts)
    header, found = _read_counts(source, parts, options)
    problems += found
    if header is None:
        return None, problems
    problems += _check_cycle(source, header)
    return replace(header, is_doubtful=any(problem.is_error for problem in problems)), problems


def _take_apart(source: Source, line: int) -> _Parts:
    content, _ = without_comment(source.lines[line - 1])
    tokens: list[Token] = []
    for chunk in chunks_of(content):
        if chunk[0].isascii() and chunk[0].isalpha():
            span = Span(line, chunk.start() + 1, len(chunk[0]))
            tokens.append(Token(Kind.LETTER, chunk[0], span))
        else:
            tokens += read_chunk(source, line, chunk)
        if len(tokens) > _MOST_CHUNKS:
            break
    first, last = tokens[0].span, tokens[-1].span
    return _Parts(tuple(tokens), replace(first, length=last.column + last.length - first.column))


def _number_after_option(source: Source, parts: _Parts) -> list[Problem]:
    option = next((token for token in parts.tokens if token.kind is Kind.LETTER), None)
    late = [token for token in parts.numbers if option and token.span > option.span]
    if option is None or not late:
        return []
    message = (
        f"the number {late[0].text} stands after the option {option.text}: "
        "all numbers come first, then the options"
    )
    return [source.error("header", message, late[0].span)]


def _read_counts(
    source: Source, parts: _Parts, options: Options
) -> tuple[Header | None, list[Problem]]:
    """The header by its numbers alone, and what is wrong with them.

    Four numbers are no header, but enough to find out what else is wrong.
    """
    values = [token.value for token in parts.numbers]
    if len(values) == 2:
        header = _short_header(values, options, parts.numbers[0].span)
        problems = _odd_pairs(source, header)
    elif len(values) in {4, 5}:
        header = _full_header(values, options, parts.numbers[0].span)
        problems = _fifth_number(source, parts)
    else:
        return None, [_wrong_number(source, parts)]
    out_of_bounds = _bounds(source, header, parts.numbers)
    return (None if out_of_bounds else header), [*problems, *out_of_bounds]


def _short_header(values: list[int], options: Options, span: Span) -> Header:
    pairs, rounds = values
    return Header(
        contestants=pairs,
        tables=(pairs + 1) // 2,
        rounds=rounds,
        groups=rounds,
        individual=False,
        options=options,
        span=span,
        is_short=True,
    )


def _full_header(values: list[int], options: Options, span: Span) -> Header:
    contestants, tables, rounds, groups = values[:4]
    return Header(
        contestants=contestants,
        tables=tables,
        rounds=rounds,
        groups=groups,
        individual=values[4:] == [1],
        options=options,
        span=span,
    )


def _wrong_number(source: Source, parts: _Parts) -> Problem:
    count = len(parts.numbers)
    shown = plural(count, "number") if count <= _MOST_CHUNKS else f"over {_MOST_CHUNKS} numbers"
    message = f"the header has {shown}; it needs {HEADER_NUMBERS}"
    return source.error("header", message, parts.whole)


def _fifth_number(source: Source, parts: _Parts) -> list[Problem]:
    numbers = parts.numbers
    if len(numbers) == 4:
        counts = " ".join(token.text for token in numbers)
        message = (
            f"the header has 4 numbers; it needs {HEADER_NUMBERS}: is the last one missing "
            f"({counts} 0 for pairs)?"
        )
        return [source.error("header", message, parts.whole)]
    if numbers[4].value in {0, 1}:
        return []
    message = (
        f"the fifth number is {numbers[4].text}: write 0 for a movement of pairs, or 1 for one of "
        "individuals"
    )
    return [source.error("header", message, numbers[4].span)]


def _odd_pairs(source: Source, header: Header) -> list[Problem]:
    if header.contestants % 2 == 0:
        return []
    pairs, rounds = header.contestants, header.rounds
    five = f"{pairs} {header.tables} {rounds} {rounds} 0"
    message = (
        f"two numbers mean a table for every two pairs, and {pairs} is odd: write five numbers, "
        f"such as {five} (contestants, tables, rounds, groups, 0 for pairs)"
    )
    return [source.error("header", message, header.span)]


def _bounds(source: Source, header: Header, numbers: list[Token]) -> list[Problem]:
    """What is too small to play, or too large to make room for."""
    nouns = ("contestants", "rounds") if header.is_short else tuple(_LIMITS)
    problems: list[Problem] = []
    for noun, token in zip(nouns, numbers, strict=False):
        if token.value == 0:
            message = f"a movement with 0 {noun} cannot be played: mend this number"
            problems.append(source.error("header", message, token.span))
        elif token.value > _LIMITS[noun]:
            message = f"{token.value:,} {noun} are more than the {_LIMITS[noun]:,} that are allowed"
            problems.append(source.error("too-large", message, token.span))
    if problems:
        return problems
    if header.tables * header.rounds > MAX_SETS:
        message = (
            f"{header.tables:,} tables in {header.rounds:,} rounds are more than the "
            f"{MAX_SETS:,} sets that are allowed"
        )
        return [source.error("too-large", message, numbers[0].span)]
    if header.contestants < header.seats:
        message = f"nobody can play: a table needs {plural(header.seats, header.who)}"
        return [source.error("header", message, numbers[0].span)]
    return []


def _check_cycle(source: Source, header: Header) -> list[Problem]:
    """What H and M need of the counts."""
    cycle, span = header.options.cycle, header.options.cycle_span
    if cycle is None:
        return []
    problems: list[Problem] = []
    if header.rounds > header.contestants:
        message = (
            f"{header.rounds} rounds are more than {cycle} can make of "
            f"{plural(header.contestants, header.who)}: at most {header.contestants}"
        )
        problems.append(source.error("header", message, span))
    if cycle is Cycle.MITCHELL and header.individual:
        message = (
            "M (Mitchell) is for pairs, and the fifth number says individuals: write every round "
            "in full, without M"
        )
        problems.append(source.error("option", message, span))
    return problems
