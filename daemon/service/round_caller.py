"""Calls the rounds: tells when one begins by the clock."""

from collections.abc import Iterator
from datetime import datetime

from daemon.movement.wording import listing
from daemon.service.house import Clock
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.round_clock import Local, SectionClock
from daemon.tournament.told import Told

local_time: Local = datetime.astimezone
"""What moment it is when the clocks of this computer's place show a time."""

_Begun = tuple[str, int]
"""A section, and the number of a round."""


class RoundCaller:
    """Keeps in mind which rounds have begun; those that began before its first look are not told.

    A round that the director puts off after it was called is called again.
    """

    def __init__(self, clock: Clock, local: Local = local_time) -> None:
        self._clock = clock
        self._local = local
        self._clocks: tuple[SectionClock, ...] = ()
        self._begun: set[_Begun] | None = None
        self._next: datetime | None = None

    def look(self, conclusion: Conclusion) -> Iterator[Told]:
        """What to tell now; to be asked every second or so."""
        clocks, now = conclusion.rulings.clocks, self._clock()
        if clocks == self._clocks and (self._next is None or now < self._next):
            return
        known = self._begun
        self._clocks = clocks
        self._begun = {
            (clock.section, one.round)
            for clock in clocks
            for one in clock.rounds
            if one.begins.at(self._local) <= now
        }
        coming = (clock.next(now, self._local) for clock in clocks)
        self._next = min((one.begins.at(self._local) for one in coming if one), default=None)
        if known is not None and not conclusion.results.final:
            yield from self._called(self._begun - known, now)

    def _called(self, begun: set[_Begun], now: datetime) -> Iterator[Told]:
        """The round that is on in every section where one began; sections alike in one line."""
        together: dict[tuple[int, datetime], list[str]] = {}
        for clock in self._clocks:
            one = clock.on(now, self._local)
            if one is not None and (clock.section, one.round) in begun:
                key = one.round, one.ends.at(self._local)
                together.setdefault(key, []).append(clock.section)
        for (number, ends), sections in together.items():
            where = "" if len(sections) == len(self._clocks) else f"section {listing(sections)}: "
            yield Told(
                "round.started",
                f"{where}round {number} begins by the clock, and ends at {ends.astimezone():%H:%M}",
                fields=(("section", ", ".join(sections)), ("round", number)),
            )
