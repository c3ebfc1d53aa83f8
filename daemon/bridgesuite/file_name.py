"""Names of IN and OUT files, and what they stand for (Bridge Suite's file description)."""

import re
from enum import StrEnum

from msgspec import Struct

# A device's number; more digits than that are no pair, table or board.
_DEVICE = r"([TB]?)([1-9][0-9]{0,5})"
_IN = re.compile(rf"IN_{_DEVICE}\.txt", re.IGNORECASE)
_OUT = re.compile(rf"OUT_{_DEVICE}(_E)?\.txt", re.IGNORECASE)
# Dropbox puts `(Copia in conflitto di ANNA 2026-11-30)` before the ending, in the language of the
# computer, and other clients `(1)`: the brackets are what they have in common.
_CONFLICTED = re.compile(
    rf"OUT_{_DEVICE}(_E)?\s*[(\N{{FULLWIDTH LEFT PARENTHESIS}}].+"
    r"[)\N{FULLWIDTH RIGHT PARENTHESIS}]\.txt",
    re.IGNORECASE,
)
_LEADING_ZERO = re.compile(r"OUT_([TB]?)0+([1-9][0-9]{0,5})(_E)?\.txt", re.IGNORECASE)


class DeviceKind(StrEnum):
    """What a device belongs to: a pair, a table, or a group of boards that travels."""

    PAIR = "pair"
    TABLE = "table"
    BOARD = "board"

    @property
    def prefix(self) -> str:
        """What stands before the number in a file name."""
        return {"pair": "", "table": "T", "board": "B"}[self.value]


class DeviceFile(Struct, frozen=True, order=True):
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


class OutName(Struct, frozen=True):
    """What the name of an OUT file says.

    `encrypted`: it ends in `_E`. `conflicted`: a sync client kept two versions side by side and
    this is the one it put aside, so it is a further source of the same file.
    """

    file: DeviceFile
    encrypted: bool
    conflicted: bool


class Unplaced(Struct, frozen=True):
    """A file that is called OUT_ something and belongs to no device; `advice`: what to do."""

    name: str
    advice: str


def parse_out_name(name: str) -> OutName | Unplaced | None:
    """Say which OUT file a bare file name (without folders) is; None when it is none at all.

    Upper and lower case are the same. Conflicted copies are known by their shape, whatever the
    language: the name of an OUT file, then something in brackets.
    """
    if exact := _OUT.fullmatch(name):
        return _out_name(exact, conflicted=False)
    if copy := _CONFLICTED.fullmatch(name):
        return _out_name(copy, conflicted=True)
    if not name.upper().startswith("OUT_"):
        return None
    return Unplaced(name, _advice(name))


def parse_in_name(name: str) -> DeviceFile | None:
    """Say which device an IN file is for, by its bare name; None when it is no IN file."""
    match = _IN.fullmatch(name)
    return None if match is None else _device_file(match)


def _out_name(match: re.Match[str], *, conflicted: bool) -> OutName:
    return OutName(_device_file(match), encrypted=match[3] is not None, conflicted=conflicted)


def _device_file(match: re.Match[str]) -> DeviceFile:
    kind = next(kind for kind in DeviceKind if kind.prefix == match[1].upper())
    return DeviceFile(kind, int(match[2]))


def _advice(name: str) -> str:
    if zero := _LEADING_ZERO.fullmatch(name):
        meant = _out_name(zero, conflicted=False)
        right = meant.file.out_name(encrypted=meant.encrypted)
        return f"a number does not start with 0: rename it to {right} if that is what it is"
    return (
        "OUT files are called OUT_1.txt (pair), OUT_T1.txt (table) or OUT_B1.txt (first board of "
        "a group), with _E before .txt when encrypted: rename it to the name it should have"
    )
