"""How far each section is: which rounds are over, whoever's results are still to come."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from daemon.tournament.results import Status, Traveller

_TABLES_GONE_ON = 2
"""So many tables that tell of a later round show that everybody has moved.

All move together, so that who is still silent then is a straggler. A single table may have taken
the boards of another round.
"""


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds a section plays, and how many of them are over (the first so many)."""

    over: int
    planned: int

    @property
    def before_last(self) -> int:
        """After how many rounds the standings were the last ones but those of now."""
        return min(self.over, self.planned - 1)


def rounds_over(boards: Iterable[Traveller]) -> Mapping[str, Rounds]:
    """Tell it for every section, by its name.

    A round is over when nothing of it is missing, or when tables tell of a later one. What is held
    was played.
    """
    owed: defaultdict[str, dict[int, int]] = defaultdict(dict)
    reached: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for board in boards:
        for line in board.lines:
            if line.round is None:
                continue
            missing = owed[board.section]
            missing.setdefault(line.round, 0)
            if line.status is Status.MISSING:
                missing[line.round] += 1
            elif line.status is not Status.NOT_PLAYED:
                tables = reached[board.section]
                tables[line.table] = max(line.round, tables.get(line.table, 0))
    return {
        section: _rounds(missing, sorted(reached[section].values(), reverse=True))
        for section, missing in owed.items()
    }


def _rounds(missing: Mapping[int, int], reached: list[int]) -> Rounds:
    """`missing` are the results that each round owes; `reached` where each table is, the first."""
    gone_on = reached[_TABLES_GONE_ON - 1] - 1 if len(reached) >= _TABLES_GONE_ON else 0
    over = gone_on
    while over + 1 in missing and not missing[over + 1]:
        over += 1
    return Rounds(over, max(missing))
