"""JSON and CSV for other programs, and what all exports have in common."""

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.publish.csv_export import standings_export, travellers_export
from daemon.publish.exports import EXPORTS
from daemon.publish.json_export import json_export
from daemon.publish.json_files import standings_json, travellers_json
from daemon.tournament.results import Results

STANDINGS = (
    "\ufefflist,section,direction,rank,tied,contestant,name1,id1,name2,id2,"
    "boards,total,maximum,percent,average\r\n"
    "A,A,NS,1,no,1,Ada Voss,12345,Bob Stein,,2,6.40,8.00,80.00,3.20\r\n"
    "A,A,NS,2,yes,2,Cleo de Vries,,Dirk Ångström,,1,1.00,4.00,25.00,1.00\r\n"
    "A,A,NS,2,yes,3,Elsa Rossi,,Finn O'Hara,,1,1.00,4.00,25.00,1.00\r\n"
    "A,A,EW,1,no,5,Ida Peeters,,Jules Bianchi,777,2,4.78,8.00,59.72,2.39\r\n"
    "A,A,EW,2,no,4,,,,,2,1.00,0.00,,0.00\r\n"
    "A,A,EW,3,no,6,,,,,2,1.00,0.00,,0.00\r\n"
    "A,A,EW,,no,7,,,,,0,0.00,0.00,,0.00\r\n"
)


def read(results: Results) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json_export(results))
    return document


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_the_document_says_which_event_it_is_of(exported: Results) -> None:
    document = read(exported)
    del document["rankings"], document["travellers"]
    assert document == {
        "event": "Tuesday pairs",
        "date": "2026-12-01",
        "method": "matchpoints",
        "unit": "matchpoints",
        "complete": False,
        "final": False,
        "progress": {"played": 4, "expected": 6},
        "club": 'Club "Łódź" & friends',
        "club_id": "0042",
        "director": "Rita Référée",
        "individual": False,
    }


def test_the_document_has_all_that_is_published(exported: Results) -> None:
    document = read(exported)
    published = json.loads(standings_json(exported))
    for ours, theirs in zip(document["rankings"], published["rankings"], strict=True):
        assert [{**row, "ids": None} for row in ours["rows"]] == [
            {**row, "ids": None} for row in theirs["rows"]
        ]
    boards = zip(document["travellers"], json.loads(travellers_json(exported)), strict=True)
    for ours, theirs in boards:
        assert {**ours, "lines": None} == {**theirs, "lines": None}
        for line, published_line in zip(ours["lines"], theirs["lines"], strict=True):
            assert line.items() >= published_line.items()


def test_the_document_has_ids_beside_names(exported: Results) -> None:
    ns, ew = read(exported)["rankings"]
    assert [row["ids"] for row in ns["rows"]] == [["12345", None], [None, None], [None, None]]
    assert [row["ids"] for row in ew["rows"]] == [[None, "777"], [], [], []]


def test_the_document_has_lists_of_groups_and_the_datums(grouped: Results) -> None:
    document = read(grouped)
    assert document["unit"] == "imps"
    assert [(one["name"], one.get("group")) for one in document["rankings"]] == [
        *(("A NS", None), ("A NS Red", "Red"), ("A EW", None), ("A EW Blue", "Blue")),
    ]
    lines = document["travellers"][0]["lines"]
    assert (lines[0]["ns_datum"], lines[0]["ew_datum"]) == (190, -190)
    assert "ns_datum" not in lines[1]


def test_tables_have_columns_for_groups_and_datums_where_there_are_any(
    exported: Results, grouped: Results
) -> None:
    standings = rows(standings_export(grouped))
    assert [(row["list"], row["contestant"], row["group"]) for row in standings[2:5]] == [
        *(("A NS", "3", ""), ("A NS Red", "1", "Red"), ("A NS Red", "3", "Red")),
    ]
    assert standings[3]["id1"] == "12345"
    first, second, *_ = rows(travellers_export(grouped))
    assert (first["ns_datum"], first["ew_datum"], first["ns_ids"]) == (
        *("190.00", "-190.00"),
        "12345 & ",
    )
    assert (second["ns_datum"], second["ew_datum"]) == ("", "")
    assert "ns_datum" not in rows(travellers_export(exported))[0]


