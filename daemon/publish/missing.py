"""Which results are waited for, table by table."""

from collections.abc import Iterator

from msgspec import Struct

from daemon.publish import show
from daemon.tournament.results import Results, Status, TravellerLine


class Gap(Struct, frozen=True):
    """A table that owes results of a round. `ns` and `ew` are the numbers that people read."""

    section: str
    round: int
    table: int
    ns: int
    ew: int
    boards: tuple[int, ...]

    def __str__(self) -> str:
        """`section A, round 3, table 2: boards 5-6 (3 against 4)`."""
        word = "board" if len(self.boards) == 1 else "boards"
        return (
            f"section {self.section}, round {self.round}, table {self.table}: "
            f"{word} {show.ranges(self.boards)} ({self.ns} against {self.ew})"
        )


class Missing(Struct, frozen=True):
    """What is not in yet.

    `gaps`: of the rounds that a section has reached, in the order of play. `later` counts the
    results of rounds from which no result has come at all: nobody is late with those.
    """

    gaps: tuple[Gap, ...]
    later: int


def missing(results: Results) -> Missing:
    """Find the tables that owe results. A section has reached the last round with a result."""
    reached: dict[str, int] = {}
    for section, _, line in _lines(results):
        if line.status is not Status.MISSING and line.round is not None:
            reached[section] = max(line.round, reached.get(section, 0))
    owed: dict[tuple[str, int, int, int, int], list[int]] = {}
    later = 0
    for section, board, line in _lines(results):
        if line.status is not Status.MISSING or line.round is None:
            continue
        if line.round > reached.get(section, 0):
            later += 1
        else:
            key = (section, line.round, line.table, line.ns, line.ew)
            owed.setdefault(key, []).append(board)
    gaps = tuple(Gap(*key, boards=tuple(sorted(boards))) for key, boards in sorted(owed.items()))
    return Missing(gaps, later)


def held(results: Results) -> int:
    """How many results wait for the director."""
    return sum(line.status is Status.HELD for _, _, line in _lines(results))


def _lines(results: Results) -> Iterator[tuple[str, int, TravellerLine]]:
    for traveller in results.travellers:
        for line in traveller.lines:
            yield traveller.section, traveller.board, line
