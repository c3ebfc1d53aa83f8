"""`run --once`, and everything that keeps the daemon from starting."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from daemon.bridgesuite.envelope import Secret, seal
from daemon.cli.loading import Loaded, load
from daemon.cli.running import run_loaded
from daemon.ledger.port import LedgerError
from daemon.ledger.sqlite import SqliteLedger, open_ledger, read_ledger
from daemon.service.daemon import run as run_daemon
from daemon.service.house import House, Log, Orders
from daemon.service.messages import Inbox
from daemon.service.serving import serving
from daemon.settings.model import Stale
from daemon.tournament.entry import Fact, FileReceived, Started, Stopped
from daemon.tournament.told import Told

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]
Tell = Callable[[], list[dict[str, Any]]]


def facts(event: Event) -> list[Fact]:
    ledger = read_ledger(event.directory / "state")
    try:
        return [entry.fact for entry in ledger.entries()]
    finally:
        ledger.close()


def events(lines: list[dict[str, Any]]) -> list[str]:
    return [line["event"] for line in lines]


# Once


def test_an_empty_folder_gets_its_files_and_its_page(event: Event, told: Tell) -> None:
    assert event.command("run", "--once") == 0
    assert sorted(path.name for path in event.box.iterdir()) == [
        *("IN_T1.txt", "IN_T2.txt", "IN_T3.txt")
    ]
    assert sorted(path.name for path in (event.directory / "live").iterdir()) == [
        *(".pages", "boards", "index.html", "live.js", "page.css", "pairs", "problems.json"),
        *("progress.html", "scorecards.html", "standings.csv", "standings.json"),
        *("travellers.csv", "travellers.html", "travellers.json", "wall.html"),
    ]
    assert event.published("standings.json")["progress"] == {"played": 0, "expected": 9}
    assert events(told()) == [
        *("daemon.started", "files.pushed", "standings.published", "daemon.stopping")
    ]


def test_what_lies_there_is_scored(event: Event) -> None:
    event.play()
    assert event.command("run", "--once") == 0
    standings = event.published("standings.json")
    assert standings["complete"]
    rows = [row for ranking in standings["rankings"] for row in ranking["rows"]]
    assert [row["percent"] for row in rows] == [50] * 6  # everybody scored the same


def test_running_it_twice_changes_nothing(event: Event, told: Tell) -> None:
    event.play()
    (event.directory / "rulings.toml").write_text(f"event = {event.today}\n")
    assert event.command("run", "--once") == 0
    before, known = event.seen(), facts(event)
    told()
    assert event.command("run", "--once") == 0
    assert event.seen() == before
    assert [type(fact) for fact in facts(event)[len(known) :]] == [Started, Stopped]
    assert events(told()) == ["daemon.started", "files.pushed", "daemon.stopping"]


def test_in_files_of_ours_are_left_alone_or_replaced(event: Event, told: Tell) -> None:
    event.command("run", "--once")
    before = event.seen()
    event.change("boards_per_round = 1", "boards_per_round = 2")
    told()
    assert event.command("run", "--once") == 0
    assert (event.box / "IN_T1.txt").read_text().splitlines()[0] == "1,1,1,4,N,false,false"
    assert len((event.box / "IN_T1.txt").read_text().splitlines()) == 6
    assert not list(event.box.glob("archive*"))
    assert before["box/IN_T1.txt"] != event.seen()["box/IN_T1.txt"]
    assert [line["written"] for line in told() if line["event"] == "files.pushed"] == [3]


def test_in_files_of_others_are_archived_when_in_the_way_and_else_named(
    event: Event, told: Tell
) -> None:
    (event.box / "IN_T1.txt").write_text("another program's")
    (event.box / "IN_T9.txt").write_text("another program's")
    assert event.command("run", "--once") == 0
    (archive,) = event.box.glob("archive *")
    assert [path.name for path in archive.iterdir()] == ["IN_T1.txt"]
    assert (archive / "IN_T1.txt").read_text() == "another program's"
    assert (event.box / "IN_T9.txt").read_text() == "another program's"
    lines = {line["event"]: line for line in told()}
    assert lines["files.archived"]["level"] == lines["files.strange"]["level"] == "warning"
    assert lines["files.archived"]["file"] == "IN_T1.txt"
    assert "IN_T9.txt" in lines["files.strange"]["text"]


def test_files_are_put_in_place_whole(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a tablet can see under the name of an IN file was never shorter than it is."""
    replaced: list[tuple[str, int]] = []
    replace_file = Path.replace

    def watched(path: Path, target: Path) -> Path:
        replaced.append((target.name, path.stat().st_size))
        return replace_file(path, target)

    monkeypatch.setattr(Path, "replace", watched)
    event.command("run", "--once")
    sizes = {path.name: path.stat().st_size for path in event.box.iterdir()}
    in_files = [one for one in replaced if one[0].startswith("IN_")]
    assert dict(in_files) == sizes