def test_the_document_has_every_call(exported: Results) -> None:
    line = read(exported)["travellers"][0]["lines"][0]
    assert (line["ns_contestants"], line["ew_contestants"]) == ([1], [4])
    assert line["auction"][3:5] == [
        {"call": "1H", "milliseconds": 5500, "alerted": True},
        {"call": "Pass", "milliseconds": 59499, "alerted": False},
    ]
    assert line["auction"][-1] == {"call": "Pass", "milliseconds": None, "alerted": False}
    assert read(exported)["travellers"][1]["lines"][1]["auction"] == []


def test_single_players_are_told_one_by_one(individual: Results) -> None:
    document = read(individual)
    assert document["individual"] is True
    (line,) = document["travellers"][0]["lines"]
    assert (line["ns_contestants"], line["ew_contestants"]) == ([1, 12], [3, 104])


def test_the_whole_standings_have_ids(exported: Results) -> None:
    assert standings_export(exported).decode("utf-8") == STANDINGS


def test_the_travellers_have_ids_and_auctions(exported: Results) -> None:
    first, second, third, fourth, *_ = rows(travellers_export(exported))
    assert (first["ns_ids"], first["ew_ids"]) == ("12345 & ", "")
    assert first["auction"] == "Pass Pass Pass 1H* Pass 2H* Pass Pass Pass"
    assert (second["ew_ids"], second["contract"]) == (" & 777", "4SX")
    assert third["auction"] == "Pass Pass Pass Pass"
    assert (fourth["award"], fourth["auction"]) == ("60 % / 40 %", "")


def test_the_travellers_name_single_players(individual: Results) -> None:
    (row,) = rows(travellers_export(individual))
    assert (row["ns_names"], row["ew_names"]) == ("Ada Voss", "Cleo de Vries & Dirk Ångström")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "＝1", "x;=1"])
def test_no_name_or_id_is_a_formula(exported: Results, text: str) -> None:
    row = replace(exported.rankings[0].rows[0], names=(text, "B"), ids=(text, text))
    ranking = replace(exported.rankings[0], rows=(row,))
    changed = replace(exported, rankings=(ranking,))
    for content in (standings_export(changed), travellers_export(changed)):
        assert "'" in content.decode("utf-8")
        for cell in (cell for row in rows(content) for cell in row.values()):
            assert not cell.lstrip().startswith(("=", "+", "@", "＝"))
            assert not cell.lstrip().startswith("-") or cell.lstrip("-").replace(".", "").isdigit()


@pytest.mark.parametrize("name", EXPORTS)
def test_the_same_results_give_the_same_bytes(exported: Results, name: str) -> None:
    again = replace(exported, event=exported.event)
    assert EXPORTS[name](exported) == EXPORTS[name](again)


@pytest.mark.parametrize("name", EXPORTS)
def test_before_anything_is_played_there_is_something_to_read(empty: Results, name: str) -> None:
    assert EXPORTS[name](empty)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=60), id_=st.text(max_size=20))
def test_nonsense_reads_back(exported: Results, name: str, id_: str) -> None:
    row = replace(exported.rankings[0].rows[0], names=(name, "B"), ids=(id_, ""))
    changed = replace(
        exported,
        club=name,
        rankings=(replace(exported.rankings[0], rows=(row,)),),
        travellers=exported.travellers[:1],
    )
    document = read(changed)
    assert document["club"] == name
    assert document["rankings"][0]["rows"][0]["names"] == [name, "B"]
    assert document["rankings"][0]["rows"][0]["ids"] == [id_ or None, None]
    assert len(rows(standings_export(changed))) == 1
    assert len(rows(travellers_export(changed))) == 3


def test_exact_numbers_stay_numbers(exported: Results) -> None:
    line = replace(exported.travellers[0].lines[0], ns_points=Fraction(7, 2))
    board = replace(exported.travellers[0], lines=(line,))
    document = read(replace(exported, travellers=(board,)))
    assert document["travellers"][0]["lines"][0]["ns_points"] == 3.5
