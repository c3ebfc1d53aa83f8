from datetime import date
from pathlib import Path

from daemon.frbe.check import check_report
from daemon.frbe.exporting import report_as_json, report_as_table, trf_of_report
from daemon.frbe.importing import read_tournament
from daemon.frbe.report import Report
from daemon.frbe.trf import write_trf


def report_of(data: Path, name: str) -> Report:
    report = check_report((data / name).read_bytes(), name, date(2000, 12, 1)).report
    assert report is not None
    return report


def test_a_report_as_a_trf(data: Path) -> None:
    report = report_of(data, "elite.txt")
    lines = write_trf(trf_of_report(report)).decode().split("\r\n")
    assert lines[:7] == [
        "012 Cht FEFB ELITE",
        "042 2000/06/01",
        "052 2000/06/12",
        "062 16",
        "102 Dubois Jean, rue Haute, 7, 4540 Ampsin, 085/00.00.00",
        "122 40C 2H + 1H KO",
        "132" + " " * 88 + "  ".join(f"00/06/{day:02}" for day in (1, 3, 5, 7, 9, 11, 13)),
    ]
    # 4.5 points; three more have as many, and one has 5.
    assert lines[7] == (
        "001    1      Adam Maximiliaan                  2334 BEL                         4.5    2"
        "     8 b =     2 w =    12 b 1     4 w =     5 b =     7 b 1     9 w ="
    )
    assert lines[21].endswith(
        "0.0   16     7 w 0  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z"
    )


def test_a_report_as_a_trf_is_read_as_the_same_tournament(data: Path) -> None:
    for name in ("elite.txt", "closed.txt", "open.txt"):
        report = report_of(data, name)
        table, problems = read_tournament(write_trf(trf_of_report(report)), name)
        assert problems == ()
        assert table is not None
        assert (table.start, table.end) == (report.start, report.end)
        assert table.round_dates == report.round_dates
        assert [each.cells for each in table.entrants] == [p.cells for p in report.players]
        assert [each.elo for each in table.entrants] == [p.elo for p in report.players]


def test_a_report_as_json(data: Path) -> None:
    value = report_as_json(report_of(data, "closed.txt"))
    players = value.pop("players")
    assert value == {
        "layout": "cm",
        "title": "TEST (00TST1B)",
        "sender": "618 CNTE - Centrale Nucléaire Tihange Echecs",
        "tempo": "40c/2h, 1h KO",
        "program": "11",
        "participants": 8,
        "rounds": 7,
        "start": "2000-10-01",
        "end": "2000-11-18",
        "round_dates": [None] * 7,
    }
    assert isinstance(players, list)
    second = players[1]
    games = second.pop("games")
    assert second == {
        "rank": 2,
        "name": "BAERT MARIE-HENRIETT",
        "matricule": 57754,
        "club": 618,
        "nationality": "***",
        "elo": 1222,
        "fictive": True,
        "points": 2.0,
    }
    assert games[0] == {"round": 1, "opponent": 7, "colour": "black", "result": None}
    assert games[2] == {"round": 3, "opponent": 8, "colour": "black", "result": 0.5}


def test_a_report_as_a_table(data: Path) -> None:
    lines = list(report_as_table(report_of(data, "elite.txt")))
    assert lines[:7] == [
        "Cht FEFB ELITE",
        "Sent by: Dubois Jean, rue Haute, 7, 4540 Ampsin, 085/00.00.00",
        "Tempo: 40C 2H + 1H KO",
        "2000-06-01 to 2000-06-12, 16 players, 7 rounds",
        "",
        (
            "                              matr. club nat  ELO points     1     2     3     4     5"
            "     6     7"
        ),
        (
            "  1 Adam Maximiliaan          83607  209 BEL 2334    4.5   8b½   2w½  12b1   4w½   5b½"
            "   7b1   9w½"
        ),
    ]
    assert lines[-2].split()[-7:] == ["7w0", "-", "-", "-", "-", "-", "-"]


def test_a_table_leaves_out_what_is_not_known() -> None:
    lines = [
        "Club:",
        "\x0000  2 12000060120000612",
        "    Nom                       Matr. Clb Nat  ELO  000601",
        f"{'  1 Adam Eva':51}2 - -",
        f"{'  2 Baert Tom':51}1 - -",
    ]
    report = check_report("\r\n".join(lines).encode(), "R", date(2000, 7, 1)).report
    assert report is not None
    assert list(report_as_table(report)) == [
        "2000-06-01 to 2000-06-12, 2 players, 1 round",
        "",
        "                              matr. club nat  ELO points     1",
        "  1 Adam Eva                                         0.0    2-",
        "  2 Baert Tom                                        0.0    1-",
    ]
    assert write_trf(trf_of_report(report)).decode().splitlines()[-1] == (
        "001    2      Baert Tom" + " " * 58 + "0.0    2     1 - -"
    )
