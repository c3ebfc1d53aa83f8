import io
import json
from pathlib import Path

import pytest

from daemon.cli.main import main

HOWELL = "10 7 H g\n8 1 1   5 3 2   10 7 3   6 2 4   4 9 5\n"
FOUR_PAIRS = "4 3\n1 2 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n"
FOUR_PAIRS_IN_FULL = "4 2 3 3 0\n 1- 2 A   3- 4 A\n 1- 3 B   2- 4 B\n 1- 4 C   2- 3 C\n"
TWICE = "5 2 3 3 0\n1 2 A  1 5 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n"
PAIR_TWICE = "pair 1 plays twice in round 1, at tables 1 and 2: put another pair at one of them"
SITS_OUT = "of 3 rounds pairs 3 and 4 play 2 and pair 5 plays 1: a sit-out in the others"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the command runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str) -> None:
    Path(name).write_bytes(text.encode())


def test_check_says_in_a_line_what_a_movement_is(capsys: pytest.CaptureFixture[str]) -> None:
    write("howell.asc", HOWELL)
    assert main(["movement", "check", "howell.asc"]) == 0
    out, err = capsys.readouterr()
    assert out == "howell.asc: 10 pairs, 5 tables, 7 rounds, 7 groups: nothing to remark\n"
    assert err == ""


def test_check_takes_several_files_and_fails_when_one_has_an_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write("good.asc", f"{FOUR_PAIRS}Qf=57\n")
    write("bad.asc", TWICE)
    write("players.asc", "4 1 1 1 1\n1 2 3 4 A\n")
    assert main(["movement", "check", "bad.asc", "good.asc", "players.asc"]) == 1
    out, err = capsys.readouterr()
    assert out == (
        "bad.asc: not usable: 1 error and 1 note\n"
        "good.asc: 4 pairs, 2 tables, 3 rounds, 3 groups: 1 note\n"
        "players.asc: 4 players, 1 table, 1 round, 1 group: nothing to remark\n"
    )
    assert err == (
        f"bad.asc:1:1: note: {SITS_OUT} [sit-out]\n"
        f"bad.asc:2:8: error: {PAIR_TWICE} [pair-twice]\n"
        "good.asc:5:1: note: 1 line of text below the last round: not read (other programs may "
        "want # before it) [trailing-text]\n"
    )


def test_warnings_alone_do_not_make_a_check_fail(capsys: pytest.CaptureFixture[str]) -> None:
    write("m.asc", f"# late\n{FOUR_PAIRS}")
    assert main(["movement", "check", "m.asc"]) == 0
    assert capsys.readouterr().out == ("m.asc: 4 pairs, 2 tables, 3 rounds, 3 groups: 1 warning\n")


def test_check_json_is_one_object_for_programs_and_says_nothing_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write("good.asc", FOUR_PAIRS)
    write("bad.asc", TWICE)
    assert main(["movement", "check", "--json", "good.asc", "bad.asc"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out) == {
        "files": [
            {
                "file": "good.asc",
                "contestants": 4,
                "tables": 2,
                "rounds": 3,
                "groups": 3,
                "individual": False,
                "problems": [],
            },
            {
                "file": "bad.asc",
                "contestants": None,
                "tables": None,
                "rounds": None,
                "groups": None,
                "individual": None,
                "problems": [
                    {
                        "file": "bad.asc",
                        "line": 1,
                        "column": 1,
                        "severity": "note",
                        "code": "sit-out",
                        "message": SITS_OUT,
                    },
                    {
                        "file": "bad.asc",
                        "line": 2,
                        "column": 8,
                        "severity": "error",
                        "code": "pair-twice",
                        "message": PAIR_TWICE,
                    },
                ],
            },
        ]
    }


def test_on_a_terminal_the_line_follows_with_carets_below_the_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write("m.asc", FOUR_PAIRS.replace("3 4 A", "30 4 A"))
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["movement", "check", "m.asc"]) == 1
    assert terminal.getvalue().splitlines()[3:] == [
        (
            "m.asc:2:8: error: there is no pair 30: the header announces 4 pairs; mend the number "
            "or the header [number-range]"
        ),
        "  1 2 A  30 4 A",
        "         ^^",
    ]


def test_a_line_that_is_too_long_for_a_terminal_is_cut_or_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tail = "# " + "x" * 500
    write("m.asc", f"3 1 2 2 0\n1 2A {tail}\n{' ' * 300}1 3B\n")
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["movement", "check", "m.asc"]) == 1
    assert terminal.getvalue().splitlines() == [
        "m.asc:2:3: error: 2A: a separator is missing; write 2 A [token]",
        f"  {f'1 2A {tail}'[:200]}",
        "    ^^",
        "m.asc:3:303: error: 3B: a separator is missing; write 3 B [token]",
    ]


def test_a_problem_without_a_place_is_one_line_on_a_terminal_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["movement", "check", "none.asc"]) == 1
    assert len(terminal.getvalue().splitlines()) == 1


