"""A finding about a movement, its place there, and ways to walk through a movement."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from daemon.movement.movement import Movement, TableSet
from daemon.problem import Severity

GroupName = Callable[[int], str]
"""How people write a group (1, 2, ...)."""


class Place(Struct, frozen=True):
    """A value of a set: round and table count from 1.

    `seat` counts the contestants of the set in the order of writing, from 0 (NS, EW, or N, S, E,
    W); None is the group.
    """

    round: int
    table: int
    seat: int | None = None


class Finding(Struct, frozen=True):
    """Something wrong or odd; `place` is None when it is about the movement as a whole."""

    severity: Severity
    code: str
    message: str
    place: Place | None = None


def sets_of(movement: Movement) -> Iterator[tuple[Place, TableSet]]:
    """All sets of tables that are used, each with the place of its group."""
    for number, sets in enumerate(movement.rounds_sets, start=1):
        for table, here in enumerate(sets, start=1):
            if here is not None:
                yield Place(number, table), here


def seats_of(movement: Movement) -> Iterator[tuple[Place, int, TableSet]]:
    """All places that are taken: the place, who sits there, and the set."""
    for place, here in sets_of(movement):
        for seat, number in enumerate((*here.ns, *here.ew)):
            if number:
                yield Place(place.round, place.table, seat), number, here


def who(movement: Movement) -> str:
    """What a contestant is called."""
    return "player" if movement.individual else "pair"
