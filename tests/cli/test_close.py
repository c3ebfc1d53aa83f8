"""`close`: what is missing is not played, and the results are final."""

from __future__ import annotations

import base64
import json
import os
import zipfile
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from daemon.cli.loading import load
from daemon.ledger.sqlite import open_ledger

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]
Close = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def close(event: Event, capsys: Capture) -> Close:
    """Status, output (without the log) and complaints of a `close`."""

    def ask(*arguments: str) -> tuple[int, list[str], str]:
        capsys.readouterr()
        status = event.command("close", *arguments)
        out, err = capsys.readouterr()
        return status, [line for line in out.splitlines() if not line.startswith("{")], err

    return ask


@pytest.fixture
def bundle(event: Event) -> Path:
    return event.directory / "archive" / f"{event.today} Trial.zip"


def conflict(event: Event) -> None:
    """Table 1 says one thing and pair 1 another about board 1."""
    event.play("OUT_T1.txt")
    other = (event.box / "OUT_T1.txt").read_text("utf-8").replace("2♡,+1,W,J♤,-140", "Pass,,,,0", 1)
    (event.box / "OUT_1.txt").write_text(other, "utf-8")


def statuses(event: Event) -> list[str]:
    return sorted(
        line["status"]
        for traveller in event.published("travellers.json")
        for line in traveller["lines"]
    )


def test_what_is_missing_is_listed_and_becomes_not_played(
    event: Event, close: Close, bundle: Path
) -> None:
    event.play("OUT_T1.txt", "OUT_T3.txt")
    event.command("run", "--once")
    rulings = event.directory / "rulings.toml"
    assert close() == (
        0,
        [
            "3 results of 9 did not come in, so not played:",
            "  section A, round 1, table 2: board 2 (2 against 5)",
            "  section A, round 2, table 2: board 3 (2 against 4)",
            "  section A, round 3, table 2: board 1 (2 against 6)",
            f"Closed: {rulings} says closed = true. Take that line out to open the evening again.",
            "The results are final.",
            f"Everything is in {bundle}",
        ],
        "",
    )
    assert rulings.read_text() == f"event = {event.today}\nclosed = true\n"
    standings = event.published("standings.json")
    assert (standings["complete"], standings["final"]) == (True, True)
    assert statuses(event) == ["not-played"] * 3 + ["scored"] * 6


def test_comments_of_the_rulings_file_stay(event: Event, close: Close) -> None:
    event.play()
    event.command("run", "--once")
    rulings = event.directory / "rulings.toml"
    rulings.write_bytes(f"# ours\r\nevent = {event.today} # day\r\n# the end".encode())
    assert close()[0] == 0
    assert rulings.read_bytes() == (
        f"# ours\r\nevent = {event.today} # day\r\nclosed = true\r\n# the end".encode()
    )


def test_taking_the_line_out_opens_the_evening_again(event: Event, close: Close) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    close()
    (event.directory / "rulings.toml").write_text(f"event = {event.today}\n")
    event.command("run", "--once")
    standings = event.published("standings.json")
    assert (standings["complete"], standings["final"]) == (False, False)
    assert statuses(event) == ["missing"] * 6 + ["scored"] * 3


def test_what_came_in_when_no_daemon_ran_counts(event: Event, close: Close) -> None:
    event.command("run", "--once")
    event.play()
    status, lines, _ = close()
    assert (status, lines[0]) == (0, "Nothing is missing.")
    assert statuses(event) == ["scored"] * 9


def test_what_is_held_is_listed_and_keeps_it_open(event: Event, close: Close, bundle: Path) -> None:
    conflict(event)
    event.command("run", "--once")
    status, _, err = close()
    assert status == 1
    assert err.startswith("1 error open, 1 result held:\n\n")
    assert "[result-conflict]" in err
    assert "paste this into the rulings file:\n    [[" in err
    assert '    section = "A"\n    board = 1\n    ns = 1\n' in err
    assert err.endswith(
        "tournamentd close: nothing was closed: settle what is named above, or close with --anyway "
        "(what is held counts for nobody then)\n"
    )
    assert not (event.directory / "rulings.toml").exists()
    assert not bundle.exists()
    assert not event.published("standings.json")["final"]


def test_anyway_closes_and_what_is_held_counts_for_nobody(
    event: Event, close: Close, bundle: Path
) -> None:
    conflict(event)
    event.command("run", "--once")
    status, lines, _ = close("--anyway")
    assert status == 0
    assert "Closed anyway: what is held counts for nobody." in lines
    assert bundle.exists()
    standings = event.published("standings.json")
    assert standings["final"]
    # Pair 1 met 4 on board 1, which is held, and has scores on the two others.
    rows = {row["contestant"]: row for one in standings["rankings"] for row in one["rows"]}
    assert rows[1]["boards"] == 2