def test_sections_have_their_own_folders(event: Event) -> None:
    event.change('name = "A"', 'name = "A"\nsubfolder = "Room 1"')
    assert event.command("run", "--once") == 0
    assert (event.box / "Room 1" / "IN_T1.txt").exists()


# Refusing to start


def test_a_configuration_with_ten_mistakes_is_78_and_nothing_is_done(
    event: Event, capsys: Capture
) -> None:
    event.config.write_text(
        '[event]\nname = ""\ndate = "tuesday"\nstates = "x"\n\n'
        '[folder]\npath = 7\nwest = "X"\nstale = "perhaps"\nwatch = "eyes"\n\n'
        '[[section]]\nname = "A"\nmovement = "mitchell.asc"\nboards_per_round = 0\n'
        'devices = ["phone"]\nletters = "dutch"\n'
    )
    assert event.command("run") == 78
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count(": error: ") == 10
    assert err.splitlines()[-1] == (
        f"Nothing was done: mend {event.config} first (`tournamentd check {event.config}` looks "
        "again)."
    )
    assert not (event.directory / "state").exists()
    assert list(event.box.iterdir()) == []


@pytest.mark.parametrize("missing", ["mitchell.asc", "names.csv"])
def test_a_file_that_is_missing_is_78(event: Event, missing: str, capsys: Capture) -> None:
    (event.directory / missing).unlink()
    assert event.command("run", "--once") == 78
    assert f"{missing} does not exist: put the file there" in capsys.readouterr().err


def test_a_folder_that_is_missing_may_come_back_and_is_1_and_nothing_is_recorded(
    event: Event, capsys: Capture
) -> None:
    event.box.rmdir()
    assert event.command("run", "--once") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(
        f"tournamentd does not start: The folder {event.box} cannot be reached (No such file or "
        "directory). Is the drive connected, the network up, and folder.path right?"
    )
    assert facts(event) == []


def test_stale_files_are_78_and_nothing_is_pushed_or_recorded(
    event: Event, capsys: Capture
) -> None:
    event.play(days_ago=7)
    before = event.seen()
    assert event.command("run", "--once") == 78
    err = capsys.readouterr().err
    assert err.startswith("tournamentd does not start: files of an earlier event lie in the folder")
    assert all(f"  {name}: " in err for name in ("OUT_T1.txt", "OUT_T2.txt", "OUT_T3.txt"))
    assert event.seen() == before
    assert facts(event) == []


def test_stale_files_are_archived_when_the_command_says_so(event: Event) -> None:
    event.play("OUT_T1.txt", days_ago=7)
    event.play("OUT_T2.txt")
    assert event.command("run", "--once", "--stale", "archive") == 0
    (archive,) = event.box.glob("archive *")
    assert [path.name for path in archive.iterdir()] == ["OUT_T1.txt"]
    assert event.published("standings.json")["progress"]["played"] == 3


def test_stale_files_are_taken_when_the_configuration_says_so(event: Event) -> None:
    event.play(days_ago=7)
    event.change('path = "box"', 'path = "box"\nstale = "take"')
    assert event.command("run", "--once") == 0
    assert event.published("standings.json")["complete"]


