"""One movement out of another: renumbered, shorter, with a pair less, with arrows switched.

None of these functions looks whether the new movement can be played: `check` says that. ValueError
for what a movement does not have.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from msgspec.structs import replace

from daemon.movement.finding import sets_of, who
from daemon.movement.movement import Movement, TableSet
from daemon.movement.wording import listing, plural, ranges

Round = tuple[TableSet | None, ...]
Thing = TypeVar("Thing")
Encounters = frozenset[tuple[int, int]]
"""Places where a set stands: round and table, counted from 1."""


def switched(movement: Movement, where: Collection[tuple[int, int]]) -> Movement:
    """Switch the arrow at these rounds and tables: NS sit EW and EW sit NS."""
    return _with_rounds(
        movement,
        (
            tuple(
                _turned(here) if here is not None and (number, table) in where else here
                for table, here in enumerate(sets, start=1)
            )
            for number, sets in enumerate(movement.rounds_sets, start=1)
        ),
    )


def encounters(
    movement: Movement,
    rounds: Collection[int] = (),
    tables: Collection[int] = (),
    contestants: Collection[int] = (),
) -> Encounters:
    """Where those sets stand that are of these rounds and tables and hold one of these contestants.

    What is left empty chooses nothing out. Raises ValueError for a round, table or contestant that
    the movement does not have.
    """
    _refuse_beyond("round", rounds, movement.rounds)
    _refuse_beyond("table", tables, movement.tables)
    _refuse_beyond(who(movement), contestants, movement.contestants)
    return frozenset(
        (place.round, place.table)
        for place, here in sets_of(movement)
        if (not rounds or place.round in rounds)
        and (not tables or place.table in tables)
        and (not contestants or set(here.contestants) & set(contestants))
    )


def curtailed(movement: Movement, rounds: int) -> Movement:
    """Only the first rounds; the board groups keep their numbers."""
    if not 1 <= rounds <= movement.rounds:
        raise ValueError(
            f"the movement has {plural(movement.rounds, 'round')}, so 1 to {movement.rounds} of "
            f"them can be played, not {rounds}"
        )
    return replace(movement, rounds_sets=movement.rounds_sets[:rounds])


def sessions(movement: Movement, lengths: Sequence[int]) -> tuple[Movement, ...]:
    """Split a movement after so many rounds each; together they must be all rounds.

    The board groups keep their numbers, so no session repeats a board of an earlier one.
    """
    if min(lengths, default=0) < 1 or sum(lengths) != movement.rounds:
        raise ValueError(
            f"the sessions have {listing([str(length) for length in lengths])} rounds, and the "
            f"movement has {movement.rounds}: give lengths of 1 or more that add up to that"
        )
    parts = []
    start = 0
    for length in lengths:
        parts.append(replace(movement, rounds_sets=movement.rounds_sets[start : start + length]))
        start += length
    return tuple(parts)


def without(movement: Movement, contestant: int) -> Movement:
    """Take a contestant away; who would have met it sits out, and its number stays free.

    Only the highest number goes away altogether, as nobody has to change his own for that.
    """
    _refuse_beyond(who(movement), [contestant], movement.contestants)
    left = _with_rounds(
        movement,
        (
            tuple(None if here and contestant in here.contestants else here for here in sets)
            for sets in movement.rounds_sets
        ),
    )
    if contestant < movement.contestants:
        return left
    return replace(left, contestants=movement.contestants - 1)


def without_gaps(movement: Movement) -> Movement:
    """Number those who play from 1 on, in the same order."""
    seated = sorted({number for _, here in sets_of(movement) for number in here.contestants})
    new = {number: place for place, number in enumerate(seated, start=1)}
    left = with_numbers(movement, lambda number: new.get(number, 0))
    return replace(left, contestants=len(seated))


def without_empty_tables(movement: Movement) -> Movement:
    """Leave out the tables at which nobody ever sits."""
    used = sorted({place.table for place, _ in sets_of(movement)})
    left = _with_rounds(
        movement, (tuple(sets[table - 1] for table in used) for sets in movement.rounds_sets)
    )
    return replace(left, tables=len(used))


def renumbered(
    movement: Movement,
    contestants: Mapping[int, int] | None = None,
    tables: Mapping[int, int] | None = None,
    rounds: Mapping[int, int] | None = None,
    groups: Mapping[int, int] | None = None,
) -> Movement:
    """Give contestants, tables, rounds or groups new numbers (old -> new).

    Who is not named keeps the old one. Raises ValueError when two would have the same.
    """
    for noun, count, new in (
        (who(movement), movement.contestants, contestants),
        ("table", movement.tables, tables),
        ("round", movement.rounds, rounds),
        ("group", movement.groups, groups),
    ):
        _refuse_no_permutation(noun, count, new or {})
    moved = with_numbers(movement, lambda number: (contestants or {}).get(number, number))
    moved = _with_rounds(
        moved,
        (
            tuple(_with_group(here, groups or {}) for here in _moved(sets, tables or {}))
            for sets in moved.rounds_sets
        ),
    )
    return replace(moved, rounds_sets=tuple(_moved(moved.rounds_sets, rounds or {})))


def seated(movement: Movement, contestant: int, table: int) -> Movement:
    """Fix a contestant at a table: in every round its table and that one change places."""
    _refuse_beyond(who(movement), [contestant], movement.contestants)
    _refuse_beyond("table", [table], movement.tables)
    return _with_rounds(
        movement, (_with_table(sets, contestant, table) for sets in movement.rounds_sets)
    )


def facing(movement: Movement, contestant: int, direction: str) -> Encounters:
    """Where the arrow must be switched so that a contestant always sits NS or EW.

    `direction` is `NS` or `EW`.
    """
    wrong = "ew" if direction == "NS" else "ns"
    return frozenset(
        (place.round, place.table)
        for place, here in sets_of(movement)
        if contestant in getattr(here, wrong)
    )


def with_fixed_boards(movement: Movement) -> Movement:
    """Keep boards at their tables: group g is always played at table g.

    There are as many tables as groups, some of them empty in every round where there are more
    groups than meetings. Raises ValueError when a group is shared by tables in a round.
    """
    rounds = []
    for number, sets in enumerate(movement.rounds_sets, start=1):
        at: list[TableSet | None] = [None] * movement.groups
        for here in sets:
            if here is None or here.is_half:
                continue
            if at[here.group - 1] is not None:
                raise ValueError(
                    f"two tables share group {here.group} in round {number}, so it cannot stay "
                    "at one of them: take a movement without sharing"
                )
            at[here.group - 1] = here
        rounds.append(tuple(at))
    return replace(movement, tables=movement.groups, rounds_sets=tuple(rounds))


def _turned(here: TableSet) -> TableSet:
    return replace(here, ns=here.ew, ew=here.ns)


def _with_rounds(movement: Movement, rounds: Iterable[Round]) -> Movement:
    return replace(movement, rounds_sets=tuple(rounds))


def with_numbers(movement: Movement, new: Callable[[int], int]) -> Movement:
    """Give every contestant the number that `new` makes of the old one; zeros are asked too."""
    return _with_rounds(
        movement,
        (
            tuple(
                here and replace(here, ns=tuple(map(new, here.ns)), ew=tuple(map(new, here.ew)))
                for here in sets
            )
            for sets in movement.rounds_sets
        ),
    )


def _with_group(here: TableSet | None, groups: Mapping[int, int]) -> TableSet | None:
    return here and replace(here, group=groups.get(here.group, here.group))


def _moved(things: Sequence[Thing], new: Mapping[int, int]) -> list[Thing]:
    """Things in the order of their new numbers."""
    moved = list(things)
    for old, thing in enumerate(things, start=1):
        moved[new.get(old, old) - 1] = thing
    return moved


def _with_table(sets: Round, contestant: int, table: int) -> Round:
    at = next(
        (place for place, here in enumerate(sets) if here and contestant in here.contestants),
        table - 1,
    )
    moved = list(sets)
    moved[at], moved[table - 1] = moved[table - 1], moved[at]
    return tuple(moved)


def _refuse_beyond(noun: str, numbers: Iterable[int], count: int) -> None:
    strange = sorted(number for number in numbers if not 1 <= number <= count)
    if strange:
        raise ValueError(
            f"there is no {noun} {ranges(strange)}: the movement has {noun}s 1 to {count}"
        )


def _refuse_no_permutation(noun: str, count: int, new: Mapping[int, int]) -> None:
    _refuse_beyond(noun, chain(new, new.values()), count)
    givers: dict[int, int] = {}
    for old in range(1, count + 1):
        number = new.get(old, old)
        other = givers.setdefault(number, old)
        if other != old:
            raise ValueError(
                f"{noun}s {other} and {old} would both be {noun} {number}: give every {noun} a "
                "number of its own"
            )
