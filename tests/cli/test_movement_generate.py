import json
import shlex
from pathlib import Path

import pytest

from daemon.cli.main import main
from daemon.movement.asc import read_asc
from daemon.movement.mitchell import mitchell
from daemon.problem import Source

MITCHELL_5 = """\
10 5 5 5 0
 1- 6 A   2- 7 B   3- 8 C   4- 9 D   5-10 E
 1-10 B   2- 6 C   3- 7 D   4- 8 E   5- 9 A
 1- 9 C   2-10 D   3- 6 E   4- 7 A   5- 8 B
 1- 8 D   2- 9 E   3-10 A   4- 6 B   5- 7 C
 1- 7 E   2- 8 A   3- 9 B   4-10 C   5- 6 D
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def generate(*words: str) -> int:
    return main(["movement", "generate", *words])


def test_a_movement_is_printed_in_the_minimum_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("mitchell", "--tables", "5") == 0
    assert capsys.readouterr() == (MITCHELL_5, "")


def test_a_movement_is_written_with_cr_lf_and_over_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert generate("mitchell", "--pairs", "10", "--out", "m.asc") == 0
    assert Path("m.asc").read_bytes() == MITCHELL_5.replace("\n", "\r\n").encode()
    assert generate("howell", "--pairs", "10", "--out", "m.asc") == 2
    assert "m.asc: error: this file exists already" in capsys.readouterr().err
    assert Path("m.asc").read_bytes() == MITCHELL_5.replace("\n", "\r\n").encode()
    assert generate("howell", "--pairs", "10", "--out", "m.asc", "--force") == 0
    assert Path("m.asc").read_bytes() != MITCHELL_5.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("words", "header"),
    [
        (["howell", "--tables", "4"], "8 4 7 7 0"),
        (["howell", "--pairs", "9", "--rounds", "9"], "9 4 9 9 0"),
        (["individual", "--players", "12"], "12 3 11 11 1"),
        (["individual", "--tables", "2"], "8 2 7 7 1"),
        (["skip-mitchell", "--tables", "8", "--skip-after", "4"], "16 8 7 8 0"),
        (["mitchell", "--tables", "8", "--skip-after", "3"], "16 8 7 8 0"),
        (["appendix", "--tables", "9", "--base", "7"], "18 9 7 7 0"),
        (["mitchell", "--tables", "7", "--arrow-switch", "6-7"], "14 7 7 7 0"),
    ],
)
def test_a_kind_is_made_for_tables_pairs_or_players(
    words: list[str], header: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert generate(*words) == 0
    assert capsys.readouterr().out.splitlines()[0] == header


def test_proposals_say_why_and_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("--pairs", "14", "--boards", "21") == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "14 pairs, 21 boards: what fits, best first\n\n"
        "1. Mitchell, 7 tables, 7 rounds of 3 boards, arrow switch in round 7\n"
        "   all 21 boards; a pair meets 7 of 13 others; one winner, balance 92.0; no boards are "
        "shared\n"
        "   tournamentd movement generate mitchell --pairs 14 --rounds 7 --arrow-switch 7\n"
    )


@pytest.mark.parametrize("size", [["--pairs", "16"], ["--tables", "8"]])
def test_every_proposal_is_made_by_its_command_and_by_its_number(
    size: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert generate(*size, "--boards", "24") == 0
    lines = capsys.readouterr().out.splitlines()
    commands = [line.strip() for line in lines if "tournamentd " in line]
    assert 3 <= len(commands) <= 4
    for number, command in enumerate(commands, start=1):
        assert main(shlex.split(command)[1:]) == 0
        by_command = capsys.readouterr().out
        assert generate(*size, "--boards", "24", "--take", str(number)) == 0
        assert capsys.readouterr().out == by_command
        assert read_asc(Source("m.asc", by_command))[0] is not None


def test_proposals_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("--pairs", "18", "--boards", "27", "--json") == 0
    found = json.loads(capsys.readouterr().out)["proposals"]
    first = found[0]
    assert first["arguments"] == [
        *("mitchell", "--pairs", "18", "--rounds", "9", "--arrow-switch", "9")
    ]
    assert (first["tables"], first["rounds"], first["boards_per_round"]) == (9, 9, 3)
    assert (first["boards"], first["sit_outs"], first["tables_sharing"]) == (27, 0, 0)
    assert {one["winners"] for one in found} == {1, 2}
    assert all((one["qf"] is None) == (one["winners"] == 2) for one in found)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--pairs", "14"],
            "name a kind, or give --pairs and --boards to see what fits",
        ),
        (
            ["--pairs", "14", "--boards", "24", "--rounds", "8"],
            "a proposal has its own rounds, arrows and skips: leave these out, or name a kind",
        ),
        (["--pairs", "3", "--boards", "24"], "a movement of pairs needs 4 pairs or more, not 3"),
        (
            ["--pairs", "6", "--boards", "20", "--take", "5"],
            "there are proposals 1 to 4, and no 5",
        ),
        (["mitchell", "--tables", "1"], "a Mitchell has 2 to 500 tables, not 1"),
        (["mitchell", "--pairs", "-4"], "-4 pairs cannot be played: give another number"),
        (["howell", "--players", "8"], "howell is for pairs: give --pairs (or --tables)"),
        (
            ["rainbow", "--pairs", "8"],
            "rainbow is for individuals: give --players (or --tables)",
        ),
        (
            ["howell", "--pairs", "8", "--boards", "24"],
            (
                "--boards, --take and --json belong to proposals, which name no kind: leave howell "
                "out, or give --rounds"
            ),
        ),
        (
            ["howell", "--pairs", "8", "--skip-after", "4"],
            "EW of howell do not skip: leave --skip-after out, or make a skip-mitchell",
        ),
        (
            ["howell", "--pairs", "8", "--base", "7"],
            "howell stands on no base: leave --base out, or make an appendix",
        ),
    ],
)
def test_what_cannot_be_made_is_refused_and_nothing_is_written(
    words: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert generate(*words, "--out", "m.asc") == 2
    assert capsys.readouterr() == ("", f"tournamentd movement generate: {message}\n")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("7;8", "'7;8' is no list of numbers: write 7,8 or 1-4,9"),
        ("", "'' is no list of numbers: write 7,8 or 1-4,9"),
        ("8-7", "8-7 runs backwards: write 7-8"),
        ("1-99999", "1-99999 are more numbers than any movement has"),
    ],
)
def test_a_list_of_numbers_that_is_none_is_refused(
    written: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        generate("mitchell", "--tables", "7", "--arrow-switch", written)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


def test_what_is_made_is_what_the_room_makes(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("mitchell", "--tables", "8") == 0
    assert read_asc(Source("m.asc", capsys.readouterr().out))[0] == mitchell(8)


def test_init_takes_a_proposal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "evening", "--pairs", "12", "--boards", "22", "--proposal", "1"]) == 0
    assert "12 pairs, 6 tables, 11 rounds of 2 boards\n" in capsys.readouterr().out
    written = (folder / "evening" / "movement.asc").read_text()
    assert written.endswith("# Howell, 6 tables, 11 rounds of 2 boards\n")
    assert generate("howell", "--pairs", "12") == 0
    assert written.startswith(capsys.readouterr().out)
    assert main(["check", str(folder / "evening" / "tournament.toml")]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--proposal", "5"],
            (
                "there are proposals 1 to 4, and no 5: `movement generate --pairs 14 --boards "
                "24` shows them"
            ),
        ),
        (
            ["--proposal", "1", "--pairs", "3"],
            (
                "a movement of pairs needs 4 pairs or more, not 3: give other numbers as "
                "--pairs and --boards"
            ),
        ),
        (
            ["--proposal", "1", "--movement", "m.asc"],
            "a movement of your own is no proposal: leave --proposal or --movement out",
        ),
    ],
)
def test_init_refuses_a_proposal_that_is_not_there(
    words: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", "evening", *words]) == 2
    assert capsys.readouterr().err == f"tournamentd init: {message}\n"
    assert not (folder / "evening").exists()
