import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from daemon.ledger.copies import Copied, CopyError
from daemon.service.copier import Copier, Copying
from daemon.service.messages import LedgerCopied, LedgerNotCopied
from daemon.service.news import News
from daemon.tournament.told import Level, Told

if TYPE_CHECKING:
    from tests.service.conftest import Place


class Stick:
    """A second place; it is plugged in or not, and remembers what it was asked."""

    def __init__(self) -> None:
        self.entries = 7
        self.trouble: str | None = None
        self.asked: list[int | None] = []

    def copy(self, unless: int | None) -> Copied | None:
        self.asked.append(unless)
        if self.trouble is not None:
            raise CopyError(self.trouble)
        return None if unless == self.entries else Copied(Path("copy"), self.entries)


Posted = list[LedgerCopied | LedgerNotCopied]


def test_what_is_new_is_copied_and_told() -> None:
    stick, posted = Stick(), Posted()
    copier = Copier(Copying(stick.copy, 600), posted.append)
    copier.work()
    copier.work()
    stick.entries = 9
    copier.work()
    assert posted == [LedgerCopied("copy", 7), LedgerCopied("copy", 9)]
    assert stick.asked == [None, 7, 7]


def test_a_failure_is_told_once_and_tried_again() -> None:
    stick, posted = Stick(), Posted()
    copier = Copier(Copying(stick.copy, 600), posted.append)
    stick.trouble = "no stick"
    copier.work()
    copier.work()
    stick.trouble = "no room"
    copier.work()
    stick.trouble = None
    copier.work()
    stick.trouble = "no room"
    copier.work()
    assert posted == [
        LedgerNotCopied("no stick"),
        LedgerNotCopied("no room"),
        LedgerCopied("copy", 7),
        LedgerNotCopied("no room"),
    ]


def test_it_copies_at_the_start_and_at_the_end() -> None:
    stick, posted, first = Stick(), Posted(), threading.Event()

    def post(message: LedgerCopied | LedgerNotCopied) -> None:
        posted.append(message)
        first.set()

    copier = Copier(Copying(stick.copy, 3600), post)
    thread = threading.Thread(target=copier.run)
    thread.start()
    assert first.wait(20)
    stick.entries = 8
    copier.leave()
    thread.join(20)
    assert posted == [LedgerCopied("copy", 7), LedgerCopied("copy", 8)]


def test_what_became_of_a_copy_is_told() -> None:
    assert list(News().of(LedgerCopied("E:/ledger", 12))) == [
        Told("backup.written", "the ledger was copied to E:/ledger", fields=(("entries", 12),))
    ]
    assert list(News().of(LedgerNotCopied("it could not be copied: plug in the stick"))) == [
        Told(
            "backup.failed",
            (
                "it could not be copied: plug in the stick; the evening goes on, and it is tried "
                "again"
            ),
            Level.ERROR,
        )
    ]


def test_a_copy_that_fails_does_not_end_the_evening(
    place: "Place",
    start: Callable[..., object],
    out: Callable[..., bytes],
    line: Callable[..., str],
) -> None:
    stick = Stick()
    stick.trouble = "no stick"
    place.house = replace(place.house, copying=Copying(stick.copy, 3600))
    start(place)
    place.log.wait_for("backup.failed", "no stick")
    place.folder.write("OUT_T1.txt", out(line(1, 1, 1, 4)))
    place.log.wait_for("standings.published", "1 of 9")


def test_who_runs_once_copies_once(place: "Place") -> None:
    stick = Stick()
    place.house = replace(place.house, copying=Copying(stick.copy, 3600))
    place.once()
    assert place.log.texts("backup.written") == ["the ledger was copied to copy"]
    assert stick.asked == [None]
