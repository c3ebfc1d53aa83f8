"""The name that a report is sent under: `625OPE1a.618`.

Month of the last day in hexadecimal, its day, the kind of tournament, two free characters, and
the club that sends it.
"""

import re
from collections.abc import Collection, Iterator
from datetime import date
from enum import StrEnum
from itertools import chain, product
from string import ascii_lowercase, digits

from msgspec import Struct

from daemon.frbe.wording import listing

_MONTHS = "123456789ABC"
_NAME = re.compile(r"(.)(..)(...)(..)\.(.{3})", re.DOTALL)
_FREE = re.compile(r"[A-Za-z0-9$]{2}", re.ASCII)
_DAY = re.compile(r"0[1-9]|[12]\d|3[01]", re.ASCII)
_CLUB = re.compile(r"(?!000)\d{3}", re.ASCII)


class Kind(StrEnum):
    """Kinds of tournament that a report may be built for."""

    INTERCLUB = "INT"
    LINES24 = "24L"
    OPEN = "OPE"
    CLOSED = "GRI"


RESERVED = "ELO"
"""A kind that the federation keeps for itself."""


class FileName(Struct, frozen=True):
    """What a name says: month and day of the last day, and the club."""

    month: int
    day: int
    club: int

    def is_of(self, last_day: date) -> bool:
        """Whether it names this day."""
        return (self.month, self.day) == (last_day.month, last_day.day)


def read_file_name(name: str) -> tuple[FileName | None, tuple[str, ...]]:
    """Read a name; upper and lower case are the same. What is wrong with it, in words."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None, ("it has not the form of 625OPE1a.618 (8 characters, a point, 3 digits)",)
    month, day, kind, free, club = match.groups()
    wrong = []
    if month.upper() not in _MONTHS:
        wrong.append("the month, its first character, is none of 1 to 9, A, B and C")
    if not _DAY.fullmatch(day):
        wrong.append("the day, its second and third character, is none of 01 to 31")
    if kind.upper() == RESERVED:
        wrong.append("the kind ELO is reserved for the federation")
    elif kind.upper() not in set(Kind):
        wrong.append(f"the kind, characters 4 to 6, is none of {listing(list(Kind))}")
    if not _FREE.fullmatch(free):
        wrong.append("characters 7 and 8 are not letters, digits or $")
    if not _CLUB.fullmatch(club):
        wrong.append("the club, behind the point, is none of 001 to 999")
    if wrong:
        return None, tuple(wrong)
    return FileName(_MONTHS.index(month.upper()) + 1, int(day), int(club)), ()


def make_file_name(last_day: date, kind: Kind, free: str, club: int) -> str:
    """Write a name. ValueError when `free` or `club` cannot stand in one."""
    if not _FREE.fullmatch(free):
        raise ValueError(f"{free!r}: the two free characters are letters, digits or $")
    if not 1 <= club <= 999:
        raise ValueError(f"{club}: a club is 1 to 999")
    return f"{_MONTHS[last_day.month - 1]}{last_day.day:02}{kind}{free}.{club:03}"


def free_file_name(
    last_day: date, kind: Kind, free: str, club: int, taken: Collection[str]
) -> str | None:
    """The first name that is not taken (in any case), from `free` on; None when all are.

    After `free` come 1a, 1b, ... 1z, 2a, ... 9z.
    """
    there = {name.casefold() for name in taken}
    names = (make_file_name(last_day, kind, each, club) for each in chain([free], _suffixes()))
    return next((name for name in names if name.casefold() not in there), None)


def _suffixes() -> Iterator[str]:
    return (f"{digit}{letter}" for digit, letter in product(digits[1:], ascii_lowercase))
