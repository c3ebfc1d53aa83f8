"""Whoever misses the ledger is told which copy of it there is."""

from __future__ import annotations

import json
import re
import shutil
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from daemon.ledger.copies import copy_ledger
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.sqlite import read_ledger

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capsys = pytest.CaptureFixture[str]

LONG_AGO = datetime(2020, 1, 7, 21, 30).astimezone()


@pytest.fixture
def stick(event: Event) -> Path:
    """The second place, named in the configuration."""
    event.change("[folder]", '[backup]\ndirectory = "../stick"\n\n[folder]')
    return event.directory.parent / "stick"


@pytest.fixture
def played(event: Event, stick: Path, capsys: Capsys) -> Path:
    """All that came in is in the ledger, and in one copy, which is returned."""
    event.play()
    assert event.command("run", "--once") == 0
    capsys.readouterr()
    (copy,) = stick.iterdir()
    return copy


def how(event: Event, copy: Path) -> str:
    """What to say to have it back."""
    with_it = copy.parent.parent / "looked at"
    with_it.mkdir(exist_ok=True)
    shutil.copy(copy, with_it / LEDGER_FILE)
    ledger = read_ledger(with_it)
    entries = list(ledger.entries())
    ledger.close()
    return (
        f'`tournamentd restore {event.config} "{copy.name}"` puts a copy of the ledger in its '
        f"place ({len(entries)} entries, the last of "
        f"{entries[-1].at.astimezone():%Y-%m-%d %H:%M:%S})"
    )


def lose(event: Event) -> None:
    shutil.rmtree(event.directory / "state")


def first_of(capsys: Capsys) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[0])
    return found


def test_a_start_without_the_ledger_that_was_names_the_newest_copy(
    event: Event, played: Path, capsys: Capsys
) -> None:
    said = how(event, played)
    lose(event)
    assert event.command("run", "--once") == 0
    line = first_of(capsys)
    state = event.directory / "state"
    assert (line["event"], line["level"], line["directory"]) == ("ledger.lost", "error", str(state))
    assert line["text"] == (
        f"there is no ledger in {state} any more, though results of this event came in before: a "
        "new one was begun. The files of results in the folder, the plan and the rulings are read "
        "anew: compare the standings with what was shown before, above all corrections and results "
        "of tablets whose files are no longer in the folder. Should something be missing, stop the "
        f"daemon: {said}; then start it again"
    )


def test_what_the_start_says_brings_the_copy_back_though_a_newer_one_was_made_since(
    event: Event, played: Path, capsys: Capsys
) -> None:
    lose(event)
    (event.box / "OUT_T1.txt").unlink()
    assert event.command("run", "--once") == 0
    assert len(list(played.parent.iterdir())) == 2
    said = re.search(r'`tournamentd restore .* "(.*?)"`', first_of(capsys)["text"])
    assert said
    assert event.command("restore", said[1]) == 0
    assert f"Put back: {played.name}\n" in capsys.readouterr().out
    assert event.command("run", "--once") == 0
    assert event.published("standings.json")["progress"]["played"] == 9


@pytest.mark.parametrize("command", ["status", "replay", "close"])
def test_what_reads_the_ledger_names_the_copy_when_it_is_gone(
    event: Event, played: Path, command: str, capsys: Capsys
) -> None:
    said = how(event, played)
    lose(event)
    assert event.command(command) == 1
    assert capsys.readouterr().err == (
        f"tournamentd {command}: There is no ledger in {event.directory / 'state'} any more, but "
        f"there are copies. {said}.\n"
    )


def test_an_export_names_the_copy_when_the_ledger_is_gone(
    event: Event, played: Path, capsys: Capsys
) -> None:
    said = how(event, played)
    lose(event)
    assert event.command("export", "--format", "json") == 1
    assert capsys.readouterr().err.endswith(f" {said}.\n")


def test_check_warns_of_a_ledger_that_is_gone(event: Event, played: Path, capsys: Capsys) -> None:
    said = how(event, played)
    lose(event)
    assert event.command("check") == 0
    assert capsys.readouterr().err == (
        f"{event.directory / 'state'}: warning: there is no ledger here any more, though results "
        "of this event came in before: `tournamentd run` begins a new one with the files of "
        f"results that lie in the folder, the plan and the rulings; {said} [ledger-lost]\n"
    )


@pytest.mark.parametrize("command", ["status", "check"])
def test_a_ledger_that_is_damaged_has_its_copy_named(
    event: Event, played: Path, command: str, capsys: Capsys
) -> None:
    said = how(event, played)
    (event.directory / "state" / LEDGER_FILE).write_bytes(b"no ledger at all" * 99)
    event.command(command)
    assert f"the plan and the rulings anew. {said}." in capsys.readouterr().err