def test_a_ledger_of_another_event_is_78(event: Event, capsys: Capture) -> None:
    event.command("run", "--once")
    known = facts(event)
    event.change('name = "Trial"', 'name = "Another"')
    assert event.command("run", "--once") == 78
    assert f'the ledger in state is of "{event.today} Trial"' in capsys.readouterr().err
    assert facts(event) == known


def test_a_day_that_is_past_is_78_unless_it_is_resumed(event: Event, capsys: Capture) -> None:
    event.change(event.today, "2020-12-01")
    event.play(days_ago=1)
    before = event.seen()
    assert event.command("run", "--once") == 78
    assert "to go on with that one use --resume" in capsys.readouterr().err
    assert event.seen() == before
    assert event.command("run", "--once", "--resume") == 0
    assert event.published("standings.json")["complete"]
    assert event.command("run", "--once") == 78


def test_a_ledger_that_is_damaged_is_set_aside_and_everything_read_anew(
    event: Event, told: Tell
) -> None:
    event.play()
    (event.directory / "state").mkdir()
    old = event.directory / "state" / "ledger.sqlite3"
    old.write_bytes(b"no ledger at all" * 99)
    assert event.command("run", "--once") == 0
    first, *others = told()
    (aside,) = (event.directory / "state").glob("damaged *")
    assert (aside / "ledger.sqlite3").read_bytes() == b"no ledger at all" * 99
    assert (first["event"], first["level"]) == ("ledger.damaged", "error")
    assert first["text"] == (
        f"The ledger {old}: file is not a database. It was moved to {aside} as it is, and a new "
        "one was begun: 0 entries taken over, how many were lost nobody can tell. The files of "
        "results in the folder, the plan and the rulings are read anew: compare the standings with "
        "what was shown before, above all corrections and results of tablets whose files are no "
        "longer in the folder"
    )
    assert events(others)[0] == "daemon.started"
    assert event.published("standings.json")["progress"] == {"played": 9, "expected": 9}


@pytest.mark.parametrize("lost", [slice(4096, 12288), slice(8192, None), slice(0, None)])
def test_after_a_damage_the_results_are_the_same_as_before(
    event: Event, told: Tell, lost: slice
) -> None:
    """Garbage in the middle, cut short, emptied: the files still lie in the folder."""
    event.play()
    assert event.command("run", "--once") == 0
    before = event.published("standings.json")
    file = event.directory / "state" / "ledger.sqlite3"
    content = bytearray(file.read_bytes())
    assert len(content) >= 16384
    content[lost] = b"\xa5" * 8192 if lost.stop else b""
    file.write_bytes(content)
    told()
    assert event.command("run", "--once") == 0
    assert events(told())[0] == "ledger.damaged"
    assert event.published("standings.json") == before
    assert event.command("run", "--once") == 0
    assert "ledger.damaged" not in events(told())


@pytest.mark.parametrize("name", ["status", "replay"])
def test_what_reads_a_damaged_ledger_says_what_to_do(
    event: Event, name: str, capsys: Capture
) -> None:
    (event.directory / "state").mkdir()
    file = event.directory / "state" / "ledger.sqlite3"
    file.write_bytes(b"no ledger at all" * 99)
    assert event.command(name) == 1
    assert capsys.readouterr().err == (
        f"tournamentd {name}: The ledger {file} is damaged: file is not a database. `tournamentd "
        "run CONFIG` sets the ledger aside, keeps all that can still be read of it, and reads the "
        "files of results that lie in the folder, the plan and the rulings anew.\n"
    )


def test_a_second_event_in_the_same_folder_is_78(event: Event, capsys: Capture) -> None:
    with serving(event.box, [""]):
        assert event.command("run", "--once") == 78
    assert capsys.readouterr().err == (
        f"tournamentd does not start: Another tournamentd (process {os.getpid()}) serves the "
        f"folder {event.box} already, for another event: stop that one, or give this event another "
        "folder.path, or its sections subfolders of their own\n"
    )
    assert list(event.box.iterdir()) == []


