"""Names of IN and OUT files, and what they stand for."""

from dataclasses import dataclass
from enum import StrEnum


class DeviceKind(StrEnum):
    """What a device belongs to: a pair, a table, or a group of boards that travels."""

    PAIR = "pair"
    TABLE = "table"
    BOARD = "board"

    @property
    def prefix(self) -> str:
        """What stands before the number in a file name."""
        return {"pair": "", "table": "T", "board": "B"}[self.value]


@dataclass(frozen=True, slots=True, order=True)
class DeviceFile:
    """A device's pair of files; `number` is the pair, the table or the group's first board."""

    kind: DeviceKind
    number: int

    @property
    def in_name(self) -> str:
        """`IN_2.txt`, `IN_T2.txt`, `IN_B4.txt`."""
        return f"IN_{self.kind.prefix}{self.number}.txt"

    def out_name(self, *, encrypted: bool) -> str:
        """`OUT_2.txt`, or `OUT_2_E.txt` when encrypted."""
        return f"OUT_{self.kind.prefix}{self.number}{'_E' if encrypted else ''}.txt"