@pytest.mark.parametrize("command", [["check"], ["expand"]])
def test_a_file_that_does_not_exist_is_a_problem(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["movement", *command, "none.asc"]) == 1
    assert capsys.readouterr().err == (
        "none.asc: error: this file cannot be read (it does not exist): check its name and folder "
        "[file]\n"
    )


def test_what_cannot_be_read_does_not_keep_the_next_file_from_being_checked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write("m.asc", FOUR_PAIRS)
    write("book.asc", "PK\x03\x04")
    assert main(["movement", "check", str(folder), "none.asc", "book.asc", "m.asc"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{folder}: not usable: 1 error",
        "none.asc: not usable: 1 error",
        "book.asc: not usable: 1 error",
        "m.asc: 4 pairs, 2 tables, 3 rounds, 3 groups: nothing to remark",
    ]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (PermissionError(13, "Permission denied"), "the system does not allow it"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (OSError("no number"), "no number"),
    ],
)
def test_why_a_file_cannot_be_read_is_said_in_plain_words(
    error: OSError,
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Path, "open", refuse)
    assert main(["movement", "check", "m.asc"]) == 1
    assert capsys.readouterr().err == (
        f"m.asc: error: this file cannot be read ({reason}): check its name and folder [file]\n"
    )


def test_a_file_is_not_read_further_than_a_movement_can_go(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write("m.asc", "#" * (2 * 1024 * 1024 + 1))
    assert main(["movement", "check", "m.asc"]) == 1
    assert "the file is larger than 2 MB" in capsys.readouterr().err


def test_expand_prints_every_round_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    write("howell.asc", HOWELL)
    assert main(["movement", "expand", "howell.asc"]) == 0
    out, err = capsys.readouterr()
    assert out == (
        "10 5 7 7 0\n"
        " 8- 1 A   5- 3 B  10- 7 C   6- 2 D   4- 9 E\n"
        " 8- 2 B   6- 4 C  10- 1 D   7- 3 E   5- 9 F\n"
        " 8- 3 C   7- 5 D  10- 2 E   1- 4 F   6- 9 G\n"
        " 8- 4 D   1- 6 E  10- 3 F   2- 5 G   7- 9 A\n"
        " 8- 5 E   2- 7 F  10- 4 G   3- 6 A   1- 9 B\n"
        " 8- 6 F   3- 1 G  10- 5 A   4- 7 B   2- 9 C\n"
        " 8- 7 G   4- 2 A  10- 6 B   5- 1 C   3- 9 D\n"
    )
    assert err == ""


def test_expand_prints_nothing_of_a_movement_with_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write("bad.asc", TWICE)
    assert main(["movement", "expand", "bad.asc"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert f"bad.asc:2:8: error: {PAIR_TWICE} [pair-twice]\n" in err


def test_expand_writes_a_file_with_cr_lf(capsys: pytest.CaptureFixture[str]) -> None:
    write("m.asc", FOUR_PAIRS)
    assert main(["movement", "expand", "m.asc", "--out", "full.asc"]) == 0
    assert Path("full.asc").read_bytes() == FOUR_PAIRS_IN_FULL.replace("\n", "\r\n").encode()
    assert capsys.readouterr() == ("", "")


def test_expand_writes_over_no_file_unless_forced(capsys: pytest.CaptureFixture[str]) -> None:
    write("m.asc", FOUR_PAIRS)
    write("full.asc", "precious")
    assert main(["movement", "expand", "m.asc", "--out", "full.asc"]) == 2
    assert Path("full.asc").read_text() == "precious"
    assert capsys.readouterr().err == (
        "full.asc: error: this file exists already: give another name, or --force to write over "
        "it [file]\n"
    )
    assert main(["movement", "expand", "m.asc", "--out", "full.asc", "--force"]) == 0
    assert Path("full.asc").read_bytes() == FOUR_PAIRS_IN_FULL.replace("\n", "\r\n").encode()


def test_a_file_that_cannot_be_written_is_a_problem(capsys: pytest.CaptureFixture[str]) -> None:
    write("m.asc", FOUR_PAIRS)
    assert main(["movement", "expand", "m.asc", "--out", "none/full.asc"]) == 1
    assert capsys.readouterr().err == (
        "none/full.asc: error: this file cannot be written (it does not exist): give another name "
        "[file]\n"
    )


@pytest.mark.parametrize(
    "wrong", [[], ["check"], ["expand"], ["expand", "a", "b"], ["shuffle", "m.asc"]]
)
def test_wrong_usage_ends_with_2(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["movement", *wrong])
    assert stopped.value.code == 2


def test_a_name_of_any_bytes_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    # What Python makes of a name that is not UTF-8.
    assert main(["movement", "check", "caf\udce9.asc"]) == 1
    assert capsys.readouterr().out == "caf\N{REPLACEMENT CHARACTER}.asc: not usable: 1 error\n"
