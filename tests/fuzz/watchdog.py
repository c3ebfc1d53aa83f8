"""Ends what takes far too long, where the system has timers that count a program's own time."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

_WAITING = 12
"""A reader that waits for something uses no time: so many times the limit on the clock, then."""


class TooLongError(Exception):
    """An input took longer than it may."""


def _ring(_number: int, _frame: object) -> None:
    raise TooLongError("it takes too long")


@contextmanager
def guarded() -> Iterator[None]:
    """Have `limited` end what is too slow, while this lasts (not on Windows)."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    numbers = (signal.SIGVTALRM, signal.SIGALRM)
    before = [signal.signal(number, _ring) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooLongError after so many seconds of processor time."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, _WAITING * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