def test_a_log_file_that_cannot_be_opened_is_78(event: Event, capsys: Capture) -> None:
    event.change('path = "box"', 'path = "box"\n\n[logging]\nfile = "names.csv/x.log"')
    assert event.command("run", "--once") == 78
    assert "name another file as logging.file" in capsys.readouterr().err


@pytest.mark.parametrize("logged_to", ["tournamentd.log", "names.csv/tournamentd.log"])
def test_the_ledger_is_closed_however_it_ends(
    event: Event, logged_to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[SqliteLedger] = []

    def remember(directory: Path, identity: str, _: datetime) -> tuple[SqliteLedger, None]:
        opened.append(open_ledger(directory, identity))
        return opened[-1], None

    monkeypatch.setattr("daemon.cli.running.open_or_salvage", remember)
    event.change('path = "box"', f'path = "box"\n\n[logging]\nfile = "{logged_to}"')
    event.command("run", "--once")
    with pytest.raises(LedgerError, match="was closed"):
        list(opened[0].entries())


def test_a_second_daemon_is_78_and_says_who_has_it_and_what_to_do(
    event: Event, capsys: Capture
) -> None:
    ledger = open_ledger(event.directory / "state", load(event.config).settings.event.identity)
    try:
        assert event.command("run", "--once") == 78
    finally:
        ledger.close()
    assert capsys.readouterr().err == (
        f"tournamentd does not start: Another tournamentd (process {os.getpid()}) runs on the "
        f"ledger in {event.directory / 'state'}. Stop it first, or, for another event, name "
        "another folder as event.state.\n"
    )
    assert list(event.box.iterdir()) == []
    assert event.command("run", "--once") == 0


# Ending otherwise than asked


def test_results_that_cannot_be_published_are_1(event: Event, capsys: Capture) -> None:
    (event.directory / "live").write_text("a file where a folder should be")
    assert event.command("run", "--once") == 1
    out, err = capsys.readouterr()
    assert err.startswith("tournamentd ended: ")
    assert err.endswith("Nothing is lost: start it again when that is mended.\n")
    assert '"publish.failed"' in out


def test_a_configuration_without_a_plan_runs_nothing(event: Event) -> None:
    loaded: Loaded = replace(load(event.config), plan_read=None)
    with pytest.raises(ValueError, match="a configuration with errors has no plan"):
        run_loaded(loaded, Orders(Stale.REFUSE, once=True))


# The log


def test_the_log_is_kept_in_a_file_too(event: Event, told: Tell) -> None:
    event.change('path = "box"', 'path = "box"\n\n[logging]\nfile = "logs/tournamentd.log"')
    event.command("run", "--once")
    kept = (event.directory / "logs" / "tournamentd.log").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in kept] == told()


def test_the_console_is_for_people(event: Event, capsys: Capture) -> None:
    event.change('path = "box"', 'path = "box"\n\n[logging]\nformat = "console"')
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    lines = capsys.readouterr().out.splitlines()
    shown = [line[9:] for line in lines]
    assert "   result.entered       board 1, 1 against 4 (round 1, table 1): 2H W +1, NS -140" in (
        shown
    )
    assert shown[-1] == "   daemon.stopping      it was asked to run once"


# Until complete


def test_until_complete_ends_when_everything_is_in(event: Event) -> None:
    event.play()
    assert event.command("run", "--until-complete") == 0
    assert facts(event)[-1] == Stopped("every result is in")


