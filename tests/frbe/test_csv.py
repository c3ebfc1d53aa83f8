from datetime import date
from pathlib import Path

import pytest

from daemon.frbe.check import check_report
from daemon.frbe.crosstable import Crosstable
from daemon.frbe.from_csv import read_crosstable, write_crosstable
from daemon.frbe.importing import read_tournament
from daemon.frbe.report import Cell, Colour, Result
from daemon.frbe.spreadsheet import write_line
from daemon.problem import Source

GOOD = """\
name;elo;matricule;club;nationality;fide_id;1 2026-06-01;R2
Adam Eva;2000;11111;618;bel;201;2 B 1;3n½
"Baert; Tom";;;;;;1 N 0;4 B 1
Claes Lea;1800;33333;618;BEL;;4b=;1 B 5
Damme Wim;1700;44444;618;BEL;;3 N 5;2 N 0
"""


def read(text: str) -> tuple[Crosstable | None, list[str]]:
    table, problems = read_tournament(text.encode(), "C")
    return table, [problem.one_line() for problem in problems]


def test_a_spreadsheet_is_read_by_the_names_of_its_columns() -> None:
    table, problems = read(GOOD)
    assert problems == []
    assert table is not None
    assert (table.title, table.start, table.end) == ("", None, None)
    assert table.round_dates == (date(2026, 6, 1), None)
    first, second, *_ = table.entrants
    assert (first.name, first.elo, first.nationality, first.fide_id) == (
        "Adam Eva",
        2000,
        "BEL",
        201,
    )
    assert (first.matricule, first.club) == (11111, 618)
    assert first.cells == (
        Cell(2, Colour.WHITE, Result.WIN),
        Cell(3, Colour.BLACK, Result.DRAW),
    )
    assert (second.name, second.elo, second.matricule) == ("Baert; Tom", None, None)


@pytest.mark.parametrize("cell", ["", "-", "0", "0 - -", "0--"])
def test_a_cell_without_a_game_may_be_left_empty(cell: str) -> None:
    table, problems = read(f"name,1,2\nAdam,2B1,{cell}\nBaert,1N0,{cell}\n")
    assert problems == []
    assert table is not None
    assert [each.cells[1].counts for each in table.entrants] == [False, False]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "1 2026-06-01;R2",
            "1 2026-06-01;R3",
            (
                "C:1:1: error: the columns of the rounds are named 1 and 3: name them 1, 2, 3, "
                "... in their order [csv-header]"
            ),
        ),
        (
            "1 2026-06-01;R2",
            "first;second",
            (
                "C:1:1: error: the columns of the rounds are named nowhere: name them 1, 2, 3, "
                "... in their order [csv-header]"
            ),
        ),
        (
            "1 2026-06-01",
            "1 1/6/26",
            'C:1:45: error: "1/6/26" is no date: write it as 2026-10-03 [csv-header]',
        ),
        (
            "11111",
            "1111x",
            (
                'C:2:15: error: "1111x" is no matricule of player 1: write a number of at most 5 '
                "digits, or nothing [csv-field]"
            ),
        ),
        (
            "2000",
            "20000",
            (
                'C:2:10: error: "20000" is no elo of player 1: write a number of at most 4 '
                "digits, or nothing [csv-field]"
            ),
        ),
        (
            "Adam Eva",
            "",
            "C:2:1: error: player 1 has no name: write it [csv-field]",
        ),
        (
            "2 B 1",
            "2 W 1",
            (
                'C:2:33: error: "2 W 1" is no cell: write the opponent\'s rank, N (black) or B '
                "(white), and 1, 5, 0 or -, such as 8 N 5; nothing for no game [cell]"
            ),
        ),
        (
            "1 N 0",
            "1 N 5",
            (
                "C:2:33: error: players 1 and 2 in round 1 have a win and a draw, which do not "
                "belong together: correct it here or in line 3 [result-differs]"
            ),
        ),
    ],
)
def test_a_fault_is_told_at_its_cell(old: str, new: str, problem: str) -> None:
    assert GOOD.count(old) == 1
    _, problems = read(GOOD.replace(old, new))
    assert problems == [problem]


def test_ranks_that_are_written_must_be_those_of_the_lines() -> None:
    _, problems = read("rank,name,1\n1,Adam,2B1\n3,Baert,1N0\n")
    assert problems == [
        (
            'C:3:1: error: "3" stands for the rank of player 2: ranks go from 1 on in the order of '
            "the lines, since opponents are named by them [csv-field]"
        )
    ]


