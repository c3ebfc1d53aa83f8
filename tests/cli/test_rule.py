"""`rule`: what the director says is written down as the director would write it."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from daemon.cli.loading import load
from daemon.directing import rewriting
from daemon.directing.rewriting import RewriteError, rewrite
from daemon.directing.rule_values import read_values
from daemon.folder.port import FolderRefusedError
from daemon.ledger.sqlite import open_ledger

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]
Rule = Callable[..., tuple[int, str, str]]


@pytest.fixture
def rulings(event: Event) -> Path:
    return event.directory / "rulings.toml"


@pytest.fixture
def rule(event: Event, capsys: Capture) -> Rule:
    """Status, output and complaints of a `rule`."""

    def ask(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = event.command("rule", *arguments)
        out, err = capsys.readouterr()
        return status, out, err

    return ask


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a text into the standard input."""
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_missing_file_is_begun_with_the_day_of_the_event(
    event: Event, rule: Rule, rulings: Path
) -> None:
    assert rule("result", "board=1", "ns=1", "contract=3NT", "declarer=N", "result=+1") == (
        0,
        (
            "board 1, 1 against 4 (round 1, table 1): ruled 3NT N +1, NS +430, EW -430\n"
            f"Written to {rulings}. No daemon runs: `tournamentd run {event.config}` will "
            "apply it.\n"
        ),
        "",
    )
    assert rulings.read_text() == (
        f"event = {event.today}\n\n"
        '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = 1\n'
    )


def test_comments_stay_and_line_ends_too(event: Event, rule: Rule, rulings: Path) -> None:
    before = f"# ours\r\nevent = {event.today} # Tuesday\r\n\r\n# last\r\n".encode()
    rulings.write_bytes(before)
    status, _, _ = rule("not-played", "round=3", "table=2", "reason=went home early")
    assert status == 0
    assert rulings.read_bytes() == before + (
        b'\r\n[[not_played]]\r\nround = 3\r\ntable = 2\r\nreason = "went home early"\r\n'
    )


def test_the_daemon_applies_what_was_written(event: Event, rule: Rule) -> None:
    rule("artificial", "board=1", "ns=1", "ns_award=A+", "ew_award=40")
    assert event.command("run", "--once") == 0
    (line,) = [
        line
        for traveller in event.published("travellers.json")
        for line in traveller["lines"]
        if line["status"] == "adjusted"
    ]
    assert (line["ns"], line["ew"]) == (1, 4)


def test_a_daemon_that_runs_is_named(event: Event, rule: Rule, rulings: Path) -> None:
    ledger = open_ledger(event.directory / "state", load(event.config).settings.event.identity)
    try:
        _, out, _ = rule("result", "board=1", "ns=1", "score=50")
    finally:
        ledger.close()
    assert out == (
        "board 1, 1 against 4 (round 1, table 1): ruled NS +50, EW -50\n"
        f"Written to {rulings}. The daemon applies it within seconds.\n"
    )


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("key=-1", -1),
        ("key=+1", 1),
        ("key==", "="),
        ('key="="', "="),
        ("key=A+", "A+"),
        ("key=3NT", "3NT"),
        ("key=60.5", 60.5),
        ("key=true", True),
        ("key=7-9", "7-9"),
        ("key=60 # percent", 60),
        ("key=1\nother = 2", "1\nother = 2"),
        ("key=[[1,2],[3,4]]", [[1, 2], [3, 4]]),
        ("key=[{weight = 60, score = 420}]", [{"weight": 60, "score": 420}]),
        ("section=1", "1"),
        ('section="B"', "B"),
        ("boards=7", "7"),
    ],
)
def test_a_value_is_toml_where_it_can_be_and_else_a_text(written: str, value: object) -> None:
    (read,) = read_values([written]).values()
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("result", "board"), "board is no KEY=VALUE: write it as in board=7 or contract=3NT"),
        (("result", "ns=1", "ns=2"), "ns is given twice: take one of them out"),
        (("undo", "x"), "x is no number of an entry: `rule CONFIG list` shows them"),
        (("undo", "1", "2"), "1 2 is no number of an entry: `rule CONFIG list` shows them"),
        (("list", "x"), "nothing may follow here, and there is x: take it away"),
        (("-", "x"), "nothing may follow here, and there is x: take it away"),
    ],
)
def test_what_cannot_be_understood_is_2(
    rule: Rule, rulings: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert rule(*arguments) == (2, "", f"tournamentd rule: {message}\n")
    assert not rulings.exists()


NOTHING = "tournamentd rule: nothing was written: mend what is named above, then say it again\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (
            ("result", "board=9", "ns=1", "score=50"),
            "error: there is no board 9; the boards are 1 to 3 [rulings-no-play]",
        ),
        (
            ("artificial", "board=1", "ns=1", "ns_award=A++", "ew_award=A-"),
            (
                'error: artificial.ns_award is "A+", "A", "A-" or a percentage such as "60%", not '
                '"A++" [rulings-value]'
            ),
        ),
    ],
)
def test_an_entry_with_a_problem_is_not_written(
    rule: Rule, rulings: Path, arguments: tuple[str, ...], problem: str
) -> None:
    rulings.write_text("# mine\n")
    assert rule(*arguments) == (1, "", f"{problem}\n{NOTHING}")
    assert rulings.read_text() == "# mine\n"


