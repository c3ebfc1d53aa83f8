"""The arrow switches that make a movement as even as can be found."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import combinations, product

from msgspec import Struct

from daemon.movement.balance import competition_of, fewest_squares
from daemon.movement.changes import Encounters
from daemon.movement.finding import Place, sets_of
from daemon.movement.movement import Movement, TableSet

Chance = Callable[[int], int]
"""A number from 0 to one less than that many, each equally likely."""

# So few blocks are all tried: 2 ** 13 ways, as to switch everything changes nothing.
_FEW_BLOCKS = 14
# These three were chosen on movements of 20 to 24 pairs whose best switches are published: with
# them the search finds those within seconds from any start.
_LARGEST_KICK = 8
_HARDLY_WORSE = 1.02
_LONGEST_IDLENESS = 200


class Unit(StrEnum):
    """What is switched as a whole: an easy thing to announce, or a single meeting."""

    ROUNDS = "rounds"
    TABLES = "tables"
    ENCOUNTERS = "encounters"


class Step(Struct, frozen=True):
    """How far the search is: ways tried, the best Qf (per cent), and where to switch for it."""

    tries: int
    qf: Fraction
    switches: Encounters


class _Link(Struct, frozen=True):
    """What two tables that play the same group do to the competition.

    A plus cell is one in which they add 1 as they sit now, when both or neither are switched; a
    minus cell one in which they subtract it.
    """

    other: int
    plus: tuple[int, ...]
    minus: tuple[int, ...]


def improvements(
    movement: Movement, unit: Unit, keep: frozenset[int], chance: Chance
) -> Iterator[Step]:
    """Search for better and better arrow switches; the first step is the movement as it is.

    Contestants in `keep` sit as they do now in every round. Every step is at least as good as the
    one before. When there are few ways, all are tried, and the last step is the best there is;
    else the search goes on until the caller has seen enough. There is no step when no board is
    played at two tables.
    """
    search = _Search(movement)
    if search.squares == 0:
        return
    yield search.step(0)
    blocks = _blocks(movement, unit, keep, search.places)
    if len(blocks) <= _FEW_BLOCKS:
        yield from search.all_ways(blocks)
    else:
        yield from search.by_chance(blocks, chance)


def _blocks(
    movement: Movement, unit: Unit, keep: frozenset[int], places: Sequence[Place]
) -> list[list[int]]:
    """The encounters that are switched together, by their numbers; none of those that stay."""
    blocks: dict[tuple[int, int], list[int]] = {}
    for number, place in enumerate(places):
        here = movement.rounds_sets[place.round - 1][place.table - 1]
        if here is None or keep & set(here.contestants):
            continue
        key = {
            Unit.ROUNDS: (place.round, 0),
            Unit.TABLES: (0, place.table),
            Unit.ENCOUNTERS: (place.round, place.table),
        }[unit]
        blocks.setdefault(key, []).append(number)
    return list(blocks.values())


class _Search:
    """A movement with switches, and the sum of the squares of its competition, kept up to date.

    The sum of the competition itself is the same for all switches, so the smallest sum of squares
    is the highest Qf.
    """

    def __init__(self, movement: Movement) -> None:
        playing = [(place, here) for place, here in sets_of(movement) if not here.is_half]
        self.places = [place for place, _ in playing]
        self._size = movement.contestants
        competition = competition_of(movement)
        self._cells = [value for row in competition for value in row]
        self._links = self._all_links([here for _, here in playing])
        self._switched = [False] * len(playing)
        couples = self._size * (self._size - 1) // 2
        total = sum(competition[one][other] for one, other in combinations(range(self._size), 2))
        self._fewest = fewest_squares(total, couples)
        self.squares = sum(value * value for value in self._cells) // 2
        self._best = self.squares
        self._best_switched = tuple(self._switched)

    def step(self, tries: int) -> Step:
        """The best so far."""
        return Step(
            tries,
            Fraction(100 * self._fewest, self._best),
            frozenset(
                (place.round, place.table)
                for place, switched in zip(self.places, self._best_switched, strict=True)
                if switched
            ),
        )

    def all_ways(self, blocks: list[list[int]]) -> Iterator[Step]:
        """Try all ways, each one block away from the one before (in the order of a Gray code)."""
        ways = 1 << max(len(blocks) - 1, 0)
        for way in range(1, ways):
            block = (way & -way).bit_length() - 1
            if self._switch(blocks[block]):
                yield self.step(way)
        yield self.step(ways)

    def by_chance(self, blocks: list[list[int]], chance: Chance) -> Iterator[Step]:
        """Go down to where no single block makes it better, kick a few blocks, and again.

        What is hardly worse than the place before is taken as the next place to start from: so the
        search wanders. When that has led to nothing for long, it goes back to the best.
        """
        tries, idle = 0, 0
        home, home_squares = tuple(self._switched), self.squares
        while self._best > self._fewest:
            best = self._best
            tries += self._descend(blocks, chance)
            yield self.step(tries)
            idle = 0 if self._best < best else idle + 1
            if idle > _LONGEST_IDLENESS:
                idle = 0
                self._go_to(self._best_switched)
            elif self.squares > home_squares * _HARDLY_WORSE:
                self._go_to(home)
            home, home_squares = tuple(self._switched), self.squares
            for _ in range(2 + chance(_LARGEST_KICK)):
                self._switch(blocks[chance(len(blocks))])

    def _descend(self, blocks: list[list[int]], chance: Chance) -> int:
        """Switch what makes it better, in turn from a place by chance; returns how many tried."""
        tries, idle = 0, 0
        at = chance(len(blocks))
        while idle < len(blocks):
            before = self.squares
            self._switch(blocks[at])
            tries += 1
            if self.squares < before:
                idle = 0
            else:
                self._switch(blocks[at])
                idle += 1
            at = (at + 1) % len(blocks)
        return tries

    def _switch(self, block: list[int]) -> bool:
        """Switch these encounters; whether it has become the best so far."""
        for encounter in block:
            self._switch_one(encounter)
        if self.squares >= self._best:
            return False
        self._best = self.squares
        self._best_switched = tuple(self._switched)
        return True

    def _switch_one(self, encounter: int) -> None:
        cells, switched = self._cells, self._switched
        mine = switched[encounter]
        change = 0
        for link in self._links[encounter]:
            # What was added is subtracted now, so a cell changes by two.
            by = -2 if mine == switched[link.other] else 2
            for cell in link.plus:
                change += by * (2 * cells[cell] + by)
                cells[cell] += by
            for cell in link.minus:
                change -= by * (2 * cells[cell] - by)
                cells[cell] -= by
        self.squares += change
        switched[encounter] = not mine

    def _go_to(self, wanted: tuple[bool, ...]) -> None:
        """Switch until all arrows point as wanted."""
        for encounter, (now, then) in enumerate(zip(self._switched, wanted, strict=True)):
            if now != then:
                self._switch_one(encounter)

    def _all_links(self, playing: list[TableSet]) -> list[list[_Link]]:
        by_group: dict[int, list[int]] = {}
        for encounter, here in enumerate(playing):
            by_group.setdefault(here.group, []).append(encounter)
        return [
            [
                self._link(here, playing[other], other)
                for other in by_group[here.group]
                if other != encounter
            ]
            for encounter, here in enumerate(playing)
        ]

    def _link(self, here: TableSet, there: TableSet, other: int) -> _Link:
        same = ((here.ns, there.ns), (here.ew, there.ew))
        opposite = ((here.ns, there.ew), (here.ew, there.ns))
        return _Link(
            other,
            tuple(self._cell(one, two) for sides in same for one, two in product(*sides)),
            tuple(self._cell(one, two) for sides in opposite for one, two in product(*sides)),
        )

    def _cell(self, one: int, other: int) -> int:
        """The cell of two contestants, in the half of the matrix above its diagonal."""
        return (min(one, other) - 1) * self._size + max(one, other) - 1
