"""What should have come in by now: pure questions about a conclusion and a moment."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from daemon.movement.wording import plural, ranges
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.plan import SectionPlan
from daemon.tournament.play import Play
from daemon.tournament.results import Status

_BOARDS_OF_GRACE = 2
"""A round is late when so many boards' time has passed since its end."""

_TABLES_NAMED = 8


@dataclass(frozen=True, slots=True)
class LateRound:
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


def results_are_due(conclusion: Conclusion, begins: datetime | None, now: datetime) -> bool:
    """Whether tablets should be reporting: play has begun, and boards are missing.

    Play has begun when a file came in, or, where the clock is known, when the first board should
    be over. `begins` is when the first round does (aware; None: no clock).
    """
    if not missing_plays(conclusion):
        return False
    if conclusion.state.received:
        return True
    board = timedelta(minutes=conclusion.plan.settings.clock.minutes_per_board)
    return begins is not None and now >= begins + board


def late_rounds(
    conclusion: Conclusion, begins: datetime | None, now: datetime
) -> tuple[LateRound, ...]:
    """The rounds that should be over by two boards' time, and are not; none without a clock."""
    if begins is None:
        return ()
    missing: dict[tuple[str, int], list[Play]] = {}
    for play in missing_plays(conclusion):
        missing.setdefault((play.section, play.round), []).append(play)
    return tuple(
        LateRound(section.name, number, ended, tuple(plays))
        for section in conclusion.plan.sections
        for number, ended in _ends(conclusion, section, begins, now)
        if (plays := missing.get((section.name, number)))
    )


def _ends(
    conclusion: Conclusion, section: SectionPlan, begins: datetime, now: datetime
) -> Iterator[tuple[int, datetime]]:
    """The rounds of a section that should have been over for two boards' time, and their ends."""
    board = timedelta(minutes=conclusion.plan.settings.clock.minutes_per_board)
    for number in range(1, section.movement.rounds + 1):
        ended = begins + number * section.settings.boards_per_round * board
        if now >= ended + _BOARDS_OF_GRACE * board:
            yield number, ended
