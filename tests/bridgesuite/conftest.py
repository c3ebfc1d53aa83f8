"""What the tests of Bridge Suite's files share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from daemon.bridgesuite.notation import Letters
from daemon.bridgesuite.out_file import read_out
from daemon.bridgesuite.record import HeldLine, OutFile, Record
from daemon.problem import Source

HEADER = "Latest 3  AndroidId 9774d56d682e549c1f2a\n"


@pytest.fixture
def suite() -> Path:
    """The folder with the sample files."""
    return Path(__file__).parents[1] / "data" / "bridgesuite"


@pytest.fixture
def read() -> Callable[..., OutFile]:
    """Read the lines of an OUT file, its header put before them."""

    def read_lines(text: str, letters: Letters = Letters.ENGLISH) -> OutFile:
        return read_out(Source("OUT_1.txt", HEADER + text), letters)

    return read_lines


@pytest.fixture
def record(read: Callable[..., OutFile]) -> Callable[..., Record]:
    """Read one line, which must be a record."""

    def read_record(line: str, letters: Letters = Letters.ENGLISH) -> Record:
        (found,) = read(line + "\n", letters).lines
        assert isinstance(found, Record), found
        return found

    return read_record


@pytest.fixture
def held(read: Callable[..., OutFile]) -> Callable[..., HeldLine]:
    """Read one line, which must be held."""

    def read_held(line: str, letters: Letters = Letters.ENGLISH) -> HeldLine:
        (found,) = read(line + "\n", letters).lines
        assert isinstance(found, HeldLine), found
        return found

    return read_held
