"""A note in the archive of an evening that is being put away: what was begun can be completed."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from msgspec import Struct

from daemon.cli.archiving import write_whole
from daemon.disk import remove

NOTE = "unfinished.json"


class Unfinished(Struct, frozen=True):
    """What `next` set out to do.

    `directory` is the archive of the old evening, `day` that of the new one; `mark` is that of the
    ledger that is put away (None: there was none), `lines` are the fingerprints of what tablets
    wrote up to then.
    """

    directory: Path
    day: date
    mark: str | None
    lines: frozenset[str]

    def note(self) -> None:
        """Write it down."""
        text = json.dumps(
            {"day": self.day.isoformat(), "ledger": self.mark, "lines": sorted(self.lines)}
        )
        write_whole(self.directory / NOTE, text.encode("utf-8"))

    def forget(self) -> None:
        """All is done."""
        remove(self.directory / NOTE)


def find_unfinished(archive: Path) -> Unfinished | None:
    """What was begun and not completed, if anything was; a note that cannot be read is none."""
    return next(_found(archive), None)


def _found(archive: Path) -> Iterator[Unfinished]:
    for path in sorted(archive.glob(f"*/{NOTE}")):
        try:
            said = json.loads(path.read_bytes())
            day, mark = date.fromisoformat(said["day"]), said["ledger"]
            yield Unfinished(path.parent, day, mark, frozenset(said["lines"]))
        except (OSError, ValueError, TypeError, KeyError):
            continue
