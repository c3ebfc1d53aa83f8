"""Tables for spreadsheets that speak another language than English."""

import csv
import io

import pytest
from msgspec.structs import replace

from daemon.bridge.auction import Bid, OtherCall
from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract, Doubled, PassedOut, Played
from daemon.bridge.seat import Seat
from daemon.bridgesuite.record import TimedCall
from daemon.publish.csv_export import standings_export, travellers_export
from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.publish.csv_language import table_in
from daemon.publish.language import language
from daemon.settings.model import LanguageCode
from daemon.tournament.results import Results, Status

ENGLISH, ITALIAN, DUTCH, FRENCH = map(language, LanguageCode)


def rows(content: bytes) -> list[dict[str, str]]:
    text = io.StringIO(content.decode("utf-8-sig"), newline="")
    return list(csv.DictReader(text, delimiter=";"))


def test_the_standings_in_dutch(exported: Results) -> None:
    assert table_in(DUTCH, standings_export(exported)).decode("utf-8") == (
        "\ufefflijst;lijn;richting;plaats;gedeeld;nummer;naam 1;lidnummer 1;naam 2;lidnummer 2;"
        "spellen;totaal;maximum;percentage;gemiddelde\r\n"
        "A;A;NZ;1;nee;1;Ada Voss;12345;Bob Stein;;2;6,40;8,00;80,00;3,20\r\n"
        "A;A;NZ;2;ja;2;Cleo de Vries;;Dirk Ångström;;1;1,00;4,00;25,00;1,00\r\n"
        "A;A;NZ;2;ja;3;Elsa Rossi;;Finn O'Hara;;1;1,00;4,00;25,00;1,00\r\n"
        "A;A;OW;1;nee;5;Ida Peeters;;Jules Bianchi;777;2;4,78;8,00;59,72;2,39\r\n"
        "A;A;OW;2;nee;4;;;;;2;1,00;0,00;;0,00\r\n"
        "A;A;OW;3;nee;6;;;;;2;1,00;0,00;;0,00\r\n"
        "A;A;OW;;nee;7;;;;;0;0,00;0,00;;0,00\r\n"
    )


def test_english_is_what_programs_read(exported: Results) -> None:
    for table in (standings_export(exported), travellers_export(exported)):
        assert table_in(ENGLISH, table) is table


def test_a_line_of_a_traveller_in_italian(exported: Results) -> None:
    board, *_ = exported.travellers
    line = replace(
        board.lines[0],
        outcome=Played(Contract(3, Strain.NO_TRUMP, Doubled.DOUBLED), Seat.WEST, -1),
        lead=Card(Suit.SPADES, "T"),
        score=100,
        auction=tuple(
            TimedCall(call, 1000, alerted)
            for call, alerted in (
                (OtherCall.PASS, True),
                (Bid(1, Strain.HEARTS), True),
                (Bid(3, Strain.NO_TRUMP), False),
                (OtherCall.DOUBLE, False),
            )
        ),
    )
    changed = replace(exported, travellers=(replace(board, lines=(line,)),))
    (shown,) = rows(table_in(ITALIAN, travellers_export(changed)))
    assert {
        "mazziere": "N",
        "zona": "Nessuno",
        "contratto": "3SAX",
        "dichiarante": "O",
        "attacco": "♠10",
        "risultato": "-1",
        "score": "100",
        "stato": "registrato",
        "licita": "Passo* 1♥* 3SA X",
    }.items() <= shown.items()


def test_a_board_that_was_passed_out_in_french(exported: Results) -> None:
    board, *_ = exported.travellers
    line = replace(board.lines[0], outcome=PassedOut(), lead=None, score=0, auction=())
    changed = replace(exported, travellers=(replace(board, lines=(line,)),))
    (shown,) = rows(table_in(FRENCH, travellers_export(changed)))
    assert (shown["contrat"], shown["déclarant"], shown["entame"], shown["enchères"]) == (
        *("Passe", "", "", ""),
    )


@pytest.mark.parametrize("status", Status)
def test_every_status_has_words(exported: Results, status: Status) -> None:
    board, *_ = exported.travellers
    line = replace(board.lines[0], status=status)
    changed = replace(exported, travellers=(replace(board, lines=(line,)),))
    (shown,) = rows(table_in(DUTCH, travellers_export(changed)))
    words = {
        Status.SCORED: "gescoord",
        Status.HELD: "aangehouden",
        Status.ADJUSTED: "arbitraal",
        Status.NOT_PLAYED: "niet gespeeld",
        Status.MISSING: "ontbreekt",
    }
    assert shown["status"] == words[status]


def test_groups_and_datums_have_words(grouped: Results) -> None:
    assert rows(table_in(FRENCH, standings_export(grouped)))[3]["groupe"] == "Red"
    first, *_ = rows(table_in(DUTCH, travellers_export(grouped)))
    assert (first["datumscore NZ"], first["datumscore OW"]) == ("190,00", "-190,00")


def test_published_tables_can_be_read_in_a_language_too(exported: Results) -> None:
    assert len(rows(table_in(ITALIAN, standings_csv(exported).encode()))) == 7
    lines = [line for board in exported.travellers for line in board.lines]
    assert len(rows(table_in(ITALIAN, travellers_csv(exported).encode()))) == len(lines)


@pytest.mark.parametrize("text", ["=1+1", "x;=1", "x, =1", "x,-1+2", "x,@SUM(1)", 'x";=1'])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_name_is_a_formula_wherever_a_spreadsheet_splits(
    exported: Results, text: str, separator: str
) -> None:
    row = replace(exported.rankings[0].rows[0], names=(text, "B"))
    changed = replace(exported, rankings=(replace(exported.rankings[0], rows=(row,)),))
    written = table_in(DUTCH, standings_export(changed)).decode("utf-8-sig")
    for cells in csv.reader(io.StringIO(written, newline=""), delimiter=separator):
        assert not any(cell.lstrip(' "').startswith(("=", "+", "-", "@")) for cell in cells)
