"""The chess federation's files: tournaments, reports and the list of players."""

import struct
from datetime import date

from daemon.frbe.building import Wishes, build
from daemon.frbe.check import check_report
from daemon.frbe.dropped import report_of
from daemon.frbe.exporting import report_as_json, report_as_table, trf_of_report
from daemon.frbe.fictive_elo import Group, rate
from daemon.frbe.file_name import Kind, read_file_name
from daemon.frbe.from_csv import write_crosstable
from daemon.frbe.player_list import read_player_list
from daemon.frbe.reason import reason_text
from daemon.frbe.text import decode_any, decode_report
from daemon.frbe.trf import write_trf
from daemon.problem import Source, has_errors
from tests.fuzz.judging import PromiseBrokenError
from tests.fuzz.reader import Reader, Seen
from tests.fuzz.seeds import files

_TODAY = date(2026, 11, 30)
_REPORTS = tuple(data for data in files("frbe/*.txt") if b"Matr" in data)
_TRFS = files("frbe/*.trf")
_SHEETS = (
    b"rank,name,elo,1,2\n1,Adam,1500,2B1,\n2,Baert,,1N0,3B5\n3,Claes,1700,-,2N5\n",
    b"name;matricule;1 2026-06-01;2 2026-06-08\nA;1;2 B 1;-\nB;2;1 N 0;\n",
)
_WISHES = Wishes(618, Kind.OPEN, sender="Club 618")
_LISTS = (
    (
        b"matricule,name,club,games,elo,fide_id,nationality\n"
        b"1,ADAM JAN,618,30,1500,2000001,BEL\n2,BAERT MIA,601,12,1234,,FRA\n"
    ),
    b"Matricule;Nom;Club\n12345;\xe9t\xe9;618\n",
)


def _dbf() -> bytes:
    """A dBASE table of two players."""
    columns = (("MATRICULE", 6), ("NAME", 20), ("CLUB", 3), ("ELO", 4))
    described = b"".join(
        struct.pack("<11scxxxxB", name.encode(), b"C", width).ljust(32, b"\0")
        for name, width in columns
    )
    records = b"".join(
        b" "
        + b"".join(
            text.ljust(width).encode() for text, (_, width) in zip(row, columns, strict=True)
        )
        for row in (("12345", "ADAM JAN", "618", "1500"), ("23456", "BAERT MIA", "601", "1234"))
    )
    size = 1 + sum(width for _, width in columns)
    head = struct.pack("<B3xIHH", 3, 2, 32 + len(described) + 1, size).ljust(32, b"\0")
    return head + described + b"\r" + records + b"\x1a"


def _report(data: bytes) -> Seen:
    source, problems = decode_report(data, "R")
    checked = check_report(data, "R", _TODAY, file_name="625OPE1a.618")
    if (checked.report is None) != any(problem.is_error for problem in checked.problems):
        raise PromiseBrokenError("neither a report nor an error, or both")
    if checked.report is not None:
        list(report_as_table(checked.report))
        report_as_json(checked.report)
        write_trf(trf_of_report(checked.report))
        for group in Group:
            rate(checked.report.players, {1, 2} & {len(checked.report.players), 1}, group)
    return Seen(checked.problems or problems, source, checked)


def _tournament(data: bytes) -> Seen:
    """A file that was dropped: a TRF or a spreadsheet, and the report that is made of it."""
    source, _ = decode_any(data, "T")
    report, problems = report_of(data, "T", _WISHES, None)
    reason_text("T", problems).encode("utf-8")
    made = None
    if report is not None:
        made, found = build(report, _WISHES, None, _TODAY, [])
        if made is None:
            raise PromiseBrokenError([problem.one_line() for problem in found])
        write_crosstable(report)
    elif not has_errors(problems):
        raise PromiseBrokenError("neither a report nor an error")
    about_text = tuple(problem for problem in problems if source is not None or not problem.span)
    return Seen(about_text, source, (report, made))


def _list(data: bytes) -> Seen:
    known, problems = read_player_list(data, "L")
    if known is None and not has_errors(problems):
        raise PromiseBrokenError("neither a list nor an error")
    return Seen(problems, None, None if known is None else repr(known.by_matricule))


def _name(data: bytes) -> Seen:
    read, wrong = read_file_name(data.decode("utf-8", "surrogateescape"))
    if (read is None) == (not wrong):
        raise PromiseBrokenError("neither a name nor what is wrong with it")
    problems = tuple(Source("N", "").error("file-name", each) for each in wrong)
    return Seen(problems, None, read)


FEDERATION = (
    Reader("federation-report", _REPORTS, _report),
    Reader("trf", _TRFS, _tournament),
    Reader("crosstable", _SHEETS, _tournament),
    Reader("player-list", (*_LISTS, _dbf(), _dbf()), _list),
    Reader("federation-name", (b"625OPE1a.618", b"A31gri$$.001", b"101ELO00.000"), _name),
)
