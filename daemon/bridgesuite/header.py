"""The line at the top of an OUT file that names the device."""

import re

from msgspec import Struct

from daemon.bridgesuite.fields import Line
from daemon.bridgesuite.notation import read_count

_HEADER = re.compile(
    r"\s*Latest\b\s*(?P<latest>[0-9]*)\s*(?:AndroidId\b\s*(?P<device>\S*))?.*", re.IGNORECASE
)

_BEGINNINGS = frozenset("latest"[:length] for length in range(1, len("latest")))


class Header(Struct, frozen=True):
    """`Latest nn  AndroidId xxxx`: the board that was played last, and the device.

    Either is None when it cannot be read.
    """

    line: Line
    latest: int | None
    device: str | None


def is_header(text: str) -> bool:
    """Whether a line is meant to name the device."""
    return _HEADER.fullmatch(text) is not None


def _begins_header(line: Line) -> bool:
    """Whether the file stops within the first word of the line: it is just being written."""
    return not line.ended and line.text.strip().casefold() in _BEGINNINGS


def read_header(line: Line) -> Header | None:
    """Read the line that names the device; None when it is another line."""
    match = _HEADER.fullmatch(line.text)
    if match is None:
        return Header(line, None, None) if _begins_header(line) else None
    # Where the file stops in this line, what is there of the name may be half of it.
    device = (match["device"] or None) if line.ended else None
    return Header(line, read_count(match["latest"]), device)
