"""Table by table: how far each is, what it owes, and for how long."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from datetime import datetime, timedelta

from msgspec import Struct

from daemon.movement.wording import ranges
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.play import PlayKey
from daemon.tournament.results import Status
from daemon.tournament.round_clock import Local
from daemon.tournament.verdict import Verdict
from daemon.web.history import Came

_Round = tuple[str, int]
"""A section, and the number of a round."""

_Where = tuple[str, int, int, int, int]
"""Section, round, table, NS and EW."""


class Owed(Struct, frozen=True):
    """Boards of a round that is over, and that a table has not reported.

    `since` is when they became due: when the round should have ended by the clock, or, without
    one, when the first result of the next round came in.
    """

    since: datetime
    section: str
    round: int
    table: int
    ns: int
    ew: int
    boards: tuple[int, ...]

    @property
    def shown_boards(self) -> str:
        """`boards 7 to 9`."""
        return f"board{'s' if len(self.boards) > 1 else ''} {ranges(self.boards)}"


class Playing(Struct, frozen=True):
    """A round that is being played, and how many results of how many tables are to come."""

    section: str
    round: int
    results: int
    tables: int


class TableState(Struct, frozen=True):
    """How a table stands. `round` is the first of which it owes something, None when it has all.

    `behind` counts the rounds between it and the table in the middle of the field; `heard` is when
    its last result came in.
    """

    section: str
    table: int
    round: int | None
    behind: int
    held: int
    came: int
    expected: int
    heard: datetime | None


class Field(Struct, frozen=True):
    """All tables, what they owe (what is due for the longest time first), and what is to come.

    `later` counts the results of rounds that have not begun.
    """

    tables: tuple[TableState, ...]
    owed: tuple[Owed, ...]
    playing: tuple[Playing, ...]
    later: int


def field_of(conclusion: Conclusion, came: Came, local: Local, now: datetime) -> Field:
    """How all tables stand. `came` tells when a version of a file came in."""
    verdicts = conclusion.merged.verdicts.values()
    times = {one.play.key: _came(one, came) for one in verdicts}
    begun: dict[_Round, datetime] = {}
    for one in verdicts:
        at, place = times[one.play.key], (one.play.section, one.play.round)
        if at is not None:
            begun[place] = min(at, begun.get(place, at))
    rounds = [
        ((clock.section, one.round), one)
        for clock in conclusion.rulings.clocks
        for one in clock.rounds
    ]
    ends = {of: one.ends.at(local) for of, one in rounds}
    on = {*begun, *(of for of, one in rounds if one.begins.at(local) <= now)}
    owed, to_come = [], []
    for where, boards in _missing(conclusion).items():
        since = _due(where[:2], begun, ends, now)
        if since is None:
            to_come.append((where, len(boards)))
        else:
            owed.append(Owed(since, *where, tuple(sorted(boards))))
    playing, later = _playing(to_come, on)
    owed.sort(key=lambda one: (one.since, one.section, one.round, one.table))
    return Field(_tables(conclusion, times), tuple(owed), playing, later)


def _came(verdict: Verdict, came: Came) -> datetime | None:
    """When anything came in about a play first."""
    versions = [claim.version for claim in verdict.claims if claim.version is not None]
    first = min(versions, key=lambda one: one.order, default=None)
    return None if first is None else came(first)


def _missing(conclusion: Conclusion) -> dict[_Where, list[int]]:
    boards: dict[_Where, list[int]] = defaultdict(list)
    for verdict in conclusion.merged.verdicts.values():
        if verdict.status is Status.MISSING:
            play = verdict.play
            boards[(play.section, play.round, play.table, play.ns, play.ew)].append(play.board)
    return boards


def _due(
    of: _Round,
    begun: Mapping[_Round, datetime],
    ends: Mapping[_Round, datetime],
    now: datetime,
) -> datetime | None:
    """When the results of a round became due; None while it is played, or still to come."""
    ended = ends.get(of)
    if ended is not None:
        return ended if ended <= now else None
    section, number = of
    after = [at for (own, other), at in begun.items() if own == section and other > number]
    return min(after, default=None)


def _playing(
    to_come: Iterable[tuple[_Where, int]], on: Container[_Round]
) -> tuple[tuple[Playing, ...], int]:
    """The rounds that are being played, and how many results are of those that have not begun."""
    counts: dict[_Round, list[int]] = defaultdict(list)
    later = 0
    for where, results in to_come:
        if where[:2] in on:
            counts[where[:2]].append(results)
        else:
            later += results
    playing = (Playing(*of, sum(own), len(own)) for of, own in sorted(counts.items()))
    return tuple(playing), later


def _tables(
    conclusion: Conclusion, times: Mapping[PlayKey, datetime | None]
) -> tuple[TableState, ...]:
    own: dict[tuple[str, int], list[Verdict]] = defaultdict(list)
    for verdict in conclusion.merged.verdicts.values():
        own[(verdict.play.section, verdict.play.table)].append(verdict)
    rounds = {where: _first_owed(verdicts) for where, verdicts in own.items()}
    at: dict[str, list[int]] = defaultdict(list)
    for (section, _), verdicts in own.items():
        after_all = max(one.play.round for one in verdicts) + 1
        at[section].append(_first_owed(verdicts) or after_all)
    middle = {section: _middle(numbers) for section, numbers in at.items()}
    return tuple(
        TableState(
            section,
            table,
            first,
            0 if first is None else max(0, middle[section] - first),
            sum(one.status is Status.HELD for one in verdicts),
            sum(one.status is not Status.MISSING for one in verdicts),
            len(verdicts),
            max(filter(None, (times[one.play.key] for one in verdicts)), default=None),
        )
        for (section, table), verdicts in sorted(own.items())
        for first in (rounds[(section, table)],)
    )


def _first_owed(verdicts: list[Verdict]) -> int | None:
    owed = [one.play.round for one in verdicts if one.status is Status.MISSING]
    return min(owed, default=None)


def _middle(rounds: list[int]) -> int:
    """The lower of the two in the middle, of an even number."""
    return sorted(rounds)[(len(rounds) - 1) // 2]


def minutes(span: timedelta) -> int:
    """Whole minutes, never fewer than none."""
    return max(0, int(span.total_seconds() // 60))
