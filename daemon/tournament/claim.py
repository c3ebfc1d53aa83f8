"""What files say about the plays of a plan."""

from dataclasses import dataclass, field

from msgspec import Struct

from daemon.bridgesuite.file_name import DeviceFile
from daemon.bridgesuite.record import HeldLine, Record
from daemon.tournament.play import Play
from daemon.tournament.version import Version


@dataclass(frozen=True, slots=True)
class Claim:
    """What one device says about a play in one file; `version` is the one that brought it."""

    path: str
    device: str
    record: Record
    file: DeviceFile
    version: Version | None = field(compare=False)

    @property
    def order(self) -> int:
        """The place of that version among all that were let in."""
        return 0 if self.version is None else self.version.order


class Suspended(Struct, frozen=True):
    """A line about a play that must not be scored."""

    path: str
    device: str
    line: HeldLine


class Change(Struct, frozen=True):
    """A device entered another result for a play. `late`: when the opponents were gone."""

    path: str
    device: str
    play: Play
    old: Record
    new: Record
    late: bool
