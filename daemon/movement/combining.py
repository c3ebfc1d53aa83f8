"""Two movements as one: sections side by side, or stages one after the other."""

from itertools import chain

from msgspec.structs import replace

from daemon.movement.changes import with_numbers
from daemon.movement.finding import sets_of, who
from daemon.movement.movement import Movement
from daemon.movement.wording import plural, ranges


def side_by_side(one: Movement, other: Movement) -> Movement:
    """Two sections in one movement, at the same boards: the tables of the other come last.

    Raises ValueError when they share numbers, or when one is of pairs and the other of
    individuals, or has more rounds.
    """
    _refuse_mixture(one, other)
    shared = sorted(_seated(one) & _seated(other))
    if shared:
        noun = who(one)
        raise ValueError(
            f"both sections have {noun}{'s' if len(shared) > 1 else ''} {ranges(shared)}: number "
            f"those of the second from {one.contestants + 1} on (combine --renumber does so)"
        )
    if one.rounds != other.rounds:
        raise ValueError(
            f"one section has {plural(one.rounds, 'round')} and the other {other.rounds}: curtail "
            "the longer one"
        )
    return Movement(
        contestants=max(one.contestants, other.contestants),
        tables=one.tables + other.tables,
        groups=max(one.groups, other.groups),
        individual=one.individual,
        rounds_sets=tuple(
            (*left, *right) for left, right in zip(one.rounds_sets, other.rounds_sets, strict=True)
        ),
    )


def numbered_from(movement: Movement, first: int) -> Movement:
    """Give the contestants the numbers from `first` on, in the same order."""
    more = first - 1
    moved = with_numbers(movement, lambda number: number + more if number else 0)
    return replace(moved, contestants=movement.contestants + more)


def one_after_the_other(one: Movement, other: Movement) -> Movement:
    """Two stages: first all rounds of one, then all of the other, at boards that follow.

    The contestants keep their numbers. Raises ValueError when one is of pairs and the other of
    individuals.
    """
    _refuse_mixture(one, other)
    tables = max(one.tables, other.tables)
    later = (
        tuple(here and replace(here, group=here.group and here.group + one.groups) for here in sets)
        for sets in other.rounds_sets
    )
    return Movement(
        contestants=max(one.contestants, other.contestants),
        tables=tables,
        groups=one.groups + other.groups,
        individual=one.individual,
        rounds_sets=tuple(
            (*sets, *[None] * (tables - len(sets))) for sets in chain(one.rounds_sets, later)
        ),
    )


def _refuse_mixture(one: Movement, other: Movement) -> None:
    if one.individual != other.individual:
        raise ValueError(
            f"one movement is of {who(one)}s and the other of {who(other)}s: both must "
            "be of pairs, or both of individuals"
        )


def _seated(movement: Movement) -> set[int]:
    return {number for _, here in sets_of(movement) for number in here.contestants}
