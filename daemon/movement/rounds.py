"""The lines below the header as rounds, and what is left when the last round was read."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from daemon.movement.header import Header
from daemon.movement.layout import agree
from daemon.movement.sets import Layout, RoundText, fits
from daemon.movement.tokens import Kind, Line, Token, is_blank, problems_of, read_line
from daemon.movement.wording import plural
from daemon.problem import Problem, Source, Span

# Enough of a line to tell sets from text.
_SAMPLE = 30


class Rounds(Struct, frozen=True):
    """The rounds of a file as its lines, with what is odd about the lines."""

    layout: Layout
    texts: tuple[RoundText, ...]
    problems: tuple[Problem, ...]


def gather_rounds(source: Source, below: int, header: Header) -> Rounds:
    """Gather the rounds from the lines below line `below`, the header.

    In the minimum form a line is a round. A round that runs over several lines is taken too (with
    a note), and reading stops after the last round that the header announces.
    """
    announced = Layout(header.tables, header.seats, header.rounds_in_file)
    numbers = _written_lines(source, below)
    lines = _enough_lines(source, numbers, announced)
    layout, problems = agree(source, header, announced, lines)
    if layout != announced:
        lines = _enough_lines(source, numbers, layout)
    assembled, used = _assemble(lines, layout)
    texts, found = _cut_after_last(source, assembled, layout)
    problems += found
    problems += _strays(source, lines[:used])
    problems += _split_note(source, texts)
    if len(texts) < layout.rounds:
        problems.append(_too_few(source, header, texts))
    problems += _rest(source, header, layout, numbers[used:])
    return Rounds(layout, texts, tuple(problems))


def is_spelled_out(source: Source, below: int, header: Header) -> bool:
    """Whether there are as many lines of sets below the header as the movement has rounds."""
    lines = (read_line(source, number, _SAMPLE) for number in _written_lines(source, below))
    return sum(1 for line in lines if not line.is_prose) >= header.rounds


def _written_lines(source: Source, below: int) -> list[int]:
    """Numbers of the lines that hold more than separators and comment."""
    return [
        number
        for number in range(below + 1, len(source.lines) + 1)
        if not is_blank(source.lines[number - 1])
    ]


def _enough_lines(source: Source, numbers: Sequence[int], layout: Layout) -> list[Line]:
    """The lines up to the one that completes the last round."""
    lines: list[Line] = []
    wanted = layout.rounds * layout.need
    for number in numbers:
        # A round and as much again shows well enough what is too much.
        line = read_line(source, number, 2 * layout.need)
        if line.is_prose:
            line = replace(line, tokens=())
        else:
            wanted -= min(line.size, layout.need)
        lines.append(line)
        if wanted <= 0:
            break
    return lines


def _assemble(lines: Sequence[Line], layout: Layout) -> tuple[list[RoundText], int]:
    """The rounds, and how many lines they take (text in between included).

    A line that would overfill a round starts the next one, so a line that lacks something does
    not take it from the line below.
    """
    texts: list[RoundText] = []
    begun: list[Line] = []
    used = 0

    def close() -> None:
        texts.append(RoundText(len(texts) + 1, tuple(begun)))
        begun.clear()

    for index, line in enumerate(lines):
        if line.is_prose:
            continue
        size = sum(one.size for one in begun) + line.size
        if begun and size > layout.need:
            close()
            size = line.size
        if len(texts) == layout.rounds:
            return texts, used
        begun.append(line)
        used = index + 1
        if size >= layout.need:
            close()
    if begun:
        close()
    return texts, used


def _cut_after_last(
    source: Source, texts: Sequence[RoundText], layout: Layout
) -> tuple[tuple[RoundText, ...], list[Problem]]:
    """Leave text out that follows the last set on its line."""
    if len(texts) < layout.rounds or texts[-1].size <= layout.need:
        return tuple(texts), []
    tokens = texts[-1].tokens
    surplus = tokens[layout.need]
    if surplus.kind is not Kind.UNKNOWN or not fits(tokens[: layout.need], layout):
        return tuple(texts), []
    line = replace(texts[-1].lines[0], tokens=tokens[: layout.need], size=layout.need)
    note = source.note("trailing-text", "the text after the last set is not read", surplus.span)
    return (*texts[:-1], replace(texts[-1], lines=(line,))), [note]


def _strays(source: Source, lines: Sequence[Line]) -> Iterator[Problem]:
    """Text between the rounds."""
    for line in lines:
        if line.is_prose:
            message = "this line is no part of a round: put # before it"
            yield source.error("token", message, _start_of(source, line.number))


def _split_note(source: Source, texts: Sequence[RoundText]) -> list[Problem]:
    split = [text for text in texts if len(text.lines) > 1]
    if not split:
        return []
    others = f", and {plural(len(split) - 1, 'other round')} too" if len(split) > 1 else ""
    message = (
        f"round {split[0].number} runs over {len(split[0].lines)} lines{others}: not every "
        "program reads that (`tournamentd movement expand` writes a round on one line)"
    )
    return [source.note("split-round", message, _start_of(source, split[0].lines[1].number))]


def _too_few(source: Source, header: Header, texts: Sequence[RoundText]) -> Problem:
    if not texts:
        message = "there is no round below the header: add a line for every round"
        return source.error("too-short", message, header.span)
    message = (
        f"the header announces {plural(header.rounds_in_file, 'round')}, but the file has "
        f"{len(texts)}: add the missing ones or mend the header"
    )
    if len(texts) == 1:
        message += (
            ", or add H (Howell) or M (Mitchell) to the header when the other rounds follow from "
            "this one"
        )
    last = texts[-1].lines[-1].number
    return source.error("too-short", message, _start_of(source, last))


def _rest(
    source: Source, header: Header, layout: Layout, numbers: Sequence[int]
) -> Iterator[Problem]:
    """What is below the last round: more rounds, or text."""
    extra, lines = _count_rounds(source, layout, numbers)
    if extra:
        yield source.warning(
            "extra-round", _extra_rounds(header, layout, extra), _start_of(source, numbers[0])
        )
    left = numbers[lines:]
    if left:
        count = "1 line" if len(left) == 1 else f"{len(left)} lines"
        message = (
            f"{count} of text below the last round: not read (other programs may want # before it)"
        )
        yield source.note("trailing-text", message, _start_of(source, left[0]))


def _extra_rounds(header: Header, layout: Layout, extra: int) -> str:
    cycle = header.options.cycle
    if cycle is not None:
        return (
            f"with {cycle} the file needs the first round only, and {1 + extra} were found: those "
            f"below the first are not read; take them or {cycle} away"
        )
    return (
        f"the header announces {plural(layout.rounds, 'round')}, and {layout.rounds + extra} were "
        f"found: those after round {layout.rounds} are not read; mend the header or take them away"
    )


def _count_rounds(source: Source, layout: Layout, numbers: Sequence[int]) -> tuple[int, int]:
    """How many whole rounds these lines begin with, and how many lines they take."""
    rounds = lines = 0
    begun: list[Token] = []
    for index, number in enumerate(numbers):
        begun += read_line(source, number, layout.need + 1).tokens
        if len(begun) > layout.need or problems_of(begun):
            break
        if len(begun) == layout.need:
            if not fits(begun, layout):
                break
            rounds, lines, begun = rounds + 1, index + 1, []
    return rounds, lines


def _start_of(source: Source, number: int) -> Span:
    """The text of a line, without the blanks around it."""
    content = source.lines[number - 1].rstrip()
    indent = len(content) - len(content.lstrip())
    return Span(number, indent + 1, len(content) - indent)
