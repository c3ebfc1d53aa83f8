import argparse
import os
import re
import tomllib
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from daemon.bridgesuite.file_name import DeviceKind
from daemon.cli.days import local_today
from daemon.cli.evening import toml_text
from daemon.cli.init import add_arguments, run
from daemon.cli.loading import load
from daemon.cli.main import COMMANDS
from daemon.frbe.file_name import Kind
from daemon.movement.asc import read_asc
from daemon.problem import Source, has_errors
from daemon.settings.model import Backup, Dropbox, Federation, Settings, Web
from daemon.settings.names import read_names
from daemon.settings.reading import read_settings
from daemon.tournament.entry import RulingsRead
from daemon.tournament.plan import Plan
from daemon.tournament.resolving import resolve
from daemon.tournament.rulings import no_rulings, read_rulings

HOWELL = "8 7 H g\n8 1 1   6 3 4   7 2 6   4 5 7\n"
INDIVIDUAL = "4 1 3 3 1\n 1- 2  3- 4 A\n 1- 3  4- 2 B\n 1- 4  2- 3 C\n"

FILES = ["movement.asc", "names.csv", "rulings.toml", "tournament.toml"]
EXAMPLE = Path(__file__).parents[2] / "config"


def init(*words: object) -> int:
    parser = argparse.ArgumentParser(prog="tournamentd init")
    add_arguments(parser)
    arguments = parser.parse_args([str(word) for word in words])
    return run(arguments, today=lambda: date(2026, 12, 1))


def plan_in(directory: Path) -> Plan:
    loaded = load(directory / "tournament.toml")
    assert not has_errors(loaded.problems), loaded.problems
    assert loaded.plan is not None
    return loaded.plan


def configuration_in(directory: Path) -> dict[str, Any]:
    return tomllib.loads((directory / "tournament.toml").read_text(encoding="utf-8"))


def folder_in(directory: Path) -> Path:
    written: str = configuration_in(directory)["folder"]["path"]
    return (directory / written).resolve()


def uncommented(text: str) -> str:
    """A text in which everything counts that stands right behind a #."""
    return re.sub(r"^#(?=[a-z\[])", "", text, flags=re.MULTILINE)


def settings_of(text: str) -> Settings:
    settings, problems = read_settings(Source("tournament.toml", text))
    assert problems == ()
    assert settings is not None
    return settings


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    return tmp_path / "evening"


@pytest.fixture
def howell(tmp_path: Path) -> Path:
    file = tmp_path / "howell.asc"
    file.write_text(HOWELL, encoding="ascii")
    return file


@pytest.fixture
def individual(tmp_path: Path) -> Path:
    file = tmp_path / "individual.asc"
    file.write_text(INDIVIDUAL, encoding="ascii")
    return file


def test_an_evening_is_four_files_and_a_folder(evening: Path) -> None:
    assert init(evening) == 0
    assert sorted(path.name for path in evening.iterdir()) == sorted([*FILES, "exchange"])
    assert (evening / "exchange").is_dir()


def test_every_text_is_utf_8_with_lf_and_ends_with_one(evening: Path) -> None:
    init(evening, "--name", "Soirée à l'Été ♠")
    for name in FILES:
        data = (evening / name).read_bytes()
        assert b"\r" not in data
        assert data.decode("utf-8").endswith("\n")
        assert not data.endswith(b"\n\n")
    assert plan_in(evening).settings.event.name == "Soirée à l'Été ♠"


