"""Signs of life: which of the daemon's loops has been at one thing for longer than that can take.

A loop that waits for something to do is alive, however long it waits. One that is at work says how
long that may take; past it, it hangs. What is outside this program is no sign of death: a network
that is lost, or a file that a sync client has yet to fetch, may hold up a loop without an end, and
starting the daemon anew would mend neither.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WORK_SECONDS = 120.0
"""More than any loop needs by itself: all results of a hundred tables at once, on a slow disk."""


class Pulse:
    """The sign of life of one loop: given by its own thread, looked at by another.

    `outward` is how many seconds a call to the folder may take: without an end where the system
    waits as it likes, limited where the caller has time limits of its own. `monotonic` gives
    seconds and never goes back.
    """

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, outward: float = math.inf
    ) -> None:
        self._monotonic = monotonic
        self._outward = outward
        self._until = math.inf

    def within(self, seconds: float) -> None:
        """Promise to be heard again within so many seconds (inf: whenever there is work)."""
        self._until = self._monotonic() + seconds

    def is_late(self) -> bool:
        """Whether a promise was not kept."""
        return self._monotonic() > self._until

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Be at work while the context lasts, and at rest after it."""
        self.within(WORK_SECONDS)
        try:
            yield
        finally:
            self.within(math.inf)

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Call the folder while the context lasts, and go on with what was done before."""
        rested = self._until == math.inf
        self.within(self._outward)
        try:
            yield
        finally:
            self.within(math.inf if rested else WORK_SECONDS)


class Pulses:
    """Those of all loops, each under the name of its thread."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._pulses: dict[str, Pulse] = {}

    def of(self, name: str, outward: float = math.inf) -> Pulse:
        """The pulse of a loop; it is felt from now on."""
        return self._pulses.setdefault(name, Pulse(self._monotonic, outward))

    def promise(self, name: str, seconds: float) -> None:
        """As `within` of that loop's pulse, for those who know no more than a name."""
        self.of(name).within(seconds)

    def late(self) -> tuple[str, ...]:
        """Who should have been heard by now, by name."""
        return tuple(sorted(name for name, pulse in tuple(self._pulses.items()) if pulse.is_late()))
