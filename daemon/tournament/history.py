"""The versions of one OUT file, folded: what each device that wrote it says now.

Only the order of one file's own versions matters here, so the order in which different files
arrive cannot change anything.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.bridgesuite.file_name import OutName
from daemon.bridgesuite.record import HeldLine, OutFile, Place, Record
from daemon.problem import Problem
from daemon.tournament.reading import Reading
from daemon.tournament.version import Version

UNKNOWN_DEVICE = ""
"""Stands for the device of a file without a header line."""

Claimed = tuple[str, Place]
"""A device and the place that it says something about."""

_TORN = "line-torn"


class Correction(Struct, frozen=True):
    """A device entered another result for a place.

    `entered` are the places it had entered before it did so: whether the opponents were gone by
    then is for the plan to say.
    """

    device: str
    old: Record
    new: Record
    entered: frozenset[Place]


class FileHistory(Struct, frozen=True):
    """What is known of one OUT file after some versions of it.

    `records` holds, for every device that wrote the file, the last good record of every place.
    `held` are the lines of every device that must not be scored; what a device had said before
    about their places is suspended. `vanished` is what the newest version of a device says
    nothing about any more: its last word on it stands. `unsigned` are those of them of which that
    is known from an empty version alone, without device and lines. `problems` are
    those of the newest version as a whole. `devices` come in the order in which they last took the
    file over. `versions` says with which one a record came to be what it is, and `last` is the
    newest; `newest` are the lines of the newest that could be read.
    """

    path: str
    section: str
    out: OutName
    devices: tuple[str, ...] = ()
    records: Mapping[Claimed, Record] = field(default_factory=dict)
    held: Mapping[str, tuple[HeldLine, ...]] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    vanished: frozenset[Claimed] = frozenset()
    unsigned: frozenset[Claimed] = frozenset()
    problems: tuple[Problem, ...] = ()
    versions: Mapping[Claimed, Version] = field(default_factory=dict)
    last: Version | None = None
    newest: tuple[Record | HeldLine, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The texts of the newest version."""
        return tuple(line.text for line in self.newest)

    @property
    def device(self) -> str:
        """The device that wrote the newest version."""
        return self.devices[-1] if self.devices else UNKNOWN_DEVICE

    @property
    def suspended(self) -> frozenset[Claimed]:
        """The places about which a device has last said something that must not be scored."""
        return frozenset(
            (device, line.place)
            for device, lines in self.held.items()
            for line in lines
            if line.place is not None
        )


def new_history(path: str, section: str, out: OutName) -> FileHistory:
    """A file of which no version was read yet."""
    return FileHistory(path, section, out)


def take(history: FileHistory, reading: Reading, version: Version) -> FileHistory:
    """The history after one more version."""
    history = replace(history, last=version)
    if reading.content is None:
        # The last good reading stays.
        return replace(history, problems=(reading.problem,) if reading.problem else ())
    content = reading.content
    if not (content.device or content.lines):
        return _emptied(history, content)
    before, history = history, _meet_device(history, content)
    device = history.device
    steps = _steps(history, content)
    held = (*_kept_held(history, content), *_held(content))
    mentioned = {line.place for line in content.lines}
    known = {place for owner, place in history.records if owner == device}
    known |= {line.place for line in held if line.place is not None}
    new = {(device, place): version for place in steps if _is_news(history, steps[place])}
    gone = frozenset((device, place) for place in known - mentioned)
    others = _of_others(history.vanished, device)
    if device != before.device:
        # An empty version began this device's file: the one before it has taken nothing back.
        others -= before.unsigned
    return replace(
        history,
        versions={**history.versions, **new},
        newest=content.lines,
        records={**history.records, **{(device, place): steps[place][-1] for place in steps}},
        held={**history.held, device: held},
        corrections=(*history.corrections, *_corrections(history, content, steps)),
        vanished=others | gone,
        unsigned=frozenset(),
        problems=content.problems,
    )


def _emptied(history: FileHistory, content: OutFile) -> FileHistory:
    """After a version that has no line and does not say whose it is.

    Somebody emptied the file, or begins to write it: who, the next version says.
    """
    own = {claimed for claimed in history.records if claimed[0] == history.device}
    own |= {
        (history.device, line.place) for line in history.held.get(history.device, ()) if line.place
    }
    gone = frozenset(own) - history.vanished
    return replace(
        history,
        newest=(),
        vanished=history.vanished | gone,
        unsigned=history.unsigned | gone,
        problems=content.problems,
    )


