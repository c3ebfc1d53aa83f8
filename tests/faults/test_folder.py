"""What happens to the tablets' folder, done to a daemon that runs."""

import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from daemon.tournament.device_files import in_files
from tests.faults.disk import NoDiskError, small_disk
from tests.faults.evening import Evening, prepare
from tests.faults.life import Life

Start = Callable[..., Life]

HEADER = "Latest 1  AndroidId 1111111111111111\n"
TABLE_1 = "1,1,1,10,N,false,false,2♡,+1,W,J♤,-140\n"
TABLE_2 = "2,2,2,11,E,true,false,2♡,+1,W,J♤,-140\n"


def write(evening: Evening, name: str, *lines: str) -> Path:
    path = evening.box / name
    path.write_text(HEADER + "".join(lines), "utf-8")
    return path


def in_names(evening: Evening) -> list[str]:
    return sorted(path.name for path in evening.box.glob("IN_*"))


def played(life: Life, results: int) -> None:
    life.wait_for("standings.published", f"{results} of 81 results")


@pytest.mark.parametrize("how", ["deleted and made anew", "swapped for another"])
def test_another_folder_in_the_place_of_the_first_gets_the_in_files_and_costs_no_result(
    evening: Evening, start: Start, how: str
) -> None:
    life = start()
    write(evening, "OUT_T1.txt", TABLE_1)
    played(life, 1)
    wanted = in_names(evening)
    if how == "deleted and made anew":
        while evening.box.exists():  # the daemon puts back what is deleted first
            shutil.rmtree(evening.box, ignore_errors=True)
        evening.box.mkdir()
    else:
        evening.box.rename(evening.directory / "the other stick")
        evening.box.mkdir()
    write(evening, "OUT_T2.txt", TABLE_2)
    played(life, 2)
    life.wait_for("files.pushed", f"{len(wanted)} written now", times=2)
    assert in_names(evening) == wanted == sorted(in_files(evening.plan))
    assert life.stop() == 0
    assert life.complaints == ""


def test_an_in_file_that_somebody_deletes_is_there_again(evening: Evening, start: Start) -> None:
    life = start()
    life.wait_for("standings.published")
    (evening.box / "IN_T3.txt").unlink()
    life.wait_for("files.pushed", "1 written now")
    assert (evening.box / "IN_T3.txt").read_bytes() == in_files(evening.plan)["IN_T3.txt"]


def test_a_folder_that_is_not_there_at_the_start_is_said_to_be_so(
    evening: Evening, start: Start
) -> None:
    away = evening.box.rename(evening.directory / "pulled out")
    life = start()
    assert life.ended() == 1
    assert life.complaints == (
        f"tournamentd does not start: The folder {evening.box} cannot be reached (No such file or "
        "directory). Is the drive connected, the network up, and folder.path right? Nothing is "
        "lost. Start it again then (a service is started again by itself).\n"
    )
    away.rename(evening.box)
    assert start("--once").ended() == 0


