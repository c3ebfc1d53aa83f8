"""The log in a file, and all that can happen to it.

That Windows refuses to move a file which a viewer has open is played here: this system lets it.
"""

import errno
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from daemon.service.log_file import RotatedFile


@contextmanager
def writing(file: Path, most: int = 100, kept: int = 5) -> Iterator[logging.Logger]:
    handler = RotatedFile(file, most, kept)
    logger = logging.Logger("test", logging.INFO)  # noqa: LOG001 - one of its own
    logger.addHandler(handler)
    try:
        yield logger
    finally:
        handler.close()


def lines(file: Path) -> list[str]:
    return file.read_text("utf-8").splitlines()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tournamentd.log"


def line(number: int) -> str:
    return f"{number:03} of many lines of the log ....."  # two fit into 100 bytes


def test_a_full_file_is_moved_and_the_oldest_go(file: Path) -> None:
    with writing(file, kept=3) as log:
        for number in range(20):
            log.info(line(number))
    assert sorted(path.name for path in file.parent.iterdir()) == [
        file.name,
        *(f"{file.name}.{number}" for number in range(1, 4)),
    ]
    assert all(path.stat().st_size <= 100 for path in file.parent.iterdir())
    found = [one for number in (3, 2, 1) for one in lines(Path(f"{file}.{number}"))]
    assert [*found, *lines(file)] == [line(number) for number in range(12, 20)]


def test_what_was_written_before_stays(file: Path) -> None:
    for number in range(2):
        with writing(file) as log:
            log.info(line(number))
    assert lines(file) == [line(0), line(1)]


def test_a_file_that_somebody_moved_away_is_begun_anew(file: Path) -> None:
    """As logrotate does; Windows does not let it happen."""
    with writing(file) as log:
        log.info("one")
        file.rename(file.with_name("taken.log"))
        log.info("two")
        file.unlink()
        log.info("three")
    assert lines(file.with_name("taken.log")) == ["one"]
    assert lines(file) == ["three"]


def test_a_file_that_a_viewer_holds_grows_and_is_moved_later(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = Path.replace

    def held(source: Path, target: str) -> Path:
        if source == file:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return moved(source, target)

    with writing(file, kept=2) as log:
        for number in range(3):
            log.info(line(number))
        earlier = lines(Path(f"{file}.1"))
        with monkeypatch.context() as patched:
            patched.setattr(Path, "replace", held)
            for number in range(3, 10):
                log.info(line(number))
        assert lines(Path(f"{file}.1")) == earlier
        assert lines(file) == [line(number) for number in range(2, 10)]
        for number in range(10, 14):
            log.info(line(number))
    assert lines(file)[-1] == line(13)
    assert line(9) in [one for path in file.parent.iterdir() for one in lines(path)]
    assert file.stat().st_size <= 100


def test_a_disk_that_is_full_is_written_again_when_there_is_room(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with writing(file) as log:
        log.info("one")
        with monkeypatch.context() as patched:
            patched.setattr(logging, "raiseExceptions", False)
            patched.setattr(
                RotatedFile, "flush", lambda _: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full"))
            )
            log.info("two")
        log.info("three")
    assert lines(file)[0] == "one"
    assert lines(file)[-1] == "three"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is full")
def test_a_disk_that_is_full_to_the_end_loses_lines_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    with writing(Path("/dev/full")) as log:
        log.info("what waits to be written is given up when the log is closed")
    assert log.handlers
