"""Reads `rulings.toml`: every entry that is right counts, whatever stands in the others."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from daemon.problem import Problem, Source, Span
from daemon.toml import Reading, day, read_toml
from daemon.tournament.entry import RulingsRead
from daemon.tournament.ruling_entry import (
    RulingEntry,
    read_artificial_entry,
    read_not_played_entry,
    read_result_entry,
)

LATER_KINDS = (
    *("split", "weighted", "accept", "moved", "reversed"),
    *("absent", "fouled", "correction", "acknowledge"),
)
"""Entries that the format knows and this version does not."""


@dataclass(frozen=True, slots=True)
class RulingsText:
    """The rulings file as it was last read.

    `text` is the newest text. All else is of the last one that could be read at all (`source`;
    None before there was one), but for `unread`, which says why a newer text is not used.
    `day` is the event that the file says it is for; `faults` are the problems of single entries;
    `from_start` are the entries of the first text.
    """

    text: str | None = None
    source: Source | None = None
    day: date | None = None
    day_span: Span | None = None
    entries: tuple[RulingEntry, ...] = ()
    from_start: tuple[RulingEntry, ...] = ()
    faults: tuple[Problem, ...] = ()
    unread: tuple[Problem, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the file, before anybody asks which plays it is about."""
        return (*self.unread, *self.faults)


def no_rulings() -> RulingsText:
    """Before the file was read for the first time."""
    return RulingsText()


def read_rulings(fact: RulingsRead, before: RulingsText) -> RulingsText:
    """Take a new text of the file; one that is broken or suddenly empty leaves the old entries."""
    source = Source(fact.name, fact.text)
    document, problems = read_toml(source)
    if document is None:
        kept = source.error(
            "rulings-unreadable",
            "the file is not read until this is mended; the rulings that were read last "
            f"({len(before.entries)}) stay in force",
        )
        return replace(before, text=fact.text, unread=(*problems, kept))
    if not fact.text.strip() and before.entries:
        emptied = source.error(
            "rulings-empty",
            f"the file is suddenly empty; the rulings that were read last ({len(before.entries)}) "
            "stay in force; to withdraw them all leave a comment in the file",
        )
        return replace(before, text=fact.text, unread=(emptied,))
    reading = Reading(source, document.table, "rulings")
    event = reading.get("event", day)
    entries = tuple(sorted(_entries(reading), key=lambda entry: entry.span))
    _refuse_later(reading)
    reading.refuse_unknown()
    return RulingsText(
        fact.text,
        source,
        event,
        document.table.value_span("event"),
        entries,
        entries if before.source is None else before.from_start,
        reading.problems(),
    )


def _entries(reading: Reading) -> Iterator[RulingEntry]:
    found = [
        *(read_result_entry(one, replaces=False) for one in reading.children("result")),
        *(read_result_entry(one, replaces=True) for one in reading.children("assigned")),
        *(read_artificial_entry(one) for one in reading.children("artificial")),
        *(read_not_played_entry(one) for one in reading.children("not_played")),
    ]
    return (entry for entry in found if entry is not None)


def _refuse_later(reading: Reading) -> None:
    for kind in LATER_KINDS:
        if kind in reading.table:
            message = f"[[{kind}]] is not available in this version of tournamentd; take it out"
            reading.refuse(kind, "later", message)
