"""`next`: one evening goes into the archive, and nothing of it comes back in the next one."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from daemon.cli import next as next_evening
from daemon.cli.archiving import keep
from daemon.cli.changeover import Changeover
from daemon.cli.loading import load
from daemon.cli.main import main
from daemon.cli.next_day import next_day
from daemon.cli.old_event import OldEvent
from daemon.cli.tablet_files import Lying, put_away
from daemon.cli.under_way import is_under_way
from daemon.folder.local import LocalFolder
from daemon.ledger.sqlite import open_ledger, read_ledger
from daemon.tournament.entry import EarlierLines
from daemon.tournament.replays import lines_of_file
from daemon.tournament.state import State

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]
Next = Callable[..., tuple[int, str, str]]

TIMED = "1,1,1,4,N,false,false,2♡,+1,W,J♤,-140,{0},Pass,1200,2♡,3400,Pass,800,Pass,900,Pass,700\n"


@pytest.fixture
def following(event: Event, capsys: Capture) -> Next:
    """Status, output and complaints of a `next` that asks nobody: the evenings are of today."""

    def ask(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = event.command("next", "--anyway", *arguments)
        out, err = capsys.readouterr()
        return status, out, err

    return ask


@pytest.fixture
def week(event: Event) -> str:
    """The same weekday a week later."""
    return (date.fromisoformat(event.today) + timedelta(days=7)).isoformat()


def spelled(day: str) -> str:
    """`Tuesday 1 December 2026`."""
    when = date.fromisoformat(day)
    return f"{when:%A} {when.day} {when:%B %Y}"


def files_in(directory: Path) -> set[str]:
    return {
        path.relative_to(directory).as_posix() for path in directory.rglob("*") if path.is_file()
    }


def lines_of(event: Event, *names: str) -> frozenset[str]:
    """The fingerprints of what lies in these files."""
    plan = load(event.config).plan
    assert plan is not None
    found = (lines_of_file(name, (event.box / name).read_bytes(), plan, None) for name in names)
    return frozenset[str]().union(*(one.lines for one in found))


def facts(directory: Path) -> list[object]:
    ledger = read_ledger(directory)
    try:
        return [entry.fact for entry in ledger.entries()]
    finally:
        ledger.close()


KNOWN = "Results of earlier evenings will be known, should a tablet send them again.\n"
ARCHIVED = {
    *("tournament.toml", "mitchell.asc", "names.csv", "ledger.sqlite3"),
    *("results/standings.json", "results/travellers.json", "results/problems.json"),
    *("results/standings.csv", "results/travellers.csv", "results/index.html"),
    *("results/page.css", "results/live.js", "results/wall.html", "results/progress.html"),
    *("results/travellers.html", "results/scorecards.html", "results/.pages"),
    *(f"results/boards/A-{board}.html" for board in (1, 2, 3)),
    *(f"results/pairs/A-{pair}.html" for pair in (1, 2, 4, 5, 6)),
}


def test_the_old_evening_is_put_away_and_the_next_is_ready(
    event: Event, following: Next, week: str
) -> None:
    event.play("OUT_T1.txt", "OUT_T2.txt")
    event.change("boards_per_round = 1", "boards_per_round = 1 # few\nabsent = [3] # ill")
    rulings = event.directory / "rulings.toml"
    rulings.write_text(f"event = {event.today}\n# none\n")
    event.command("run", "--once")
    (event.box / "IN_T9.txt").write_text("9,9,9,9,N,true,true\n")
    old = event.config.read_text("utf-8")
    lines = lines_of(event, "OUT_T1.txt", "OUT_T2.txt")
    archive = event.directory / "archive" / f"{event.today} Trial"
    # Boards 1 to 3 of pair 3 are not waited for; pairs 1 and 2 have met all others.
    assert following() == (
        0,
        (
            f"Trial, {spelled(event.today)}: all results are in.\n"
            "It was not closed.\n"
            f"Moved into {event.box / f'archive {event.today}'}: 2 OUT files and 2 IN files\n"
            "IN_T9.txt: not ours, and left in the tablets' folder; delete it if no tablet needs "
            "it\n"
            "Section A: absent is empty now (it was 3)\n"
            f"The old evening is in {archive}\n"
            f"{KNOWN}"
            f"Ready for Trial, {spelled(week)}.\n"
            "\nNext:\n"
            f"  tournamentd check {event.config}\n"
            f"  tournamentd run {event.config}\n"
        ),
        "",
    )
    assert files_in(archive) == ARCHIVED | {"rulings.toml"}
    assert (archive / "tournament.toml").read_text("utf-8") == old
    assert event.config.read_text("utf-8") == old.replace(event.today, week).replace(
        "[3] #", "[] #"
    )
    assert f"\nevent = {week}\n" in rulings.read_text("utf-8")
    assert (archive / "rulings.toml").read_text("utf-8") == f"event = {event.today}\n# none\n"
    assert files_in(event.box) == {
        "IN_T9.txt",
        *(
            f"archive {event.today}/{kind}_T{table}.txt"
            for kind in ("IN", "OUT")
            for table in (1, 2)
        ),
    }
    assert files_in(event.directory / "live") == set()
    assert len(lines) == 6
    assert facts(event.directory / "state") == [EarlierLines(lines)]
    assert len(facts(archive)) > 5


def test_two_tuesdays_in_one_folder(event: Event, following: Next, week: str) -> None:
    event.play()
    event.command("run", "--once")
    event.command("close")
    assert following()[0] == 0
    assert event.command("check") == 0
    assert event.command("run", "--once") == 0
    standings = event.published("standings.json")
    assert (standings["date"], standings["progress"]["played"]) == (week, 0)
    assert (event.box / "IN_T1.txt").exists()
    # The zip of the closing lies with the rest of the evening.
    archive = event.directory / "archive" / f"{event.today} Trial"
    assert files_in(archive) == ARCHIVED | {
        *("rulings.toml", f"{event.today} Trial.zip", "results/pairs/A-3.html"),
    }
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]


def test_what_tablets_wrote_before_is_known_in_the_new_ledger(
    event: Event, following: Next
) -> None:
    line = TIMED.format("")
    path = event.box / "OUT_T1.txt"
    path.write_text(f"Latest 1  AndroidId 1111111111111111\n{line}", "utf-8")
    event.command("run", "--once")
    lines = lines_of(event, "OUT_T1.txt")
    status, out, _ = following()
    assert status == 0
    assert KNOWN in out
    (earlier,) = facts(event.directory / "state")
    assert earlier == EarlierLines(lines)
    assert lines
    # A third evening knows those of the first as well.
    assert following("--date", (datetime.now().astimezone().date()).isoformat())[0] == 0
    assert facts(event.directory / "state") == [earlier]


def test_what_came_in_after_the_daemon_ended_is_known_too(event: Event, following: Next) -> None:
    event.command("run", "--once")
    path = event.box / "OUT_T1.txt"
    path.write_text(f"Latest 1  AndroidId 1111111111111111\n{TIMED.format('')}", "utf-8")
    lines = lines_of(event, "OUT_T1.txt")
    following()
    assert facts(event.directory / "state") == [EarlierLines(lines)]
    assert lines


def test_an_old_file_that_is_written_again_does_not_count(
    event: Event, following: Next, capsys: Capture
) -> None:
    text = f"Latest 1  AndroidId 1111111111111111\n{TIMED.format('')}"
    (event.box / "OUT_T1.txt").write_text(text, "utf-8")
    event.command("run", "--once")
    # The next evening is today too, so that the time of the file does not give it away.
    assert following("--date", event.today)[0] == 0
    (event.box / "OUT_T1.txt").write_text(text, "utf-8")
    event.command("run", "--once")
    capsys.readouterr()
    assert event.published("standings.json")["progress"]["played"] == 0
    assert [one["code"] for one in event.published("problems.json")] == ["result-replayed"]


def test_a_rehearsal_leaves_a_clean_evening_of_the_same_day(event: Event, following: Next) -> None:
    event.play()
    event.command("run", "--once")
    event.command("close")
    event.command("rule", "not_played", "board=1", "ns=1")
    for number, other in (("", "2♡,=,W,J♤,-110"), (" (2)", "3♡,=,W,J♤,-140")):
        status, out, err = following("--date", event.today)
        assert (status, err) == (0, "")
        archive = event.directory / "archive" / f"{event.today} Trial{number}"
        assert f"The old evening is in {archive}\n" in out
        assert event.command("run", "--once") == 0
        assert event.published("standings.json")["progress"]["played"] == 0
        assert not event.published("standings.json")["final"]
        event.play()
        for path in event.box.glob("OUT_*"):
            path.write_text(path.read_text("utf-8").replace("2♡,+1,W,J♤,-140", other), "utf-8")
        assert event.command("run", "--once") == 0
        assert event.published("standings.json")["progress"]["played"] == 9
    assert files_in(event.box / f"archive {event.today}") >= {"OUT_T1.txt", "OUT_T1 (2).txt"}


def test_a_daemon_that_runs_is_in_the_way(event: Event, following: Next) -> None:
    event.play()
    event.command("run", "--once")
    before = files_in(event.directory)
    ledger = open_ledger(event.directory / "state", load(event.config).settings.event.identity)
    try:
        status, out, err = following()
    finally:
        ledger.close()
    assert (status, out) == (78, "")
    assert err.startswith("tournamentd next: Another tournamentd (process ")
    assert err.endswith("Nothing was done.\n")
    assert files_in(event.directory) - before <= {"state/ledger.lock"}


def test_a_folder_that_is_away_is_in_the_way(event: Event, following: Next) -> None:
    event.play()
    event.command("run", "--once")
    event.box.rename(event.directory / "pulled out")
    status, out, err = following()
    assert (status, out) == (1, "")
    assert err.startswith("tournamentd next: ")
    assert err.endswith("Nothing was done.\n")
    assert not (event.directory / "archive").exists()


def test_a_day_that_is_past_is_2(event: Event, following: Next) -> None:
    assert following("--date", "2020-01-07") == (
        2,
        "",
        (f"tournamentd next: 2020-01-07 is past: name a day from today ({event.today}) on\n"),
    )


def test_a_configuration_with_an_error_is_78(event: Event, following: Next) -> None:
    event.change("boards_per_round = 1", "boards_per_round = 0")
    assert following()[0] == 78


def test_a_second_next_has_nothing_to_do(event: Event, following: Next, week: str) -> None:
    event.play()
    event.command("run", "--once")
    following()
    before = event.seen()
    assert following() == (
        0,
        (
            f"Nothing to do: all is ready for Trial, {spelled(week)}.\n"
            "For another day use --date YYYY-MM-DD.\n"
        ),
        "",
    )
    assert event.seen() == before


def test_a_date_that_the_director_has_set_stays(event: Event, following: Next) -> None:
    event.play()
    event.command("run", "--once")
    later = (date.fromisoformat(event.today) + timedelta(days=9)).isoformat()
    event.change(event.today, later)
    status, out, _ = following()
    assert status == 0
    assert f"The old evening is in {event.directory / 'archive' / f'{event.today} Trial'}\n" in out
    assert f"Ready for Trial, {spelled(later)}.\n" in out
    assert event.command("run", "--once") == 0


TUESDAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("asked", "configured", "played", "today", "day"),
    [
        (date(2026, 12, 3), TUESDAY, TUESDAY, TUESDAY, date(2026, 12, 3)),
        (None, TUESDAY, TUESDAY, TUESDAY, date(2026, 12, 8)),
        (None, TUESDAY, TUESDAY, date(2026, 12, 8), date(2026, 12, 8)),
        (None, TUESDAY, TUESDAY, date(2026, 12, 9), date(2026, 12, 15)),
        # The director has set it: it stays as long as it is not past.
        (None, date(2026, 12, 10), TUESDAY, date(2026, 12, 2), date(2026, 12, 10)),
        (None, date(2026, 12, 10), TUESDAY, date(2026, 12, 10), date(2026, 12, 10)),
        (None, date(2026, 12, 10), TUESDAY, date(2026, 12, 11), date(2026, 12, 17)),
        (None, TUESDAY, None, TUESDAY, date(2026, 12, 8)),
        # Over the end of a year.
        (None, date(2026, 12, 29), date(2026, 12, 29), date(2026, 12, 30), date(2027, 1, 5)),
    ],
)
def test_the_next_day(
    asked: date | None, configured: date, played: date | None, today: date, day: date
) -> None:
    assert next_day(asked, configured, played, today) == day


def test_without_a_ledger_only_the_day_is_set_and_files_are_put_away(
    event: Event, following: Next, week: str
) -> None:
    (event.box / "OUT_T1.txt").write_text("1,1,1,4,N,false,false,2♡,+1,W,J♤,-140\n", "utf-8")
    rulings = event.directory / "rulings.toml"
    rulings.write_text("[[not_played]]\nboard = 1\nns = 1\n")
    status, out, err = following()
    assert (status, err) == (0, "")
    assert out.startswith(
        f"There is no ledger: nothing was played of {event.today} Trial.\n"
        f"Moved into {event.box / f'archive {event.today}'}: 1 OUT file\n"
    )
    archive = event.directory / "archive" / f"{event.today} Trial"
    assert (archive / "rulings.toml").read_text() == "[[not_played]]\nboard = 1\nns = 1\n"
    assert f"date = {week}\n" in event.config.read_text("utf-8")
    assert not (event.directory / "state" / "ledger.sqlite3").exists()
    # It is in the future now, and nothing lies there: that is ready.
    assert following()[1].startswith("Nothing to do: all is ready for Trial, ")


def test_a_damaged_ledger_is_kept_as_it_is(event: Event, following: Next, week: str) -> None:
    (event.box / "OUT_T1.txt").write_text(
        f"Latest 1  AndroidId 1111111111111111\n{TIMED.format('')}", "utf-8"
    )
    event.command("run", "--once")
    ledger = event.directory / "state" / "ledger.sqlite3"
    damaged = b"no ledger at all" * 1000
    ledger.write_bytes(damaged)
    lines = lines_of(event, "OUT_T1.txt")
    status, out, err = following()
    assert status == 0
    assert err.startswith("tournamentd next: the ledger goes into the archive as it is. The ledger")
    assert err.endswith(
        "tournamentd next: should a tablet send old results again, only those will be known that "
        "lie in a file here or could be read in that ledger: empty the tablets\n"
    )
    archive = event.directory / "archive" / f"{event.today} Trial"
    assert (archive / "ledger.sqlite3").read_bytes() == damaged
    assert f"Ready for Trial, {spelled(week)}.\n" in out
    assert facts(event.directory / "state") == [EarlierLines(lines)]
    assert lines
    # IN files are known as ours by what the plan makes.
    assert files_in(event.box) == {
        f"archive {event.today}/{name}"
        for name in ("IN_T1.txt", "IN_T2.txt", "IN_T3.txt", "OUT_T1.txt")
    }
    assert event.command("run", "--once") == 0


def test_with_a_damaged_ledger_the_lines_of_collected_files_are_remembered_too(
    event: Event, following: Next
) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    lines = lines_of(event, "OUT_T1.txt")
    collected = event.directory / "state" / "collected" / "1" / "OUT_T3.txt"
    collected.parent.mkdir(parents=True)
    (event.box / "OUT_T1.txt").rename(collected.with_name("OUT_T1.txt"))
    (event.directory / "state" / "ledger.sqlite3").write_bytes(b"no ledger at all" * 1000)
    assert following()[0] == 0
    assert facts(event.directory / "state") == [EarlierLines(lines)]
    assert lines


def test_a_file_that_cannot_be_opened_is_named(event: Event, following: Next) -> None:
    (event.box / "OUT_T1_E.txt").write_text("no secret opens this")
    _, _, err = following()
    assert err == (
        "tournamentd next: OUT_T1_E.txt: not to be read, so these results will not be known should "
        "a tablet send them again: empty that tablet\n"
    )


# An evening that is not over


def test_an_evening_that_is_still_played_is_not_put_away(event: Event, capsys: Capture) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    before = event.seen()
    capsys.readouterr()
    assert event.command("next") == 1
    assert capsys.readouterr() == (
        f"Trial, {spelled(event.today)}: 3 of 9 results are in.\nIt was not closed: 6 missing.\n",
        (
            "tournamentd next: the evening is not over, for results are missing and it was not "
            f"closed: say `tournamentd close {event.config}` first, or put it away as it is with "
            "--date or --anyway\nNothing was done.\n"
        ),
    )
    assert event.seen() == before
    assert event.command("next", "--anyway") == 0


def test_an_evening_that_is_still_played_after_midnight_is_not_put_away(
    event: Event, capsys: Capture
) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    day = datetime.fromisoformat(event.today)
    parser = ArgumentParser()
    next_evening.add_arguments(parser)
    arguments = parser.parse_args([str(event.config)])
    assert next_evening.run(arguments, lambda: day + timedelta(days=1, hours=5)) == 1
    assert "tournamentd next: the evening is not over" in capsys.readouterr().err
    assert next_evening.run(arguments, lambda: day + timedelta(days=1, hours=6)) == 0


def test_a_disk_without_room_is_said_to_be_full(
    event: Event, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(_path: Path, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # as a write has it: no file

    event.play()
    event.command("run", "--once")
    monkeypatch.setattr("daemon.cli.unfinished.write_whole", write)
    capsys.readouterr()
    assert event.command("next") == 1
    assert capsys.readouterr().err == (
        "tournamentd next: No space left on device: see that it may be written and has room\n"
        "Nothing was done.\n"
    )


def test_an_evening_of_which_all_is_in_is_put_away_on_its_day(event: Event) -> None:
    event.play()
    event.command("run", "--once")
    assert event.command("next") == 0


def test_who_names_the_next_day_puts_an_evening_away_as_it_is(event: Event) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    later = date.fromisoformat(event.today) + timedelta(days=7)
    assert event.command("next", "--date", later.isoformat()) == 0


def test_an_evening_that_was_closed_is_put_away_on_its_day(event: Event, capsys: Capture) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    event.command("close")
    capsys.readouterr()
    assert event.command("next") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(
        f"Trial, {spelled(event.today)}: 3 results are in, 6 were not played.\nMoved into "
    )


def test_an_evening_that_is_past_is_put_away_though_nobody_closed_it(event: Event) -> None:
    past = (date.fromisoformat(event.today) - timedelta(days=1)).isoformat()
    event.change(event.today, past)
    event.play("OUT_T1.txt")
    assert event.command("run", "--once", "--resume") == 0
    assert event.command("next") == 0


def test_a_rehearsal_of_the_day_before_is_put_away_unasked(event: Event) -> None:
    tomorrow = (date.fromisoformat(event.today) + timedelta(days=1)).isoformat()
    event.change(event.today, tomorrow)
    event.play()
    assert event.command("run", "--once", "--stale", "take") == 0
    assert event.published("standings.json")["complete"]
    assert event.command("next", "--date", tomorrow) == 0


def test_a_damaged_ledger_is_no_sign_that_the_evening_is_over(
    event: Event, capsys: Capture
) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    (event.directory / "state" / "ledger.sqlite3").write_bytes(b"no ledger at all" * 1000)
    capsys.readouterr()
    assert event.command("next") == 1
    err = capsys.readouterr().err
    assert err.startswith(
        "tournamentd next: the evening may not be over, for files of results lie in the tablets' "
        "folder; of its ledger nobody knows all. The ledger "
    )
    assert err.endswith(
        f" If it is over, say `tournamentd next {event.config} --anyway`\nNothing was done.\n"
    )


NOON = datetime(2026, 12, 1, 12, 0).astimezone()
NOTHING = Lying((), (), ())


@pytest.mark.parametrize(
    ("came_in", "today", "under_way"),
    [
        ((), TUESDAY, False),
        ((NOON,), TUESDAY, True),
        ((NOON - timedelta(days=1),), TUESDAY, False),
        ((NOON - timedelta(days=1), NOON), TUESDAY, True),
        ((NOON,), date(2026, 12, 2), False),
        ((NOON - timedelta(days=1),), date(2026, 11, 30), False),
    ],
)
def test_an_evening_is_under_way_from_its_first_result_on_the_day_to_the_end_of_that(
    came_in: tuple[datetime, ...], today: date, *, under_way: bool
) -> None:
    old = OldEvent("2026-12-01 Trial", State(), "mark", came_in)
    assert is_under_way(old, NOTHING, date(2026, 12, 8), today) == under_way


def test_what_was_collected_and_set_aside_goes_along(event: Event, following: Next) -> None:
    event.play()
    event.command("run", "--once")
    for name in ("collected/1/OUT_T3.txt", "damaged 2026-12-01 20.00/ledger.sqlite3"):
        path = event.directory / "state" / name
        path.parent.mkdir(parents=True)
        path.write_text("of the first evening")
    following()
    archive = event.directory / "archive" / f"{event.today} Trial"
    assert files_in(archive) >= {
        "collected/1/OUT_T3.txt",
        "damaged 2026-12-01 20.00/ledger.sqlite3",
    }
    assert {path.name for path in (event.directory / "state").iterdir() if path.is_dir()} == set()


def test_files_of_the_plan_and_of_the_club_stay_where_they_are(
    event: Event, following: Next
) -> None:
    event.change("[folder]\n", '[publish]\ndirectory = "."\n\n[folder]\n')
    (event.directory / "minutes.txt").write_text("of the club")
    event.play()
    event.command("run", "--once")
    assert following()[0] == 0
    assert files_in(event.directory) >= {
        *("minutes.txt", "tournament.toml", "mitchell.asc", "names.csv", "rulings.toml"),
    }
    assert not (event.directory / "index.html").exists()


class _PowerCutError(Exception):
    """Nothing more is done."""


STEPS = (
    "_copy_plan",
    "_put_tablet_files_away",
    "_move_results",
    "_renew_rulings",
    "_copy_ledger",
    "_set_date",
    "_renew_ledger",
    None,
)


@pytest.mark.parametrize("after", STEPS)
def test_whenever_the_power_fails_a_second_next_completes_it(
    event: Event, following: Next, week: str, after: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`after` is the last step that was done; None: not even the first."""
    event.change("boards_per_round = 1", "boards_per_round = 1\nabsent = [3]")
    event.play("OUT_T1.txt", "OUT_T2.txt")
    rulings = event.directory / "rulings.toml"
    ruled = f"event = {event.today}\n[[not_played]]\nboard = 1\nns = 1\n"
    rulings.write_text(ruled)
    event.command("run", "--once")
    old = event.config.read_text("utf-8")
    lines = lines_of(event, "OUT_T1.txt", "OUT_T2.txt")
    entries = len(facts(event.directory / "state"))
    with monkeypatch.context() as patched:
        name = after or STEPS[0]
        assert name is not None
        step = getattr(Changeover, name)

        def fail(change: object) -> None:
            if after is not None:
                step(change)
            raise _PowerCutError

        patched.setattr(Changeover, name, fail)
        with pytest.raises(_PowerCutError):
            following()
    assert event.command("next") == 0  # it asks no second time whether the evening is over
    archive = event.directory / "archive" / f"{event.today} Trial"
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]
    assert files_in(archive) == ARCHIVED | {"rulings.toml"}
    assert (archive / "tournament.toml").read_text("utf-8") == old
    assert (archive / "rulings.toml").read_text() == ruled
    assert len(facts(archive)) == entries
    assert event.config.read_text("utf-8") == (
        old.replace(event.today, week).replace("absent = [3]", "absent = []")
    )
    assert facts(event.directory / "state") == [EarlierLines(lines)]
    assert files_in(event.box) == {
        f"archive {event.today}/{kind}_T{table}.txt" for kind in ("IN", "OUT") for table in (1, 2)
    }
    assert event.command("run", "--once") == 0
    assert event.published("standings.json")["date"] == week


