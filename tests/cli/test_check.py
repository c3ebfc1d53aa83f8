from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from daemon.publish.show import day

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]


def test_a_right_configuration_prints_its_plan(event: Event, capsys: Capture) -> None:
    assert event.command("check") == 0
    assert capsys.readouterr() == (
        (
            f"Trial, {day(date.fromisoformat(event.today))}\n"
            "Section A: 6 pairs, 3 tables, 3 rounds of 1 board (1 to 3)\n"
            "3 IN files: 3 for tables\n"
            "9 results are expected\n"
            f"The folder {event.box} is there: 0 IN files, 0 OUT files\n"
            "Everything is ready.\n"
        ),
        "",
    )


def test_it_says_who_is_absent_and_who_sits_out(event: Event, capsys: Capture) -> None:
    event.change("boards_per_round = 1", "boards_per_round = 2\nabsent = [5, 6]")
    assert event.command("check") == 0
    out = capsys.readouterr().out
    assert "Section A: 4 pairs, 3 tables, 3 rounds of 2 boards (1 to 6)\n  absent: 5 and 6\n" in out
    assert "  sitting out: 1 (4 boards), 2 (4 boards) and 3 (4 boards)\n" in out


def test_it_counts_players_where_they_play_alone(event: Event, capsys: Capture) -> None:
    (event.directory / "mitchell.asc").write_text("4 1 3 3 1\n1-2 3-4 A\n1-3 2-4 B\n1-4 2-3 C\n")
    (event.directory / "names.csv").write_text("number,name1,id1\n1,Ada Anker,\n")
    assert event.command("check") == 0
    assert "Section A: 4 players, 1 table, 3 rounds of 1 board (1 to 3)\n" in (
        capsys.readouterr().out
    )


def test_it_counts_the_files_of_every_kind_of_device(event: Event, capsys: Capture) -> None:
    event.change("boards_per_round = 1", 'boards_per_round = 1\ndevices = ["pair", "table"]')
    assert event.command("check") == 0
    out, err = capsys.readouterr()
    assert "6 IN files: 3 for pairs and 3 for tables\n" in out
    assert out.endswith("Ready, with 1 warning.\n")
    assert "never sit NS, so there is no IN file for them" in err


def test_it_names_boards_that_a_board_device_cannot_follow(event: Event, capsys: Capture) -> None:
    (event.directory / "mitchell.asc").write_text("4 2 1 1 0\n1-2 A 3-4 A\n")
    event.change("boards_per_round = 1", 'boards_per_round = 1\ndevices = ["board"]')
    event.command("check")
    assert "tables 1 and 2 share their boards in round 1" in capsys.readouterr().err


def test_it_counts_what_lies_in_the_folder(event: Event, capsys: Capture) -> None:
    event.play()
    (event.box / "IN_T9.txt").write_text("")
    (event.box / "holiday.jpg").write_text("")
    assert event.command("check") == 0
    assert f"The folder {event.box} is there: 1 IN file, 3 OUT files\n" in capsys.readouterr().out


def test_an_error_is_1(event: Event, capsys: Capture) -> None:
    event.change("boards_per_round = 1", "boards_per_round = 0")
    assert event.command("check") == 1
    out, err = capsys.readouterr()
    assert out == "1 error to mend before it can run.\n"
    assert err.startswith(f"{event.config}:11:20: error: ")


def test_ten_mistakes_are_ten_lines(event: Event, capsys: Capture) -> None:
    event.config.write_text(
        '[event]\nname = ""\ndate = "tuesday"\nstates = "x"\n\n'
        '[folder]\npath = 7\nwest = "X"\nstale = "perhaps"\nwatch = "eyes"\n\n'
        '[[section]]\nname = "A"\nmovement = "mitchell.asc"\nboards_per_round = 0\n'
        'devices = ["phone"]\nletters = "dutch"\n'
    )
    assert event.command("check") == 1
    out, err = capsys.readouterr()
    assert out == "10 errors to mend before it can run.\n"
    lines = err.splitlines()
    assert [line.split(": error: ")[0] for line in lines] == [
        f"{event.config}:{place}"
        for place in ("2:8", "3:8", "4:1", "7:8", "8:8", "9:9", "10:9", "15:20", "16:12", "17:11")
    ]


def test_a_folder_that_is_missing_is_an_error(event: Event, capsys: Capture) -> None:
    event.box.rmdir()
    assert event.command("check") == 1
    out, err = capsys.readouterr()
    assert "The folder" not in out
    assert err == (
        f"{event.box}: error: The folder {event.box} cannot be reached (No such file or "
        "directory). Is the drive connected, the network up, and folder.path right? Nothing is "
        "lost. [folder]\n"
    )


# What would keep the daemon from starting


def test_files_of_an_earlier_event_are_foretold(event: Event, capsys: Capture) -> None:
    event.play("OUT_T1.txt", days_ago=7)
    event.play("OUT_T2.txt")
    assert event.command("check") == 0
    out, err = capsys.readouterr()
    assert out.endswith("Ready, with 1 warning.\n")
    start = (
        f"{event.box / 'OUT_T1.txt'}: warning: `tournamentd run` will not start with this: it was "
        "last written on "
    )
    assert err.startswith(start)
    assert err.endswith("; --stale archive or --stale take settles it [start]\n")


def test_they_are_no_trouble_where_they_are_archived(event: Event, capsys: Capture) -> None:
    event.play(days_ago=7)
    event.change('path = "box"', 'path = "box"\nstale = "archive"')
    assert event.command("check") == 0
    assert capsys.readouterr().out.endswith("Everything is ready.\n")