def test_what_was_made_and_what_comes_next_is_told(
    evening: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(evening.parent)
    assert init("evening", "--pairs", 15, "--boards", 24, "--name", "Tuesday pairs") == 0
    out, err = capsys.readouterr()
    assert err == ""
    expected = """\
Tuesday pairs, 2026-12-01: 15 pairs, 8 tables, 8 rounds of 3 boards
Pair 8 is absent: whoever comes to table 8 sits out.

In evening:
  tournament.toml  all settings; look through them
  movement.asc     who meets whom over which boards
  names.csv        the pairs' names; fill them in
  rulings.toml     the director's rulings; none so far
The tablets' folder is evening/exchange (made).

Next:
  tournamentd check evening/tournament.toml
  tournamentd run evening/tournament.toml
  tournamentd status evening/tournament.toml
"""
    assert out.replace(os.sep, "/") == expected


def test_the_next_commands_exist(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    init(evening)
    told = re.findall(r"^  tournamentd (\w+) ", capsys.readouterr().out, flags=re.MULTILINE)
    assert len(told) == 3
    assert set(told) <= set(COMMANDS)


def test_a_path_with_blanks_is_quoted_for_the_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    init("our club")
    file = re.escape(str(Path("our club") / "tournament.toml"))
    assert re.search(rf"tournamentd run (['\"]){file}\1\n", capsys.readouterr().out)


@pytest.mark.parametrize("pairs", range(4, 31))
@pytest.mark.parametrize("boards", [20, 27])
def test_a_new_evening_is_ready_to_be_played(evening: Path, pairs: int, boards: int) -> None:
    assert init(evening, "--pairs", pairs, "--boards", boards) == 0
    plan = plan_in(evening)
    (section,) = plan.sections
    played = section.movement.rounds * section.settings.boards_per_round
    assert len(section.contestants) == pairs
    assert boards - 3 <= played <= boards
    sitting = sum(section.sit_outs.values())
    assert 2 * len(plan.plays) + sitting == pairs * played
    assert sitting == (played if pairs % 2 else 0)


def test_fourteen_pairs_and_twenty_four_boards_are_usual(evening: Path) -> None:
    init(evening)
    (section,) = plan_in(evening).sections
    assert len(section.contestants) == 14
    assert section.movement.rounds * section.settings.boards_per_round == 24


def test_the_day_is_today_unless_one_is_given(evening: Path, tmp_path: Path) -> None:
    init(evening)
    assert plan_in(evening).settings.event.date == date(2026, 12, 1)
    later = tmp_path / "later"
    init(later, "--date", "2027-01-12")
    assert plan_in(later).settings.event.date == date(2027, 1, 12)
    rulings = tomllib.loads((later / "rulings.toml").read_text(encoding="utf-8"))
    assert rulings == {"event": date(2027, 1, 12)}


def test_today_is_a_day_of_this_time_zone() -> None:
    assert isinstance(local_today(), date)


def test_the_movement_is_one_that_every_program_reads(evening: Path) -> None:
    init(evening, "--pairs", 10, "--boards", 25)
    assert (
        (evening / "movement.asc").read_text(encoding="ascii")
        == """\
10 5 5 5 0
 1- 6 A   2- 7 B   3- 8 C   4- 9 D   5-10 E
 1-10 B   2- 6 C   3- 7 D   4- 8 E   5- 9 A
 1- 9 C   2-10 D   3- 6 E   4- 7 A   5- 8 B
 1- 8 D   2- 9 E   3-10 A   4- 6 B   5- 7 C
 1- 7 E   2- 8 A   3- 9 B   4-10 C   5- 6 D
# Mitchell: 5 tables, 5 rounds
"""
    )


def test_there_is_a_line_for_the_names_of_every_pair(evening: Path) -> None:
    init(evening, "--pairs", 4, "--boards", 24)
    assert (evening / "names.csv").read_text(encoding="ascii") == (
        "number,name1,id1,name2,id2\n1,,,,\n2,,,,\n3,,,,\n4,,,,\n"
    )


def test_a_movement_is_copied_as_it_is(evening: Path, howell: Path) -> None:
    assert init(evening, "--movement", howell) == 0
    assert (evening / "movement.asc").read_bytes() == howell.read_bytes()
    (section,) = plan_in(evening).sections
    assert section.movement == read_asc(Source("howell.asc", HOWELL))[0]
    assert section.settings.boards_per_round == 3
    assert len(section.contestants) == 8


@pytest.mark.parametrize(("boards", "per_round"), [(7, 1), (20, 2), (21, 3)])
def test_boards_are_shared_out_over_the_rounds_of_a_movement(
    evening: Path, howell: Path, boards: int, per_round: int
) -> None:
    init(evening, "--movement", howell, "--boards", boards)
    assert plan_in(evening).sections[0].settings.boards_per_round == per_round


def test_a_movement_of_many_rounds_has_one_board_a_round(evening: Path, tmp_path: Path) -> None:
    long = tmp_path / "long.asc"
    long.write_text(
        "2 1 30 30 0\n" + "".join(f"1-2 {group}\n" for group in range(1, 31)), encoding="ascii"
    )
    init(evening, "--movement", long)
    assert plan_in(evening).sections[0].settings.boards_per_round == 1


def test_players_of_an_individual_have_one_name_each_and_no_pair_devices(
    evening: Path, individual: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert init(evening, "--movement", individual) == 0
    (section,) = plan_in(evening).sections
    assert section.movement.individual
    assert DeviceKind.PAIR not in section.settings.devices
    assert (evening / "names.csv").read_text(encoding="ascii") == (
        "number,name1,id1\n1,,\n2,,\n3,,\n4,,\n"
    )
    out = capsys.readouterr().out
    assert out.startswith("Bridge evening, 2026-12-01: 4 players, 1 table, 3 rounds of 8 boards\n")
    assert "the players' names; fill them in" in out


def test_a_movement_with_errors_makes_nothing(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.asc"
    file.write_text("4 2 1 2 0\n1-2 A  1-3 B\n", encoding="ascii")
    assert init(evening, "--movement", file) == 1
    assert not evening.exists()
    err = capsys.readouterr().err
    assert f"{file}:2:8: error: pair 1 plays twice in round 1" in err
    assert err.endswith(
        f"tournamentd init: nothing was made: mend {file} first, or take another movement\n"
    )


def test_what_is_no_text_is_no_movement(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "movement.xlsx"
    file.write_bytes(b"PK\x03\x04")
    assert init(evening, "--movement", file) == 1
    assert "this is a ZIP archive" in capsys.readouterr().err
    assert not evening.exists()


def test_a_movement_that_is_not_there_makes_nothing(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "none.asc"
    assert init(evening, "--movement", missing) == 1
    assert not evening.exists()
    assert capsys.readouterr().err == (
        f"tournamentd init: {missing}: No such file or directory: check its name and folder\n"
    )


def test_what_is_odd_in_a_movement_is_told(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.asc"
    file.write_text(f"{HOWELL}written by hand\n", encoding="ascii")
    assert init(evening, "--movement", file) == 0
    assert f"{file}:3:1: note: " in capsys.readouterr().err


def test_a_file_that_exists_is_never_touched(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.mkdir()
    (evening / "names.csv").write_text("kept", encoding="ascii")
    (evening / "rulings.toml").write_text("kept too", encoding="ascii")
    assert init(evening) == 1
    assert sorted(path.name for path in evening.iterdir()) == ["names.csv", "rulings.toml"]
    assert (evening / "names.csv").read_text(encoding="ascii") == "kept"
    assert capsys.readouterr().err == (
        f"tournamentd init: names.csv and rulings.toml exist in {evening} already: nothing was "
        "written; name another folder, or move what is there away\n"
    )


def test_a_second_time_changes_nothing(evening: Path) -> None:
    init(evening)
    before = {name: (evening / name).read_bytes() for name in FILES}
    assert init(evening, "--pairs", 20) == 1
    assert {name: (evening / name).read_bytes() for name in FILES} == before


def test_a_file_that_appears_meanwhile_is_kept_and_the_others_are_taken_back(
    evening: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.mkdir()
    names = evening / "names.csv"
    names.write_text("kept", encoding="ascii")
    monkeypatch.setattr("os.path.lexists", lambda _path: False)
    assert init(evening) == 1
    assert [path.name for path in evening.iterdir() if path.is_file()] == ["names.csv"]
    assert names.read_text(encoding="ascii") == "kept"
    assert capsys.readouterr().err == (
        f"tournamentd init: {names}: File exists: nothing was written; name another folder\n"
    )


def test_a_file_in_place_of_the_folder_is_reported(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.write_text("a file", encoding="ascii")
    assert init(evening) == 1
    assert capsys.readouterr().err == (
        f"tournamentd init: {evening}: File exists: nothing was written; name another folder\n"
    )


def test_the_tablets_folder_may_be_elsewhere(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shared = tmp_path / "Dropbox" / "Bridge Suite"
    assert init(evening, "--folder", shared) == 0
    assert configuration_in(evening)["folder"]["path"] == str(shared)
    assert shared.is_dir()
    assert not (evening / "exchange").exists()
    assert f"The tablets' folder is {shared} (made).\n" in capsys.readouterr().out
    plan_in(evening)


def test_a_tablets_folder_that_is_there_is_taken_as_it_is(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shared").mkdir()
    old = tmp_path / "shared" / "OUT_1.txt"
    old.write_text("of last week", encoding="ascii")
    init(evening, "--folder", old.parent)
    assert old.read_text(encoding="ascii") == "of last week"
    assert f"The tablets' folder is {old.parent} (it was there already).\n" in (
        capsys.readouterr().out
    )


def test_a_relative_folder_is_meant_from_where_the_command_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    init("beside", "--folder", "shared")
    assert folder_in(tmp_path / "beside") == (tmp_path / "shared").resolve()
    init("within", "--folder", "within/tablets")
    assert configuration_in(tmp_path / "within")["folder"]["path"] == "tablets"
    assert (tmp_path / "within" / "tablets").is_dir()


def test_a_folder_may_begin_at_home(
    evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    init(evening, "--folder", "~/Dropbox")
    assert folder_in(evening) == (tmp_path / "home" / "Dropbox").resolve()


def test_an_unknown_home_is_reported(
    evening: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere(path: Path) -> Path:
        raise RuntimeError(path)

    monkeypatch.setattr(Path, "expanduser", nowhere)
    assert init(evening, "--folder", "~anna/Dropbox") == 2
    assert capsys.readouterr().err == (
        "tournamentd init: nobody's home is known for ~anna/Dropbox: "
        "write the whole path as --folder\n"
    )


@pytest.mark.parametrize("up", [".", ".."])
def test_a_tablets_folder_around_the_evening_is_refused(
    evening: Path, up: str, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.mkdir()
    around = evening / up
    assert init(evening, "--folder", around) == 2
    assert list(evening.iterdir()) == []
    assert capsys.readouterr().err == (
        f"tournamentd init: {evening} lies in {around}: all tablets could read and change what "
        "lies there; name a folder of their own as --folder\n"
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("exchange", '"exchange"'),
        (r"C:\Users\club\new", r"'C:\Users\club\new'"),
        (r"\\server\Bob's", r'"\\\\server\\Bob' + "'" + 's"'),
        ('the "Club"', r'"the \"Club\""'),
        ("Zürich ♠", '"Zürich ♠"'),
    ],
)
def test_a_text_is_quoted_as_toml_reads_it(text: str, written: str) -> None:
    assert toml_text(text) == written
    assert tomllib.loads(f"key = {written}") == {"key": text}


@pytest.mark.skipif(os.name == "nt", reason="no Windows file has such a name")
def test_a_folder_with_backslashes_and_quotes_in_its_name_is_found_again(
    evening: Path, tmp_path: Path
) -> None:
    for name in (r"a\new", "an 'old' \\one", 'a "third"'):
        directory = evening / name.replace("\\", "")
        assert init(directory, "--folder", tmp_path / name, "--name", name) == 0
        assert folder_in(directory) == (tmp_path / name).resolve()
        assert plan_in(directory).settings.event.name == name


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--pairs", "14", "--movement", "x.asc"], "not allowed with argument --pairs"),
        (["--date", "1/12/2026"], "write year, month and day, as in 2026-12-01"),
        (["--name", ""], "argument --name: it is empty"),
        (["--name", "x" * 61], "argument --name: it has 61 characters: write at most 60"),
        (["--name", "two\nlines"], "argument --name: it has an invisible character (U+000A)"),
        (["--folder", "a\tb"], "argument --folder: it has an invisible character (U+0009)"),
    ],
)
def test_wrong_usage_is_refused_before_anything_is_made(
    evening: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        init(evening, *words)
    assert exit_.value.code == 2
    assert message in capsys.readouterr().err
    assert not evening.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--pairs", "3"], "a Mitchell needs 4 pairs or more, not 3: "),
        (["--boards", "1"], "a pair plays 2 boards or more, not 1: "),
        (["--pairs", "1002"], "a Mitchell has 2 to 500 tables, not 501: "),
        (["--pairs", "4", "--boards", "300"], "must be a whole number from 1 to 100, not 150 "),
    ],
)
def test_an_evening_that_cannot_be_played_is_not_made(
    evening: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert init(evening, *words) == 2
    assert message in capsys.readouterr().err
    assert not evening.exists()


def test_fewer_boards_than_rounds_are_too_few(
    evening: Path, howell: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert init(evening, "--movement", howell, "--boards", 6) == 2
    assert capsys.readouterr().err == (
        f"tournamentd init: {howell} has 7 rounds, so a pair plays as many boards or more, not 6: "
        "give another number as --boards\n"
    )
    assert not evening.exists()


def test_the_settings_behind_a_mark_are_those_that_hold_without_them(evening: Path) -> None:
    init(evening, "--pairs", 14)
    text = (evening / "tournament.toml").read_text(encoding="utf-8")
    shown = settings_of(uncommented(text))
    assert shown.encryption.secret_file == "secret.txt"
    assert shown.log_file == "tournamentd.log"
    assert list(shown.devices) == ["b258d1c7a0e4f613"]
    assert shown.dropbox == Dropbox("abcdefghij12345", "dropbox.token", "1234567890")
    assert shown.web == Web("127.0.0.1", 8420, "web.token")
    assert shown.backup == Backup("/media/stick/tournamentd")
    assert shown.federation is not None
    own = replace(shown.federation, sender="", tempo="", players=None)
    assert own == Federation(618, Kind.OPEN)
    # The club, files, tablets and times that are an evening's own have no usual value.
    usual = replace(
        shown,
        event=replace(shown.event, club=None, club_id=None, director=None),
        encryption=replace(shown.encryption, secret_file=None),
        folder=replace(shown.folder, silent_after=None),
        clock=replace(shown.clock, first_round=None),
        devices={},
        sections=tuple(replace(section, hands=None) for section in shown.sections),
        dropbox=Dropbox(),
        federation=None,
        web=None,
        backup=None,
        log_file=None,
    )
    assert usual == settings_of(text)


def test_every_setting_follows_a_comment(evening: Path) -> None:
    init(evening)
    lines = (evening / "tournament.toml").read_text(encoding="utf-8").splitlines()
    bare = [
        line
        for above, line in pairwise(lines)
        if re.match(r"#?[a-z0-9_]+ = ", line) and not above.startswith("# ")
    ]
    assert bare == []


def known_in(heading: str) -> set[str]:
    """The keys that are read below a heading, as the message about an unknown one lists them."""
    _, problems = read_settings(Source("tournament.toml", f"{heading}\nxyzzy = 1\n"))
    (listed,) = [
        found[1]
        for problem in problems
        if (found := re.search(r"xyzzy is unknown; known\b[^:]*: (.+)", problem.message))
    ]
    return set(listed.split(", "))


def test_the_example_names_every_setting_that_there_is() -> None:
    text = (EXAMPLE / "tournament.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(uncommented(text))
    named = {
        table: set(content[0] if isinstance(content, list) else content)
        for table, content in tables.items()
    }
    assert set(named) == known_in("")
    named.pop("devices")  # its keys are the tablets' own
    for table, keys in named.items():
        heading = f"[[{table}]]" if table == "section" else f"[{table}]"
        assert keys == known_in(heading)


def test_the_example_is_an_evening_of_fourteen_pairs() -> None:
    plan = plan_in(EXAMPLE)
    (section,) = plan.sections
    assert plan.settings.event.name == "Tuesday pairs"
    assert len(section.contestants) == 14
    assert {len(names) for names in section.names.values()} == {2}
    assert len(section.names) == 14


def test_the_example_is_what_init_writes_with_names_filled_in(evening: Path) -> None:
    init(evening, "--pairs", 14, "--boards", 28, "--name", "Tuesday pairs")
    for name in ("movement.asc", "rulings.toml", "tournament.toml"):
        assert (EXAMPLE / name).read_bytes() == (evening / name).read_bytes(), name
    lines, filled_in = (
        (directory / "names.csv").read_text(encoding="utf-8").splitlines()
        for directory in (evening, EXAMPLE)
    )
    assert filled_in[0] == lines[0]
    assert [line.partition(",")[0] for line in filled_in] == [
        line.partition(",")[0] for line in lines
    ]


def test_the_examples_of_rulings_can_be_used(evening: Path) -> None:
    init(evening, "--pairs", 14)
    text = uncommented((evening / "rulings.toml").read_text(encoding="utf-8"))
    read = read_rulings(RulingsRead("rulings.toml", text), no_rulings())
    resolved = resolve(read, plan_in(evening))
    assert resolved.problems == ()
    rulings = resolved.rulings.on_play.items()
    assert {(key.board, ruling.words) for key, ruling in rulings} == {
        (1, "4SX N -1, NS -100, EW +100"),
        (2, "NS A+, EW A-"),
        *((board, "not played") for board in (1, 2, 3, 4)),
    }
    assert len(resolved.rulings.applied) == 6


def test_names_that_are_not_filled_in_are_no_problem(evening: Path) -> None:
    init(evening, "--pairs", 4)
    source = Source("names.csv", (evening / "names.csv").read_text(encoding="ascii"))
    assert read_names(source)[1] == ()
