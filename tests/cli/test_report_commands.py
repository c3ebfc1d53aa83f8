import io
import json
import sys
from datetime import date
from pathlib import Path

import pytest

from daemon.cli import (
    federation_build,
    federation_check,
    federation_rate,
    federation_show,
)
from daemon.cli.days import local_today
from daemon.cli.main import main

DATA = Path(__file__).parent.parent / "data" / "frbe"
LIST = "matricule;name;club;games;elo;fide_id\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the command runs, on the first of December 2000."""
    monkeypatch.chdir(tmp_path)
    for module in (federation_build, federation_check, federation_rate, federation_show):
        monkeypatch.setattr(module, "local_today", lambda: date(2000, 12, 1))
    return tmp_path


def copy(name: str, to: str) -> None:
    Path(to).write_bytes((DATA / name).read_bytes())


def whole(name: str, line: bytes, to: str) -> None:
    """A document of the federation with the machine line that its program wrote."""
    data = (DATA / name).read_bytes()
    copied = line.replace(b"\x0000", b" 00").replace(b"\x0011 ", b"11")
    assert data.count(copied) == 1
    Path(to).write_bytes(data.replace(copied, line))


def elite(to: str = "612GRI1a.201") -> str:
    whole("elite.txt", b"\x0000 16 72000060120000612", to)
    return to


def test_today_is_the_day_it_is() -> None:
    assert local_today() >= date(2026, 1, 1)


def test_check_says_in_a_line_what_a_file_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "check", elite()]) == 0
    out, err = capsys.readouterr()
    assert out == "612GRI1a.201: pt, 16 players, 7 rounds, 2000-06-01 to 2000-06-12: 1 warning\n"
    assert err == (
        "612GRI1a.201:7:92: warning: round 7 was played on 13-06-2000, outside of the tournament "
        "(01-06-2000 to 12-06-2000): correct the date of the round, or the first or last day "
        "[round-outside]\n"
    )


def test_check_of_a_sound_file_has_nothing_to_remark(capsys: pytest.CaptureFixture[str]) -> None:
    elite("A")
    Path("612GRI1a.201").write_bytes(Path("A").read_bytes().replace(b"000613", b"000612"))
    assert main(["report", "check", "--strict", "612GRI1a.201"]) == 0
    assert capsys.readouterr().out == (
        "612GRI1a.201: pt, 16 players, 7 rounds, 2000-06-01 to 2000-06-12: nothing to remark\n"
    )


def test_check_with_strict_fails_for_a_warning() -> None:
    assert main(["report", "check", "--strict", elite()]) == 1


