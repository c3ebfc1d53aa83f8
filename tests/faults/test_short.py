"""The parts of `python -m tests.faults` in a short form: whole, they take minutes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.__main__ import main
from tests.faults.birth import ROOT
from tests.faults.commits import cut
from tests.faults.damage import KINDS, damage
from tests.faults.disk import NoDiskError, fill_up
from tests.faults.kills import kill
from tests.faults.phases import Phase


def test_an_evening_that_is_killed_at_any_moment_ends_as_the_undisturbed_one(
    tmp_path: Path,
) -> None:
    killed = kill(tmp_path, 5, seed=4)
    assert killed.faults == []
    assert sum(killed.hit.values()) == 5
    assert killed.entries > 30
    assert killed.looks > 5


def test_a_death_at_any_commit_of_the_ledger_loses_nothing() -> None:
    command = [sys.executable, "-m", "tests.faults", "commits", "--points", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    first, *_, verdict = done.stdout.splitlines()
    # The ledger is made with two; then it writes down its start, what came in, and its end.
    assert first == (
        "commits: 15 deaths at commits in 1 steps: 5 before it, 5 inside it, 5 after it"
    )
    assert verdict == "Nothing was lost, and nothing was half written."
    assert done.returncode == 0


def test_a_death_in_close_or_next_is_mended_by_saying_it_again() -> None:
    command = [sys.executable, "-m", "tests.faults", "ends", "--points", "10"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    closing, putting_away, *_, verdict = done.stdout.splitlines()
    assert closing.startswith("ends: 2 deaths in `close`, which has ")
    assert putting_away.startswith("ends: 2 deaths in `next`, which has ")
    assert verdict == "Nothing was lost, and nothing was half written."
    assert done.returncode == 0


def test_a_log_that_is_cut_off_anywhere_keeps_every_commit_before_the_cut(tmp_path: Path) -> None:
    done = cut(tmp_path, 10, seed=1)
    assert done.faults == []
    assert done.cuts > 50


def test_however_the_ledger_is_damaged_the_evening_goes_on(tmp_path: Path) -> None:
    mended = damage(tmp_path, 1, seed=3)
    assert mended.faults == []
    assert set(mended.done) == set(KINDS)
    assert sum(mended.told.values()) >= 6


def test_a_disk_that_is_full_for_a_while_loses_nothing(tmp_path: Path) -> None:
    try:
        filled = fill_up(tmp_path, seed=1)
    except NoDiskError as error:
        pytest.skip(str(error))
    assert filled.faults == []
    full = (
        f"Nothing can be added to the ledger {tmp_path / 'disk/state/ledger.sqlite3'}: the disk is "
        "full: make room on it. What was in it stands, and what comes in meanwhile is taken when "
        "that is mended."
    )
    again = "Start it again then (a service is started again by itself)."
    assert filled.told == [
        full,
        "the ledger can be written again; what waited is recorded",
        f"status 1: tournamentd does not start: {full} {again}",
    ]
    assert not os.path.ismount(tmp_path / "disk")


def test_a_part_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["kill"])
    assert "there is no part kill: kills, commits, ends, cuts, damage, disk, rest" in (
        capsys.readouterr().err
    )


def test_every_phase_can_be_told() -> None:
    assert [phase.value for phase in Phase] == list(range(8))
