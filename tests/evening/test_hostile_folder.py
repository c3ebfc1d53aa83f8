"""What bad intentions, or a broken sync client, put into the folder of a running daemon."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.evening.conftest import Daemon, Evening

Start = Callable[..., Daemon]

no_windows = pytest.mark.skipif(sys.platform == "win32", reason="Windows fills the hole in a file")
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")

_GIGABYTE = 1024**3
_MEGABYTE = 1024**2

DEVICE = "Latest 1  AndroidId 1111111111111111\n"
RESULT = f"{DEVICE}1,1,1,2,N,false,false,2♡,+1,W,J♤,-140\n"

# No system gives these to a sync client, or none shows them as they are; none is of the exchange.
PASSED_OVER = (
    *(b"CON", b"NUL", b"con.txt", b"COM1.TXT", b"-rf", b"OUT", b" OUT_6.txt"),
    *(b"OUT_5\n.txt", b"OUT_5\r\nFAKE.txt", b"OUT_\x1b[31mred.txt", b"OUT_\x07.txt"),
    *(b"OUT_\x7f.txt", b"OUT_\xff\xfe.txt", b"OUT_\xed\xa0\x80.txt", b"\xff\xfe"),
    "ＯＵＴ_2.txt".encode(),
)
# These are, and are told to be called wrongly.
TOLD = (
    *("OUT_CON", "OUT_NUL.txt", "OUT_6.txt ", "OUT_6.txt.", "OUT_6.txt::$DATA", "OUT_"),
    *("OUT_<script>alert(1)<.txt", "OUT_=cmd().txt", "OUT_'\"`$(id).txt", "OUT_00002.txt"),
    *("OUT_\N{RIGHT-TO-LEFT OVERRIDE}7.txt", "OUT_\N{LINE SEPARATOR}.txt", "OUT_\x85.txt"),
    *("OUT_\N{ARABIC-INDIC DIGIT TWO}.txt", f"OUT_{'9' * 247}.txt", f"OUT_{'x' * 251}"),
)


def _write(box: Path, name: bytes) -> None:
    (box / os.fsdecode(name)).write_text(DEVICE, "utf-8")


def _scored(evening: Evening, daemon: Daemon) -> None:
    (evening.box / "OUT_T1.txt").write_text(RESULT, "utf-8")
    daemon.wait_for("result.entered", lambda line: line["board"] == 1)


@no_windows
def test_a_file_of_a_gigabyte_is_told_and_costs_neither_memory_nor_a_result(
    evening: Evening, start: Start
) -> None:
    daemon = start()
    daemon.wait_for("daemon.started")
    path = evening.box / "OUT_T7.txt"
    path.touch()
    os.truncate(path, _GIGABYTE)
    assert daemon.wait_for("out.unreadable")["text"] == (
        f"{path} has 1073741824 bytes and 1048576 are allowed. If it really is a file of results, "
        "raise folder.max_file_kb; if not, move it away."
    )
    _scored(evening, daemon)
    if sys.platform == "linux":
        status = Path(f"/proc/{daemon.process.pid}/status").read_text()
        (most,) = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
        assert int(most) * 1024 < 150 * _MEGABYTE


@linux_only
def test_names_that_no_tablet_writes_are_told_or_passed_over_and_cost_no_result(
    evening: Evening, start: Start
) -> None:
    daemon = start()
    daemon.wait_for("daemon.started")
    for passed in PASSED_OVER:
        _write(evening.box, passed)
    for name in TOLD:
        _write(evening.box, name.encode())
    for name in TOLD:
        daemon.wait_for("problem.found", lambda line, name=name: line["file"] == name)  # type: ignore[misc] # bound at once
    _scored(evening, daemon)
    received = {line["file"] for line in daemon.told if line["event"] == "out.received"}
    assert received == {*TOLD, "OUT_T1.txt"}


def test_too_many_files_stop_the_reading_and_it_goes_on_when_they_are_gone(
    evening: Evening, start: Start
) -> None:
    text = evening.config.read_text("utf-8")
    evening.config.write_text(text.replace("[folder]\n", "[folder]\nmax_files = 100\n"), "utf-8")
    daemon = start()
    daemon.wait_for("daemon.started")
    others = [evening.box / f"OUT_{number}.txt" for number in range(100, 201)]
    for path in others:
        path.write_text(DEVICE, "utf-8")
    told = daemon.wait_for("sync.lost")["text"]
    assert "IN and OUT files and 100 are allowed. Is folder.path right? If so, move old" in told
    for path in others:
        path.unlink()
    daemon.wait_for("sync.restored")
    _scored(evening, daemon)
