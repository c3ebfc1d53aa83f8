from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]
WORKED_OUT = "Worked out anew from 3 versions of 3 files.\n"


@pytest.fixture
def played(event: Event, capsys: Capture) -> Event:
    """An evening whose results are published."""
    event.play()
    assert event.command("run", "--once") == 0
    capsys.readouterr()
    return event


def test_after_a_run_nothing_has_changed(played: Event, capsys: Capture) -> None:
    before = played.seen()
    assert played.command("replay") == 0
    assert capsys.readouterr().out == (
        f"{WORKED_OUT}Nothing changed: what is published is what the ledger says.\n"
    )
    assert played.seen() == before


def test_a_line_that_was_tampered_with_is_named_with_both_forms(
    played: Event, capsys: Capture
) -> None:
    path = played.directory / "live" / "standings.csv"
    lines = path.read_bytes().decode("utf-8").splitlines(keepends=True)
    right = next(line for line in lines if "Ada Anker" in line)
    wrong = right.replace("Ada Anker", "Nero Nube")
    path.write_text("".join(lines).replace(right, wrong), "utf-8", newline="")
    assert played.command("replay") == 0
    assert capsys.readouterr().out == (
        f"{WORKED_OUT}{path} is different now (- as published, + now):\n"
        f"-{wrong.rstrip()}\n+{right.rstrip()}\n"
    )


def test_what_a_spreadsheet_spoilt_is_named_too(played: Event, capsys: Capture) -> None:
    path = played.directory / "live" / "travellers.csv"
    path.write_bytes(path.read_bytes()[3:] + b"caf\xe9\r\n")
    assert played.command("replay") == 0
    out = capsys.readouterr().out
    assert f"{path} is different now" in out
    assert "-caf\N{REPLACEMENT CHARACTER}\n" in out


def test_a_file_that_is_missing_is_named(played: Event, capsys: Capture) -> None:
    path = played.directory / "live" / "travellers.csv"
    path.unlink()
    assert played.command("replay") == 0
    assert capsys.readouterr().out == (
        f"{WORKED_OUT}{path} cannot be compared (No such file or directory); `tournamentd run` "
        "publishes it\n"
    )


def test_a_result_that_came_in_since_is_shown(played: Event, capsys: Capture) -> None:
    (played.directory / "live").rename(played.directory / "old")
    played.change('path = "box"', 'path = "box"\n\n[publish]\ndirectory = "old"')
    text = (played.box / "OUT_T1.txt").read_text()
    (played.box / "OUT_T1.txt").write_text(text.replace("2♡,+1,W,J♤,-140", "2♡,=,W,J♤,-110", 1))
    played.change('directory = "old"', 'directory = "live"')
    played.command("run", "--once")
    played.change('directory = "live"', 'directory = "old"')
    capsys.readouterr()
    assert played.command("replay") == 0
    out = capsys.readouterr().out
    assert "Worked out anew from 4 versions of 3 files." in out
    assert "travellers.csv is different now" in out


def test_without_a_ledger_it_is_1(event: Event, capsys: Capture) -> None:
    assert event.command("replay") == 1
    assert capsys.readouterr().err.startswith("tournamentd replay: There is no ledger in ")


def test_a_configuration_with_an_error_is_78(event: Event) -> None:
    event.change("boards_per_round = 1", "boards_per_round = 0")
    assert event.command("replay") == 78
