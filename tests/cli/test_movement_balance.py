import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from daemon.cli.main import main

MITCHELL = "6 3 M\n1 4 A  2 5 B  3 6 C\n"
# Of the 15 couples the six that sit the same way compete 3 times, the nine that meet
# 2 - 2 = 0 times: S = 18, the most even split has three twos and twelve ones, and the sum of the
# squares is 54: Qf = 100 * 24 / 54, Qc = 100 * 324 / (15 * 54).
FIGURES = "Qf 44.44, Qc 40.00"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.asc").write_text(MITCHELL)
    return tmp_path


def test_everything_about_the_balance_of_a_movement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["movement", "balance", "m.asc"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert (
        out
        == f"""\
m.asc: {FIGURES}
Of 15 possible meetings 6 never happen and 9 happen once
Nobody plays both ways: Qf and Qc say nothing about two winners, NS and EW

  pair  rounds   NS   EW  out  follows
     1       3    3    0    0  stays
     2       3    3    0    0  stays
     3       3    3    0    0  stays
     4       3    0    3    0  5
     5       3    0    3    0  6
     6       3    0    3    0  4

How often pairs meet:
    1  2  3  4  5  6
 1  \\  .  .  1  1  1
 2  .  \\  .  1  1  1
 3  .  .  \\  1  1  1
 4  1  1  1  \\  .  .
 5  1  1  1  .  \\  .
 6  1  1  1  .  .  \\
"""
    )


def test_boards_are_counted_when_a_round_has_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["movement", "balance", "m.asc", "--boards-per-round", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4:6] == [
        "  pair  boards   NS   EW  out  follows",
        "     1      12   12    0    0  stays",
    ]


def test_brief_is_a_line_for_each_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("alone.asc").write_text("4 1 1 1 1\n1 2 3 4 A\n")
    assert main(["movement", "balance", "--brief", "m.asc", "alone.asc"]) == 0
    assert capsys.readouterr().out == (
        f"m.asc: {FIGURES}\n"
        "alone.asc: no board is played at two tables, so there is nothing to balance\n"
    )


def test_an_empty_line_parts_the_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["movement", "balance", "m.asc", "m.asc"]) == 0
    assert f"\n\nm.asc: {FIGURES}\n" in capsys.readouterr().out


def test_whom_a_pair_follows_is_told_with_how_often(capsys: pytest.CaptureFixture[str]) -> None:
    Path("v.asc").write_text(
        "6 3 5 15 0 g\n1 2 1  3 4 2  5 6 3\n1 3 4  2 5 5  4 6 6\n1 4 7  2 6 8  3 5 9\n"
        "1 5 10  2 4 11  3 6 12\n1 6 13  2 3 14  4 5 15\n"
    )
    assert main(["movement", "balance", "v.asc"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4:10] == [
        "     1       5    5    0    0  stays",
        "     2       5    4    1    0  stays (3 times), 3 (once)",
        "     3       5    3    2    0  4 (twice), 2 (once), stays (once)",
        "     4       5    2    3    0  3 (twice), 5 (once), 6 (once)",
        "     5       5    1    4    0  4 (twice), 6 (twice)",
        "     6       5    0    5    0  5 (3 times), stays (once)",
    ]


def test_who_follows_many_follows_nobody_in_particular(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("v.asc").write_text(
        "12 6 5 30 0 g\n1 2 1  3 4 2  5 6 3  7 8 4  9 10 5  11 12 6\n"
        "3 2 7  1 4 8  5 6 9  7 8 10  9 10 11  11 12 12\n"
        "3 2 13  5 4 14  1 6 15  7 8 16  9 10 17  11 12 18\n"
        "3 2 19  5 4 20  7 6 21  1 8 22  9 10 23  11 12 24\n"
        "3 2 25  5 4 26  7 6 27  9 8 28  1 10 29  11 12 30\n"
    )
    assert main(["movement", "balance", "v.asc"]) == 0
    assert "     1       5    5    0    0  various\n" in capsys.readouterr().out


def test_json_has_the_figures_and_what_they_come_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["movement", "balance", "--json", "m.asc"]) == 0
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert (file["file"], file["qf"], file["qc"]) == ("m.asc", 44.444444, 40.0)
    assert file["contestants"][3] == {
        "contestant": 4,
        "boards": 3,
        "ns_boards": 0,
        "rounds": 3,
        "ns_rounds": 0,
        "sit_outs": 0,
        "follows": [{"contestant": 5, "times": 2}],
    }
    assert file["meetings"][0] == [0, 0, 0, 1, 1, 1]
    assert file["competition"][0] == [0, 3, 3, 0, 0, 0]
    assert file["problems"] == []


def test_json_of_what_cannot_be_read_or_balanced_is_null(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("alone.asc").write_text("4 1 1 1 1\n1 2 3 4 A\n")
    assert main(["movement", "balance", "--json", "none.asc", "alone.asc"]) == 1
    none, alone = json.loads(capsys.readouterr().out)["files"]
    assert (none["qf"], none["qc"], none["problems"][0]["code"]) == (None, None, "file")
    assert (alone["qf"], alone["qc"], alone["problems"]) == (None, None, [])


def test_a_file_with_an_error_does_not_keep_the_next_from_being_balanced(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("bad.asc").write_text("2 1\n1 1 A\n")
    assert main(["movement", "balance", "--brief", "bad.asc", "m.asc"]) == 1
    out, err = capsys.readouterr()
    assert out == f"bad.asc: not usable\nm.asc: {FIGURES}\n"
    assert "bad.asc:2:3: error: pair 1 plays against itself" in err


def test_a_picture_shows_competition_and_meetings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["movement", "balance", "m.asc", "--brief", "--svg", "m.svg"]) == 0
    root = ET.fromstring(Path("m.svg").read_text())  # noqa: S314 - our own text
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == f"m.asc: {FIGURES}"
    assert texts.count("1") == 2 + 18
    capsys.readouterr()
    assert main(["movement", "balance", "m.asc", "--brief", "--svg", "m.svg"]) == 2
    assert "m.svg: error: this file exists already" in capsys.readouterr().err
    assert main(["movement", "balance", "m.asc", "--brief", "--svg", "m.svg", "--force"]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a", "b", "--svg", "x"], "a picture shows one movement: give one FILE with --svg"),
        (
            ["a", "--boards-per-round", "0"],
            "a round has one board or more: give another --boards-per-round",
        ),
    ],
)
def test_what_cannot_be_shown_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["movement", "balance", *words]) == 2
    assert capsys.readouterr().err == f"tournamentd movement balance: {message}\n"