def test_next_says_which_copy_of_a_damaged_ledger_is_whole(
    event: Event, played: Path, capsys: Capsys
) -> None:
    said = how(event, played)
    (event.directory / "state" / LEDGER_FILE).write_bytes(b"no ledger at all" * 99)
    assert event.command("next", "--anyway") == 0
    size = said.partition(" (")[2]
    copy = event.directory / ".." / "stick" / played.name
    assert f"{copy} is a copy of it that is whole ({size}: keep it\n" in capsys.readouterr().err


def test_a_damage_that_lost_what_a_copy_holds_names_it(
    event: Event, played: Path, capsys: Capsys
) -> None:
    said = how(event, played)
    (event.directory / "state" / LEDGER_FILE).write_bytes(b"no ledger at all" * 99)
    assert event.command("run", "--once") == 0
    text = first_of(capsys)["text"]
    assert text.endswith(f"stop the daemon: {said}; then start it again")


def test_a_damage_that_lost_nothing_that_a_copy_holds_names_none(
    event: Event, played: Path, capsys: Capsys
) -> None:
    """The one entry that cannot be read came after the copy was made."""
    (event.directory / "rulings.toml").write_text(f"event = {event.today}\n")
    played.unlink()
    copied = copy_ledger(event.directory / "state", played.parent, "Trial", LONG_AGO, 3)
    assert copied is not None
    assert event.command("run", "--once") == 0
    file = event.directory / "state" / LEDGER_FILE
    content = file.read_bytes()
    last = b'"reason": "it was asked to run once"'
    at = content.index(last)  # a page is filled from its end
    file.write_bytes(content[:at] + content[at:].replace(b"asked", b"asced", 1))
    for other in played.parent.iterdir():
        if other != copied.path:
            other.unlink()
    capsys.readouterr()
    assert event.command("run", "--once") == 0
    line = first_of(capsys)
    assert (line["event"], line["lost"]) == ("ledger.damaged", 1)
    assert line["text"].endswith("whose files are no longer in the folder")


def test_without_copies_the_published_results_show_that_there_was_a_ledger(
    event: Event, capsys: Capsys
) -> None:
    event.play()
    assert event.command("run", "--once") == 0
    lose(event)
    capsys.readouterr()
    assert event.command("check") == 0
    assert capsys.readouterr().err.endswith("the plan and the rulings [ledger-lost]\n")
    assert event.command("run", "--once") == 0
    line = first_of(capsys)
    assert line["event"] == "ledger.lost"
    assert line["text"].endswith("whose files are no longer in the folder")


@pytest.mark.parametrize("published", ["{", "[]", "{}", "none", "another day", "nothing played"])
def test_where_nothing_shows_play_a_new_ledger_is_no_news(
    event: Event, published: str, capsys: Capsys
) -> None:
    live = event.directory / "live"
    live.mkdir()
    shown = {"event": "Trial", "date": event.today, "progress": {"played": 3}}
    if published == "another day":
        published = json.dumps(shown | {"date": "2020-01-07"})
    if published == "nothing played":
        published = json.dumps(shown | {"progress": {"played": 0}})
    if published != "none":
        (live / "standings.json").write_text(published)
    assert event.command("check") == 0
    assert capsys.readouterr().err == ""


def test_copies_of_another_event_and_damaged_ones_are_none(
    event: Event, played: Path, capsys: Capsys
) -> None:
    damaged = played.with_name(played.name.replace("ledger 2", "ledger 3"))
    damaged.write_bytes(played.read_bytes()[:-5000])
    played.with_name(played.name.replace("ledger 2", "ledger 4")).write_bytes(b"nothing")
    said = how(event, played)
    lose(event)
    assert event.command("status") == 1
    assert capsys.readouterr().err.endswith(f" {said}.\n")
    event.change('name = "Trial"', 'name = "Other"')
    assert event.command("status") == 1
    assert "restore" not in capsys.readouterr().err


def test_copies_of_the_evening_of_another_day_are_none(
    event: Event, played: Path, capsys: Capsys
) -> None:
    assert played.exists()
    lose(event)
    event.change(f"date = {event.today}", "date = 2090-12-01")
    assert event.command("status") == 1
    assert "restore" not in capsys.readouterr().err


def test_a_stick_that_is_away_names_no_copy(event: Event, played: Path, capsys: Capsys) -> None:
    lose(event)
    shutil.rmtree(played.parent)
    assert event.command("status") == 1
    assert "restore" not in capsys.readouterr().err


def test_a_copy_from_before_the_first_result_is_no_loss(
    event: Event, stick: Path, capsys: Capsys
) -> None:
    assert event.command("run", "--once") == 0
    assert len(list(stick.iterdir())) == 1
    lose(event)
    capsys.readouterr()
    assert event.command("check") == 0
    assert capsys.readouterr().err == ""