def test_after_a_suspend_that_lost_the_events_every_result_is_read(
    evening: Evening, start: Start
) -> None:
    """The system keeps so many events for who sleeps, and forgets the others."""
    kept = Path("/proc/sys/fs/inotify/max_queued_events")
    if not kept.exists():
        pytest.skip("only Linux says how many events it keeps")
    life = start()
    life.wait_for("standings.published")
    life.process.send_signal(signal.SIGSTOP)
    one, other = evening.box / "OUT_T8.txt", evening.box / "OUT_T9.txt"
    one.touch()
    for _ in range(int(kept.read_text()) // 4):  # each renaming is two events
        one.rename(other)
        other.rename(one)
    one.unlink()
    write(evening, "OUT_T1.txt", TABLE_1)
    write(evening, "OUT_T2.txt", TABLE_2)
    life.process.send_signal(signal.SIGCONT)
    played(life, 2)
    assert life.stop() == 0


def test_names_that_differ_in_case_only_are_read_as_one_tablet_and_one_result(
    evening: Evening, start: Start
) -> None:
    write(evening, "OUT_T1.txt", TABLE_1)
    write(evening, "out_t1.TXT", TABLE_1)
    if len(list(evening.box.glob("[Oo]*"))) == 1:
        pytest.skip("on this disk the two are one file")
    assert start("--once").ended() == 0
    twin = prepare(evening.directory / "twin")
    write(twin, "OUT_T1.txt", TABLE_1)
    assert start("--once", of=twin).ended() == 0
    assert evening.published("standings.json") == twin.published("standings.json")
    assert evening.published("problems.json") == twin.published("problems.json") == []
    (line,) = [line for line in evening.lines() if line["status"] != "missing"]
    assert line["sources"] == ["OUT_T1.txt", "out_t1.TXT"]


def test_a_file_that_is_written_twice_within_a_step_of_the_disks_clock_is_read_twice(
    evening: Evening, start: Start
) -> None:
    """A stick's clock goes in steps of two seconds; the correction has as many bytes."""
    life = start()
    life.wait_for("standings.published")
    path = write(evening, "OUT_T1.txt", TABLE_1)
    life.wait_for("result.entered", "2H W +1")
    before = path.stat()
    with path.open("r+b") as file:
        file.write((HEADER + TABLE_1.replace(",W,", ",E,")).encode())
    os.utime(path, ns=(before.st_mtime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_ino, after.st_size, after.st_mtime_ns) == (
        before.st_ino,
        before.st_size,
        before.st_mtime_ns,
    )
    life.wait_for("result.corrected", "2H W +1 (-140) became 2H E +1 (-140)")


def test_a_folder_that_becomes_read_only_stops_no_result(tmp_path: Path, start: Start) -> None:
    try:
        with small_disk(tmp_path / "stick") as disk:
            evening = prepare(tmp_path / "evening", box=disk / "box")
            life = start(of=evening)
            life.wait_for("standings.published")
            write(evening, "OUT_T1.txt", TABLE_1)
            os.system(f"mount -o remount,ro {disk}")  # noqa: S605 - a path of ours
            played(life, 1)
            ruling = "[[absent]]\ncontestant = 9\nfrom_round = 1\nto_round = 9\n"
            evening.rulings.write_text(f"{evening.rulings.read_text()}{ruling}")
            told = life.wait_for("problem.found", "the tablets' files are not up to date")
            assert "is on a disk that is read-only. Take off the write protection" in told["text"]
            os.system(f"mount -o remount,rw {disk}")  # noqa: S605
            life.wait_for("problem.settled", "the tablets' files are up to date again")
            write(evening, "OUT_T2.txt", TABLE_2)
            life.wait_for("result.entered", "board 2")
            assert life.stop() == 0
    except NoDiskError as error:
        pytest.skip(str(error))


def test_a_disk_that_takes_no_more_loses_nothing_and_goes_on_when_there_is_room(
    evening: Evening, start: Start
) -> None:
    """A quota that the system enforces, on every file that the daemon writes."""
    if sys.platform != "linux":
        pytest.skip("only Linux sets a limit to another process")
    life = start()
    write(evening, "OUT_T1.txt", TABLE_1)
    played(life, 1)
    shown = evening.results()
    unlimited = resource.RLIM_INFINITY
    # The ledger is larger than that, and the log is not.
    resource.prlimit(life.process.pid, resource.RLIMIT_FSIZE, (20_000, unlimited))
    write(evening, "OUT_T2.txt", TABLE_2)
    told = life.wait_for("ledger.full")
    assert told["level"] == "error"
    assert "Nothing can be added to the ledger" in told["text"]
    assert evening.results() == shown
    resource.prlimit(life.process.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
    write(evening, "OUT_T3.txt")
    assert life.wait_for("ledger.restored")["text"] == (
        "the ledger can be written again; what waited is recorded"
    )
    played(life, 2)
    assert life.stop() == 0
    assert life.complaints == ""
