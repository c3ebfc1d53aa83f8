"""An evening at noon, and daemons that are processes of their own."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.birth import Nursery
from tests.faults.evening import Evening, at_noon, prepare
from tests.faults.life import Life

Start = Callable[..., Life]


@pytest.fixture(scope="module", autouse=True)
def noon() -> Iterator[None]:
    """No evening runs past its midnight."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = at_noon()
    time.tzset()
    yield
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as made:
        yield made


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return prepare(tmp_path / "evening")


@pytest.fixture
def start(evening: Evening, tmp_path: Path, nursery: Nursery) -> Iterator[Start]:
    """Starts a daemon on the evening; none is left at the end."""
    lives: list[Life] = []

    def begin(*arguments: str, of: Evening = evening) -> Life:
        place = tmp_path / f"life {len(lives)}"
        lives.append(Life(of, place, *arguments, nursery=nursery))
        return lives[-1]

    yield begin
    for life in lives:
        life.kill()
        life.close()