def test_a_held_result_is_not_complete(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on until the tablets agree."""
    event.play()
    right = (event.box / "OUT_T1.txt").read_text()
    (event.box / "OUT_1.txt").write_text(right.replace("2♡,+1,W,J♤,-140", "2♡,=,W,J♤,-110", 1))
    heard: list[str] = []

    @dataclass
    class Agreeing:
        """A log whose reader asks the table when it tells of a conflict."""

        log: Log

        def tell(self, told: Told) -> None:
            self.log.tell(told)
            heard.append(told.event)
            if told.event == "result.conflict":
                (event.box / "OUT_1.txt").write_text(right)

    def run_and_listen(house: House, orders: Orders, inbox: Inbox | None) -> None:
        run_daemon(replace(house, log=Agreeing(house.log)), orders, inbox)

    monkeypatch.setattr("daemon.cli.running.run_daemon", run_and_listen)
    assert event.command("run", "--until-complete") == 0
    assert heard.index("result.conflict") < heard.index("result.settled")
    assert event.published("standings.json")["complete"]


# The secret


SECRET = "zQ7k"


@pytest.fixture
def secret_event(event: Event) -> Event:
    """An evening with a secret that others can read, encrypted results, and a broken one."""
    event.change(
        'path = "box"',
        'path = "box"\n\n[encryption]\nsecret_file = "secret.txt"\n\n[logging]\nfile = "t.log"',
    )
    path = event.directory / "secret.txt"
    path.touch()
    path.chmod(0o644)
    path.write_text(f"{SECRET}\n")
    event.play()
    for name in ("OUT_T1", "OUT_T2"):
        plain = event.box / f"{name}.txt"
        sealed = seal(plain.read_text("utf-8"), Secret.parse(SECRET))
        plain.unlink()
        (event.box / f"{name}_E.txt").write_bytes(sealed if name == "OUT_T1" else sealed[:-40])
    return event


def test_the_secret_is_shown_nowhere(secret_event: Event, capsys: Capture) -> None:
    event = secret_event
    for command in (
        ("check",),
        ("run", "--once"),
        ("status",),
        ("status", "--json"),
        ("replay",),
        ("files", "--out", str(event.directory / "stick")),
    ):
        assert event.command(*command) == 0
    out, err = capsys.readouterr()
    assert "secret-open" in err
    assert "out-unreadable" in out
    assert SECRET not in out + err
    for path in event.directory.rglob("*"):
        if path.is_file() and path.name != "secret.txt":
            content = path.read_bytes()
            assert SECRET.encode() not in content, path
            assert (SECRET * 4).encode() not in content, path


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"zQ7\n", "the secret must be exactly four characters, and this is 3"),
        (b"zQ7kX\n", "the secret must be exactly four characters, and this is 5"),
        ("zQé7\n".encode(), "holds something else than ASCII"),
        (None, "cannot be read (No such file or directory)"),
    ],
)
def test_a_wrong_secret_is_78_and_is_not_shown(
    secret_event: Event, content: bytes | None, says: str, capsys: Capture
) -> None:
    path = secret_event.directory / "secret.txt"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    assert secret_event.command("run", "--once") == 78
    out, err = capsys.readouterr()
    assert says in err
    assert "[secret]" in err
    for shown in ("zQ7", "zQé7"):
        assert shown not in out + err


def test_a_secret_of_digits_only_is_a_warning(secret_event: Event, capsys: Capture) -> None:
    path = secret_event.directory / "secret.txt"
    path.write_text("1234\n")
    path.chmod(stat.S_IRUSR)
    secret_event.command("run", "--once")
    assert "the secret is digits only" in capsys.readouterr().err


def test_encrypted_results_are_scored(secret_event: Event) -> None:
    assert secret_event.command("run", "--once") == 0
    assert secret_event.published("standings.json")["progress"]["played"] == 6
    received = [fact.name for fact in facts(secret_event) if isinstance(fact, FileReceived)]
    assert received == ["OUT_T1_E.txt", "OUT_T2_E.txt", "OUT_T3.txt"]


def test_an_evening_that_is_half_put_away_does_not_start(
    event: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = event.directory / "archive" / "2026-12-01 Trial"
    archive.mkdir(parents=True)
    (archive / "unfinished.json").write_text('{"day": "2026-12-08", "ledger": null, "lines": []}')
    assert event.command("run", "--once") == 78
    assert capsys.readouterr().err == (
        f"tournamentd does not start: `tournamentd next` was broken off while it put an evening "
        f"into {archive}: say `tournamentd next {event.config}` again, it completes what it began\n"
    )
