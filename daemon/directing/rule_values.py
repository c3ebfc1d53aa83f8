"""Keys and values as somebody types them, without the quotes that TOML wants."""

import tomllib
from collections.abc import Iterable
from typing import cast

from daemon.toml.editing import Plain

_TEXTS = frozenset({"section", "contract", "declarer", "reason", "boards", "file", "code"})
"""Keys whose values are always texts, also where they look like a number (section 1)."""


class UsageError(ValueError):
    """It cannot be understood; the message says how it is written."""


def read_values(written: Iterable[str]) -> dict[str, Plain]:
    """The keys and values of an entry, in their order. Raises UsageError."""
    values: dict[str, Plain] = {}
    for one in written:
        key, equals, value = one.partition("=")
        key = key.strip()
        if not equals or not key:
            raise UsageError(f"{one} is no KEY=VALUE: write it as in board=7 or contract=3NT")
        if key in values:
            raise UsageError(f"{key} is given twice: take one of them out")
        values[key] = read_value(key, value.strip())
    return values


def read_value(key: str, written: str) -> Plain:
    """What TOML makes of a value, else the text itself."""
    try:
        read = tomllib.loads(f"value = {written}")
    except ValueError:
        return written
    if read.keys() != {"value"}:
        return written
    value = cast("Plain", read["value"])
    return written if key in _TEXTS and not isinstance(value, str) else value
