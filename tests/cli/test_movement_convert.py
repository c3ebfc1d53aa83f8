import json
from pathlib import Path

import pytest

from daemon.cli.main import main

HOWELL = "8 7 H g\n8 1 1   6 3 4   7 2 6   4 5 7\n"
FIRST = "8 4 7 7 0 H\n 8- 1 A   6- 3 D   7- 2 F   4- 5 G\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.asc").write_text(HOWELL)
    return tmp_path


def convert(*words: str) -> int:
    return main(["movement", "convert", *words])


def test_a_movement_goes_through_all_forms_and_comes_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert convert("m.asc", "--to", "csv", "--boards-per-round", "3", "--out", "m.csv") == 0
    assert convert("m.csv", "--to", "json", "--out", "m.json") == 0
    assert convert("m.json", "--to", "asc", "--out", "full.asc") == 0
    assert convert("full.asc", "--to", "first-round") == 0
    assert capsys.readouterr() == (FIRST, "")


def test_files_end_their_lines_as_the_dos_programs_do() -> None:
    assert convert("m.asc", "--to", "first-round", "--out", "f.asc") == 0
    assert Path("f.asc").read_bytes() == FIRST.replace("\n", "\r\n").encode()


def test_csv_names_boards_and_the_section(capsys: pytest.CaptureFixture[str]) -> None:
    assert convert("m.asc", "--to", "csv", "--boards-per-round", "3", "--section", "Green") == 0
    assert capsys.readouterr().out.splitlines()[1] == "Green,1,1,8,1,1,3"


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert convert("m.asc", "--to", "json") == 0
    assert json.loads(capsys.readouterr().out)["rounds"][0][0] == {
        "ns": [8],
        "ew": [1],
        "group": 1,
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--to", "csv"], "csv names boards: give --boards-per-round N (1 or more)"),
        (
            ["--to", "csv", "--boards-per-round", "0"],
            "csv names boards: give --boards-per-round N (1 or more)",
        ),
    ],
)
def test_what_cannot_be_written_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert convert("m.asc", *words) == 2
    assert capsys.readouterr() == ("", f"tournamentd movement convert: {message}\n")


def test_only_a_cyclic_movement_is_written_short(capsys: pytest.CaptureFixture[str]) -> None:
    Path("n.asc").write_text("4 3\n1 2 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n")
    assert convert("n.asc", "--to", "first-round", "--out", "x.asc") == 2
    assert capsys.readouterr().err == (
        "tournamentd movement convert: the rounds do not follow from the first one by H or M: "
        "write the movement in full (--to asc)\n"
    )
    assert not Path("x.asc").exists()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("none.csv", None, "none.csv: error: this file cannot be read (it does not exist)"),
        ("bad.asc", "2 1\n1 1 A\n", "bad.asc:2:3: error: pair 1 plays against itself"),
        ("bad.json", "{}", "bad.json: error: individual must be true or false [json]"),
        ("bad.csv", "A,1,1,1,1,1,2\n", "bad.csv: error: pair 1 plays against itself"),
        ("bad.CSV", "PK\x03\x04", "bad.CSV: error: this is a ZIP archive"),
    ],
)
def test_what_cannot_be_read_is_a_problem(
    name: str, text: str | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        Path(name).write_text(text)
    assert convert(name, "--to", "asc") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(message)


def test_what_a_file_is_can_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("rounds.txt").write_text("A,1,1,1,2,1,2\n")
    assert convert("rounds.txt", "--from", "csv", "--to", "asc") == 0
    assert capsys.readouterr().out == "2 1 1 1 0\n 1- 2 A\n"
