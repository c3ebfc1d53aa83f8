"""Who is who in the results: names and federation numbers of those who are ranked."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from daemon.tournament.results import Ranking, Results, Row, Status, Traveller, TravellerLine

_COUNTED = frozenset({Status.SCORED, Status.ADJUSTED})


class Known(NamedTuple):
    """A player as far as he or she is known; both texts may be empty."""

    name: str
    id: str


People = Mapping[tuple[str, int], tuple[Known, ...]]
"""Section and number of a contestant -> its players, none when no name is known."""


def people(results: Results) -> People:
    """All players of all lists."""
    return {
        (row.section, row.contestant): players(row)
        for ranking in results.rankings
        for row in ranking.rows
    }


def whole_lists(results: Results) -> tuple[Ranking, ...]:
    """The lists that everybody is in once, without those of groups."""
    return tuple(ranking for ranking in results.rankings if ranking.group is None)


def players(row: Row) -> tuple[Known, ...]:
    """The players of a contestant; ids may be fewer than names, or none."""
    ids = (*row.ids, *[""] * len(row.names))
    return tuple(map(Known, row.names, ids))


def sides(line: TravellerLine) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The contestants of NS and EW; where nobody can tell them, the numbers that were entered."""
    return line.ns_contestants or (line.ns,), line.ew_contestants or (line.ew,)


def names_of(section: str, numbers: Iterable[int], known: People) -> tuple[str, ...]:
    """The names of all players of these contestants."""
    return tuple(one.name for number in numbers for one in known.get((section, number), ()))


def is_individual(boards: Iterable[Traveller]) -> bool:
    """Whether single players are ranked, on every line of these boards that tells."""
    told = [line.ns_contestants for board in boards for line in board.lines if line.ns_contestants]
    return bool(told) and all(len(contestants) == 2 for contestants in told)


def counts(line: TravellerLine) -> bool:
    """Whether a line has a result that counts: not one that is held, missing or not played."""
    return line.status in _COUNTED
