"""No file crashes a reader, and nothing is built that the check refuses."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.frbe.building import Wishes, build, make_report
from daemon.frbe.check import check_report
from daemon.frbe.exporting import report_as_json, report_as_table, trf_of_report
from daemon.frbe.fictive_elo import Group, fill_in, rate
from daemon.frbe.file_name import Kind
from daemon.frbe.from_csv import write_crosstable
from daemon.frbe.importing import read_tournament
from daemon.frbe.report import Layout
from daemon.frbe.trf import write_trf
from daemon.frbe.writing import in_layout, write_report
from daemon.problem import has_errors

DATA = Path(__file__).parent.parent / "data" / "frbe"
TODAY = date(2026, 11, 30)
REPORTS = [(DATA / f"{name}.txt").read_bytes() for name in ("elite", "closed", "open")]
TRFS = [
    (DATA / f"{name}.trf").read_bytes()
    for name in ("round_robin_8", "forfeits_byes_blanks", "swar_header_lines", "no_dates")
]
CSVS = [
    b"rank,name,elo,1,2\n1,Adam,1500,2B1,\n2,Baert,,1N0,3B5\n3,Claes,1700,-,2N5\n",
    b"name;matricule;1 2026-06-01\nA;1;2 B 1\nB;2;1 N 0\n",
]
PIECES = st.one_of(
    st.sampled_from(
        [b"", b" ", b"\0", b"\r", b"\n", b"\r\n", b"999", b"0", b"-", b"N", b"B", b"1"]
    ),
    st.binary(max_size=8),
)
WISHES = Wishes(618, Kind.OPEN, start=date(2026, 6, 1), end=date(2026, 6, 25))


@st.composite
def damaged(draw: st.DrawFn, files: Sequence[bytes]) -> bytes:
    """One of the files with some pieces of it replaced, moved away or doubled."""
    data = draw(st.sampled_from(files))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 12)))
        data = data[:start] + draw(PIECES) + data[end:]
    return data


@given(st.binary(max_size=300) | damaged(REPORTS + TRFS))
@settings(max_examples=150, deadline=None)
def test_any_file_is_a_report_or_is_told_why_not(data: bytes) -> None:
    checked = check_report(data, "R", TODAY)
    assert (checked.report is None) == any(each.is_error for each in checked.problems)
    lines = 1 if checked.reading is None else 2 + data.count(b"\n") + data.count(b"\r")
    for problem in checked.problems:
        assert problem.with_caret()
        assert problem.span is None or 1 <= problem.span.line <= lines
    report = checked.report
    if report is None:
        return
    again = check_report(write_report(report), "R", TODAY)
    assert again.report is not None
    if "characters" not in [problem.code for problem in checked.problems]:
        assert again.report == report
    assert "\n".join(report_as_table(report))
    assert report_as_json(report)
    for layout in (Layout.PT, Layout.CM, Layout.WIDE):
        turned = check_report(write_report(in_layout(report, layout)), "R", TODAY)
        assert turned.report is not None
    for group in Group:
        filled = fill_in(report, rate(report.players, {2, 7} & {1, len(report.players)}, group))
        assert check_report(write_report(filled), "R", TODAY).report is not None


@given(st.binary(max_size=300) | damaged(TRFS + CSVS))
@settings(max_examples=150, deadline=None)
def test_whatever_is_built_passes_the_check(data: bytes) -> None:
    table, problems = read_tournament(data, "T")
    assert table is not None or any(problem.is_error for problem in problems)
    if table is None:
        return
    report, asked = make_report(table, WISHES, None, "T")
    assert (report is None) == has_errors(asked)
    if report is None or has_errors(problems):
        return
    built, found = build(report, WISHES, None, TODAY, [])
    assert built is not None, [problem.one_line() for problem in found]
    assert check_report(built.data, built.name, TODAY, file_name=built.name).report == report
    if any(cell.opponent for player in report.players for cell in player.cells):
        assert read_tournament(write_trf(trf_of_report(report)), "T")[0] is not None
    if all(player.name for player in report.players):
        assert read_tournament(write_crosstable(report).encode(), "C")[0] is not None


@pytest.mark.parametrize(
    "data",
    [
        b" " * 500_000,
        b" - du " * 100_000,
        b"Club" + b" " * 500_000 + b"\n" + b"N " * 250_000,
        b"Nom Matr. ELO" + b" 1" * 250_000 + b"\n" + b" 1" * 250_000,
        b"001    1" + b" 1" * 250_000,
        b"001    1".ljust(91) + b"   1 w 1  " * 50_000,
        b"name,1\n" + b"A,2B1\n" * 80_000,
        b"name,1\n" + b'",' * 250_000,
        b"name,1\n" + b'",""' * 120_000,
    ],
    ids=lambda data: repr(data[:12]),
)
@pytest.mark.usefixtures("not_for_ever")
def test_no_large_file_hangs_a_reader(data: bytes) -> None:
    assert check_report(data, "R", TODAY).report is None
    assert has_errors(read_tournament(data, "T")[1])