def test_an_unknown_kind_is_not_written(rule: Rule, rulings: Path) -> None:
    status, _, err = rule("resul", "board=1", "ns=1", "score=50")
    assert status == 1
    assert err.startswith("error: resul is unknown")
    assert not rulings.exists()


def test_a_bad_entry_that_stands_there_does_not_stop_a_good_one(
    event: Event, rule: Rule, rulings: Path
) -> None:
    bad = f"event = {event.today}\n[[result]]\nboard = 99\nns = 1\nscore = 50\n"
    rulings.write_text(bad)
    status, _, err = rule("result", "board=1", "ns=1", "score=50")
    assert (status, err) == (0, "")
    assert rulings.read_text() == f"{bad}\n[[result]]\nboard = 1\nns = 1\nscore = 50\n"


def test_entries_are_pasted_into_the_standard_input(
    event: Event, rule: Rule, rulings: Path, says: Callable[[str], None]
) -> None:
    says(
        "\n    [[assigned]]\n    board = 1\n    ns = 1\n    # an example\n    score = 50\n"
        "    [[not_played]]\n    board = 1\n    ns = 3\n"
    )
    status, out, _ = rule("-")
    assert status == 0
    assert out.startswith(
        "board 1, 1 against 4 (round 1, table 1): ruled NS +50, EW -50\n"
        "board 1, 3 against 5 (round 2, table 3): ruled not played\n"
    )
    assert rulings.read_text() == (
        f"event = {event.today}\n\n"
        "[[assigned]]\nboard = 1\nns = 1\n# an example\nscore = 50\n"
        "[[not_played]]\nboard = 1\nns = 3\n"
    )


def test_what_is_wrong_with_pasted_entries_is_shown_where_it_was_pasted(
    rule: Rule, rulings: Path, says: Callable[[str], None]
) -> None:
    rulings.write_text("# one\n# two\n")
    says("\n[[result]]\nboard = 1\nns = 1\nscore = 51\n")
    assert rule("-") == (
        1,
        "",
        (
            "the standard input:5:9: error: result.score is 51, which no contract scores; near "
            "it are "
            f"50 and 70 [rulings-value]\n{NOTHING}"
        ),
    )


def test_pasted_text_that_is_no_toml_is_refused(
    rule: Rule, rulings: Path, says: Callable[[str], None]
) -> None:
    says("[[result]]\nboard = \n")
    status, _, err = rule("-")
    assert status == 1
    assert err.startswith("the standard input:2:")
    assert err.endswith(
        "tournamentd rule: nothing was written: mend the standard input first, in the lines that "
        "are named above\n"
    )
    assert not rulings.exists()


def test_pasted_keys_without_a_heading_are_refused(rule: Rule, says: Callable[[str], None]) -> None:
    says("board = 1\n")
    assert rule("-") == (
        1,
        "",
        (
            "tournamentd rule: nothing was written: an entry begins with its kind in double "
            "brackets, "
            "as in [[result]]\n"
        ),
    )


