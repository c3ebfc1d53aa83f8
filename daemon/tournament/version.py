"""A version of an OUT file that was let in, by its place among all of them; the ledger has it."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import TypeVar

from msgspec import Struct

from daemon.tournament.entry import Fact, FileReceived

_When = TypeVar("_When", datetime, None)

Received = tuple[FileReceived, datetime | None]
"""A version that was let in, and when that was written down (None where nobody noted it)."""

Earlier = Callable[[], Iterable[Received]]
"""Tells all versions that were let in so far, from the first on, each time it is called."""


class Version(Struct, frozen=True):
    """Which version it is.

    `order` is its place among all that were let in, from 1 on; `modified` is the time that its
    writer gave it, `noted` when it was written down (None where nobody noted that).
    """

    order: int
    modified: datetime
    noted: datetime | None = None


def let_in(facts: Iterable[tuple[Fact, _When]]) -> Iterator[tuple[FileReceived, _When]]:
    """The versions of OUT files that were let in, of facts and when they were noted."""
    for fact, noted in facts:
        if isinstance(fact, FileReceived) and fact.stale is None:
            yield fact, noted


class EarlierVersionsError(ValueError):
    """The plan changed after files had come in, and nobody told what they said."""


def untold() -> Iterable[Received]:
    """For whoever takes in no plan after files: the versions that came in cannot be told."""
    raise EarlierVersionsError("a plan that comes after files needs their versions again")
