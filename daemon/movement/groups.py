"""Board groups as they are written: letters or numbers, and which boards they stand for."""

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase

from msgspec import Struct

from daemon.movement.header import Header
from daemon.movement.options import Cycle, GroupStyle
from daemon.movement.tokens import Kind, Token
from daemon.movement.wording import plural
from daemon.problem import Problem, Source, Span

# A to Z are 1 to 26, a to z are 27 to 52.
_LETTERS = ascii_uppercase + ascii_lowercase
_KIND = {GroupStyle.LETTERS: Kind.LETTER, GroupStyle.NUMBERS: Kind.NUMBER}


def group_letter(group: int) -> str:
    """A to Z for 1 to 26, a to z for 27 to 52; the number itself for any other."""
    return _LETTERS[group - 1] if 1 <= group <= len(_LETTERS) else str(group)


class Groups(Struct, frozen=True):
    """What the groups of a file stand for.

    `numbers` gives the group (1, 2, ...) of every token by its place; one that cannot be told is
    given a group of its own, above all others. `count` is the number of groups, those included.
    `written` are names that differ from the usual ones.
    """

    style: GroupStyle
    count: int
    numbers: Mapping[Span, int]
    written: Mapping[int, str]

    def name(self, group: int) -> str:
        """A group as the file writes it."""
        if group in self.written:
            return self.written[group]
        return group_letter(group) if self.style is GroupStyle.LETTERS else str(group)


def resolve_groups(
    source: Source, header: Header, tokens: Sequence[Token]
) -> tuple[Groups, list[Problem]]:
    """Find out what the groups of all sets stand for (`tokens`, without the zeros).

    A group is an index into the boards. Only when one is beyond the header's number of groups
    does every group take the place of its rank among those that are used.
    """
    style = _style_of(tokens)
    usual = [token for token in tokens if token.kind is _KIND[style]]
    values = {token.span: _value(token) for token in usual}
    beyond = [token for token in usual if values[token.span] > header.groups]
    problems = [*_against_option(source, header, style), *_mixed(source, style, tokens)]
    ranks: dict[int, int] = {}
    if beyond and header.options.cycle is not None:
        problems += _beyond_cycle(source, header, beyond, style)
    elif beyond:
        ranks = {value: rank for rank, value in enumerate(sorted(set(values.values())), start=1)}
        problems.append(_beyond(source, header, beyond[0], usual))
    numbers = {span: ranks.get(value, value) for span, value in values.items()}
    written = {numbers[token.span]: token.text for token in usual} if ranks else {}
    count = max(header.groups, *numbers.values(), 0)
    for token in tokens:
        if token.span not in numbers:
            count += 1
            numbers[token.span] = count
    return Groups(style, count, numbers, written), problems


def _style_of(tokens: Sequence[Token]) -> GroupStyle:
    """Letters or numbers: what most groups are."""
    letters = sum(token.kind is Kind.LETTER for token in tokens)
    numbers = sum(token.kind is Kind.NUMBER for token in tokens)
    return GroupStyle.NUMBERS if numbers > letters else GroupStyle.LETTERS


def _value(token: Token) -> int:
    return token.value if token.kind is Kind.NUMBER else _LETTERS.index(token.text) + 1


def _against_option(source: Source, header: Header, style: GroupStyle) -> Iterator[Problem]:
    option = header.options.style
    if option is None or option is style:
        return
    announced, found = ("numbers", "letters") if option == "g" else ("letters", "numbers")
    message = (
        f"{option} says that groups are {announced}, but they are {found}: take {option} away, "
        f"or write the groups as {announced}"
    )
    yield source.error("option", message, header.options.style_span)


def _mixed(source: Source, style: GroupStyle, tokens: Sequence[Token]) -> Iterator[Problem]:
    """Every group that is written otherwise than most."""
    for token in tokens:
        if token.kind in {Kind.UNKNOWN, _KIND[style]}:
            continue
        if style is GroupStyle.NUMBERS:
            message = f"groups are numbers here, and this is {token.text}: write {_value(token)}"
        else:
            message = f"groups are letters here, and this is {token.text}"
            letter = group_letter(token.value)
            message += f": write {letter}" if letter != token.text else ": write a letter"
        yield source.error("group", message, token.span)


def _beyond_cycle(
    source: Source, header: Header, beyond: Sequence[Token], style: GroupStyle
) -> Iterator[Problem]:
    cycle = header.options.cycle
    last = group_letter(header.groups) if style is GroupStyle.LETTERS else str(header.groups)
    first = "A" if style is GroupStyle.LETTERS else "1"
    for token in beyond:
        message = (
            f"group {token.text} is beyond the {plural(header.groups, 'group')} that the header "
            f"announces; under {cycle} groups are {first} to {last}"
        )
        if header.is_short and cycle is Cycle.MITCHELL:
            five = f"{header.contestants} {header.tables} {header.rounds} {header.tables} 0 M"
            message += f": write five numbers when there are more groups than rounds ({five})"
        else:
            message += ": mend it, or the header"
        yield source.error("group", message, token.span)


def _beyond(source: Source, header: Header, first: Token, usual: Sequence[Token]) -> Problem:
    """A group above the header's number: an error when there are too many of them."""
    names = {_value(token): token.text for token in usual}
    lowest, highest = names[min(names)], names[max(names)]
    texts = set(names.values())
    case = ""
    if any(text.islower() and text.upper() in texts for text in texts):
        case = " (upper and lower case are different groups)"
    message = (
        f"group {first.text} is beyond the {plural(header.groups, 'group')} that the header "
        "announces"
    )
    if len(names) > header.groups:
        how = "write five numbers" if header.is_short else "mend the fourth number"
        message += f", and {len(names)} are used{case}: {how}, or the groups"
        return source.error("group", message, first.span)
    message += (
        f"{case}: the groups take the boards in their order, {lowest} the first and {highest} the "
        "last; write the groups from A or 1 on, or mend the header, if that is not meant"
    )
    return source.warning("group-rank", message, first.span)