def test_rulings_of_another_day_are_not_added_to(event: Event, rule: Rule, rulings: Path) -> None:
    old = "event = 2020-01-07\n[[result]]\nboard = 1\nns = 1\nscore = 50\n"
    rulings.write_text(old)
    assert rule("result", "board=2", "ns=2", "score=50") == (
        1,
        "",
        (
            f"tournamentd rule: the rulings in {rulings} are for 2020-01-07, and this event is on "
            f"{event.today}: nothing was written. `tournamentd next {event.config}` puts the "
            "old ones "
            "away and begins new ones; if they are of this evening, write event = "
            f"{event.today} at "
            "the top of that file\n"
        ),
    )
    assert rulings.read_text() == old


def test_a_file_of_another_day_without_rulings_gets_this_day(
    event: Event, rule: Rule, rulings: Path
) -> None:
    rulings.write_text("event = 2020-01-07 # the day\n")
    assert rule("result", "board=2", "ns=2", "score=50")[0] == 0
    assert rulings.read_text() == (
        f"event = {event.today} # the day\n\n[[result]]\nboard = 2\nns = 2\nscore = 50\n"
    )


def test_a_broken_file_is_named_with_its_place_and_left_alone(rule: Rule, rulings: Path) -> None:
    rulings.write_text("[[result]\nboard = 1\n")
    for arguments in (("result", "board=2", "ns=2", "score=50"), ("list",), ("undo",)):
        status, out, err = rule(*arguments)
        assert (status, out) == (1, "")
        assert err.startswith(f"{rulings}:1:")
        assert err.endswith(
            f"tournamentd rule: nothing was written: mend {rulings} first, in the lines that are "
            "named above\n"
        )
    assert rulings.read_text() == "[[result]\nboard = 1\n"


def test_a_file_that_is_no_utf_8_is_left_alone(rule: Rule, rulings: Path) -> None:
    rulings.write_bytes(b"# caf\xe9\n")
    assert rule("result", "board=2", "ns=2", "score=50") == (
        1,
        "",
        (
            f"tournamentd rule: nothing was written: {rulings} is not UTF-8 (byte 6): save it "
            "as UTF-8 "
            "in your editor\n"
        ),
    )


def test_all_entries_are_listed_with_what_they_do(event: Event, rule: Rule, rulings: Path) -> None:
    rulings.write_text(
        f"event = {event.today}\n"
        "[[result]] # slip\nboard = 1\nns = 1 # at table 1\nscore = 50\n"
        "[[result]]\nboard = 99\nns = 1\nscore = 50\n"
        '[[artificial]]\nboard = 2\nns = 2\nns_award = "A+"\new_award = "A-"\n'
    )
    assert rule("list") == (
        1,
        (
            " 1. [[result]] board = 1, ns = 1, score = 50\n"
            "    board 1, 1 against 4 (round 1, table 1): ruled NS +50, EW -50\n"
            " 2. [[result]] board = 99, ns = 1, score = 50\n"
            f"    {rulings}:6:1: error: there is no board 99; the boards are 1 to 3 "
            "[rulings-no-play]\n"
            ' 3. [[artificial]] board = 2, ns = 2, ns_award = "A+", ew_award = "A-"\n'
            "    board 2, 2 against 5 (round 1, table 2): ruled NS A+, EW A-\n"
        ),
        "",
    )


def test_without_entries_the_list_says_so(rule: Rule, rulings: Path) -> None:
    assert rule("list") == (0, f"There are no rulings in {rulings}.\n", "")


def test_the_last_entry_is_taken_out_and_shown(event: Event, rule: Rule, rulings: Path) -> None:
    rule("result", "board=1", "ns=1", "score=50")
    before = rulings.read_text()
    rule("not_played", "board=2", "ns=2")
    assert rule("undo") == (
        0,
        (
            f"Taken out of {rulings}:\n  [[not_played]]\n  board = 2\n  ns = 2\n"
            "board 2, 2 against 5 (round 1, table 2): the ruling (not played) was taken out; it is "
            "missing now\n"
            f"No daemon runs: `tournamentd run {event.config}` will apply it.\n"
        ),
        "",
    )
    assert rulings.read_text() == before


