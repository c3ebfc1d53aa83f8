"""The versions of one OUT file, folded: what each device that wrote it says now.

Only the order of one file's own versions matters here, so the order in which different files
arrive cannot change anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from daemon.bridgesuite.file_name import OutName
from daemon.bridgesuite.record import HeldLine, OutFile, Place, Record
from daemon.problem import Problem
from daemon.tournament.reading import Reading

UNKNOWN_DEVICE = ""
"""Stands for the device of a file without a header line."""

Claimed = tuple[str, Place]
"""A device and the place that it says something about."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A device entered another result for a place.

    `entered` are the places it had entered before it did so: whether the opponents were gone by
    then is for the plan to say.
    """

    device: str
    old: Record
    new: Record
    entered: frozenset[Place]


@dataclass(frozen=True, slots=True)
class FileHistory:
    """What is known of one OUT file after some versions of it.

    `records` holds, for every device that wrote the file, the last good record of every place.
    `held` are the lines of the newest version that must not be scored; a place among them suspends
    what its device had said before. `vanished` is what a device no longer says. `problems` are
    those of the newest version as a whole. `devices` come in the order in which they appeared.
    """

    path: str
    section: str
    out: OutName
    devices: tuple[str, ...] = ()
    records: Mapping[Claimed, Record] = field(default_factory=dict)
    held: tuple[HeldLine, ...] = ()
    corrections: tuple[Correction, ...] = ()
    vanished: frozenset[Claimed] = frozenset()
    problems: tuple[Problem, ...] = ()

    @property
    def device(self) -> str:
        """The device that wrote the newest version."""
        return self.devices[-1] if self.devices else UNKNOWN_DEVICE

    def suspends(self, claimed: Claimed) -> bool:
        """Whether the newest version says something unreadable about a place that it had told."""
        device, place = claimed
        return device == self.device and any(line.place == place for line in self.held)


def new_history(path: str, section: str, out: OutName) -> FileHistory:
    """A file of which no version was read yet."""
    return FileHistory(path, section, out)


def take(history: FileHistory, reading: Reading) -> FileHistory:
    """The history after one more version."""
    if reading.content is None:
        problems = () if reading.problem is None else (reading.problem,)
        return replace(history, problems=problems)
    content = reading.content
    history = _meet_device(history, content)
    device = history.device
    said = _said(content)
    records = dict(history.records)
    corrections = list(history.corrections)
    before = frozenset(place for owner, place in records if owner == device)
    for place, lines in said.items():
        old = records.get((device, place))
        steps = lines if old is None else (old, lines[-1])
        for earlier, later in pairwise(steps):
            if earlier.outcome != later.outcome:
                entered = before | _places_above(content, later.line)
                corrections.append(Correction(device, earlier, later, entered))
        records[(device, place)] = lines[-1]
    held = _held(content)
    now = set(said) | {line.place for line in held}
    vanished = frozenset(
        claimed for claimed in records if claimed[0] == device and claimed[1] not in now
    ) | frozenset(claimed for claimed in history.vanished if claimed[0] != device)
    return replace(
        history,
        records=records,
        held=held,
        corrections=tuple(corrections),
        vanished=vanished,
        problems=(*content.problems, *(() if reading.problem is None else (reading.problem,))),
    )


def _meet_device(history: FileHistory, content: OutFile) -> FileHistory:
    """Note who wrote this version; a file that lost its header is still its last device's."""
    device = content.device or history.device
    if device == history.device and history.devices:
        return history
    if history.devices and history.device == UNKNOWN_DEVICE:
        # The header came later than the first lines: those were this device's too.
        named = {
            (device if owner == UNKNOWN_DEVICE else owner, place): record
            for (owner, place), record in history.records.items()
        }
        return replace(history, devices=(*history.devices[:-1], device), records=named)
    if device == UNKNOWN_DEVICE and not content.lines:
        return history
    others = tuple(other for other in history.devices if other != device)
    return replace(history, devices=(*others, device))


def _said(content: OutFile) -> dict[Place, list[Record]]:
    """The records of each place in order; none for a place whose last line is held."""
    said: dict[Place, list[Record]] = {}
    for line in content.lines:
        if isinstance(line, Record):
            said.setdefault(line.place, []).append(line)
    for line in _held(content):
        if line.place is not None:
            said.pop(line.place, None)
    return said


def _held(content: OutFile) -> tuple[HeldLine, ...]:
    """The held lines that no later good line of their place has made up for."""
    good_after = {line.place: line.line for line in content.lines if isinstance(line, Record)}
    return tuple(
        line
        for line in content.lines
        if isinstance(line, HeldLine)
        and (line.place is None or good_after.get(line.place, 0) < line.line)
    )


def _places_above(content: OutFile, line: int) -> frozenset[Place]:
    return frozenset(
        other.place for other in content.lines if other.line < line and other.place is not None
    )
