"""What a configuration will be able to say one day, and cannot say yet.

Such keys are not misspelt, and must not be passed over as if they had been followed.
"""

from collections.abc import Iterable

from daemon.toml import Reading, Table

LATER = "later"
"""How the code of these problems ends: `config-later`."""

TABLES = ("web",)
PUBLISH = (
    *("hide_first_rounds", "hide_last_rounds"),
    *("languages", "correction_minutes"),
)


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
