"""What to do when the header and all rounds below it disagree about the size of a round."""

from collections.abc import Iterator, Sequence

from daemon.movement.header import MAX_SETS, MAX_TABLES, Header
from daemon.movement.sets import Layout, fits
from daemon.movement.tokens import Kind, Line, read_line
from daemon.problem import Problem, Source

_MOST_VALUES = MAX_TABLES * 5


def agree(
    source: Source, header: Header, layout: Layout, lines: Sequence[Line]
) -> tuple[Layout, list[Problem]]:
    """Take the size on which all rounds agree, with one error about the header.

    Nothing changes where the rounds differ among themselves, or where lines that are shorter than
    a round add up to the rounds that are announced.
    """
    size = _common_size(layout, lines)
    if size is None:
        return layout, []
    first = next(line for line in lines if not line.is_prose)
    found = _layout_of(read_line(source, first.number, _MOST_VALUES), size, layout)
    if found is None:
        return layout, []
    if header.is_doubtful:
        return found, []
    return found, [
        source.error("header", message, header.span)
        for message in _disagreements(header, layout, found)
    ]


def _common_size(layout: Layout, lines: Sequence[Line]) -> int | None:
    """The number of values on every line, when it is one and the wrong one."""
    sizes = [line.size for line in lines if not line.is_prose]
    rounds = sizes[: layout.rounds]
    if len(rounds) < layout.rounds or len(set(rounds)) > 1 or rounds[0] == layout.need:
        return None
    adds_up = layout.need % rounds[0] == 0 and sum(sizes) >= layout.rounds * layout.need
    return None if adds_up else rounds[0]


def _layout_of(line: Line, size: int, layout: Layout) -> Layout | None:
    """The layout that a line has, preferably one with as many tables as announced."""
    if any(token.kind is Kind.UNKNOWN for token in line.tokens):
        return None
    other = 6 - layout.seats
    candidates = [
        Layout(size // (seats + 1), seats, layout.rounds)
        for seats in (layout.seats, other)
        if size % (seats + 1) == 0
    ]
    candidates.sort(key=lambda candidate: candidate.tables != layout.tables)
    for candidate in candidates:
        small = candidate.tables <= MAX_TABLES and candidate.tables * layout.rounds <= MAX_SETS
        if small and fits(line.tokens, candidate):
            return candidate
    return None


def _disagreements(header: Header, announced: Layout, found: Layout) -> Iterator[str]:
    rounds = "every round has" if announced.rounds > 1 else "the round has"
    if announced.seats != found.seats:
        kind, digit = ("individuals", 1) if found.seats == 4 else ("pairs", 0)
        how = f"write five numbers, the last one {digit}" if header.is_short else f"write {digit}"
        yield (
            f"{rounds} sets of {found.set_in_words}, as {kind} have, but the header announces "
            f"{header.who}s: {how} at its end"
        )
    if announced.tables != found.tables:
        five = f"{header.contestants} {found.tables} {header.rounds} {header.groups} 0"
        how = f"write five numbers ({five})" if header.is_short else "mend the second number"
        yield (
            f"{rounds} {found.tables} sets, but the header announces {announced.tables} tables: "
            f"{how}, or the rounds"
        )