def test_a_day_that_was_asked_for_is_kept_over_a_power_cut(
    event: Event, following: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.play()
    event.command("run", "--once")
    asked = (date.fromisoformat(event.today) + timedelta(days=3)).isoformat()
    with monkeypatch.context() as patched:
        patched.setattr(Changeover, "_copy_ledger", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            following("--date", asked)
    status, out, _ = following()
    assert status == 0
    assert "Going on with what was begun in " in out
    assert f"Ready for Trial, {spelled(asked)}.\n" in out


def test_what_cannot_be_written_is_told_and_completed_later(
    event: Event, following: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.play()
    event.command("run", "--once")
    with monkeypatch.context() as patched:

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device", "/club/disk")

        patched.setattr("daemon.cli.changeover.copy", full)
        status, _, err = following()
    assert (status, err) == (
        1,
        (
            "tournamentd next: /club/disk: No space left on device: see that it may be written and "
            "has room\n"
            "It was broken off, and nothing is lost: mend that, then `tournamentd next "
            f"{event.config}` completes it.\n"
        ),
    )
    assert following()[0] == 0


def test_files_of_the_same_name_are_all_kept(event: Event, following: Next) -> None:
    other = event.directory / "other"
    other.mkdir()
    shutil.copy(event.directory / "mitchell.asc", other)
    text = event.config.read_text("utf-8")
    event.config.write_text(
        f'{text}subfolder = "A"\n[[section]]\nname = "B"\nsubfolder = "B"\n'
        'movement = "other/mitchell.asc"\nboards_per_round = 1\n'
    )
    event.command("run", "--once")
    assert following()[0] == 0
    archive = event.directory / "archive" / f"{event.today} Trial"
    assert {"mitchell.asc", "mitchell (2).asc"} <= files_in(archive)


def test_a_day_is_written_as_year_month_and_day(event: Event, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["next", str(event.config), "--date", "8 December"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(
        "error: argument --date: 8 December is no day: write year, month and day, as in "
        "2026-12-01\n"
    )


def test_a_note_that_cannot_be_read_is_passed_over(event: Event, following: Next) -> None:
    event.play()
    event.command("run", "--once")
    for number, text in enumerate(("{", "[]", '{"day": 1}', json.dumps({"day": "2026-12-01"}))):
        place = event.directory / "archive" / f"other {number}"
        place.mkdir(parents=True)
        (place / "unfinished.json").write_text(text)
    assert following()[0] == 0


def test_what_can_be_read_of_a_damaged_ledger_says_which_event_it_is(
    event: Event, following: Next
) -> None:
    event.play()
    event.command("run", "--once")
    file = event.directory / "state" / "ledger.sqlite3"
    connection = sqlite3.connect(file)
    connection.executescript(
        "DROP TRIGGER entry_no_update; UPDATE entry SET body = 'x' WHERE kind = 'file-received'"
    )
    connection.close()
    event.change('"Trial"', '"Renamed"')
    status, out, err = following()
    assert status == 0
    assert err.startswith("tournamentd next: the ledger goes into the archive as it is. ")
    archive = event.directory / "archive" / f"{event.today} Trial"
    assert f"The old evening is in {archive}\n" in out


def test_a_file_that_a_sync_client_takes_away_meanwhile_is_passed_over(tmp_path: Path) -> None:
    folder = LocalFolder(tmp_path, max_file_bytes=1000, max_files=10)
    (tmp_path / "OUT_T2.txt").write_text("here")
    assert put_away(folder, ["OUT_T1.txt", "OUT_T2.txt"], "archive") == 1
    assert files_in(tmp_path) == {"archive/OUT_T2.txt"}


def test_a_file_that_is_too_large_to_be_read_is_put_away_all_the_same(
    event: Event, following: Next
) -> None:
    (event.box / "OUT_T1.txt").write_text("x" * 2_000_000)
    status, _, err = following()
    assert (status, err) == (
        0,
        (
            "tournamentd next: OUT_T1.txt: not to be read, so these results will not be known "
            "should a tablet send them again: empty that tablet\n"
        ),
    )
    assert files_in(event.box) == {f"archive {event.today}/OUT_T1.txt"}


def test_nothing_that_has_the_same_name_is_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "there.txt"
    for content in (b"one", b"two", b"one", b"two"):
        keep(content, target)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "there.txt": b"one",
        "there (2).txt": b"two",
    }


HANDS = (
    '[Board "1"]\n[Deal "N:QJT9.T98.5432.32 AK8.AKQ7.AK.7654 7654.J6.JT98.AKQ 32.5432.Q76.JT98"]\n'
)


def test_hand_records_go_with_their_evening(event: Event, following: Next) -> None:
    event.change('names = "names.csv"', 'names = "names.csv"\nhands = "hands.pbn"')
    (event.directory / "hands.pbn").write_text(HANDS)
    event.play()
    event.command("run", "--once")
    assert following()[0] == 0
    assert not (event.directory / "hands.pbn").exists()
    (archive,) = (event.directory / "archive").iterdir()
    assert (archive / "hands.pbn").read_text() == HANDS
    # The configuration still names it, and the next ones come to the same place.
    assert 'hands = "hands.pbn"' in event.config.read_text("utf-8")
    assert event.command("check") == 0


def test_hand_records_that_lie_elsewhere_are_named_and_left(
    event: Event, following: Next, tmp_path: Path
) -> None:
    shared = tmp_path / "shared.pbn"
    shared.write_text(HANDS)
    event.change('names = "names.csv"', 'names = "names.csv"\nhands = "../shared.pbn"')
    event.play()
    event.command("run", "--once")
    _, out, _ = following()
    assert "shared.pbn: hand records of the old evening; put the next ones there" in out
    assert shared.read_text() == HANDS
