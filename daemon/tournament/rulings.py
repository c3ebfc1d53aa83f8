"""Reads `rulings.toml`: every entry that is right counts, whatever stands in the others."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from difflib import get_close_matches

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.problem import Problem, Source, Span
from daemon.toml import Reading, Table, Value, day, read_toml, truth
from daemon.tournament.entry import RulingsRead
from daemon.tournament.entry_readers import READERS
from daemon.tournament.ruling_entry import RulingEntry

Subject = tuple[str, tuple[tuple[str, str], ...]]
"""The kind of an entry, and the keys that say what it is about, with their values."""

_SUBJECT_KEYS = (
    *("board", "boards", "from_board", "round", "table", "ns", "ew", "section"),
    *("contestant", "code", "file"),
)


class RulingsText(Struct, frozen=True):
    """The rulings file as it was last read.

    `text` is the newest text. All else is of the last one that could be read at all (`source`;
    None before there was one), but for `unread`, which says why a newer text is not used.
    `day` is the event that the file says it is for; `closed` says that the evening is over;
    `faults` are the problems of single entries; `from_start` are the entries of the first text;
    `by_subject` are all by their kind and what they are about.
    """

    text: str | None = None
    source: Source | None = None
    day: date | None = None
    day_span: Span | None = None
    closed: bool = False
    entries: tuple[RulingEntry, ...] = ()
    from_start: tuple[RulingEntry, ...] = ()
    by_subject: Mapping[Subject, RulingEntry] = field(default_factory=dict)
    faults: tuple[Problem, ...] = ()
    unread: tuple[Problem, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the file, before anybody asks which plays it is about."""
        return (*self.unread, *self.faults)

    def is_of_another_day(self, event: date) -> bool:
        """Whether there are rulings, and they say that they are for another event."""
        return self.day not in {None, event} and bool(self.entries or self.closed)


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
    if not fact.text.strip() and (before.entries or before.closed):
        emptied = source.error(
            "rulings-empty",
            f"the file is suddenly empty; the rulings that were read last ({len(before.entries)}) "
            "stay in force; to withdraw them all leave a comment in the file",
        )
        return replace(before, text=fact.text, unread=(emptied,))
    reading = Reading(source, document.table, "rulings")
    event = reading.get("event", day)
    closed = reading.get("closed", truth, default=False)
    read = sorted(_entries(reading, before), key=lambda one: one[1].span)
    reading.refuse_unknown()
    entries = tuple(entry for _, entry in read)
    return RulingsText(
        fact.text,
        source,
        event,
        document.table.value_span("event"),
        closed,
        entries,
        entries if before.source is None else before.from_start,
        dict(read),
        reading.problems(),
    )


def _entries(reading: Reading, before: RulingsText) -> Iterator[tuple[Subject, RulingEntry]]:
    """The entries that are right.

    One that is wrong now and was right before is being typed: it stays what it was.
    """
    wrong: list[tuple[str, Reading]] = []
    present: set[Subject] = set()
    for kind, read in READERS.items():
        for one in reading.children(kind):
            subject, entry = _subject(kind, one), read(one)
            present.add(subject)
            if entry is not None:
                yield subject, entry
            else:
                wrong.append((kind, one))
    for kind in reading.unknown():
        likely = get_close_matches(kind, READERS, n=1)
        tables = (value.content for value in _listed(reading.table.value(kind)))
        wrong += [
            (likely[0], Reading(reading.source, table, reading.codes))
            for table in tables
            if likely and isinstance(table, Table)
        ]
    for kind, one in wrong:
        subject = _subject(kind, one)
        old = subject if subject in before.by_subject else _likely(subject, before, present)
        if old is not None:
            present.add(old)
            _say_it_stays(reading, old, one)
            yield old, replace(before.by_subject[old], span=one.table.span)


def _listed(value: Value | None) -> tuple[Value, ...]:
    """The elements of a list of tables; none for anything else."""
    content = None if value is None else value.content
    return content if isinstance(content, tuple) else ()


def _subject(kind: str, reading: Reading) -> Subject:
    """What an entry is about, whether or not it is right: its kind, boards and people."""
    values = ((key, reading.table.value(key)) for key in _SUBJECT_KEYS)
    return kind, tuple((key, str(value.content)) for key, value in values if value is not None)


def _likely(subject: Subject, before: RulingsText, present: Collection[Subject]) -> Subject | None:
    """The entry of before that a wrong one most likely is: of its kind, and not there any more."""
    kind, keys = subject
    gone = [one for one in before.by_subject if one[0] == kind and one not in present]
    shared = {one: len(set(one[1]) & set(keys)) for one in gone}
    most = max(shared.values(), default=0)
    best = [one for one in gone if shared[one] == most]
    return best[0] if len(best) == 1 and (most or len(gone) == 1) else None


def _say_it_stays(reading: Reading, old: Subject, one: Reading) -> None:
    kind, keys = old
    about = ", ".join(f"{key} = {value}" for key, value in keys)
    message = f"until that is mended, what [[{kind}]] {about} said before stays in force"
    told = [problem.span for each in one.readings() for problem in each.told]
    reading.tell("kept", message, next(filter(None, told), one.table.span))
