"""Slows down whoever guesses: after a wrong token its address waits, twice as long each time."""

from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct

_FREE = 2
"""Slips of the finger that cost nothing."""

_LONGEST_SECONDS = 300.0
_MOST_ADDRESSES = 1000


class _Failed(Struct, frozen=True):
    times: int
    until: float


class Attempts:
    """Remembers who failed. `monotonic` gives seconds and never goes back."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._failed: OrderedDict[str, _Failed] = OrderedDict()

    def wait(self, peer: str) -> float:
        """How many seconds this address must wait before it may try; 0 when it may."""
        failed = self._failed.get(peer)
        return 0.0 if failed is None else max(0.0, failed.until - self._monotonic())

    def fail(self, peer: str) -> None:
        """Note a wrong token."""
        before = self._failed.pop(peer, None)
        times = 1 if before is None else before.times + 1
        pause = 0.0 if times <= _FREE else min(2.0 ** (times - _FREE), _LONGEST_SECONDS)
        self._failed[peer] = _Failed(times, self._monotonic() + pause)
        if len(self._failed) > _MOST_ADDRESSES:
            self._failed.popitem(last=False)

    def succeed(self, peer: str) -> None:
        """Forget what went wrong before."""
        self._failed.pop(peer, None)
