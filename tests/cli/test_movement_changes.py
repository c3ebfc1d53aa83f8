from pathlib import Path

import pytest

from daemon.cli.main import main

THREE = (
    "6 3 3 3 0\n 1- 4 A   2- 5 B   3- 6 C\n 1- 6 B   2- 4 C   3- 5 A\n 1- 5 C   2- 6 A   3- 4 B\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.asc").write_text(THREE)
    return tmp_path


def movement(*words: str) -> int:
    return main(["movement", *words])


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["curtail", "--rounds", "1"], ["6 3 1 3 0", " 1- 4 A   2- 5 B   3- 6 C"]),
        (
            ["switch", "--rounds", "3", "--tables", "1-2"],
            [*THREE.splitlines()[:3], " 5- 1 C   6- 2 A   3- 4 B"],
        ),
        (
            ["switch", "--pairs", "4"],
            [
                "6 3 3 3 0",
                " 4- 1 A   2- 5 B   3- 6 C",
                " 1- 6 B   4- 2 C   3- 5 A",
                " 1- 5 C   2- 6 A   4- 3 B",
            ],
        ),
        (
            ["drop", "--pair", "6"],
            [
                "5 3 3 3 0",
                " 1- 4 A   2- 5 B   0- 0 0",
                " 0- 0 0   2- 4 C   3- 5 A",
                " 1- 5 C   0- 0 0   3- 4 B",
            ],
        ),
        (
            ["drop", "--pair", "3", "--close-gap", "--empty-tables"],
            ["5 2 3 3 0", " 1- 3 A   2- 4 B", " 1- 5 B   2- 3 C", " 1- 4 C   2- 5 A"],
        ),
        (
            ["renumber", "--pairs", "1=6,6=1", "--rounds", "2,1,3"],
            [
                "6 3 3 3 0",
                " 6- 1 B   2- 4 C   3- 5 A",
                " 6- 4 A   2- 5 B   3- 1 C",
                " 6- 5 C   2- 1 A   3- 4 B",
            ],
        ),
        (
            ["fix", "--pair", "5", "--table", "1", "--direction", "NS"],
            [
                "6 3 3 3 0",
                " 5- 2 B   1- 4 A   3- 6 C",
                " 5- 3 A   2- 4 C   1- 6 B",
                " 5- 1 C   2- 6 A   3- 4 B",
            ],
        ),
        (["fix", "--pair", "1", "--direction", "EW"], ["6 3 3 3 0", " 4- 1 A   2- 5 B   3- 6 C"]),
        (
            ["fix", "--boards"],
            [
                "6 3 3 3 0",
                " 1- 4 A   2- 5 B   3- 6 C",
                " 3- 5 A   1- 6 B   2- 4 C",
                " 2- 6 A   3- 4 B   1- 5 C",
            ],
        ),
    ],
)
def test_a_change_prints_the_new_movement(
    words: list[str], lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert movement(words[0], "m.asc", *words[1:]) == 0
    assert capsys.readouterr().out.splitlines()[: len(lines)] == lines


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["curtail", "--rounds", "4"],
            "the movement has 3 rounds, so 1 to 3 of them can be played, not 4",
        ),
        (["switch"], "say where: --rounds, --tables or --pairs"),
        (["switch", "--tables", "9"], "there is no table 9: the movement has tables 1 to 3"),
        (["drop"], "say what to leave out: --pair N, or --empty-tables"),
        (["drop", "--pair", "7"], "there is no pair 7: the movement has pairs 1 to 6"),
        (["renumber"], "say what: --pairs, --tables, --rounds or --groups"),
        (
            ["renumber", "--pairs", "2,2"],
            "pairs 1 and 2 would both be pair 2: give every pair a number of its own",
        ),
        (["renumber", "--tables", "a"], "--tables: 'a' is no number: write 3,1,2 or 1=3,3=1"),
        (
            ["renumber", "--tables", "1=2,1=3"],
            "--tables: 1 is renumbered twice: leave one of them out",
        ),
        (
            ["renumber", "--groups", "2,2=1"],
            "--groups: write either all new numbers in order, or OLD=NEW for each that changes",
        ),
        *(
            (
                ["fix", *words],
                "say what stays: --pair N with --table N or --direction NS, or --boards alone",
            )
            for words in (
                [],
                ["--pair", "1"],
                ["--table", "1"],
                ["--boards", "--table", "1"],
                ["--boards", "--pair", "1"],
            )
        ),
        (
            ["split", "--rounds", "2,2"],
            (
                "the sessions have 2 and 2 rounds, and the movement has 3: give lengths of 1 or "
                "more that add up to that"
            ),
        ),
    ],
)
def test_a_change_that_cannot_be_is_refused_and_nothing_is_written(
    words: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert movement(words[0], "m.asc", *words[1:], "--out", "new.asc") == 2
    assert capsys.readouterr() == ("", f"tournamentd movement {words[0]}: {message}\n")
    assert [path.name for path in folder.iterdir()] == ["m.asc"]


def test_new_numbers_can_stand_in_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "new.num").write_text("# of the spring\n3 2 1\r\n4 5 6\n")
    assert movement("renumber", "m.asc", "--pairs", "@new.num") == 0
    assert capsys.readouterr().out.splitlines()[1] == " 3- 4 A   2- 5 B   1- 6 C"
    assert movement("renumber", "m.asc", "--pairs", "@none.num") == 1
    assert (
        "none.num: error: this file cannot be read (it does not exist)" in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "words",
    [
        ["curtail", "bad.asc", "--rounds", "1"],
        ["show", "bad.asc"],
        ["combine", "m.asc", "bad.asc"],
        ["split", "bad.asc", "--rounds", "1", "--out", "x"],
    ],
)
def test_a_movement_with_an_error_is_not_changed(
    words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.asc").write_text("2 1\n1 1 A\n")
    assert movement(*words) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "bad.asc:2:3: error: pair 1 plays against itself" in err


def test_what_is_odd_in_the_new_movement_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert movement("drop", "m.asc", "--pair", "2", "--out", "new.asc") == 0
    assert capsys.readouterr() == (
        "",
        (
            "new.asc: warning: pair 2 never plays: lower the first number of the header, or leave "
            "it so when a place is kept free [never-plays]\n"
        ),
    )


def test_sections_are_combined_when_they_share_no_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert movement("combine", "m.asc", "m.asc") == 2
    assert capsys.readouterr() == (
        "",
        (
            "tournamentd movement combine: both sections have pairs 1 to 6: number those of the "
            "second from 7 on (combine --renumber does so)\n"
        ),
    )
    assert movement("combine", "m.asc", "m.asc", "--renumber", "--out", "both.asc") == 0
    assert Path("both.asc").read_text().splitlines()[:2] == [
        "12 6 3 3 0",
        " 1- 4 A   2- 5 B   3- 6 C   7-10 A   8-11 B   9-12 C",
    ]


def test_stages_are_combined_with_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.asc").write_text("6 3 2 2 0\n1 2 A  3 4 A  5 6 A\n1 3 B  2 5 B  4 6 B\n")
    assert movement("combine", "m.asc", "other.asc", "--stages") == 0
    assert capsys.readouterr().out.splitlines() == [
        "6 3 5 5 0",
        *THREE.splitlines()[1:],
        " 1- 2 D   3- 4 D   5- 6 D",
        " 1- 3 E   2- 5 E   4- 6 E",
    ]


def test_sessions_are_files_of_their_own_or_none_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "part-2.asc").write_text("precious")
    words = ["split", "m.asc", "--rounds", "2,1", "--out", "part.asc"]
    assert movement(*words) == 2
    assert "part-2.asc: error: this file exists already" in capsys.readouterr().err
    assert not (folder / "part-1.asc").exists()
    assert movement(*words, "--force") == 0
    assert (folder / "part-1.asc").read_text().splitlines() == [
        "6 3 2 3 0",
        *THREE.splitlines()[1:3],
    ]
    assert (folder / "part-2.asc").read_text().splitlines() == ["6 3 1 3 0", THREE.splitlines()[3]]


def test_a_movement_is_shown_by_rounds_or_by_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    assert movement("show", "m.asc") == 0
    assert capsys.readouterr().out == (
        "round  table 1  table 2  table 3\n"
        "    1  1-4 A    2-5 B    3-6 C\n"
        "    2  1-6 B    2-4 C    3-5 A\n"
        "    3  1-5 C    2-6 A    3-4 B\n"
    )
    assert movement("show", "m.asc", "--by-pair", "--boards-per-round", "4") == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "pair  round 1      round 2      round 3",
        "   1  1 NS 4 1-4   1 NS 6 5-8   1 NS 5 9-12",
    ]
    assert movement("show", "m.asc", "--boards-per-round", "0") == 2
    assert capsys.readouterr().err == (
        "tournamentd movement show: a round has one board or more: give another "
        "--boards-per-round\n"
    )
