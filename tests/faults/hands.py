"""Tablets and director at work beside the daemon, at the pace that they are given."""

import threading
import time
from collections.abc import Sequence
from random import Random
from types import TracebackType
from typing import Self

from daemon.ledger.port import LedgerError
from tests.faults.evening import Broken, Evening, Step, perform
from tests.faults.record import Record

_PATIENCE_SECONDS = 240.0
_MOST_PAUSE_SECONDS = 0.03


class Hands:
    """Performs steps in a thread, each when it is allowed; `done` says how many."""

    def __init__(self, evening: Evening, steps: Sequence[Step], dice: Random) -> None:
        self._evening = evening
        self._steps = steps
        self._dice = dice
        self._allowed = threading.Semaphore(0)
        self._over = False
        self._thread = threading.Thread(target=self._work)
        self._error: BaseException | None = None
        self.done = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._over = True
        self._allowed.release()
        self._thread.join()

    @property
    def left(self) -> int:
        """How many steps are not done yet."""
        return len(self._steps) - self.done

    def allow(self, number: int) -> None:
        """Let them do so many more."""
        for _ in range(number):
            self._allowed.release()

    def finish(self) -> None:
        """Let them do the rest, and wait for it."""
        self.allow(self.left)
        self._thread.join(_PATIENCE_SECONDS)
        if self._error is not None:
            raise self._error
        assert self.left == 0, f"{self.left} steps are left: {self._steps[self.done]}"

    def _work(self) -> None:
        try:
            for step in self._steps:
                self._allowed.acquire()
                time.sleep(self._dice.random() * _MOST_PAUSE_SECONDS)
                if isinstance(step, Broken):
                    self._wait_until_recorded(step)
                if self._over:
                    return
                perform(step, self._evening, self._dice)
                self.done += 1
        except BaseException as error:  # noqa: BLE001 - raised by whoever waits for the end
            self._error = error

    def _wait_until_recorded(self, step: Broken) -> None:
        """A tablet that breaks before it was read takes its results with it: nobody has them."""
        record = Record(self._evening)
        while not self._over:
            try:
                record.look()
            except LedgerError:
                pass  # it is just being made
            else:
                if record.holds(step.name, step.content):
                    return
            time.sleep(0.05)
