"""What files say about the plays of a plan."""

from dataclasses import dataclass, field

from msgspec import Struct

from daemon.bridgesuite.file_name import DeviceFile
from daemon.bridgesuite.record import HeldLine, Record
from daemon.tournament.play import Play


@dataclass(frozen=True, slots=True)
class Claim:
    """What one device says about a play in one file.

    `order` is the place of the version that brought it among all that were received.
    """

    path: str
    device: str
    record: Record
    file: DeviceFile
    order: int = field(compare=False)


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
