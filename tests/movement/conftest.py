"""What the tests of movements share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from daemon.movement.asc import decode_asc, read_asc
from daemon.movement.movement import Movement
from daemon.problem import Problem, Source

Reading = tuple[Movement | None, tuple[Problem, ...]]


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with known-right movements."""
    return Path(__file__).parents[1] / "data" / "movement"


@pytest.fixture(scope="session")
def read() -> Callable[[str], Reading]:
    """Read the text of a movement file that is called `m.asc`."""

    def read_text(text: str) -> Reading:
        return read_asc(Source("m.asc", text))

    return read_text


@pytest.fixture(scope="session")
def movement_of(read: Callable[[str], Reading]) -> Callable[[str], Movement]:
    """The movement of a text in which there is no error."""

    def read_movement(text: str) -> Movement:
        movement, problems = read(text)
        assert movement is not None, problems
        return movement

    return read_movement


@pytest.fixture(scope="session")
def said(read: Callable[[str], Reading]) -> Callable[[str], list[str]]:
    """What is said about a text: every problem as `LINE:COLUMN: severity: message [code]`."""

    def problems_of(text: str) -> list[str]:
        return [problem.one_line().removeprefix("m.asc:") for problem in read(text)[1]]

    return problems_of


@pytest.fixture(scope="session")
def errors(said: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    """What is said about a text, errors only."""

    def errors_of(text: str) -> list[str]:
        return [problem for problem in said(text) if " error: " in problem]

    return errors_of


@pytest.fixture(scope="session")
def codes(read: Callable[[str], Reading]) -> Callable[[str], list[str]]:
    """The places and codes of what is said about a text: `LINE:COLUMN code`."""

    def codes_of(text: str) -> list[str]:
        return [
            f"{problem.span.line}:{problem.span.column} {problem.code}"
            if problem.span
            else problem.code
            for problem in read(text)[1]
        ]

    return codes_of


@pytest.fixture(scope="session")
def movement_in(data: Path) -> Callable[[str], Movement]:
    """A movement of the data folder."""

    def read_file(name: str) -> Movement:
        source, _ = decode_asc((data / name).read_bytes(), name)
        assert source is not None
        movement, problems = read_asc(source)
        assert movement is not None, problems
        return movement

    return read_file
