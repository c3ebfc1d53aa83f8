"""The tokens of a round as sets, one for each table."""

from collections.abc import Sequence

from msgspec import Struct

from daemon.movement.tokens import Kind, Line, Token
from daemon.movement.wording import plural
from daemon.problem import Problem, Source


class WrittenSet(Struct, frozen=True):
    """A set as it stands in the file: `NS EW group`, or `N S E W group` in an individual one."""

    seats: tuple[Token, ...]
    group: Token


class Layout(Struct, frozen=True):
    """How much makes a round, and how many rounds the file spells out."""

    tables: int
    seats: int
    rounds: int

    @property
    def width(self) -> int:
        """Values of a set."""
        return self.seats + 1

    @property
    def need(self) -> int:
        """Values of a round."""
        return self.tables * self.width

    @property
    def set_in_words(self) -> str:
        """What stands in a set."""
        return f"{self.seats_in_words} and group".replace(" and ", ", ", 1)

    @property
    def seats_in_words(self) -> str:
        """Who stands in a set."""
        return "NS and EW" if self.seats == 2 else "N, S, E and W"


class RoundText(Struct, frozen=True):
    """The lines of one round."""

    number: int
    lines: tuple[Line, ...]

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All that stands on its lines."""
        return tuple(token for line in self.lines for token in line.tokens)

    @property
    def size(self) -> int:
        """Number of tokens, those that were not kept included."""
        return sum(line.size for line in self.lines)

    @property
    def cut_short(self) -> str:
        """A hint at the comment that ends its last line, where there is one."""
        column = self.lines[-1].comment
        if column is None:
            return ""
        return f"; the comment that starts at column {column} may cut it short"


Sets = tuple[list[WrittenSet | None], list[Problem]]
"""The sets of a round in the order of tables, None where one cannot be read, and the problems."""


def split_sets(source: Source, text: RoundText, layout: Layout) -> Sets:
    """Split a round into its sets, and say which are too short, too long, too few or too many."""
    tokens = text.tokens
    if fits(tokens[: layout.need], layout) and text.size >= layout.need:
        return _slices(tokens[: layout.need], layout), _surplus(source, text, layout)
    if any(token.kind is Kind.LETTER for token in tokens):
        sets, problems = _split_by_groups(source, text, layout)
    elif text.size % layout.width == 0:
        sets, problems = _slices(tokens, layout), []
    else:
        return _odd_values(source, text, layout)
    return sets, problems + _missing(source, text, layout, len(sets))


def fits(tokens: Sequence[Token], layout: Layout) -> bool:
    """Whether these are whole sets: no letter stands in the place of a contestant."""
    return len(tokens) % layout.width == 0 and not any(
        token.kind is Kind.LETTER and index % layout.width != layout.seats
        for index, token in enumerate(tokens)
    )


def _slices(tokens: Sequence[Token], layout: Layout) -> list[WrittenSet | None]:
    starts = range(0, len(tokens), layout.width)
    sets = [tuple(tokens[start : start + layout.width]) for start in starts]
    return [WrittenSet(one[:-1], one[-1]) for one in sets]


def _surplus(source: Source, text: RoundText, layout: Layout) -> list[Problem]:
    if text.size == layout.need:
        return []
    message = (
        f"round {text.number} goes on after table {layout.tables}, the last that the header "
        "announces: take the rest away or mend the header (a new round starts on a new line)"
    )
    return [source.error("too-long", message, text.tokens[layout.need].span)]


def _missing(source: Source, text: RoundText, layout: Layout, found: int) -> list[Problem]:
    if found >= layout.tables:
        return []
    message = (
        f"round {text.number} has {plural(found, 'set')}, but the header announces "
        f"{plural(layout.tables, 'table')}: add what is missing "
        f"({' '.join(['0'] * layout.width)} for a table that is not used){text.cut_short}"
    )
    return [source.error("too-short", message, text.tokens[-1].span)]


def _odd_values(source: Source, text: RoundText, layout: Layout) -> Sets:
    """Numbers alone do not show where one is missing."""
    code = "too-short" if text.size < layout.need else "too-long"
    message = (
        f"round {text.number} has {plural(text.size, 'value')}, but "
        f"{plural(layout.tables, 'set')} of {layout.set_in_words} make {layout.need}: "
        f"look for a number that is missing or too many{text.cut_short}"
    )
    problem = source.error(code, message, text.tokens[-1].span)
    return [None] * layout.tables, [problem]


def _split_by_groups(source: Source, text: RoundText, layout: Layout) -> Sets:
    """Let every set end at its group, so that a slip in one does not shift the others."""
    sets: list[WrittenSet | None] = []
    problems: list[Problem] = []
    begun: list[Token] = []
    for token in text.tokens:
        if not _ends_set(begun, token, layout):
            begun.append(token)
            continue
        # What was passed over is counted, so that tables keep their numbers.
        sets += [None] * (len(begun) // layout.seats - 1)
        if len(begun) % layout.seats == 0 and begun:
            sets.append(WrittenSet(tuple(begun[-layout.seats :]), token))
        else:
            sets.append(None)
        if len(begun) != layout.seats:
            problems.append(_uneven(source, text, layout, begun, token, len(sets)))
        begun = []
    if begun and text.size > len(text.tokens):
        sets.append(None)
    elif begun:
        sets += [None] * max(1, len(begun) // layout.seats)
        message = (
            f"round {text.number} ends in the middle of a set: after {begun[-1].text} "
            f"{layout.set_in_words} are not complete{text.cut_short}"
        )
        problems.append(source.error("too-short", message, begun[-1].span))
    if len(sets) > layout.tables:
        message = (
            f"round {text.number} has more sets than the {plural(layout.tables, 'table')} that the "
            "header announces: take away what is too much or mend the header"
        )
        problems.append(source.error("too-long", message, text.tokens[-1].span))
    return sets[: layout.tables], problems


def _ends_set(begun: Sequence[Token], token: Token, layout: Layout) -> bool:
    """Whether this is the group of a set: a letter, or what stands where a letter should."""
    if token.kind is Kind.LETTER or len(begun) < layout.seats:
        return token.kind is Kind.LETTER
    return token.kind is Kind.UNKNOWN or (token.is_zero and begun[-1].is_zero)


def _uneven(
    source: Source,
    text: RoundText,
    layout: Layout,
    begun: Sequence[Token],
    group: Token,
    table: int,
) -> Problem:
    message = (
        f"round {text.number}, table {table}: {plural(len(begun), 'number')} before group "
        f"{group.text}, where {layout.seats_in_words} are wanted"
    )
    if len(begun) < layout.seats:
        return source.error("too-short", f"{message}: add what is missing", group.span)
    if len(begun) % layout.seats == 0:
        last = begun[layout.seats - 1]
        return source.error("too-short", f"{message}: add the group after {last.text}", last.span)
    message += ": take away what is too much, or add a group that is missing"
    return source.error("too-long", message, begun[layout.seats].span)