def test_files_that_the_ledger_knows_are_no_trouble(event: Event, capsys: Capture) -> None:
    event.play()
    assert event.command("run", "--once") == 0
    event.play(days_ago=1)
    capsys.readouterr()
    assert event.command("check") == 0
    assert capsys.readouterr().err == ""


def test_a_ledger_of_another_event_is_foretold(event: Event, capsys: Capture) -> None:
    event.command("run", "--once")
    event.change('name = "Trial"', 'name = "Another"')
    capsys.readouterr()
    assert event.command("check") == 0
    state = event.directory / "state"
    assert capsys.readouterr().err == (
        f"{state}: warning: `tournamentd run` will not start with this: the ledger in state is of "
        f'"{event.today} Trial", the configuration is of "{event.today} Another": for a new '
        "evening use `tournamentd next CONFIG`, which sets the old one aside; to go on with the "
        "old one set event.name and event.date back; for two events side by side name another "
        "folder as event.state [start]\n"
    )


def test_an_event_whose_day_is_past_is_foretold(event: Event, capsys: Capture) -> None:
    event.change(event.today, "2020-12-01")
    event.play()
    event.command("run", "--once", "--resume")
    capsys.readouterr()
    assert event.command("check") == 0
    out, err = capsys.readouterr()
    assert out.endswith("Ready, with 1 warning.\n")
    assert err.startswith(
        f"{event.config}: warning: `tournamentd run` will not start with this: event.date is "
        "2020-12-01, which is past, and 3 files came in for it: "
    )
    assert err.endswith(" [start]\n")


def test_a_day_that_is_past_is_foretold_when_the_ledger_is_gone(
    event: Event, capsys: Capture
) -> None:
    """Last week's files lie there, from the day that the date still says."""
    day = (date.fromisoformat(event.today) - timedelta(days=7)).isoformat()
    event.change(event.today, day)
    event.play(days_ago=7)
    assert event.command("check") == 0
    out, err = capsys.readouterr()
    assert out.endswith("Ready, with 1 warning.\n")
    assert err == (
        f"{event.config}: warning: `tournamentd run` will not start with this: event.date is "
        f"{day}, which is past, and 3 files of results lie in the folder since then (OUT_T1.txt, "
        "OUT_T2.txt, OUT_T3.txt): for a new evening use `tournamentd next CONFIG`, which sets them "
        "aside; to go on with that one use --resume [start]\n"
    )


def test_a_ledger_that_is_damaged_is_foretold(event: Event, capsys: Capture) -> None:
    (event.directory / "state").mkdir()
    file = event.directory / "state" / "ledger.sqlite3"
    file.write_bytes(b"no ledger at all" * 99)
    assert event.command("check") == 0
    assert capsys.readouterr().err == (
        f"{file.parent}: warning: The ledger {file} is damaged: file is not a database. "
        "`tournamentd run CONFIG` sets the ledger aside, keeps all that can still be read of it, "
        "and reads the files of results that lie in the folder, the plan and the rulings anew. "
        "[ledger-damaged]\n"
    )


def test_a_rehearsal_is_foretold(event: Event, capsys: Capture) -> None:
    event.play("OUT_T1.txt", days_ago=1)
    assert event.command("run", "--once", "--stale", "take") == 0
    capsys.readouterr()
    assert event.command("check") == 0
    err = capsys.readouterr().err
    assert "will not start with this: the ledger holds results of a rehearsal" in err
    assert f" there before {event.today}: OUT_T1.txt: " in err
    assert "; nothing was pushed; " in err
    assert f"`tournamentd next CONFIG --date {event.today}` sets them aside" in err


def test_a_rehearsal_with_simulate_is_foretold_on_the_day_before(
    event: Event, capsys: Capture
) -> None:
    """Its files have the time of the evening: when they came in gives them away."""
    tomorrow = (date.fromisoformat(event.today) + timedelta(days=1)).isoformat()
    event.change(event.today, tomorrow)
    assert event.command("simulate", "--speed", "1000000", "--seed", "1") == 0
    assert event.command("run", "--once") == 0
    assert event.published("standings.json")["progress"]["played"] > 0
    capsys.readouterr()
    assert event.command("check") == 0
    err = capsys.readouterr().err
    assert "a rehearsal, which were there before" in err
    assert f"`tournamentd next CONFIG --date {tomorrow}` sets them aside" in err
    assert event.command("run", "--once") == 78


# Rulings


def test_rulings_that_do_not_fit_the_plan_are_errors(event: Event, capsys: Capture) -> None:
    rulings = event.directory / "rulings.toml"
    rulings.write_text(f"event = {event.today}\n[[not_played]]\nboard = 9\nns = 1\n")
    assert event.command("check") == 1
    err = capsys.readouterr().err
    assert err.startswith(f"{rulings}:2:")
    assert "there is no board 9; the boards are 1 to 3" in err


def test_rulings_that_fit_are_no_trouble(event: Event, capsys: Capture) -> None:
    rulings = event.directory / "rulings.toml"
    rulings.write_text(f"event = {event.today}\n[[not_played]]\nboard = 1\nns = 1\n")
    assert event.command("check") == 0
    assert capsys.readouterr().err == ""


def test_rulings_that_cannot_be_read_are_an_error(event: Event, capsys: Capture) -> None:
    rulings = event.directory / "rulings.toml"
    rulings.write_bytes(b"# caf\xe9\n")
    assert event.command("check") == 1
    assert capsys.readouterr().err == (
        f"{rulings}: error: rulings.toml is not UTF-8 (byte 6): save it as UTF-8 in your editor "
        "[rulings-unreadable]\n"
    )
