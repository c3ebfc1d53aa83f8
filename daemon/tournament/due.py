"""What should have come in by now: pure questions about a conclusion and a moment."""

from datetime import datetime

from msgspec import Struct

from daemon.movement.wording import plural, ranges
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.play import Play
from daemon.tournament.results import Status
from daemon.tournament.round_clock import Local

_BOARDS_OF_GRACE = 2
"""A round is late when so many boards' time has passed since its end."""

_TABLES_NAMED = 8


class LateRound(Struct, frozen=True):
    """A round that should have been over at `ended`, and what tables have not reported of it."""

    section: str
    round: int
    ended: datetime
    missing: tuple[Play, ...]

    @property
    def tables(self) -> str:
        """`table 4: boards 13 and 14; table 6: board 15`."""
        boards: dict[int, list[int]] = {}
        for play in self.missing:
            boards.setdefault(play.table, []).append(play.board)
        named = [
            f"table {table}: board{'s' if len(own) > 1 else ''} {ranges(sorted(own))}"
            for table, own in sorted(boards.items())
        ]
        more = len(named) - _TABLES_NAMED
        rest = [f"and {plural(more, 'more table')}"] if more > 0 else []
        return "; ".join((*named[:_TABLES_NAMED], *rest))


def missing_plays(conclusion: Conclusion) -> tuple[Play, ...]:
    """The boards that are to be played and of which nothing came in, in the order of play.

    None of an event that is closed.
    """
    if conclusion.results.final:
        return ()
    return tuple(
        verdict.play
        for verdict in conclusion.merged.verdicts.values()
        if verdict.status is Status.MISSING
    )


def results_are_due(conclusion: Conclusion, local: Local, now: datetime) -> bool:
    """Whether tablets should be reporting: play has begun, and boards are missing.

    Play has begun when a file came in, or, where the clock is known, when the first board should
    be over. `now` is aware.
    """
    if not missing_plays(conclusion):
        return False
    if conclusion.state.received:
        return True
    first = [clock.rounds[0] for clock in conclusion.rulings.clocks]
    return any(now >= one.begins.at(local) + one.per_board for one in first)


def late_rounds(conclusion: Conclusion, local: Local, now: datetime) -> tuple[LateRound, ...]:
    """The rounds that should be over by two boards' time, and are not; none without a clock."""
    if not conclusion.rulings.clocks:
        return ()
    missing: dict[tuple[str, int], list[Play]] = {}
    for play in missing_plays(conclusion):
        missing.setdefault((play.section, play.round), []).append(play)
    return tuple(
        LateRound(clock.section, one.round, one.ends.at(local), tuple(plays))
        for clock in conclusion.rulings.clocks
        for one in clock.rounds
        if (plays := missing.get((clock.section, one.round)))
        and now >= one.ends.at(local) + _BOARDS_OF_GRACE * one.per_board
    )