def test_check_names_every_file_and_fails_for_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    Path("612GRI1a.202").write_bytes(b"hello\r\n")
    assert main(["report", "check", elite(), "612GRI1a.202", "gone"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[1:] == [
        "612GRI1a.202: not usable: 3 errors and 1 warning",
        "gone: not usable: 1 error",
    ]
    assert err.endswith(
        "gone: error: this file cannot be read (it does not exist): check its name and folder "
        "[file]\n"
    )


def test_check_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    Path("x").write_bytes(b"hello\r\n")
    assert main(["report", "check", "--json", elite(), "x", "gone"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    first, second, third = json.loads(out)["files"]
    (problem,) = first.pop("problems")
    assert first == {
        "file": "612GRI1a.201",
        "layout": "pt",
        "participants": 16,
        "rounds": 7,
        "start": "2000-06-01",
        "end": "2000-06-12",
    }
    assert (problem["line"], problem["column"], problem["code"]) == (7, 92, "round-outside")
    for each in (second, third):
        assert each["problems"]
        assert [each[key] for key in ("layout", "participants", "rounds", "start", "end")] == [
            None
        ] * 5


def test_check_of_a_trf_names_the_way(capsys: pytest.CaptureFixture[str]) -> None:
    copy("latin1_cr_only.trf", "T.trf")
    for action in ("check", "show"):
        assert main(["report", action, "T.trf"]) == 1
        assert capsys.readouterr().err == (
            "T.trf:1:1: error: this is a TRF and no report yet: `report build` makes one of it "
            "[not-a-report]\n"
        )


def test_check_compares_with_the_federations_list(capsys: pytest.CaptureFixture[str]) -> None:
    Path("list.csv").write_text(LIST + "83607;Adam Maximiliaan;210;99;2334;\nx;y;;;;\n")
    assert main(["report", "check", "--players", "list.csv", elite()]) == 0
    err = capsys.readouterr().err
    assert err.startswith(
        "list.csv:3:1: warning: no number stands for the matricule: the line is left out "
        "[list-line]\n"
    )
    assert 'warning: "Adam Maximiliaan" is of club 210 in the federation\'s list' in err
    assert err.count("[list-unknown]") == 15


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (None, "list.csv: error: this file cannot be read (it does not exist)"),
        ("a;b\n", "list.csv:1:1: error: the list has no column matricule and name:"),
    ],
)
def test_a_list_that_cannot_be_used_stops_the_command(
    text: str | None, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        Path("list.csv").write_text(text)
    assert main(["report", "check", "--players", "list.csv", elite()]) == 1
    assert capsys.readouterr().err.startswith(problem)


def test_rate_shows_every_pass_of_the_open_example(capsys: pytest.CaptureFixture[str]) -> None:
    copy("open.txt", "TEST")
    assert main(["report", "rate", "TEST", "--open", "--ng", "2,7"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    second, seventh = "   2  BAERT MARIE-HENRIETT     ", "   7  GOOR VALENTIJN           "
    assert out.splitlines() == [
        "First calculation, against ranked players only:",
        f"{second}  33 % of 6 games, average 1249, -125 = 1124",
        f"{seventh}  60 % of 5 games, average 1269, +72 = 1341",
        "Pass 1, all games with the values so far:",
        f"{second}  43 % of 7 games, average 1262, -50 = 1212",
        f"{seventh}  50 % of 6 games, average 1245, +0 = 1245",
        "Pass 2, all games with the values so far:",
        f"{second}  43 % of 7 games, average 1248, -50 = 1198",
        f"{seventh}  50 % of 6 games, average 1259, +0 = 1259",
        "Pass 3, all games with the values so far:",
        f"{second}  43 % of 7 games, average 1250, -50 = 1200",
        f"{seventh}  50 % of 6 games, average 1257, +0 = 1257",
        "Pass 4, all games with the values so far:",
        f"{second}  43 % of 7 games, average 1250, -50 = 1200",
        f"{seventh}  50 % of 6 games, average 1257, +0 = 1257",
        "4 passes, 5 calculations",
        "   2  BAERT MARIE-HENRIETT: 1200",
        "   7  GOOR VALENTIJN: 1257",
    ]


def test_rate_json_has_the_passes_and_counts_them(capsys: pytest.CaptureFixture[str]) -> None:
    copy("open.txt", "TEST")
    assert main(["report", "rate", "TEST", "--open", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "kind": "open",
        "players": [
            {
                "rank": 2,
                "elo": 1200,
                "games": 7,
                "percent": 43,
                "average": 1250,
                "first": 1124,
                "passes": [1212, 1198, 1200, 1200],
            },
            {
                "rank": 7,
                "elo": 1257,
                "games": 6,
                "percent": 50,
                "average": 1257,
                "first": 1341,
                "passes": [1245, 1259, 1257, 1257],
            },
        ],
        "left_out": [],
        "passes": 4,
        "calculations": 5,
    }


def test_rate_of_the_closed_example(capsys: pytest.CaptureFixture[str]) -> None:
    copy("closed.txt", "TEST")
    assert main(["report", "rate", "TEST", "--closed"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "All games against ranked players together:",
        "   2  BAERT MARIE-HENRIETT       45 % of 11 games, average 1258, -36 = 1222",
        "   7  GOOR VALENTIJN             45 % of 11 games, average 1258, -36 = 1222",
        "0 passes, 1 calculation",
        "   2  BAERT MARIE-HENRIETT: 1222",
        "   7  GOOR VALENTIJN: 1222",
    ]


def test_rate_writes_the_file_with_the_values_filled_in() -> None:
    data = (DATA / "open.txt").read_bytes()
    bare = data.replace(b"*** 1200", b"        ").replace(b"*** 1257", b"        ")
    Path("BARE").write_bytes(bare)
    assert main(["report", "rate", "BARE", "--open", "--ng", "2,7", "--write", "OUT"]) == 0
    whole("open.txt", b"\x0011  8 72000100120001118", "EXPECTED")
    assert Path("OUT").read_bytes() == Path("EXPECTED").read_bytes()


def test_rate_never_writes_over_a_file_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    copy("open.txt", "TEST")
    rate = ["report", "rate", "TEST", "--open", "--write", "TEST"]
    assert main(rate) == 2
    assert capsys.readouterr().err == (
        "TEST: error: this file exists already: give another name, or --force to write over it "
        "[file]\n"
    )
    assert Path("TEST").read_bytes() == (DATA / "open.txt").read_bytes()
    assert main([*rate, "--force"]) == 0
    assert Path("TEST").read_bytes() != (DATA / "open.txt").read_bytes()


def test_rate_says_why_it_cannot_write(capsys: pytest.CaptureFixture[str]) -> None:
    copy("open.txt", "TEST")
    assert main(["report", "rate", "TEST", "--open", "--force", "--write", "."]) == 1
    assert capsys.readouterr().err == (
        ".: error: this file cannot be written (it is a folder): give another name [file]\n"
    )


def test_rate_takes_who_is_not_ranked_from_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    copy("open.txt", "TEST")
    known = "".join(
        f"{matricule};x;;{games};;\n"
        for matricule, games in (
            (66052, 20),
            (57754, 19),
            (85740, 99),
            (90131, 99),
            (86967, 99),
            (67041, 99),
            (55654, 0),
        )
    )
    Path("list.csv").write_text(LIST + known)
    assert main(["report", "rate", "TEST", "--open", "--players", "list.csv"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("   2  BAERT MARIE-HENRIETT: 1200\n   7  GOOR VALENTIJN: 1257\n")
    assert err == (
        "TEST: warning: the federation's list has not the matricule of player 8, who is taken for "
        "ranked: name who is not as --ng [list-unknown]\n"
    )


def test_rate_by_a_list_that_has_everybody_says_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    whole("open.txt", b"\x0011  8 72000100120001118", "TEST")
    numbers = (66052, 57754, 85740, 90131, 86967, 67041, 55654, 78042)
    Path("list.csv").write_text(
        LIST + "".join(f"{n};x;;{0 if n in {57754, 55654} else 20};;\n" for n in numbers)
    )
    assert main(["report", "rate", "TEST", "--open", "--players", "list.csv"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("   2  BAERT MARIE-HENRIETT: 1200\n   7  GOOR VALENTIJN: 1257\n")
    assert err == ""


def test_rate_tells_who_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    copy("open.txt", "TEST")
    assert main(["report", "rate", "TEST", "--open", "--ng", "1,3,4,5,6,2,7"]) == 0
    assert capsys.readouterr().err.splitlines()[0] == (
        "TEST: warning: player 1 has 1 result against ranked players, and needs 2 [not-rated]"
    )


def test_rate_that_cannot_be_fails(capsys: pytest.CaptureFixture[str]) -> None:
    copy("open.txt", "TEST")
    assert main(["report", "rate", "TEST", "--closed", "--ng", "2"]) == 1
    assert capsys.readouterr().err == (
        "TEST: error: a closed group needs 2 players who are not ranked and 2 who are, and this "
        "one has 1 and 7 [not-rated]\n"
    )


def test_rate_of_a_report_with_errors_tells_them(capsys: pytest.CaptureFixture[str]) -> None:
    data = (DATA / "open.txt").read_bytes().replace(b"8 N 0  2 N 1", b"8 N 0  2 B 1")
    Path("TEST").write_bytes(data)
    assert main(["report", "rate", "TEST", "--open"]) == 1
    assert capsys.readouterr().err == (
        "TEST:9:54: error: players 1 and 2 in round 2 both have white: correct it here or in line "
        "10 [colour-same]\n"
    )


def test_rate_with_a_rank_that_there_is_not_is_wrong_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy("open.txt", "TEST")
    assert main(["report", "rate", "TEST", "--open", "--ng", "2,9"]) == 2
    assert capsys.readouterr().err == (
        "tournamentd report rate: there is no rank 9: the ranks go from 1 to 8\n"
    )


BUILD = ["report", "build", "T.trf", "--club", "618", "--type", "OPE"]


@pytest.fixture
def trf(monkeypatch: pytest.MonkeyPatch) -> None:
    """A TRF without fault, a month after its end."""
    copy("round_robin_8.trf", "T.trf")
    monkeypatch.setattr(federation_build, "local_today", lambda: date(2026, 11, 30))


@pytest.mark.usefixtures("trf")
def test_build_writes_the_file_under_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(BUILD) == 0
    out, err = capsys.readouterr()
    assert out == "A24OPE1a.618: pt, 8 players, 7 rounds, written\n"
    assert err == (
        "T.trf: warning: players 1 to 8 are without a matricule, and 0 is written for it: give the "
        "federation's list as --players LIST [matricule-missing]\n"
    )
    lines = Path("A24OPE1a.618").read_bytes().decode("cp1252").split("\r\n")
    assert lines[5:9] == [
        "\x0000  8 72026100320261024",
        (
            "   Nom                 Matr. Clb Nat  ELO  261003  261004  261010  261011  "
            "261017  261018  261024"
        ),
        (
            " 1 Aerts An                0     BEL 2104   8 N 1   7 B 0   6 N 1   5 B 1   4 N "
            "0   3 B 0   2 N 1"
        ),
        (
            " 2 Bogaert François        0     BEL 1987   7 B 0   5 B 1   3 B 1   8 B 1   6 B "
            "1   4 B 0   1 B 0"
        ),
    ]
    assert main(["report", "check", "A24OPE1a.618"]) == 0


@pytest.mark.usefixtures("trf")
def test_build_never_writes_over_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a24ope1A.618").write_bytes(b"there")
    Path("out").mkdir()
    assert main(BUILD) == 0
    assert main(BUILD) == 0
    assert main([*BUILD, "--out", "out", "--suffix", "$$"]) == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == [
        "A24OPE1b.618",
        "A24OPE1c.618",
        str(Path("out") / "A24OPE$$.618"),
    ]
    assert Path("a24ope1A.618").read_bytes() == b"there"


@pytest.mark.usefixtures("trf")
def test_build_takes_the_next_name_when_one_is_taken_at_that_moment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = Path.iterdir
    looks = []

    def blind_at_first(path: Path) -> object:
        looks.append(path)
        return listed(path) if len(looks) > 1 else iter(())

    Path("A24OPE1a.618").write_bytes(b"there")
    monkeypatch.setattr(Path, "iterdir", blind_at_first)
    assert main(BUILD) == 0
    assert capsys.readouterr().out.startswith("A24OPE1b.618: ")
    assert Path("A24OPE1a.618").read_bytes() == b"there"


@pytest.mark.usefixtures("trf")
def test_build_says_where_it_cannot_write(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BUILD, "--out", "nowhere"]) == 1
    assert capsys.readouterr().err == (
        "nowhere: error: nothing can be written here (it does not exist): name a folder as --out "
        "[file]\n"
    )


@pytest.mark.usefixtures("trf")
def test_build_leaves_no_half_of_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.BytesIO):
        """A file on a disk that is full."""

        def write(self, _: object) -> int:
            raise OSError(28, "No space left on device")

    opened = Path.open

    def open_full(path: Path, mode: str) -> object:
        if mode != "xb":
            return opened(path, mode)
        path.touch()
        return Full()

    monkeypatch.setattr(Path, "open", open_full)
    assert main(BUILD) == 1
    assert capsys.readouterr().err.endswith(
        "nothing can be written here (No space left on device): name a folder as --out [file]\n"
    )
    assert list(Path().glob("*.618")) == []


def test_build_asks_for_everything_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    copy("bbp_dutch_2025_c5.trf", "T.trf")
    assert main(BUILD) == 1
    out, err = capsys.readouterr()
    assert out == ""
    for option in ("--start", "--end", "--round-dates", "--sender", "--tempo", "--players"):
        assert option in err
    assert list(Path().glob("*.618")) == []


def test_build_names_faults_and_what_is_missing_together(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = (DATA / "no_dates.trf").read_bytes().replace(b"8 b 1     7 w 1", b"8 w 1     7 w 1")
    Path("T.trf").write_bytes(data)
    assert main([*BUILD, "--json"]) == 1
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert [problem["code"] for problem in problems if problem["severity"] == "error"] == [
        "colour-same",
        "start-missing",
        "end-missing",
    ]
    # With the days given, the fault alone is enough to refuse.
    assert main([*BUILD, "--start", "2026-10-03", "--end", "2026-10-24"]) == 1
    assert list(Path().glob("*.618")) == []


def test_build_takes_what_is_missing_from_options(capsys: pytest.CaptureFixture[str]) -> None:
    copy("bbp_dutch_2025_c5.trf", "T.trf")
    given = [
        "--start",
        "2000-06-01",
        "--end",
        "25/06/2000",
        "--round-dates",
        "2000-06-01,2000-06-25",
    ]
    texts = ["--title", "Open", "--sender", "Club 618", "--tempo", "1H", "--program", "31"]
    Path("list.csv").write_text(
        LIST + "".join(f"{n};Test000{n} Player000{n};618;30;;\n" for n in range(1, 7))
    )
    more = ["--players", "list.csv", "--layout", "wide", "--json"]
    assert main([*BUILD, *given, *texts, *more]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["file"] == "625OPE1a.618"
    assert [problem["code"] for problem in value["problems"]] == ["rounds-open", "matched-by-name"]
    lines = Path("625OPE1a.618").read_bytes().decode("cp1252").split("\r\n")
    assert lines[0] == "Tournoi : Open"
    assert lines[2:6] == [
        "Envoyé par : Club 618",
        "Date fin de tournoi : 25-06-2000",
        "Tempo : 1H",
        "\x0031  6 22000060120000625",
    ]
    assert lines[7] == "  1 Test0001 Player0001           1 618     2720   4 B 1   2 N 1"


def test_build_refuses_more_than_999_players(capsys: pytest.CaptureFixture[str]) -> None:
    copy("too_many_1000.trf", "T.trf")
    assert main([*BUILD, "--json"]) == 1
    value = json.loads(capsys.readouterr().out)
    assert value["file"] is None
    assert [p["code"] for p in value["problems"] if p["severity"] == "error"] == ["too-many"]


def test_build_of_something_else_tells_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    copy("elite.txt", "T.trf")
    assert main(BUILD) == 1
    assert capsys.readouterr().err == (
        "T.trf:1:1: error: this is a report for the federation already: `report check` checks it "
        "[no-tournament]\n"
    )


def test_build_of_a_report_that_cannot_be_named_fails(capsys: pytest.CaptureFixture[str]) -> None:
    Path("T.csv").write_text(CSV)
    for digit in "123456789":
        for letter in "abcdefghijklmnopqrstuvwxyz":
            Path(f"625GRI{digit}{letter}.618").touch()
    assert main(CSV_BUILD) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("choose two letters as --suffix [no-name]\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--type", "ELO"], "ELO is reserved for the federation: choose INT, 24L, OPE and GRI"),
        (["--type", "XYZ"], "'XYZ' is no kind of tournament: choose INT, 24L, OPE and GRI"),
        (["--club", "1000"], "'1000' is no club: write 1 to 999"),
        (["--club", "000"], "'000' is no club: write 1 to 999"),
        (["--start", "5/6/07"], "'5/6/07' is no day: write it as 2026-10-03"),
        (["--round-dates", "2026-10-03,x"], "'x' is no day: write it as 2026-10-03"),
        (["--suffix", "1"], "'1': write two letters, digits or $"),
        (["--program", "1"], "'1': write two digits"),
    ],
)
@pytest.mark.usefixtures("trf")
def test_build_refuses_an_option_that_cannot_be(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*BUILD, *options])
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


CSV = """\
name,elo,matricule,club,nationality,1,2,3
Adam,1000,1,618,BEL,4B1,3N1,2B5
Baert,1100,2,618,BEL,3B1,4N5,1N5
Claes,,3,618,BEL,2N0,1B0,4B1
Damme,,4,618,BEL,1N0,2B5,3N0
"""
CSV_BUILD = [
    *("report", "build", "T.csv", "--club", "618", "--type", "gri"),
    *("--start", "2000-06-01", "--end", "2000-06-25"),
]


@pytest.mark.parametrize(
    ("how", "values"),
    [
        # The ranked players scored 7 of 8 half points, 88 %: 12 % of an average of 1050 is -336.
        (["closed", "--ng", "3,4"], ("***  714", "***  714")),
        # Worked out by hand: 250 and 857, then 861 and 510, 745 and 714, 813 and 675, 800 and 698,
        # 808 and 694, 806 and 696, 807 and 696, 807 and 696.
        (["open", "--ng", "3,4"], ("***  807", "***  696")),
        (["closed", "--players", "list.csv"], ("***  714", "***  714")),
    ],
)
def test_build_fills_in_fictive_elos_on_request(
    how: list[str], values: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("T.csv").write_text(CSV)
    Path("list.csv").write_text(
        LIST + "1;Adam;618;30;1000;\n2;Baert;618;20;1100;\n3;Claes;618;0;;\n4;Damme;618;19;;\n"
    )
    assert main([*CSV_BUILD, "--fictive", *how]) == 0
    assert "error" not in capsys.readouterr().err
    rows = Path("625GRI1a.618").read_text("cp1252").splitlines()[-2:]
    assert tuple(row[33:41] for row in rows) == values


def test_build_with_fictive_elos_for_nobody_fails(capsys: pytest.CaptureFixture[str]) -> None:
    Path("T.csv").write_text(CSV)
    assert main([*CSV_BUILD, "--fictive", "open"]) == 1
    assert capsys.readouterr().err.endswith(
        "T.csv: error: nobody is named as not ranked: name them as --ng 2,7 [not-rated]\n"
    )
    assert main([*CSV_BUILD, "--fictive", "open", "--ng", "9"]) == 2
    assert capsys.readouterr().err == (
        "tournamentd report build: there is no rank 9: the ranks go from 1 to 4\n"
    )


def test_show_prints_a_table_and_what_is_odd(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "show", elite()]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[:4] == [
        "Cht FEFB ELITE",
        "Sent by: Dubois Jean, rue Haute, 7, 4540 Ampsin, 085/00.00.00",
        "Tempo: 40C 2H + 1H KO",
        "2000-06-01 to 2000-06-12, 16 players, 7 rounds",
    ]
    assert len(out.splitlines()) == 6 + 16
    assert err.endswith("[round-outside]\n")


def test_show_of_a_report_that_contradicts_itself_prints_it_and_fails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    elite("A")
    Path("A").write_bytes(Path("A").read_bytes().replace(b"8 N 5   2 B 5", b"9 N 5   2 B 5"))
    assert main(["report", "show", "A"]) == 1
    out, err = capsys.readouterr()
    assert "9b½" in out
    assert "[opponent-differs]" in err


def test_show_of_what_is_no_report_prints_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    Path("A").write_bytes(b"hello\r\n")
    Path("B").write_bytes(b"PK\x03\x04")
    for name in ("A", "B"):
        assert main(["report", "show", name]) == 1
        assert capsys.readouterr().out == ""


def test_show_on_a_console_without_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    console = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", console)
    assert main(["report", "show", elite()]) == 0
    console.flush()
    assert b"   8b=   2w=  12b1" in console.buffer.getvalue()


def test_convert_to_a_layout_and_back_gives_the_same_bytes() -> None:
    first = elite()
    for layout in ("wide", "cm", "pt"):
        assert main(["report", "convert", first, "--layout", layout, "--out", layout]) == 0
        first = layout
    assert Path("pt").read_bytes() == Path("612GRI1a.201").read_bytes()
    assert Path("wide").read_bytes().split(b"\r\n")[7] == (
        b"  1 Adam Maximiliaan          83607 209 BEL 2334   8 N 5   2 B 5  12 N 1   4 B 5   5 N 5"
        b"   7 N 1   9 B 5"
    )


def test_convert_to_csv_and_json_and_trf(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    file = elite()
    assert main(["report", "convert", file, "--layout", "csv"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"rank,name,matricule,club,nationality,elo,1 20")
    assert main(["report", "convert", file, "--layout", "json"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["participants"] == 16
    assert main(["report", "convert", file, "--layout", "trf"]) == 0
    out, err = capfdbinary.readouterr()
    assert out.startswith(b"012 Cht FEFB ELITE\r\n042 2000/06/01\r\n")
    assert err == (
        b"612GRI1a.201: warning: matricules and clubs have no place in a TRF: they are left out "
        b"[not-converted]\n"
    )


def test_convert_of_a_trf_keeps_the_lines_that_nobody_knows() -> None:
    copy("swar_header_lines.trf", "T")
    assert main(["report", "convert", "T", "--layout", "trf", "--out", "U"]) == 0
    text = (DATA / "swar_header_lines.trf").read_bytes().decode("cp1252")
    assert Path("U").read_bytes().decode("utf-8") == text


def test_convert_of_a_trf_to_something_else_names_the_way(
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy("latin1_cr_only.trf", "T")
    assert main(["report", "convert", "T", "--layout", "pt"]) == 1
    assert capsys.readouterr().err == (
        "T: error: this is a TRF: `report build` makes a report of it, which can be converted "
        "[not-converted]\n"
    )
    Path("T").write_bytes(b"012 x\n001    x\n")
    assert main(["report", "convert", "T", "--layout", "trf"]) == 1
    assert capsys.readouterr().err.endswith("[trf-line]\n")


def wide(names: list[str]) -> None:
    rows = "".join(
        f"{n:3} {name:25} {n:5} 618 BEL 1500   0 - -\r\n" for n, name in enumerate(names, 1)
    )
    heading = "    Nom                       Matr. Clb Nat  ELO  000601\r\n"
    text = f"Tournoi : T\r\n\x0000{len(names):3} 12000060120000601\r\n{heading}{rows}"
    Path("W").write_bytes(text.encode("cp1252"))


def test_convert_tells_what_it_cuts(capsys: pytest.CaptureFixture[str]) -> None:
    wide(["Adam-Vandenberghe Eva", "Baert"])
    assert main(["report", "convert", "W", "--layout", "cm", "--out", "C"]) == 0
    assert capsys.readouterr().err == (
        'W: warning: the name of player 1, "Adam-Vandenberghe Eva", is cut to '
        '"Adam-Vandenberghe Ev" [name-cut]\n'
    )


def test_convert_refuses_a_layout_that_is_too_small(capsys: pytest.CaptureFixture[str]) -> None:
    wide([f"Player {n}" for n in range(100)])
    assert main(["report", "convert", "W", "--layout", "pt"]) == 1
    assert capsys.readouterr().err == (
        "W: error: the layout pt holds 99 players and there are 100: choose wide [layout-small]\n"
    )


def test_convert_of_24_lines_tells_what_it_leaves_out(capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        "Tournoi : I\r\n\x0031  2 12000061220000612\r\n"
        "  1 Adam Eva                  11111 618 BEL 2000   2 B 1\x0012/06/2000 1234\r\n"
        "  2 Baert Tom                 22222 618 BEL 0900   1 N 0\x0012/06/2000 1234\r\n"
    )
    Path("L").write_bytes(text.encode("cp1252"))
    assert main(["report", "convert", "L", "--layout", "wide", "--out", "W"]) == 0
    assert capsys.readouterr().err == (
        "L: warning: the date and the tournament of each game have no place there: they are left "
        "out [not-converted]\n"
    )
