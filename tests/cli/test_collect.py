"""`collect`: files from an SD card, before, while and after the daemon runs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def card(event: Event, tmp_path: Path) -> Path:
    """A card with the results of tables 1 and 2, which are not in the folder."""
    place = tmp_path / "card"
    place.mkdir()
    event.play("OUT_T1.txt", "OUT_T2.txt")
    for name in ("OUT_T1.txt", "OUT_T2.txt"):
        (event.box / name).rename(place / name)
    return place


def collected(event: Event) -> dict[str, bytes]:
    root = event.directory / "state" / "collected"
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def reads_them(event: Event) -> str:
    return (
        f"A daemon that runs reads them within seconds; else `tournamentd run {event.config}` "
        "reads them.\n"
    )


def test_what_a_card_holds_counts_as_if_it_had_come_through_the_folder(
    event: Event, card: Path, capsys: Capture
) -> None:
    os.utime(card / "OUT_T1.txt", (1_900_000_000, 1_900_000_000))
    assert event.command("collect", str(card)) == 0
    out, err = capsys.readouterr()
    assert out == (
        f"{card}: 2 files taken (collection 1): OUT_T1.txt, OUT_T2.txt\n{reads_them(event)}"
    )
    assert err == ""
    assert collected(event) == {
        "1/OUT_T1.txt": (card / "OUT_T1.txt").read_bytes(),
        "1/OUT_T2.txt": (card / "OUT_T2.txt").read_bytes(),
    }
    copy = event.directory / "state" / "collected" / "1" / "OUT_T1.txt"
    assert copy.stat().st_mtime == 1_900_000_000
    event.play("OUT_T3.txt")
    assert event.command("run", "--once") == 0
    assert event.published("standings.json")["progress"] == {"played": 9, "expected": 9}
    sources = {
        source
        for traveller in event.published("travellers.json")
        for line in traveller["lines"]
        for source in line["sources"]
    }
    assert sources == {"OUT_T1.txt", "OUT_T2.txt", "OUT_T3.txt"}


def test_what_was_taken_before_is_left_and_what_grew_is_taken_beside_it(
    event: Event, card: Path, capsys: Capture
) -> None:
    event.command("collect", str(card))
    with (card / "OUT_T2.txt").open("a") as file:
        file.write("one line more\n")
    capsys.readouterr()
    assert event.command("collect", str(card)) == 0
    assert capsys.readouterr().out == (
        f"{card}: 1 file taken (collection 2): OUT_T2.txt\n"
        f"{card}: 1 file left, taken before: OUT_T1.txt\n{reads_them(event)}"
    )
    assert list(collected(event)) == ["1/OUT_T1.txt", "1/OUT_T2.txt", "2/OUT_T2.txt"]
    assert event.command("collect", str(card)) == 0
    assert capsys.readouterr().out == (
        f"{card}: 2 files left, taken before: OUT_T1.txt, OUT_T2.txt\nNothing new was taken.\n"
    )


def test_what_the_tablets_folder_has_already_is_left(
    event: Event, card: Path, capsys: Capture
) -> None:
    whole = (card / "OUT_T1.txt").read_bytes()
    (event.box / "OUT_T1.txt").write_bytes(whole)
    (card / "OUT_T1.txt").write_bytes(whole[:-60])
    (event.box / "OUT_T2.txt").write_bytes((card / "OUT_T2.txt").read_bytes()[:-60])
    assert event.command("collect", str(card)) == 0
    assert capsys.readouterr().out == (
        f"{card}: 1 file taken (collection 1): OUT_T2.txt\n"
        f"{card}: 1 file left, the tablets' folder has as much or more: OUT_T1.txt\n"
        f"{reads_them(event)}"
    )


def test_two_places_with_the_same_name_are_two_collections(
    event: Event, card: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "OUT_T1.txt").write_text("Latest 0  AndroidId 1111111111111111\n")
    assert event.command("collect", str(card), str(other)) == 0
    assert list(collected(event)) == ["1/OUT_T1.txt", "1/OUT_T2.txt", "2/OUT_T1.txt"]


def test_one_file_may_be_named_too(event: Event, card: Path) -> None:
    assert event.command("collect", str(card / "OUT_T2.txt")) == 0
    assert list(collected(event)) == ["1/OUT_T2.txt"]


def test_nothing_but_out_files_is_taken_and_a_link_is_not_followed(
    event: Event, card: Path, capsys: Capture
) -> None:
    for name in ("IN_T1.txt", "photo.jpg", "~OUT_T3.txt", "OUT_T3.txt.part"):
        (card / name).write_bytes(b"something")
    if sys.platform != "win32":
        (card / "OUT_T3.txt").symlink_to(card / "photo.jpg")
    (card / "deep").mkdir()
    (card / "OUT_T1.txt").rename(card / "deep" / "OUT_T1.txt")
    assert event.command("collect", str(card)) == 0
    assert list(collected(event)) == ["1/OUT_T2.txt"]
    assert capsys.readouterr().err == ""


def test_a_file_that_nobody_can_place_is_named_with_what_to_do(
    event: Event, card: Path, capsys: Capture
) -> None:
    (card / "OUT_T1.txt").rename(card / "OUT_T01.txt")
    assert event.command("collect", str(card)) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{card}: 1 file taken (collection 1): OUT_T2.txt\n")
    assert err == (
        f"{card / 'OUT_T01.txt'}: warning: this file is not read: a number does not start with 0: "
        "rename it to OUT_T1.txt if that is what it is [out-name]\n"
    )


def test_files_of_sections_are_found_by_their_folders(
    event: Event, card: Path, capsys: Capture
) -> None:
    event.change('names = "names.csv"\n', 'names = "names.csv"\nsubfolder = "A"\n')
    (card / "a").mkdir()
    (card / "OUT_T1.txt").rename(card / "a" / "OUT_T1.txt")
    assert event.command("collect", str(card)) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{card}: 1 file taken (collection 1): A/OUT_T1.txt\n")
    assert err == (
        f"{card / 'OUT_T2.txt'}: warning: this file is not read: it lies in no section's folder: "
        "move it into A if it is of this event [out-name]\n"
    )
    assert list(collected(event)) == ["1/A/OUT_T1.txt"]
    (card / "OUT_T2.txt").rename(card / "a" / "OUT_T2.txt")
    assert event.command("collect", str(card / "a"), str(card / "a" / "OUT_T1.txt")) == 0
    assert list(collected(event)) == ["1/A/OUT_T1.txt", "2/A/OUT_T2.txt"]


def test_a_file_that_is_too_large_is_left_and_named(
    event: Event, card: Path, capsys: Capture
) -> None:
    event.change('path = "box"', 'path = "box"\nmax_file_kb = 1')
    (card / "OUT_T1.txt").write_bytes(b"x" * 1025)
    assert event.command("collect", str(card)) == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"{card}: 1 file taken (collection 1): OUT_T2.txt\n")
    assert err.startswith(f"{card / 'OUT_T1.txt'}: error: this file was left: ")
    assert "1025 bytes and 1024 are allowed" in err


def test_a_place_that_is_not_there_is_an_error_and_the_others_are_collected(
    event: Event, card: Path, capsys: Capture
) -> None:
    away = card.parent / "away"
    assert event.command("collect", str(away), str(card)) == 1
    assert len(collected(event)) == 2
    assert capsys.readouterr().err == (
        f"{away}: error: there is no such folder or file: is the card or stick connected? "
        "[collect-folder]\n"
    )


def test_a_place_without_results_is_said_to_have_none(
    event: Event, tmp_path: Path, capsys: Capture
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert event.command("collect", str(empty)) == 0
    assert capsys.readouterr().out == f"{empty}: no OUT files\nNothing new was taken.\n"
    assert not (event.directory / "state").exists()


def test_a_file_that_is_no_out_file_is_left(event: Event, capsys: Capture) -> None:
    assert event.command("collect", str(event.config)) == 0
    assert capsys.readouterr().err == (
        f"{event.config}: warning: this is no OUT file: nothing was taken [out-name]\n"
    )


def test_the_tablets_folder_itself_is_read_anyway(event: Event, capsys: Capture) -> None:
    event.play()
    assert event.command("collect", str(event.box)) == 0
    assert capsys.readouterr().err == (
        f"{event.box}: warning: this is the tablets' folder itself, which the daemon reads: "
        "nothing to collect [collect-folder]\n"
    )


def test_a_configuration_with_errors_is_78(event: Event, card: Path) -> None:
    event.config.write_text("[event]\n")
    assert event.command("collect", str(card)) == 78
    assert not (event.directory / "state").exists()


def test_a_card_of_last_week_is_set_aside(event: Event, card: Path, capsys: Capture) -> None:
    week_ago = (card / "OUT_T1.txt").stat().st_mtime - 7 * 24 * 3600
    for path in card.iterdir():
        os.utime(path, (week_ago, week_ago))
    event.command("collect", str(card))
    capsys.readouterr()
    assert event.command("run", "--once") == 78
    assert "  collected 1/OUT_T1.txt: it was last written on" in capsys.readouterr().err
    assert event.command("run", "--once", "--stale", "archive") == 0
    assert event.published("standings.json")["progress"] == {"played": 0, "expected": 9}
    assert event.command("run", "--once") == 0
