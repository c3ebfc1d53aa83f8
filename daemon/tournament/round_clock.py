"""The round clock: when every round begins and ends, as planned and as the director moved it.

Each section has its own: sections may play different numbers of boards in a round.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from msgspec import Struct

from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.plays_where import UnresolvedError, section_named
from daemon.tournament.ruling_entry import ClockEntry

Local = Callable[[datetime], datetime]
"""What moment (aware) it is when the clocks on the wall show a time (naive)."""

_HALF_A_DAY = timedelta(hours=12)


class Moment(Struct, frozen=True):
    """So long after the clocks on the wall showed a time (naive), which somebody set.

    A night in which the clocks change makes it no longer and no shorter.
    """

    wall: datetime
    after: timedelta = timedelta()

    @property
    def shown(self) -> datetime:
        """What the clocks show then (naive), unless they are changed in between."""
        return self.wall + self.after

    def later(self, by: timedelta) -> "Moment":
        """So much later, or earlier."""
        return Moment(self.wall, self.after + by)

    def at(self, local: Local) -> datetime:
        """The moment (aware)."""
        return local(self.wall) + self.after


class RoundTime(Struct, frozen=True):
    """When a round is played, and how long a board takes in it.

    It ends when the next one begins, or with the break before that.
    """

    round: int
    begins: Moment
    ends: Moment
    per_board: timedelta


class SectionClock(Struct, frozen=True):
    """The rounds of a section, in order."""

    section: str
    rounds: tuple[RoundTime, ...]

    def on(self, now: datetime, local: Local) -> RoundTime | None:
        """The round that is played now; None before the first, in a break, and after the last."""
        for one in self.rounds:
            if one.begins.at(local) <= now < one.ends.at(local):
                return one
        return None

    def next(self, now: datetime, local: Local) -> RoundTime | None:
        """The first round that has not begun; None when all have."""
        return next((one for one in self.rounds if now < one.begins.at(local)), None)


def section_clocks(plan: Plan, entries: Iterable[ClockEntry]) -> tuple[SectionClock, ...]:
    """The clocks of all sections after these entries; none where nobody said when play begins.

    Raises UnresolvedError when an entry names what is not there, or turns the time back.
    """
    moves: dict[str, list[ClockEntry]] = {section.name: [] for section in plan.sections}
    for entry in entries:
        for name in _sections(entry, plan):
            moves[name].append(entry)
    clocks = (_clock(section, plan, moves[section.name]) for section in plan.sections)
    return tuple(clock for clock in clocks if clock.rounds)


def _sections(entry: ClockEntry, plan: Plan) -> tuple[str, ...]:
    """Whose clock an entry moves: that of the section it names, or all that play the round."""
    named = entry.section is not None
    sections = (section_named(entry.section, plan),) if named else plan.sections
    names = tuple(one.name for one in sections if entry.from_round <= one.movement.rounds)
    if not names:
        rounds = max(one.movement.rounds for one in sections)
        raise UnresolvedError(f"there is no round {entry.from_round}: the last one is {rounds}")
    return names


def _clock(section: SectionPlan, plan: Plan, moves: list[ClockEntry]) -> SectionClock:
    rounds = tuple(_planned(section, plan, moves))
    for earlier, later in pairwise(rounds):
        if later.begins.shown <= earlier.begins.shown:
            raise UnresolvedError(
                f"round {later.round} would begin at {later.begins.shown:%H:%M}, and round "
                f"{earlier.round} begins at {earlier.begins.shown:%H:%M}: give a later time"
            )
    return SectionClock(section.name, rounds)


def _planned(section: SectionPlan, plan: Plan, moves: list[ClockEntry]) -> Iterator[RoundTime]:
    """The rounds one after the other, each as the entries for it say."""
    settings, day = plan.settings.clock, plan.settings.event.date
    begins = None if settings.first_round is None else _on_day(day, settings.first_round)
    per_board = timedelta(minutes=settings.minutes_per_board)
    before: RoundTime | None = None
    for number in range(1, section.movement.rounds + 1):
        pause = timedelta()
        for move in moves:
            if move.from_round == number:
                begins = _moved(begins, move, day, before)
                pause += move.pause
                per_board = move.per_board or per_board
        if begins is None:
            continue
        if before is not None:
            yield RoundTime(before.round, before.begins, begins, before.per_board)
        begins = begins.later(pause)
        ends = begins.later(section.settings.boards_per_round * per_board)
        before, begins = RoundTime(number, begins, ends, per_board), ends
    if before is not None:
        yield before


def _moved(begins: Moment | None, move: ClockEntry, day: date, before: RoundTime | None) -> Moment:
    if move.begins is not None:
        return _after_midnight(_on_day(day, move.begins), before)
    if begins is None:
        raise UnresolvedError(
            f"nobody said yet when round {move.from_round} begins: write first_round under "
            f'[clock] in the configuration, or begins = "19:30" here'
        )
    return begins.later(move.later)


def _on_day(day: date, at: time) -> Moment:
    return Moment(datetime.combine(day, at))


def _after_midnight(begins: Moment, before: RoundTime | None) -> Moment:
    """A round at 00:10 after one at 23:40 is on the next day."""
    if before is not None and before.begins.shown - begins.shown > _HALF_A_DAY:
        return Moment(begins.wall + timedelta(days=1))
    return begins
