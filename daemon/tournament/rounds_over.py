"""How far each section is: which rounds are over, whoever's results are still to come."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from daemon.tournament.results import Status, Traveller

_TABLES_GONE_ON = 2
"""So many tables that tell of a later round show that everybody has moved.

All move together, so that who is still silent then is a straggler. A single table may have taken
the boards of another round.
"""


class Rounds(Struct, frozen=True):
    """How many rounds a section plays, and how many of them are over (the first so many)."""

    over: int
    planned: int

    @property
    def before_last(self) -> int:
        """After how many rounds the standings were the last ones but those of now."""
        return min(self.over, self.planned - 1)


class BoardRounds(Struct, frozen=True):
    """What one board tells of its section's rounds.

    `owed` are the results missing of each round that it is played in; `reached` are the tables that
    tell of the latest rounds on it, no more of them than it takes, with that round.
    """

    owed: Mapping[int, int]
    reached: tuple[tuple[int, int], ...]


def rounds_over(boards: Iterable[Traveller]) -> Mapping[str, Rounds]:
    """Tell it for every section, by its name.

    A round is over when nothing of it is missing, or when tables tell of a later one. What is held
    was played.
    """
    told: defaultdict[str, list[BoardRounds]] = defaultdict(list)
    for board in boards:
        told[board.section].append(rounds_on(board))
    return rounds_of(told)


def rounds_on(board: Traveller) -> BoardRounds:
    """What one board tells."""
    owed: dict[int, int] = {}
    reached: dict[int, int] = {}
    for line in board.lines:
        if line.round is None:
            continue
        owed.setdefault(line.round, 0)
        if line.status is Status.MISSING:
            owed[line.round] += 1
        elif line.status is not Status.NOT_PLAYED:
            reached[line.table] = max(line.round, reached.get(line.table, 0))
    return BoardRounds(owed, tuple(_farthest(reached).items()))


def rounds_of(boards: Mapping[str, Iterable[BoardRounds]]) -> Mapping[str, Rounds]:
    """The same as `rounds_over`, of what all boards of each section tell.

    A section of whose boards nobody can tell the round is left out.
    """
    sections = {section: _rounds_of_section(told) for section, told in boards.items()}
    return {section: rounds for section, rounds in sections.items() if rounds is not None}


def _farthest(reached: Mapping[int, int]) -> Mapping[int, int]:
    """The tables that are farthest on, as many as tell that everybody has gone on."""
    farthest = sorted(reached, key=reached.__getitem__, reverse=True)[:_TABLES_GONE_ON]
    return {table: reached[table] for table in farthest}


def _rounds_of_section(boards: Iterable[BoardRounds]) -> Rounds | None:
    missing: dict[int, int] = {}
    reached: dict[int, int] = {}
    for board in boards:
        for number, results in board.owed.items():
            missing[number] = missing.get(number, 0) + results
        for table, number in board.reached:
            reached[table] = max(number, reached.get(table, 0))
    return _rounds(missing, sorted(reached.values(), reverse=True)) if missing else None


def _rounds(missing: Mapping[int, int], reached: list[int]) -> Rounds:
    """`missing` are the results that each round owes; `reached` where each table is, the first."""
    gone_on = reached[_TABLES_GONE_ON - 1] - 1 if len(reached) >= _TABLES_GONE_ON else 0
    over = gone_on
    while over + 1 in missing and not missing[over + 1]:
        over += 1
    return Rounds(over, max(missing))
