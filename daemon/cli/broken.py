"""What a configuration still says though it is broken: all of it may be, or one line."""

import re
import tomllib
from collections.abc import Mapping

from daemon.problem import Source

_HEADING = re.compile(r"\s*\[\s*([A-Za-z0-9_-]*)")


def toml_or_none(text: str) -> dict[str, object] | None:
    """TOML as Python has it; None when it is none."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):  # TOML that is none, or a number without end
        return None


def table_or_nothing(value: object) -> Mapping[str, object]:
    """A value that should be a table."""
    return value if isinstance(value, dict) else {}


def still_says(configuration: Source | None, table: str, key: str) -> object:
    """The value of a key; None when nothing says it. Line by line where the whole is no TOML."""
    if configuration is None:
        return None
    whole = toml_or_none(configuration.text)
    if whole is not None:
        return table_or_nothing(whole.get(table)).get(key)
    heading = None
    for line in configuration.lines:
        if begins := _HEADING.match(line):
            heading = begins[1]
            continue
        said = table_or_nothing(toml_or_none(line))
        if heading is None:  # above all tables it may stand as `logging.file`
            said = table_or_nothing(said.get(table))
        if heading in {None, table} and key in said:
            return said[key]
    return None