def test_closing_again_with_something_open_is_as_the_first_time(
    event: Event, close: Close, bundle: Path
) -> None:
    conflict(event)
    event.command("run", "--once")
    close("--anyway")
    bundle.unlink()
    status, lines, err = close()
    assert (status, lines) == (1, [])
    assert err.startswith("1 error open, 1 result held:\n\n")
    assert "[result-conflict]" in err
    assert err.endswith(
        "tournamentd close: it is closed, and the archive was not written: settle what is named "
        "above, or close with --anyway (what is held counts for nobody then)\n"
    )
    assert not bundle.exists()
    assert close("--anyway")[0] == 0
    assert bundle.exists()


def test_what_is_open_is_listed_when_somebody_wrote_closed_by_hand(
    event: Event, close: Close, bundle: Path
) -> None:
    conflict(event)
    (event.directory / "rulings.toml").write_text(f"event = {event.today}\nclosed = true\n")
    event.command("run", "--once")
    status, _, err = close()
    assert status == 1
    assert "[result-conflict]" in err
    assert not bundle.exists()


def test_results_that_come_late_are_in_the_archive_of_the_next_close(
    event: Event, close: Close, bundle: Path
) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    close()
    event.play("OUT_T2.txt")
    assert close()[0] == 0
    with zipfile.ZipFile(bundle) as file:
        assert "out/OUT_T2.txt" in file.namelist()
        travellers = json.loads(file.read("results/travellers.json"))
    found = [line["status"] for one in travellers for line in one["lines"]]
    assert sorted(found) == ["not-played"] * 3 + ["scored"] * 6


# An evening that has not begun


def test_an_evening_for_which_nothing_came_in_is_not_closed(event: Event, close: Close) -> None:
    event.command("run", "--once")
    assert close() == (
        1,
        [],
        (
            f"tournamentd close: nothing was closed: no result has come in for {event.today} so "
            "far; close with --anyway if nothing will\n"
        ),
    )
    assert not (event.directory / "rulings.toml").exists()
    assert close("--anyway")[0] == 0
    assert event.published("standings.json")["final"]


def test_a_tablet_that_was_only_switched_on_has_brought_no_result(
    event: Event, close: Close
) -> None:
    (event.box / "OUT_T1.txt").write_text("Latest 0  AndroidId 1111111111111111\n")
    event.command("run", "--once")
    status, _, err = close()
    assert status == 1
    assert "nothing was closed: no result has come in" in err


def test_results_that_cannot_be_read_are_told_as_such(event: Event, close: Close) -> None:
    (event.box / "OUT_T1_E.txt").write_text("no secret opens this")
    event.command("run", "--once")
    status, _, err = close()
    assert status == 1
    assert "[out-unreadable]" in err


def test_results_on_paper_are_results(event: Event, close: Close) -> None:
    event.command("rule", "result", "board=1", "ns=1", "score=50")
    event.command("run", "--once")
    assert close()[0] == 0


def test_an_evening_that_is_still_to_come_is_not_closed(event: Event, close: Close) -> None:
    """Somebody said `next`, and then `close`."""
    event.play()
    event.command("run", "--once")
    event.command("next", "--anyway")
    event.command("run", "--once")
    week = (date.fromisoformat(event.today) + timedelta(days=7)).isoformat()
    rulings = (event.directory / "rulings.toml").read_text("utf-8")
    before = event.seen()
    assert close() == (
        1,
        [],
        (
            f"tournamentd close: nothing was closed: the evening is on {week}, which is still to "
            "come; close with --anyway if it is over all the same\n"
        ),
    )
    assert event.seen() == before
    assert (event.directory / "rulings.toml").read_text("utf-8") == rulings


# Files of the plan that are broken


def test_with_a_broken_file_of_names_it_closes_by_the_plan_in_the_ledger(
    event: Event, close: Close, bundle: Path
) -> None:
    event.play()
    event.command("run", "--once")
    names = event.directory / "names.csv"
    before = names.read_bytes()
    names.write_text("x\n")
    status, lines, err = close()
    assert (status, lines[0]) == (0, "Nothing is missing.")
    assert err.startswith(f"{names}:1:")
    assert "this goes by the plan in the ledger" in err
    assert event.published("standings.json")["final"]
    with zipfile.ZipFile(bundle) as file:
        assert file.read("names.csv") == before
        assert file.read("tournament.toml") == event.config.read_bytes()


def test_with_a_broken_configuration_it_closes_by_the_one_in_the_ledger(
    event: Event, close: Close, bundle: Path
) -> None:
    event.change("[folder]\n", '[rulings]\nfile = "ruled.toml"\n\n[folder]\n')
    event.play()
    event.command("run", "--once")
    before = event.config.read_bytes()
    event.config.write_bytes(before.replace(b'name = "A"', b'name = "A'))
    assert close()[0] == 0
    assert "closed = true" in (event.directory / "ruled.toml").read_text()
    with zipfile.ZipFile(bundle) as file:
        assert file.read("tournament.toml") == before


