"""`[devices]`: which tablet is whose."""

import re
from collections.abc import Sequence

from msgspec import Struct

from daemon.bridgesuite.file_name import DeviceFile, DeviceKind
from daemon.movement.wording import listing
from daemon.settings.model import Bound, Section
from daemon.toml import Fault, Kind, Reading, Value, text
from daemon.toml.value import visible

_BOUND = re.compile(r"(?:(?P<section>.+)\s)?(?P<kind>pair|table|board)\s+(?P<number>[1-9]\d{0,5})")
_ID = re.compile(r"[^\s,]{1,64}")


class _Written(Struct, frozen=True):
    section: str | None
    file: DeviceFile


def read_devices(table: Reading, sections: Sequence[Section]) -> dict[str, Bound]:
    """AndroidId -> the file that the device writes: `"58d1c7" = "table 3"`, `"A table 3"`.

    The section stands first where there are several. Several devices may be bound to one file
    (a tablet and the one that replaced it).
    """
    bound = {}
    for device in table.table.entries:
        written = table.get(device, _BOUND_TO)
        if not _ID.fullmatch(device):
            message = (
                f'"{visible(device)}" is no AndroidId: copy it from the log, where it stands '
                "behind the word device"
            )
            table.tell("value", message, table.table.span_of(device))
        elif written is not None:
            section = _section(table, device, written, sections)
            if section is not None:
                bound[device] = Bound(section, written.file)
    return bound


def _read_bound(name: str, value: Value, faults: list[Fault]) -> _Written | None:
    written = text.read(name, value, faults)
    if written is None:
        return None
    found = _BOUND.fullmatch(written.strip())
    if found is None:
        message = f'{name} is like "table 3", "pair 12" or "board 4", not "{visible(written)}"'
        faults.append(Fault("value", message, value.span))
        return None
    file = DeviceFile(DeviceKind(found["kind"]), int(found["number"]))
    return _Written(found["section"] and found["section"].strip(), file)


_BOUND_TO: Kind[_Written] = Kind('a text such as "table 3"', _read_bound)


def _section(
    table: Reading, device: str, written: _Written, sections: Sequence[Section]
) -> str | None:
    names = [section.name for section in sections]
    if written.section in names or (written.section is None and len(names) == 1):
        return written.section or names[0]
    if not names:
        return None  # what is wrong with them was told
    where = f"{written.file.kind} {written.file.number}"
    if written.section is None:
        message = (
            f'say in which section, as in "{names[0]} {where}"; the sections are {listing(names)}'
        )
    else:
        message = (
            f'there is no section "{visible(written.section)}"; the sections are {listing(names)}'
        )
    table.tell("value", message, table.table.value_span(device))
    return None