def _meet_device(history: FileHistory, content: OutFile) -> FileHistory:
    """Note who wrote this version; a file that lost its header is still its last device's."""
    device = content.device or history.device
    if device in history.devices[-1:] or not (content.lines or content.device):
        return history
    if history.devices == (UNKNOWN_DEVICE,):
        return _named(history, device)
    others = tuple(other for other in history.devices if other != device)
    return replace(history, devices=(*others, device))


def _named(history: FileHistory, device: str) -> FileHistory:
    """The header came later than the first lines: those were this device's too."""
    return replace(
        history,
        devices=(device,),
        records={(device, place): record for (_, place), record in history.records.items()},
        held={device: history.held.get(UNKNOWN_DEVICE, ())},
        versions={(device, place): one for (_, place), one in history.versions.items()},
        corrections=tuple(replace(one, device=device) for one in history.corrections),
        vanished=frozenset((device, place) for _, place in history.vanished),
    )


def _held(content: OutFile) -> tuple[HeldLine, ...]:
    """The held lines that no later good line of their place has made up for."""
    good = {line.place: line.line for line in content.records}
    return tuple(
        line for line in content.held if line.place is None or good.get(line.place, 0) < line.line
    )


def _kept_held(history: FileHistory, content: OutFile) -> tuple[HeldLine, ...]:
    """The device's held lines of before about which this version says nothing whole.

    A torn line was never meant, and one without a place is gone when it is gone.
    """
    told = {line.place for line in content.lines if not _is_torn(line)}
    return tuple(
        line
        for line in history.held.get(history.device, ())
        if line.place is not None and line.place not in told and not _is_torn(line)
    )


def _is_torn(line: Record | HeldLine) -> bool:
    return isinstance(line, HeldLine) and line.problem.code == _TORN


def _steps(history: FileHistory, content: OutFile) -> dict[Place, Sequence[Record]]:
    """What the device has said of each place, from what was known before to its last good line."""
    said: dict[Place, list[Record]] = {}
    for record in content.records:
        said.setdefault(record.place, []).append(record)
    suspended = {line.place for line in _held(content)}
    steps: dict[Place, Sequence[Record]] = {}
    for place, records in said.items():
        old = history.records.get((history.device, place))
        if old is None or records == [old]:
            steps[place] = records
        elif since := _since(old, records):
            steps[place] = since
        elif place not in suspended:
            steps[place] = (old, *records)
        # Else the line that is held now may be the known one, torn while it is written again.
    return steps


def _is_news(history: FileHistory, said: Sequence[Record]) -> bool:
    """Whether the device says something else than it did, or something for the first time."""
    old = history.records.get((history.device, said[-1].place))
    return old is None or (old is not said[-1] and old.outcome != said[-1].outcome)


def _since(old: Record, records: Sequence[Record]) -> Sequence[Record]:
    """The records from a known one on; none when it is not among them."""
    for index, record in enumerate(records):
        # The time at the end of a last line may have been cut short.
        if record.line == old.line and record.text.startswith(old.text):
            return records[index:]
    for index in reversed(range(len(records))):
        # A line that came in above (the header, mostly) moves those below it.
        if records[index].text == old.text:
            return records[index:]
    return ()


def _corrections(
    history: FileHistory, content: OutFile, steps: Mapping[Place, Sequence[Record]]
) -> list[Correction]:
    """What this version says otherwise than the device did before, in the order of its lines."""
    device = history.device
    before = frozenset(place for owner, place in history.records if owner == device)
    # When all is played, the places are the same for every correction: once is enough.
    shared = {one.entered: one.entered for one in history.corrections[-1:]}
    found = [
        Correction(device, old, new, shared.setdefault(entered, entered))
        for records in steps.values()
        for old, new in pairwise(records)
        if old.outcome != new.outcome
        for entered in (before | _places_above(content, new.line),)
    ]
    return sorted(found, key=lambda one: one.new.line)


def _places_above(content: OutFile, line: int) -> frozenset[Place]:
    return frozenset(
        other.place for other in content.lines if other.line < line and other.place is not None
    )


def _of_others(claims: frozenset[Claimed], device: str) -> frozenset[Claimed]:
    return frozenset(claimed for claimed in claims if claimed[0] != device)
