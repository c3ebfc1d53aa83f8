"""What happened to results and devices: corrections, newest first, and who wrote which file."""

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from daemon.bridgesuite.file_name import DeviceFile, DeviceKind
from daemon.tournament.claim import Change
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.history import UNKNOWN_DEVICE, FileHistory
from daemon.tournament.version import Version
from daemon.tournament.wording import signed

Came = Callable[[Version], datetime]
"""Tells when a version of a file came in."""

MOST_CORRECTIONS = 60


class Correction(Struct, frozen=True):
    """A result that a device changed; `at` is None where nobody can tell when."""

    play: str
    old: str
    new: str
    at: datetime | None
    file: str
    device: str
    late: bool


class DeviceState(Struct, frozen=True):
    """A file, whose it is, and the devices that wrote it, the newest last.

    `heard` is when its newest version came in.
    """

    section: str
    owner: str
    file: str
    devices: tuple[str, ...]
    results: int
    heard: datetime | None

    @property
    def changed(self) -> bool:
        """Whether more than one device wrote it."""
        return len(self.devices) > 1


def corrections(conclusion: Conclusion, came: Came) -> tuple[Correction, ...]:
    """The last corrections, the newest first; those whose time is not known come behind.

    What a device said in several copies of its file (a sync client made them) is one correction.
    """
    changes = conclusion.merged.changes
    files: dict[object, str] = {}
    found = [
        _correction(one, conclusion, came)
        for one in changes
        if files.setdefault((one.play, one.device, one.old, one.new), one.path) == one.path
    ]
    known = [one for one in found if one.at is not None]
    known.sort(key=lambda one: (one.at is not None, one.at), reverse=True)
    others = [one for one in reversed(found) if one.at is None]
    return (*known, *others)[:MOST_CORRECTIONS]


def _correction(change: Change, conclusion: Conclusion, came: Came) -> Correction:
    old, new = change.old, change.new
    return Correction(
        str(change.play),
        f"{old.outcome} ({signed(old.ns_score)})",
        f"{new.outcome} ({signed(new.ns_score)})",
        _when(change, conclusion, came),
        change.path,
        change.device,
        change.late,
    )


def _when(change: Change, conclusion: Conclusion, came: Came) -> datetime | None:
    """When it came in, as long as it is the last that its device said about the place."""
    history = conclusion.state.histories.get(change.path)
    if history is None:
        return None
    place = (change.device, change.new.place)
    record, version = history.records.get(place), history.versions.get(place)
    is_last = record is not None and record.outcome == change.new.outcome
    return came(version) if is_last and version is not None else None


def devices(conclusion: Conclusion, came: Came) -> tuple[DeviceState, ...]:
    """All files that came in, by section and owner."""
    histories = sorted(
        conclusion.state.histories.values(),
        key=lambda one: (one.section, one.out.file, one.path),
    )
    return tuple(_device(history, came) for history in histories)


def _device(history: FileHistory, came: Came) -> DeviceState:
    names = tuple(name for name in history.devices if name != UNKNOWN_DEVICE)
    return DeviceState(
        history.section,
        owner(history.out.file),
        history.path,
        names,
        len({place for _, place in history.records}),
        None if history.last is None else came(history.last),
    )


def owner(file: DeviceFile) -> str:
    """`table 3`, `pair 12`, `boards from 4`."""
    if file.kind is DeviceKind.BOARD:
        return f"boards from {file.number}"
    return f"{file.kind} {file.number}"