def test_a_spreadsheet_without_players_is_refused() -> None:
    assert read("name,1\n") == (
        None,
        [
            (
                "C:1:1: error: there is no line of a player: write one for each below the "
                "first line [csv-header]"
            )
        ],
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "hello\n",
            (
                "C:1:1: error: this is neither a TRF (no line begins with 001) nor a "
                "spreadsheet (CSV) whose first line has a column name: have your program "
                "export a TRF [no-tournament]"
            ),
        ),
        (
            "   Nom                 Matr. Clb Nat  ELO\n",
            (
                "C:1:1: error: this is a report for the federation already: `report check` "
                "checks it [no-tournament]"
            ),
        ),
        (
            "001    1      Adam, Eva\n",
            (
                "C:1:1: error: no round is paired yet: export the TRF again when the tournament is "
                "over [no-rounds]"
            ),
        ),
        (
            "001    x      Adam, Eva\n",
            (
                "C:1:5: error: no starting number stands in columns 5 to 8 of this player's "
                "line: have the program write the TRF anew [trf-line]"
            ),
        ),
    ],
)
def test_what_is_no_tournament_is_refused(text: str, problem: str) -> None:
    assert read(text) == (None, [problem])


def test_bytes_that_are_no_text_are_no_tournament() -> None:
    table, problems = read_tournament(b"PK\x03\x04", "C")
    assert table is None
    assert [problem.code for problem in problems] == ["not-text"]


def test_a_report_as_a_spreadsheet_is_read_as_it_was(data: Path) -> None:
    checked = check_report((data / "elite.txt").read_bytes(), "E", date(2000, 12, 1))
    assert checked.report is not None
    text = write_crosstable(checked.report)
    assert text.splitlines()[:2] == [
        (
            "rank,name,matricule,club,nationality,elo,1 2000-06-01,2 2000-06-03,3 2000-06-05,"
            "4 2000-06-07,5 2000-06-09,6 2000-06-11,7 2000-06-13"
        ),
        "1,Adam Maximiliaan,83607,209,BEL,2334,8 N 5,2 B 5,12 N 1,4 B 5,5 N 5,7 N 1,9 B 5",
    ]
    table, problems = read(text)
    assert problems == []
    assert table is not None
    assert table.round_dates == checked.report.round_dates
    assert [each.cells for each in table.entrants] == [
        player.cells for player in checked.report.players
    ]


def test_what_is_not_known_is_left_empty_and_quotes_may_hold_anything(data: Path) -> None:
    checked = check_report((data / "closed.txt").read_bytes(), "E", date(2000, 12, 1))
    assert checked.report is not None
    text = write_crosstable(checked.report)
    first, second, *_ = text.splitlines()
    # Dates that are not set are left out, and so is a nationality that is left blank.
    assert first == "rank,name,matricule,club,nationality,elo,1,2,3,4,5,6,7"
    assert second.startswith("1,ADAM VALENTIJN,66052,618,,1150,8 N 0,")
    odd = GOOD.replace("Adam Eva", '"Adam ""Eva"", the first"')
    table, _ = read(odd)
    assert table is not None
    assert table.entrants[0].name == 'Adam "Eva", the first'


def test_a_spreadsheet_of_thousands_of_players_is_refused() -> None:
    assert read("name,1\n" + "Adam,\n" * 10_000) == (
        None,
        [
            (
                "C:1:1: error: there are 10000 lines of players, more than any report has: "
                "split it [too-many]"
            )
        ],
    )


def test_a_spreadsheet_without_names_is_refused() -> None:
    table, problems = read_crosstable(Source("C", "player,1\nAdam,\n"))
    assert table is None
    assert [problem.one_line() for problem in problems] == [
        (
            "C:1:1: error: there is no column name: the first line names the columns (rank, name, "
            "matricule, club, nationality, elo and fide_id, and 1, 2, ... for the rounds) "
            "[csv-header]"
        )
    ]


def test_a_cell_behind_the_end_of_its_line_is_told_by_the_line() -> None:
    _, problems = read("1,name\n2B1,Adam\n1N0\n")
    assert problems == ["C:3:1: error: player 2 has no name: write it [csv-field]"]


def test_what_holds_a_separator_or_quotes_is_written_between_quotes() -> None:
    assert write_line(["a,b", 'say "x"', 7, ""]) == '"a,b","say ""x""",7,'
