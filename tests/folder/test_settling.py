"""A version is fresh until it has been seen for a while: then it counts as another."""

from datetime import UTC, datetime

from daemon.folder.port import FileSeen
from daemon.folder.settling import SECONDS, Settling


def seen(version: str, name: str = "OUT_T1.txt") -> FileSeen:
    return FileSeen(name, version, 10, datetime(2026, 12, 1, tzinfo=UTC))


def test_a_version_settles_once_whatever_clock_its_disk_goes_by() -> None:
    now = 0.0
    settling = Settling(lambda: now)
    assert settling.version(seen("1")).version == "1-fresh"
    now = SECONDS - 0.1
    assert settling.version(seen("1")).version == "1-fresh"
    now = SECONDS
    assert settling.version(seen("1")).version == "1"
    assert settling.version(seen("2")).version == "2-fresh"


def test_files_that_are_gone_are_forgotten() -> None:
    now = 0.0
    settling = Settling(lambda: now)
    settling.version(seen("1"))
    settling.forget_others(["OUT_T2.txt"])
    now = SECONDS
    assert settling.version(seen("1")).version == "1-fresh"
