"""What a configuration will be able to say one day, and cannot say yet.

Such keys are not misspelt, and must not be passed over as if they had been followed.
"""

from collections.abc import Iterable
from typing import TypeVar

from daemon.toml import Fault, Kind, Reading, Table, Value

T = TypeVar("T")

LATER = "later"
"""How the code of these problems ends: `config-later`."""

TABLES = ("dropbox", "web")
PUBLISH = (
    *("push", "hide_first_rounds", "hide_last_rounds"),
    *("languages", "correction_minutes"),
)

KINDS = ("dropbox",)

_NOT_AVAILABLE = "is not available in this version of tournamentd"


def refuse_later(reading: Reading, keys: Iterable[str]) -> None:
    """Refuse those of the keys that are there."""
    for key in keys:
        value = reading.table.value(key)
        if value is not None:
            name = reading.table.full_name(key)
            if isinstance(value.content, Table):
                name = value.content.heading
            reading.refuse(key, LATER, f"{name} {_NOT_AVAILABLE}; take it out")


def available(kind: Kind[T], later: tuple[str, ...]) -> Kind[T]:
    """A kind, some of whose values are not available yet."""

    def read(name: str, value: Value, faults: list[Fault]) -> T | None:
        if value.content not in later:
            return kind.read(name, value, faults)
        message = f'{name} = "{value.content}" {_NOT_AVAILABLE}; write {kind.expected}'
        faults.append(Fault(LATER, message, value.span))
        return None

    return Kind(kind.expected, read)
