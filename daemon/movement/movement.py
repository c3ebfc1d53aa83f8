"""A movement: for every round and table, who sits there and which board group is played."""

from msgspec import Struct


class TableSet(Struct, frozen=True):
    """One set of a movement file: who sits at a table in a round, and the group they play.

    `ns` and `ew` hold one pair number each, or two players each in an individual movement
    (North, South and East, West). A zero is an empty place. `group` counts from 1.
    """

    ns: tuple[int, ...]
    ew: tuple[int, ...]
    group: int

    @property
    def contestants(self) -> tuple[int, ...]:
        """Everybody who sits here: NS first, then EW, zeros left out."""
        return tuple(number for number in (*self.ns, *self.ew) if number)

    @property
    def is_half(self) -> bool:
        """Whether somebody sits here without opponents (or without a partner)."""
        return 0 in self.ns or 0 in self.ew


class Movement(Struct, frozen=True):
    """A whole movement. `rounds_sets[r][t]` is round r+1, table t+1; None: table not used."""

    contestants: int
    tables: int
    groups: int
    individual: bool
    rounds_sets: tuple[tuple[TableSet | None, ...], ...]

    @property
    def rounds(self) -> int:
        """Number of rounds."""
        return len(self.rounds_sets)
