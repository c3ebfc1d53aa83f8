import argparse
import io
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from daemon.cli import movement_improving
from daemon.cli.main import main
from daemon.movement.asc import read_asc
from daemon.movement.balance import balance
from daemon.movement.improving import Chance, Step, Unit, improvements
from daemon.movement.movement import Movement
from daemon.problem import Source

SEVEN = "14 7 M\n1 8 A  2 9 B  3 10 C  4 11 D  5 12 E  6 13 F  7 14 G\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.asc").write_text(SEVEN)
    return tmp_path


def qf(text: str) -> float:
    movement, _ = read_asc(Source("m.asc", text))
    assert movement is not None
    found = balance(movement).qf
    assert found is not None
    return round(float(found), 2)


def improve(*words: str) -> int:
    return main(["movement", "improve", *words])


def run(*words: str, clock: Iterator[float]) -> int:
    parser = argparse.ArgumentParser()
    movement_improving.add_arguments(parser)
    return movement_improving.run(parser.parse_args(words), clock=lambda: next(clock))


def test_the_better_movement_is_printed_and_progress_told_beside_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert improve("m.asc", "--by", "rounds") == 0
    out, err = capsys.readouterr()
    assert qf(out) == 92.0
    lines = err.splitlines()
    assert lines[0].endswith("0 ways tried  Qf 46.94")
    assert lines[-2].endswith("ways tried  Qf 92.00")
    assert lines[-1] == "Qf 46.94 became 92.00: 7 arrows switched, in 1 round of 7."


def test_the_same_seed_and_tries_give_the_same_movement(
    capsys: pytest.CaptureFixture[str],
) -> None:
    outs = []
    for _ in range(2):
        assert improve("m.asc", "--seed", "7", "--tries", "500") == 0
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1]


def test_the_search_ends_when_its_time_is_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("m.asc", "--seconds", "3", clock=map(float, count())) == 0
    seconds = [line.split()[0] for line in capsys.readouterr().err.splitlines()[:-1]]
    assert seconds == ["1.0", "2.0", "3.0"]


def test_an_interrupt_keeps_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(
        movement: Movement, unit: Unit, keep: frozenset[int], chance: Chance
    ) -> Iterator[Step]:
        yield from islice(improvements(movement, unit, keep, chance), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(movement_improving, "improvements", interrupted)
    assert improve("m.asc", "--out", "better.asc") == 0
    err = capsys.readouterr().err
    assert "\nStopped: this is the best so far.\n" in err
    assert qf(Path("better.asc").read_text()) > 46.94


def test_on_a_terminal_progress_stays_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert improve("m.asc", "--by", "rounds") == 0
    told = terminal.getvalue()
    assert told.startswith("\r   0.0 s           0 ways tried  Qf 46.94\r")
    assert told.count("\n") == 2


def test_a_movement_that_is_even_is_left_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    Path("h.asc").write_text("8 7 H g\n8 1 1   6 3 4   7 2 6   4 5 7\n")
    assert improve("h.asc") == 0
    out, err = capsys.readouterr()
    assert qf(out) == 100
    assert err.endswith("No better arrows were found: Qf stays 100.00.\n")


def test_where_nothing_is_compared_nothing_is_changed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("p.asc").write_text("4 1 1 1 1\n 1- 2  3- 4 A\n")
    assert improve("p.asc") == 0
    assert capsys.readouterr() == (
        "4 1 1 1 1\n 1- 2  3- 4 A\n",
        "No board is played at two tables: there is nothing to improve.\n",
    )


def test_that_a_file_exists_is_said_before_the_search(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "there.asc").write_text("precious")
    assert improve("m.asc", "--out", "there.asc") == 2
    assert capsys.readouterr().err == (
        "there.asc: error: this file exists already: give another name, or --force to write over "
        "it [file]\n"
    )
    assert (folder / "there.asc").read_text() == "precious"


def test_who_is_to_stay_must_be_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert improve("m.asc", "--keep", "1,15-16") == 2
    assert capsys.readouterr().err == (
        "tournamentd movement improve: there is no pair 15 and 16: the movement has pairs 1 to 14\n"
    )


def test_a_file_that_cannot_be_read_is_a_problem(capsys: pytest.CaptureFixture[str]) -> None:
    assert improve("none.asc") == 1
    assert "none.asc: error: this file cannot be read" in capsys.readouterr().err
