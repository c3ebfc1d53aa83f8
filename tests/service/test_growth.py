"""What is kept in memory grows with what is known, and not with how often it was sent."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING

import pytest

from daemon.service.writer import Writer
from daemon.tournament.state import State
from daemon.web.window import Window

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daemon.service.messages import Arrived
    from tests.service.conftest import Place

_NEVER_GROWS = (type, ModuleType, FunctionType, BuiltinFunctionType)
_FEW_BYTES = 1000
"""Numbers and times may be shared, or not."""


def size_of(*kept: object, but: Iterable[object]) -> int:
    """The bytes of everything that can be reached from there, and not only through `but`."""
    passed = {id(one) for one in but}
    found: dict[int, object] = {}
    waiting = list(kept)
    while waiting:
        one = waiting.pop()
        if id(one) in passed or isinstance(one, _NEVER_GROWS):
            continue
        passed.add(id(one))
        found[id(one)] = one
        waiting.extend(gc.get_referents(one))
    return sum(map(sys.getsizeof, found.values()))


class Desk:
    """A writer and what its pages see; its ledger and its log are elsewhere."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.window = Window(place.house.clock)
        self.writer = Writer(place.house, State(), pusher=self, day_begins=None)
        self.writer.record([place.house.plan_read])

    def want(self, files: Mapping[str, bytes]) -> None:
        """Nobody pushes IN files here."""

    def take(self, messages: Iterable[Arrived]) -> None:
        """Files come in, one commit for each."""
        for message in messages:
            self.writer.take([message])
            assert self.writer.conclusion is not None
            self.window.show(self.writer.conclusion)

    @property
    def size(self) -> int:
        """What both keep."""
        self.place.shelf.published.clear()
        elsewhere = (self.place.ledger, self.place.log, self.place.shelf)
        return size_of(self.writer, self.window, but=elsewhere)


@pytest.fixture
def desk(place: Place) -> Desk:
    return Desk(place)


def test_versions_of_files_that_take_turns_are_not_kept(
    desk: Desk, arrived: Callable[..., Arrived], out: Callable[..., bytes], line: Callable[..., str]
) -> None:
    whole = {
        f"OUT_T{table}.txt": (line(table, table, table, table + 3), line(table, 1, table, 6))
        for table in (1, 2, 3)
    }
    turns = [
        arrived(name, out(*lines[:count])) for count in (2, 1) for name, lines in whole.items()
    ]
    desk.take(2 * turns)
    before = desk.size
    desk.take(20 * turns)
    assert desk.writer.state.received == 22 * len(turns)
    assert desk.size - before < _FEW_BYTES


def test_a_correction_costs_what_is_new_in_it(
    desk: Desk, arrived: Callable[..., Arrived], out: Callable[..., bytes], line: Callable[..., str]
) -> None:
    """A table enters its result again and again: its file grows by a line each time."""
    entered = [line(1, 1, 1, 4), line(1, 1, 1, 4, -110)] * 60
    files = [arrived("OUT_T1.txt", out(*entered[:count])) for count in range(1, 121)]
    desk.take(files[:20])
    before = desk.size
    desk.take(files[20:])
    assert desk.writer.conclusion is not None
    assert len(desk.writer.conclusion.merged.changes) == 119
    assert (desk.size - before) / 100 < 600