def test_any_entry_is_taken_out_by_its_number(event: Event, rule: Rule, rulings: Path) -> None:
    rule("result", "board=1", "ns=1", "score=50")
    rule("not_played", "board=2", "ns=2")
    assert rule("undo", "1")[0] == 0
    assert rulings.read_text() == f"event = {event.today}\n\n[[not_played]]\nboard = 2\nns = 2\n"
    assert rule("undo", "2") == (
        1,
        "",
        (
            f"tournamentd rule: nothing was taken out: there is no entry 2 in {rulings}, there "
            "are 1: "
            "`rule CONFIG list` shows them\n"
        ),
    )


def test_a_file_is_not_left_empty(event: Event, rule: Rule, rulings: Path) -> None:
    rulings.write_text("[[not_played]]\nboard = 2\nns = 2\n")
    event.command("run", "--once")
    assert rule("undo")[0] == 0
    assert rulings.read_text() == "# No rulings any more.\n"
    assert rule("undo") == (
        1,
        "",
        f"tournamentd rule: nothing was taken out: there are no rulings in {rulings}\n",
    )


def test_with_a_damaged_ledger_it_goes_by_the_plan(event: Event, rule: Rule) -> None:
    event.command("run", "--once")
    (event.directory / "state" / "ledger.sqlite3").write_bytes(b"no ledger at all" * 1000)
    status, out, err = rule("result", "board=1", "ns=1", "score=50")
    assert status == 0
    assert out.startswith("board 1, 1 against 4 (round 1, table 1): ruled NS +50, EW -50\n")
    assert err.startswith(
        "tournamentd rule: what came in so far is not known, so this is by the plan alone: "
    )


def test_what_came_in_before_is_taken_into_account(event: Event, rule: Rule) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    _, out, _ = rule("result", "board=1", "ns=1", "score=50")
    assert "ruled NS +50, EW -50" in out
    status, _, err = rule("list")
    assert (status, err) == (0, "")


def test_what_a_ruling_means_for_a_tablets_result_is_said_too(event: Event, rule: Rule) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    _, out, _ = rule("not_played", "board=1", "ns=1")
    ruled, warning, *_ = out.splitlines()
    assert ruled == "board 1, 1 against 4 (round 1, table 1): ruled not played"
    assert warning.startswith(
        "board 1, 1 against 4 (round 1, table 1): it was ruled not played, and OUT_T1.txt"
    )


def test_a_ledger_of_another_event_says_nothing_about_this_one(event: Event, rule: Rule) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    event.change('"Trial"', '"Other"')
    status, out, err = rule("not_played", "board=1", "ns=1")
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 2


def test_an_entry_in_single_brackets_is_listed_and_taken_out(
    event: Event, rule: Rule, rulings: Path
) -> None:
    rulings.write_text(f"event = {event.today}\n[accept]\n")
    status, out, _ = rule("list")
    assert status == 1
    assert out.startswith(" 1. [[accept]]\n")
    assert rule("undo")[0] == 0
    assert rulings.read_text() == f"event = {event.today}\n"


def test_the_list_says_that_the_evening_is_closed(rule: Rule, rulings: Path) -> None:
    rulings.write_text("closed = true\n")
    assert rule("list") == (
        0,
        f"There are no rulings in {rulings}.\nThe evening is closed (closed = true).\n",
        "",
    )


def test_what_is_wrong_with_the_whole_file_is_told_by_the_list(rule: Rule, rulings: Path) -> None:
    rulings.write_text('event = "today"\n')
    status, out, err = rule("list")
    assert (status, out) == (1, f"There are no rulings in {rulings}.\n")
    assert err.startswith(f"{rulings}:1:9: error: event must be a day, not text")


def test_a_configuration_with_an_error_is_78(event: Event, rule: Rule) -> None:
    event.change("boards_per_round = 1", "boards_per_round = 0")
    assert rule("list")[0] == 78


