"""dBASE tables (.dbf), as far as a list of players needs: their text and number fields.

A table is a header of 32 bytes, 32 bytes for each field, and records of a fixed length; a record
that begins with `*` was deleted.
"""

import struct

from msgspec import Struct

from daemon.frbe.spreadsheet import Sheet, SheetRow
from daemon.problem import Problem, Severity

_VERSIONS = frozenset(b"\x02\x03\x04\x05\x30\x31\x32\x43\x63\x83\x8b\x8c\xcb\xe5\xf5\xfb")
_HEADER = struct.Struct("<xxxxIHH")
_FIELD = struct.Struct("<11scxxxxB")
_FIELD_SIZE = 32
_END_OF_FIELDS = 0x0D
_DELETED = 0x2A
_CODE_PAGE = 29
# DOS code pages by the mark that the header has for them; everything else is read as cp1252.
_CODE_PAGES = {0x01: "cp437", 0x02: "cp850"}


class _Field(Struct, frozen=True):
    name: str
    start: int
    end: int


def is_dbf(data: bytes) -> bool:
    """Whether the bytes begin as a dBASE table does."""
    return len(data) >= _FIELD_SIZE and data[0] in _VERSIONS


def read_dbf(data: bytes, name: str) -> tuple[Sheet | None, Problem | None]:
    """Read all records that are not deleted; what stands in a field comes as text.

    The "line" of a record is its number. Code: `list-file` (error: no table).
    """
    records, header_size, record_size = _HEADER.unpack_from(data)
    fields = _fields(data[:header_size])
    if not fields or fields[-1].end > record_size or header_size > len(data):
        message = "the table is damaged: its header does not tell its fields; fetch the file anew"
        return None, Problem(Severity.ERROR, "list-file", message, name)
    encoding = _CODE_PAGES.get(data[_CODE_PAGE], "cp1252")
    there = (len(data) - header_size) // record_size
    if there < records:
        message = (
            f"the table is cut off: it should have {records:,} records, and {there:,} are there; "
            "fetch the file anew"
        )
        return None, Problem(Severity.ERROR, "list-file", message, name)
    rows = []
    for number in range(records):
        start = header_size + number * record_size
        record = data[start : start + record_size]
        if record[0] != _DELETED:
            texts = (record[each.start : each.end].decode(encoding, "replace") for each in fields)
            rows.append(SheetRow(number + 1, tuple(text.strip("\0 ") for text in texts)))
    return Sheet(SheetRow(0, tuple(each.name for each in fields)), tuple(rows)), None


def _fields(header: bytes) -> list[_Field]:
    fields = []
    start = 1  # behind the mark of deletion
    for place in range(_FIELD_SIZE, len(header) - _FIELD_SIZE + 1, _FIELD_SIZE):
        if header[place] == _END_OF_FIELDS:
            break
        raw, _kind, length = _FIELD.unpack_from(header, place)
        name = raw.split(b"\0")[0].decode("ascii", "replace").strip()
        fields.append(_Field(name, start, start + length))
        start += length
    return fields
