"""The sets below a header as they are written, and the movement that they make."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from daemon.movement.finding import Place
from daemon.movement.groups import Groups, resolve_groups
from daemon.movement.header import Header
from daemon.movement.movement import Movement, TableSet
from daemon.movement.options import Cycle
from daemon.movement.rounds import gather_rounds
from daemon.movement.sets import WrittenSet, split_sets
from daemon.movement.tokens import Kind, Token, minus, problems_of
from daemon.problem import Problem, Source, Span


class Written(Struct, frozen=True):
    """The sets as they are written, and the movement that they make (the first round of a cycle).

    `sets` holds, by round and table, those that could be read.
    """

    sets: Mapping[tuple[int, int], WrittenSet]
    groups: Groups
    movement: Movement

    def span(self, place: Place) -> Span:
        """Where a value of the movement stands in the file."""
        one = self.sets[place.round, place.table]
        return one.group.span if place.seat is None else one.seats[place.seat].span


def read_sets(source: Source, line: int, header: Header) -> tuple[Written, list[Problem]]:
    """Read what is below line `line`, the header, and say what is odd in how it is written."""
    gathered = gather_rounds(source, line, header)
    problems = list(gathered.problems)
    rounds: list[tuple[WrittenSet | None, ...]] = []
    for text in gathered.texts:
        sets, found = split_sets(source, text, gathered.layout)
        problems += (*problems_of(text.tokens), *found, *_signed(source, sets))
        rounds.append(tuple(sets))
    groups, found = resolve_groups(source, header, list(_group_tokens(rounds)))
    problems += found
    problems += _zeros(source, header, rounds)
    movement = Movement(
        header.contestants,
        gathered.layout.tables,
        groups.count,
        individual=gathered.layout.seats == 4,
        rounds_sets=tuple(tuple(_table_set(one, groups) for one in sets) for sets in rounds),
    )
    readable = {
        (number, table): one
        for number, sets in enumerate(rounds, start=1)
        for table, one in enumerate(sets, start=1)
        if one is not None
    }
    return Written(readable, groups, movement), problems


def _group_tokens(rounds: Iterable[Iterable[WrittenSet | None]]) -> Iterator[Token]:
    """The groups that are played."""
    for sets in rounds:
        for one in sets:
            if one is not None and not _is_empty(one) and not one.group.is_zero:
                yield one.group


def _is_empty(one: WrittenSet) -> bool:
    return all(seat.is_zero for seat in one.seats)


def _table_set(one: WrittenSet | None, groups: Groups) -> TableSet | None:
    """The set as the movement has it; None for a table that is not used or cannot be read."""
    if one is None or _is_empty(one) or any(seat.kind is Kind.UNKNOWN for seat in one.seats):
        return None
    numbers = tuple(seat.value for seat in one.seats)
    half = len(numbers) // 2
    return TableSet(numbers[:half], numbers[half:], groups.numbers.get(one.group.span, 0))


def _signed(source: Source, sets: Iterable[WrittenSet | None]) -> Iterator[Problem]:
    for one in sets:
        if one is not None and one.seats[0].signed:
            yield minus(source, one.seats[0])


def _zeros(
    source: Source, header: Header, rounds: Iterable[Iterable[WrittenSet | None]]
) -> Iterator[Problem]:
    """Zeros that other programs, or the option M, do not take."""
    for sets in rounds:
        for one in sets:
            if one is None:
                continue
            zero = next((seat for seat in one.seats if seat.is_zero), None)
            if zero is not None and header.options.cycle is Cycle.MITCHELL:
                message = (
                    "0 has no place under M: write the number of every pair here, and name the "
                    "one that is absent in the configuration"
                )
                yield source.error("number-range", message, zero.span)
            elif _is_empty(one) and not one.group.is_zero:
                message = (
                    f"nobody plays group {one.group.text} here, so this table is taken as not "
                    "used: write 0 for the group too"
                )
                yield source.warning("empty-table", message, one.group.span)
