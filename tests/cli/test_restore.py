"""`restore`: what is lost comes back, and nothing good is written over."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.sqlite import lock_directory

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def stick(event: Event) -> Path:
    """The second place, named in the configuration."""
    event.change("[folder]", '[backup]\ndirectory = "../stick"\n\n[folder]')
    return event.directory.parent / "stick"


def play_and_run(event: Event, *tables: str, capsys: Capsys) -> None:
    """A part of the evening, with a daemon that runs until it is told to end."""
    event.play(*tables)
    _run_and_stop(event)
    capsys.readouterr()


def _run_and_stop(event: Event) -> None:
    import queue  # noqa: PLC0415 - the daemon's own inbox, for this helper only

    from daemon.cli.loading import load  # noqa: PLC0415
    from daemon.cli.running import run_loaded  # noqa: PLC0415
    from daemon.service.house import Orders  # noqa: PLC0415
    from daemon.service.messages import Inbox, Stop  # noqa: PLC0415
    from daemon.settings.model import Stale  # noqa: PLC0415

    inbox: Inbox = queue.SimpleQueue()
    inbox.put(Stop("the test says so"))
    assert run_loaded(load(event.config), Orders(Stale.REFUSE), inbox) == 0


def state(event: Event) -> Path:
    return event.directory / "state"


def the_copy(stick: Path) -> Path:
    (path,) = stick.iterdir()
    return path


def test_a_lost_ledger_comes_back_and_the_folder_brings_what_came_since(
    event: Event, stick: Path, capsys: Capsys
) -> None:
    play_and_run(event, "OUT_T1.txt", "OUT_T2.txt", capsys=capsys)
    assert len(list(stick.iterdir())) == 1
    copies = stick.with_name("kept")
    shutil.copytree(stick, copies)
    (event.box / "OUT_T1.txt").unlink()  # only the ledger knows it now
    event.play("OUT_T3.txt")
    assert event.command("run", "--once") == 0
    undisturbed = event.published("standings.json")
    assert undisturbed["complete"]
    shutil.rmtree(state(event))
    capsys.readouterr()

    assert event.command("restore", str(copies)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    copy = the_copy(copies)
    lines = out.splitlines()
    assert lines[0] == f'Copies of "{event.today} Trial", the newest first:'
    assert lines[1].startswith(f"  {copy}  ")
    assert lines[2:7] == [
        "",
        f"Put back: {copy.name}",
        "  6 of 9 results are in.",
        "",
        "Next:",
    ]
    assert lines[7] == f"  tournamentd run {event.config}"
    assert event.command("run", "--once") == 0
    assert event.published("standings.json") == undisturbed


def test_a_good_ledger_that_has_it_all_is_left_alone(
    event: Event, stick: Path, capsys: Capsys
) -> None:
    play_and_run(event, "OUT_T1.txt", capsys=capsys)
    before = (state(event) / LEDGER_FILE).read_bytes()
    assert event.command("restore") == 1
    err = capsys.readouterr().err
    assert "is good and holds all that the newest copy holds" in err
    assert err.endswith("the ledger is put aside\nNothing was done.\n")
    assert (state(event) / LEDGER_FILE).read_bytes() == before
    assert event.command("restore", "--anyway") == 0
    assert "The ledger that was there (" in capsys.readouterr().out
    (aside,) = state(event).glob("replaced *")
    assert (aside / LEDGER_FILE).exists()
    assert stick.is_dir()


def test_a_ledger_that_was_begun_anew_is_put_aside(
    event: Event, stick: Path, capsys: Capsys
) -> None:
    play_and_run(event, "OUT_T1.txt", capsys=capsys)
    kept = stick.with_name("kept")
    shutil.copytree(stick, kept)
    shutil.rmtree(state(event))
    assert event.command("run", "--once") == 0
    capsys.readouterr()
    assert event.command("restore", str(the_copy(kept))) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("It reads the tablets' folder")
    assert len(list(state(event).glob("replaced *"))) == 1


def test_a_damaged_ledger_is_put_aside(event: Event, stick: Path, capsys: Capsys) -> None:
    play_and_run(event, "OUT_T1.txt", capsys=capsys)
    (state(event) / LEDGER_FILE).write_bytes(b"nonsense" * 1000)
    assert event.command("restore") == 0
    (aside,) = state(event).glob("replaced *")
    assert f"The ledger that was there (it is damaged) lies in {aside}" in capsys.readouterr().out
    assert (aside / LEDGER_FILE).read_bytes() == b"nonsense" * 1000
    assert stick.is_dir()


def test_the_newest_whole_copy_is_taken(event: Event, stick: Path, capsys: Capsys) -> None:
    play_and_run(event, "OUT_T1.txt", capsys=capsys)
    good = the_copy(stick)
    newer = good.with_name(good.name.replace(event.today, "2099-01-01"))
    newer.write_bytes(good.read_bytes()[:5000])
    shutil.rmtree(state(event))
    assert event.command("restore") == 0
    out, err = capsys.readouterr()
    assert err.startswith("Passed over: The ")
    assert newer.name in err
    assert "tournamentd run" not in err
    assert f"Put back: {good.name}" in out


def test_a_copy_of_another_evening_is_passed_over(
    event: Event, stick: Path, capsys: Capsys
) -> None:
    play_and_run(event, "OUT_T1.txt", capsys=capsys)
    event.change(f"date = {event.today}", "date = 2099-12-01")
    assert event.command("restore") == 1
    err = capsys.readouterr().err
    assert f'{the_copy(stick).name} is of "{event.today} Trial"' in err
    assert f"{stick.parent / 'evening' / '../stick'} holds no whole copy of the ledger of" in err


def test_it_refuses_while_the_daemon_runs(event: Event, stick: Path, capsys: Capsys) -> None:
    play_and_run(event, "OUT_T1.txt", capsys=capsys)
    lock = lock_directory(state(event))
    try:
        assert event.command("restore", "--anyway") == 1
    finally:
        lock.release()
    assert "runs on the ledger in" in capsys.readouterr().err
    assert not list(state(event).glob("replaced *"))
    assert stick.is_dir()


@pytest.mark.usefixtures("stick")
def test_a_stick_that_is_not_plugged_in_is_said(event: Event, capsys: Capsys) -> None:
    assert event.command("restore") == 1
    assert capsys.readouterr().err == (
        f"tournamentd restore: {event.directory / '../stick'} is not there: plug in the stick or "
        "disk, or name another\nNothing was done.\n"
    )


def test_without_a_second_place_it_asks_where(event: Event, capsys: Capsys) -> None:
    assert event.command("restore") == 1
    assert capsys.readouterr().err == (
        "tournamentd restore: where are the copies? The configuration has no [backup]: name a "
        "copy, or a folder of copies, behind the configuration\nNothing was done.\n"
    )


def test_a_list_changes_nothing(event: Event, stick: Path, capsys: Capsys) -> None:
    play_and_run(event, "OUT_T1.txt", capsys=capsys)
    shutil.rmtree(state(event))
    assert event.command("restore", "--list") == 0
    assert the_copy(stick).name in capsys.readouterr().out
    assert not state(event).exists()


def test_a_broken_configuration_is_78(event: Event) -> None:
    event.change("[folder]", "[folder")
    assert event.command("restore") == 78


def test_copies_in_the_tablets_folder_are_refused(event: Event, capsys: Capsys) -> None:
    event.change("[folder]", '[backup]\ndirectory = "box/copies"\n\n[folder]')
    assert event.command("check") == 1
    assert (
        "backup.directory (box/copies) lies inside folder.path, which every tablet can read and "
        "change: name a place outside of it [config-place]" in capsys.readouterr().err
    )
