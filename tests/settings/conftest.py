"""A configuration that is right, for tests to change a line of."""

from collections.abc import Callable

import pytest

from daemon.problem import Problem, Source
from daemon.settings.model import Settings
from daemon.settings.reading import read_settings

EVENT = 'name = "Tuesday pairs"\ndate = 2026-12-01'
FOLDER = 'path = "box"'
SECTION = 'name = "A"\nmovement = "howell.asc"\nboards_per_round = 3'

Change = Callable[[str, str], tuple[Settings | None, tuple[Problem, ...]]]


@pytest.fixture
def with_key() -> Change:
    """Read the smallest configuration with one more `key = value` in a table."""

    def read(table: str, line: str) -> tuple[Settings | None, tuple[Problem, ...]]:
        key = line.partition(" = ")[0]
        tables = {"event": EVENT, "folder": FOLDER, "section": SECTION}
        tables.setdefault(table, "")
        kept = [old for old in tables[table].splitlines() if not old.startswith(f"{key} = ")]
        tables[table] = "\n".join([line, *kept])
        headings = {"section": "[[section]]"}
        text = "\n".join(
            f"{headings.get(name, f'[{name}]')}\n{body}" for name, body in tables.items()
        )
        return read_settings(Source("t.toml", text))

    return read
