"""Fourteen pairs play the movement of the ASC minimum standard, on simulated tablets."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from daemon.cli.main import main
from daemon.ledger.sqlite import read_ledger
from daemon.tournament.entry import Stopped

if TYPE_CHECKING:
    from tests.evening.conftest import Daemon, Evening

Start = Callable[..., "Daemon"]


def simulate(evening: Evening, speed: str = "20000") -> None:
    assert main(["simulate", str(evening.config), "--seed", "1", "--speed", speed]) == 0


def assert_whole(evening: Evening) -> None:
    """Fourteen pairs are ranked by 126 results, and nothing is missing."""
    standings = evening.published("standings.json")
    assert standings["complete"]
    assert standings["progress"] == {"played": 126, "expected": 126}
    (ranking,) = standings["rankings"]
    rows = ranking["rows"]
    assert sorted(row["contestant"] for row in rows) == list(range(1, 15))
    assert rows[0]["rank"] == 1
    assert [row["percent"] for row in rows] == sorted(
        (row["percent"] for row in rows), reverse=True
    )
    # Everybody plays 18 boards, so what one gains another loses.
    assert {row["boards"] for row in rows} == {18}
    assert sum(row["percent"] for row in rows) == pytest.approx(14 * 50)
    lines = [line for one in evening.published("travellers.json") for line in one["lines"]]
    assert len(lines) == 126
    assert {line["status"] for line in lines} == {"scored"}


def open_errors(evening: Evening) -> list[dict[str, Any]]:
    return [one for one in evening.published("problems.json") if one["severity"] == "error"]


def test_an_evening_is_played_to_its_end(evening: Evening, start: Start) -> None:
    daemon = start("--until-complete")
    daemon.wait_for("standings.published")
    simulate(evening)
    assert daemon.ended() == 0
    assert daemon.complaints == ""
    assert_whole(evening)
    assert open_errors(evening) == []
    assert daemon.told[-1]["text"] == "every result is in"
    entered = [line for line in daemon.told if line["event"] == "result.entered"]
    assert len(entered) == 126
    assert len({(line["board"], line["ns"], line["ew"]) for line in entered}) == 126


def entered_by(daemon: Daemon) -> int:
    """How many results it has told of so far."""
    return sum(line["event"] == "result.entered" for line in daemon.told)


def test_a_daemon_that_is_killed_goes_on_where_it_was(
    evening: Evening, start: Start, tmp_path: Path
) -> None:
    killed = start("--until-complete")
    killed.wait_for("standings.published")
    tablets = threading.Thread(target=simulate, args=(evening, "4000"))
    tablets.start()
    killed.wait_for("result.entered", lambda _: entered_by(killed) >= 40)
    killed.kill()
    tablets.join()
    assert evening.published("standings.json")["progress"]["played"] < 126
    again = start("--until-complete")
    assert again.ended() == 0
    assert again.complaints == ""
    assert_whole(evening)
    # What the first one has told, the second does not tell again.
    entered = [
        (line["board"], line["ns"], line["ew"])
        for daemon in (killed, again)
        for line in daemon.told
        if line["event"] == "result.entered"
    ]
    assert len(set(entered)) == len(entered)
    undisturbed = evening.afresh(tmp_path / "undisturbed")
    assert main(["run", str(undisturbed.config), "--once"]) == 0
    for name in ("standings.json", "standings.csv"):
        live = (evening.directory / "live" / name).read_bytes()
        assert live == (undisturbed.directory / "live" / name).read_bytes()


def test_a_daemon_is_alone_can_be_asked_and_ends_cleanly(
    evening: Evening, start: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon = start()
    daemon.wait_for("standings.published")
    simulate(evening, "1e9")
    daemon.wait_for("standings.published", lambda line: line["played"] == 126)
    capsys.readouterr()
    assert main(["run", str(evening.config)]) == 78
    assert capsys.readouterr().err == (
        f"tournamentd does not start: Another tournamentd (process {daemon.process.pid}) runs on "
        f"the ledger in {evening.directory / 'state'}. Stop it first, or, for another event, name "
        "another folder as event.state.\n"
    )
    assert main(["status", str(evening.config), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["complete"]
    daemon.tell(signal.SIGTERM)
    assert daemon.process.wait(5) == 0
    assert daemon.ended() == 0
    assert daemon.complaints == ""
    ledger = read_ledger(evening.directory / "state")
    *_, last = ledger.entries()
    ledger.close()
    assert last.fact == Stopped("SIGTERM was received")
    assert main(["run", str(evening.config), "--once"]) == 0


HEADER = "Latest 1  AndroidId 1111111111111111\n"
TABLE_1 = "1,1,1,2,N,false,false,2♡,+1,W,J♤,-140\n"
TABLE_2 = "2,4,3,4,O,true,true,All Pass,,,,0\n"


def test_a_director_rules_and_a_drive_is_pulled_out_and_put_back(
    evening: Evening, start: Start
) -> None:
    rulings = evening.directory / "rulings.toml"
    rulings.write_text("# none so far\n")
    daemon = start()
    daemon.wait_for("standings.published")
    (evening.box / "OUT_T1.txt").write_text(HEADER + TABLE_1, "utf-8")
    daemon.wait_for("result.entered")
    entry = '[[assigned]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = "="\n'
    rulings.write_text(entry)
    assert daemon.wait_for("ruling.applied")["text"] == (
        "board 1, 1 against 2 (round 1, table 1): ruled 3NT N =, NS +400, EW -400"
    )
    rulings.write_text("# none any more\n")
    assert daemon.wait_for("ruling.withdrawn")["text"] == (
        "board 1, 1 against 2 (round 1, table 1): the ruling (3NT N =, NS +400, EW -400) was "
        "taken out; 2H W +1, NS -140"
    )
    away = evening.directory / "pulled out"
    evening.box.rename(away)
    assert daemon.wait_for("sync.lost")["level"] == "error"
    (away / "OUT_T2.txt").write_text(HEADER + TABLE_2, "utf-8")
    away.rename(evening.box)
    daemon.wait_for("sync.restored")
    daemon.wait_for("standings.published", lambda line: line["played"] == 2)
    assert [line["event"] for line in daemon.told].count("sync.lost") == 1
    daemon.tell(signal.SIGINT)
    assert daemon.process.wait(5) == 0
    assert daemon.ended() == 0
    assert daemon.told[-1]["text"] == "SIGINT was received"
    assert daemon.complaints == ""