def test_closing_again_does_no_harm_and_renews_the_archive(
    event: Event, close: Close, bundle: Path
) -> None:
    event.play()
    event.command("run", "--once")
    close()
    rulings = event.directory / "rulings.toml"
    before = rulings.read_bytes()
    bundle.write_bytes(b"")
    assert close() == (
        0,
        [
            f"It was closed already ({rulings}); the archive is written anew.",
            "The results are final.",
            f"Everything is in {bundle}",
        ],
        "",
    )
    assert rulings.read_bytes() == before
    assert zipfile.is_zipfile(bundle)


def test_the_archive_holds_everything(event: Event, close: Close, bundle: Path) -> None:
    event.play()
    event.command("run", "--once")
    (event.directory / "live" / "photos").mkdir()
    (event.directory / "live" / "photos" / "winners.jpg").write_bytes(b"smile")
    close()
    with zipfile.ZipFile(bundle) as file:
        members = {name: file.read(name) for name in file.namelist()}
    published = (
        *("standings.json", "travellers.json", "problems.json"),
        *("standings.csv", "travellers.csv", "index.html", "photos/winners.jpg"),
        *("page.css", "live.js", "wall.html", "progress.html"),
        *("travellers.html", "scorecards.html"),
        *(f"boards/A-{board}.html" for board in (1, 2, 3)),
        *(f"pairs/A-{pair}.html" for pair in range(1, 7)),
    )
    assert set(members) == {
        *("tournament.toml", "mitchell.asc", "names.csv", "rulings.toml", "ledger.jsonl"),
        *(f"results/{name}" for name in published),
        *("exports/results.json", "exports/results.pbn", "exports/results.xml"),
        *("exports/standings.csv", "exports/travellers.csv"),
        *("out/OUT_T1.txt", "out/OUT_T2.txt", "out/OUT_T3.txt"),
    }
    for name in ("tournament.toml", "mitchell.asc", "names.csv", "rulings.toml"):
        assert members[name] == (event.directory / name).read_bytes()
    for name in published:
        assert members[f"results/{name}"] == (event.directory / "live" / name).read_bytes()
    assert json.loads(members["exports/results.json"])["final"] is True
    assert members["out/OUT_T2.txt"] == (event.box / "OUT_T2.txt").read_bytes()
    entries: list[dict[str, Any]] = [
        json.loads(line) for line in members["ledger.jsonl"].decode("utf-8").splitlines()
    ]
    assert [entry["sequence"] for entry in entries] == list(range(1, len(entries) + 1))
    assert {entry["event"] for entry in entries} == {f"{event.today} Trial"}
    (received,) = [
        entry
        for entry in entries
        if entry["kind"] == "file-received" and entry["body"]["name"] == "OUT_T2.txt"
    ]
    assert base64.b64decode(received["content"]) == (event.box / "OUT_T2.txt").read_bytes()
    assert {entry["content"] for entry in entries if entry["kind"] == "started"} == {None}


def test_names_that_no_system_takes_are_made_safe(event: Event, close: Close) -> None:
    event.change('"Trial"', "'Pairs: A/B \"open\"?'")
    event.play()
    event.command("run", "--once")
    close()
    assert [path.name for path in (event.directory / "archive").iterdir()] == [
        f"{event.today} Pairs- A-B -open--.zip"
    ]


def test_a_daemon_that_runs_is_left_to_publish(event: Event, close: Close, bundle: Path) -> None:
    event.play()
    event.command("run", "--once")
    ledger = open_ledger(event.directory / "state", load(event.config).settings.event.identity)
    try:
        status, lines, err = close()
    finally:
        ledger.close()
    assert (status, err) == (0, "")
    assert lines[-2:] == [
        "The daemon makes the results final within seconds; then it may be stopped.",
        f"Everything is in {bundle}",
    ]
    assert not event.published("standings.json")["final"]
    with zipfile.ZipFile(bundle) as file:
        assert json.loads(file.read("results/standings.json"))["final"]


def test_before_anything_was_recorded_there_is_nothing_to_close(event: Event, close: Close) -> None:
    assert close() == (
        1,
        [],
        (
            f"tournamentd close: There is no ledger in {event.directory / 'state'}: nothing was "
            "recorded there yet. `tournamentd run` begins one; see that event.state names the "
            "right "
            "folder.\n"
        ),
    )
    assert not (event.directory / "rulings.toml").exists()


