"""What happens to the ledger's folder, and who else wants it."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from daemon.cli.main import main
from daemon.ledger.ledger_file import LEDGER_FILE
from tests.faults.evening import Evening, differences, prepare
from tests.faults.life import Life
from tests.faults.record import entries_of

Start = Callable[..., Life]

HEADER = "Latest 1  AndroidId 1111111111111111\n"
TABLE_1 = "1,1,1,10,N,false,false,2♡,+1,W,J♤,-140\n"
TABLE_2 = "2,2,2,11,E,true,false,2♡,+1,W,J♤,-140\n"


def write(evening: Evening, name: str, *lines: str) -> Path:
    path = evening.box / name
    path.write_text(HEADER + "".join(lines), "utf-8")
    return path


def test_a_ledger_that_is_deleted_during_play_is_written_anew_and_nothing_is_lost(
    evening: Evening, start: Start
) -> None:
    """Even what no file in the folder says any more."""
    life = start()
    gone = write(evening, "OUT_T1.txt", TABLE_1)
    life.wait_for("standings.published", "1 of 81 results")
    gone.unlink()
    shutil.rmtree(evening.state)
    write(evening, "OUT_T2.txt", TABLE_2)
    told = life.wait_for("program.trouble")
    assert "was deleted, moved or replaced while it was in use" in told["text"]
    assert "nothing is lost" in told["text"]
    life.wait_for("standings.published", "2 of 81 results")
    shown = evening.results()
    life.kill()
    assert start("--once").ended() == 0
    assert evening.results() == shown


def test_a_ledger_of_a_newer_version_is_left_alone(
    evening: Evening, start: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    write(evening, "OUT_T1.txt", TABLE_1)
    assert start("--once").ended() == 0
    with closing(sqlite3.connect(evening.state / LEDGER_FILE)) as connection:
        connection.execute("PRAGMA user_version = 7")
    before = (evening.state / LEDGER_FILE).read_bytes()
    refused = start("--once")
    assert refused.ended() == 78
    assert refused.complaints == (
        f"tournamentd does not start: The ledger {evening.state / LEDGER_FILE} was written by a "
        "newer tournamentd: this one does not know tables of the version 7. Use the newer version, "
        "or name another folder as event.state to begin a ledger of its own.\n"
    )
    assert (evening.state / LEDGER_FILE).read_bytes() == before
    assert main(["replay", str(evening.config)]) == 1
    assert "Use the newer version" in capsys.readouterr().err


def test_after_a_damage_replay_agrees_with_what_is_shown(
    evening: Evening, start: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    write(evening, "OUT_T1.txt", TABLE_1)
    assert start("--once").ended() == 0
    shown = evening.results()
    (evening.state / LEDGER_FILE).write_bytes(b"nonsense" * 1000)
    assert main(["replay", str(evening.config)]) == 1
    assert "`tournamentd run CONFIG` sets the ledger aside" in capsys.readouterr().err
    life = start("--once")
    assert life.ended() == 0
    told = life.wait_for("ledger.damaged")
    assert (
        "The files of results in the folder, the plan and the rulings are read anew"
        in (told["text"])
    )
    assert evening.results() == shown
    assert main(["replay", str(evening.config)]) == 0


def test_of_daemons_that_start_at_once_one_runs(evening: Evening, start: Start) -> None:
    lives = [start("--until-complete") for _ in range(4)]
    write(evening, "OUT_T1.txt", TABLE_1)
    others = [life for life in lives if not life.lives()]
    (one,) = [life for life in lives if life.lives()]
    one.wait_for("standings.published", "1 of 81 results")
    assert len(others) == 3
    for other in others:
        assert other.ended() == 78
        assert other.complaints.startswith(
            "tournamentd does not start: Another tournamentd (process "
        )
    assert one.stop() == 0
    numbers = [entry.sequence for entry in entries_of(evening)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_two_events_in_one_folder_do_not_mix(
    evening: Evening, start: Start, tmp_path: Path
) -> None:
    life = start()
    life.wait_for("standings.published")
    other = prepare(tmp_path / "other", box=tmp_path / "no box")
    text = other.config.read_text("utf-8")
    other.config.write_text(text.replace(other.box.as_posix(), evening.box.as_posix()), "utf-8")
    refused = start(of=other)
    assert refused.ended() == 78
    assert f"serves the folder {evening.box} already, for another event" in refused.complaints
    twin = evening.twin(tmp_path / "twin")
    assert start("--once", of=twin).ended() == 0
    assert differences(evening, twin) == []