def test_with_a_broken_file_of_names_it_rules_by_the_plan_in_the_ledger(
    event: Event, rule: Rule, rulings: Path
) -> None:
    event.command("run", "--once")
    (event.directory / "names.csv").write_text("x\n")
    status, out, err = rule("not_played", "board=1", "ns=1")
    assert status == 0
    assert out.startswith("board 1, 1 against 4 (round 1, table 1): ruled not played\n")
    assert err.startswith(f"{event.directory / 'names.csv'}:1:")
    assert "this goes by the plan in the ledger" in err
    assert rulings.exists()
    status, out, err = rule("list")
    assert status == 0
    assert out.startswith(" 1. [[not_played]] board = 1, ns = 1\n")
    assert "this goes by the plan in the ledger" in err
    assert rule("not_played", "board=9", "ns=1")[0] == 1


def test_with_a_broken_configuration_the_rulings_file_is_where_the_ledger_says(
    event: Event, rule: Rule
) -> None:
    event.change("[folder]\n", '[rulings]\nfile = "ruled.toml"\n\n[folder]\n')
    event.command("run", "--once")
    event.change("[folder]", "[folder")
    assert rule("not_played", "board=1", "ns=1")[0] == 0
    assert (event.directory / "ruled.toml").read_text().endswith("board = 1\nns = 1\n")


def test_what_is_only_odd_is_not_told_with_every_ruling(event: Event, rule: Rule) -> None:
    (event.directory / "names.csv").write_text("number,name1\n99,Ada Anker\n")
    assert [problem.code for problem in load(event.config).problems] == ["names-unknown"]
    status, _, err = rule("not_played", "board=1", "ns=1")
    assert (status, err) == (0, "")


def test_an_edit_that_comes_in_between_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "rulings.toml"
    file.write_text("one\n")
    asked: list[str | None] = []

    def change(text: str | None) -> str:
        asked.append(text)
        if len(asked) == 1:
            file.write_text("one, and what the director wrote\n")
        return f"{text}ours\n"

    rewrite(file, change)
    assert asked == ["one\n", "one, and what the director wrote\n"]
    assert file.read_text() == "one, and what the director wrote\nours\n"
    assert [path.name for path in tmp_path.iterdir()] == ["rulings.toml"]


def test_what_a_power_cut_left_of_an_edit_goes_with_the_next(tmp_path: Path) -> None:
    file = tmp_path / "rulings.toml"
    left = tmp_path / ".rulings.toml.0123abcd.tmp"
    left.write_text("half")
    os.utime(left, (0, 0))
    rewrite(file, lambda _: "whole")
    assert [path.name for path in tmp_path.iterdir()] == ["rulings.toml"]


def test_a_file_that_never_rests_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "rulings.toml"
    file.write_text("")

    def change(text: str | None) -> str:
        file.write_text(f"{text}.")
        return "ours"

    with pytest.raises(RewriteError) as caught:
        rewrite(file, change)
    assert str(caught.value) == (
        f"{file} is changed again and again by another program: close it there"
    )
    assert set(file.read_text()) == {"."}


def test_a_link_stays_a_link_and_its_file_keeps_its_mode(tmp_path: Path) -> None:
    file, link = tmp_path / "kept.toml", tmp_path / "rulings.toml"
    file.write_text("one")
    file.chmod(0o640)
    link.symlink_to(file)
    rewrite(link, lambda text: f"{text} two")
    assert link.is_symlink()
    assert file.read_text() == "one two"
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "none" / "rulings.toml"
    with pytest.raises(RewriteError) as caught:
        rewrite(file, lambda _: "text")
    assert str(caught.value) == (
        f"{file} cannot be written (No such file or directory): close the program that has it "
        "open, or see that its folder is there and may be written"
    )


def test_what_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RewriteError, match=r" cannot be read \(Is a directory\): close"):
        rewrite(tmp_path, lambda _: "text")


def test_a_file_that_a_program_holds_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rulings.toml"
    file.write_text("old")

    def held(_: object, __: object, path: Path) -> None:
        raise FolderRefusedError(f"{path} is held open by another program.")

    monkeypatch.setattr(rewriting, "persist", held)
    with pytest.raises(RewriteError, match=r"rulings\.toml is held open by another program\.$"):
        rewrite(file, lambda _: "text")
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["rulings.toml"]