def test_another_event_is_not_closed(event: Event, close: Close) -> None:
    event.play()
    event.command("run", "--once")
    event.change('"Trial"', '"Other"')
    status, lines, err = close()
    assert (status, lines) == (78, [])
    assert err.startswith("tournamentd does not start: the ledger in state is of ")
    assert not (event.directory / "rulings.toml").exists()


def test_another_event_is_not_closed_while_its_daemon_runs(event: Event, close: Close) -> None:
    event.play()
    event.command("run", "--once")
    ledger = open_ledger(event.directory / "state", load(event.config).settings.event.identity)
    event.change('"Trial"', '"Other"')
    try:
        status, lines, err = close()
    finally:
        ledger.close()
    assert (status, lines) == (1, [])
    assert err.endswith(
        "tournamentd close: this is another event than that of the ledger: set event.name and "
        "event.date back to close that one\n"
    )
    assert not (event.directory / "rulings.toml").exists()


def test_an_archive_that_cannot_be_written_is_told(
    event: Event, close: Close, bundle: Path
) -> None:
    event.play()
    event.command("run", "--once")
    bundle.parent.write_text("no folder")
    status, _, err = close()
    assert (status, err) == (
        1,
        (
            f"tournamentd close: the archive cannot be written ({bundle.parent}: File exists): see "
            "that its folder may be written and its disk has room, then close again\n"
        ),
    )
    bundle.parent.unlink()
    assert close()[0] == 0
    assert zipfile.is_zipfile(bundle)


def test_files_of_the_same_name_are_all_in_the_archive(
    event: Event, close: Close, bundle: Path
) -> None:
    (event.directory / "special").mkdir()
    event.change("[folder]\n", '[rulings]\nfile = "special/mitchell.asc"\n\n[folder]\n')
    event.play()
    event.command("run", "--once")
    close()
    with zipfile.ZipFile(bundle) as file:
        assert b"closed = true" in file.read("mitchell (2).asc")


def test_rulings_of_another_day_keep_it_open(event: Event, close: Close) -> None:
    event.play()
    event.command("run", "--once")
    rulings = event.directory / "rulings.toml"
    old = "event = 2020-01-07\n[[not_played]]\nboard = 1\nns = 1\n"
    rulings.write_text(old)
    status, _, err = close("--anyway")
    assert status == 1
    assert f"tournamentd close: the rulings in {rulings} are for 2020-01-07" in err
    assert rulings.read_text() == old


def test_a_broken_rulings_file_keeps_it_open(event: Event, close: Close) -> None:
    event.play()
    event.command("run", "--once")
    rulings = event.directory / "rulings.toml"
    rulings.write_text("closed yes\n")
    status, lines, err = close()
    assert (status, lines) == (1, [])
    assert err.startswith(f"{rulings}:1:")
    assert err.endswith(
        f"tournamentd close: nothing was written: mend {rulings} first, in the lines that are "
        "named above\n"
    )


def test_a_configuration_with_an_error_is_78(event: Event, close: Close) -> None:
    event.change("boards_per_round = 1", "boards_per_round = 0")
    assert close()[0] == 78


def test_an_archive_that_a_power_cut_left_half_written_goes_with_the_next(
    event: Event, close: Close, bundle: Path
) -> None:
    event.play()
    event.command("run", "--once")
    bundle.parent.mkdir()
    half = bundle.with_name(f".{bundle.name}.0123abcd.tmp")
    other = bundle.with_name(f".other {bundle.name}.0123abcd.tmp")
    new = bundle.with_name(f".{bundle.name}.89abcdef.tmp")
    for path in (half, other, new):
        path.write_bytes(b"PK")
        if path is not new:
            os.utime(path, (0, 0))
    assert close()[0] == 0
    assert sorted(bundle.parent.iterdir()) == sorted([bundle, other, new])


def test_of_the_log_only_what_is_odd_is_shown_and_the_file_has_it_all(
    event: Event, capsys: Capture
) -> None:
    event.change('path = "box"', 'path = "box"\n\n[logging]\nformat = "console"\nfile = "x.log"')
    event.command("run", "--once")
    event.play()
    text = (event.box / "OUT_T1.txt").read_text("utf-8")
    (event.box / "OUT_T1.txt").write_text(text.replace("-140", "-90", 1), "utf-8")
    capsys.readouterr()
    assert event.command("close") == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first[9:].startswith("!  problem.found        OUT_T1.txt:2:")
    assert [one for one in others if one[:2].isdigit()] == []
    assert others[-2:] == [
        "The results are final.",
        f"Everything is in {event.directory / 'archive' / f'{event.today} Trial.zip'}",
    ]
    logged = [json.loads(line) for line in (event.directory / "x.log").read_text().splitlines()]
    assert {"result.entered", "event.closed"} <= {line["event"] for line in logged}
