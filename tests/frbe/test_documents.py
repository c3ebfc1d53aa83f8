"""The federation's own description shows three tables; they are read and written as they stand.

The names are invented and as wide as those of the description.
"""

from datetime import date
from pathlib import Path

import pytest

from daemon.frbe.check import check_report
from daemon.frbe.report import FICTIVE, NO_GAME, Cell, Colour, Layout, Result
from daemon.frbe.writing import write_report

TODAY = date(2000, 12, 1)
COPY = "machine-form"


@pytest.mark.parametrize(
    ("name", "layout", "codes"),
    [
        ("elite.txt", Layout.PT, [COPY, "round-outside"]),
        ("closed.txt", Layout.CM, [COPY, "round-unset"]),
        ("open.txt", Layout.CM, ["head-differs", "head-differs", COPY, "round-unset"]),
    ],
)
def test_a_table_is_read_in_its_layout_and_has_no_error(
    data: Path, name: str, layout: Layout, codes: list[str]
) -> None:
    checked = check_report((data / name).read_bytes(), name, TODAY)
    assert checked.report is not None
    assert checked.report.layout is layout
    assert [problem.code for problem in checked.problems] == codes


@pytest.mark.parametrize(
    ("name", "at", "line"),
    [
        ("elite.txt", 5, b"\x0000 16 72000060120000612"),
        ("closed.txt", 6, b"\x0011  8 72000100120001118"),
        ("open.txt", 6, b"\x0011  8 72000100120001118"),
    ],
)
def test_every_line_is_written_back_byte_for_byte_and_the_machine_line_whole(
    data: Path, name: str, at: int, line: bytes
) -> None:
    written = (data / name).read_bytes()
    report = check_report(written, name, TODAY).report
    assert report is not None
    expected = written.split(b"\r\n")
    expected[at] = line
    assert write_report(report).split(b"\r\n") == expected


def test_round_7_of_elite_was_played_outside_of_the_tournament(data: Path) -> None:
    problems = check_report((data / "elite.txt").read_bytes(), "ELITE", TODAY).problems
    assert problems[-1].one_line() == (
        "ELITE:7:92: warning: round 7 was played on 13-06-2000, outside of the tournament "
        "(01-06-2000 to 12-06-2000): correct the date of the round, or the first or last day "
        "[round-outside]"
    )


def test_what_elite_tells_comes_out(data: Path) -> None:
    report = check_report((data / "elite.txt").read_bytes(), "ELITE", TODAY).report
    assert report is not None
    assert (report.program, report.start, report.end) == ("00", date(2000, 6, 1), date(2000, 6, 12))
    assert report.round_dates == tuple(date(2000, 6, day) for day in range(1, 14, 2))
    last = report.players[-1]
    assert (last.name, last.matricule, last.club) == ("Peers Roxanne", 28291, 640)
    assert (last.nationality, last.elo) == ("BEL", 1932)
    assert last.cells[0] == NO_GAME
    assert last.cells[1] == Cell(5, Colour.BLACK, Result.DRAW)


def test_what_the_closed_table_tells_comes_out(data: Path) -> None:
    report = check_report((data / "closed.txt").read_bytes(), "TEST", TODAY).report
    assert report is not None
    assert report.round_dates == (None,) * 7
    second = report.players[1]
    assert (second.nationality, second.elo, second.is_fictive) == (FICTIVE, 1222, True)
    assert report.players[0].nationality == ""
    assert second.cells[0] == Cell(7, Colour.BLACK, Result.NONE)
