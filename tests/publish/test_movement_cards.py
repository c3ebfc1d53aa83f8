import re
from html import unescape

import pytest

from daemon.movement.asc import read_asc
from daemon.movement.movement import Movement
from daemon.problem import Source
from daemon.publish.language import language
from daemon.publish.movement_cards import Sheet, cards_html
from daemon.settings.model import LanguageCode

ENGLISH = language(LanguageCode.ENGLISH)
ITALIAN = language(LanguageCode.ITALIAN)
DUTCH = language(LanguageCode.DUTCH)
FRENCH = language(LanguageCode.FRENCH)
PAIRS = "5 3 3 3 0\n1 4 A  2 5 B  0 0 0\n0 0 0  2 4 C  3 5 A\n1 5 C  2 0 A  3 4 B\n"
PLAYERS = "5 1 2 2 1\n1 2 3 4 A\n5 1 4 3 B\n"


def movement(text: str) -> Movement:
    found, problems = read_asc(Source("m.asc", text))
    assert found is not None, problems
    return found


def cards(html: str) -> dict[str, list[list[str]]]:
    """The rows of every card by its title, what is above them left out."""
    found = {}
    for section in re.findall(r"<section.*?</section>", html, re.DOTALL):
        title = re.search(r"<h2>(.*?)(<small>|</h2>)", section)
        assert title is not None
        rows = re.findall(r"<tr>(.*?)</tr>", section, re.DOTALL)
        found[unescape(title[1]).strip()] = [
            [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
            for row in rows
        ]
    return found


def test_a_guide_card_says_where_to_sit_against_whom_with_which_boards_and_where_next() -> None:
    shown = cards(cards_html(movement(PAIRS), ENGLISH, 3, sheets=[Sheet.GUIDE]))
    assert list(shown) == [f"Pair {number}" for number in range(1, 6)]
    assert shown["Pair 1"] == [
        ["Round", "Table", "Seat", "Against", "Boards", "Then go to"],
        ["1", "1", "NS", "4", "1-3", "sit out"],
        ["2", "", "", "sit out", "", "1 NS"],
        ["3", "1", "NS", "5", "7-9", "end"],
    ]
    assert shown["Pair 2"][1:] == [
        ["1", "2", "NS", "5", "4-6", "stay"],
        ["2", "2", "NS", "4", "7-9", "stay"],
        ["3", "2", "NS", "sit out", "", "end"],
    ]


def test_a_card_says_where_to_begin() -> None:
    html = cards_html(movement(PAIRS), ENGLISH, None)
    assert "<p>Start at table 2 EW</p>" in html
    assert "<p>Round 1: sit out</p>" in html


def test_the_guide_card_of_a_player_has_partners() -> None:
    shown = cards(cards_html(movement(PLAYERS), DUTCH, None, sheets=[Sheet.GUIDE]))
    assert shown["Speler 3"] == [
        ["Ronde", "Tafel", "Plaats", "Partner", "Tegen", "Spellen", "Daarna naar"],
        ["1", "1", "O", "4", "1 2", "A", "1 W"],
        ["2", "1", "W", "4", "5 1", "B", "einde"],
    ]


def test_a_table_card_says_who_comes_and_where_they_go() -> None:
    shown = cards(cards_html(movement(PAIRS), ITALIAN, 2, sheets=[Sheet.TABLE]))
    assert shown["Tavolo 2"] == [
        ["Turno", "NS", "EO", "Board", "NS → ", "EO → "],
        ["1", "2", "5", "3-4", "2 NS", "3 EO"],
        ["2", "2", "4", "5-6", "2 NS", "3 EO"],
        ["3", "2", "—", "riposo", "fine", ""],
    ]
    assert shown["Tavolo 3"][1] == ["1", "", "", "", "", ""]
    assert shown["Tavolo 1"][1][4] == "riposo"


def test_the_board_list_says_at_which_table_each_set_is() -> None:
    shown = cards(cards_html(movement(PAIRS), ENGLISH, 3, sheets=[Sheet.BOARDS]))
    assert shown == {
        "Where the boards are": [
            ["Boards", "Round 1", "Round 2", "Round 3"],
            ["1-3", "1", "3", "–"],
            ["4-6", "2", "–", "3"],
            ["7-9", "–", "2", "1"],
        ]
    }


def test_the_directors_sheet_is_everything_at_a_glance() -> None:
    shown = cards(cards_html(movement(PAIRS), ENGLISH, None, sheets=[Sheet.DIRECTOR]))
    assert shown["Director's sheet"] == [
        ["Round", "Table 1", "Table 2", "Table 3"],
        ["1", "1–4 · A", "2–5 · B", ""],
        ["2", "", "2–4 · C", "3–5 · A"],
        ["3", "1–5 · C", "2–— · sit out", "3–4 · B"],
    ]


@pytest.mark.parametrize("code", LanguageCode)
def test_the_page_says_in_which_language_it_is(code: LanguageCode) -> None:
    html = cards_html(movement(PAIRS), language(code), 3, "Club")
    assert f'<html lang="{code}">' in html
    assert len(cards(html)) == 1 + 1 + 3 + 5


def test_a_french_guide_card() -> None:
    html = cards_html(movement(PAIRS), FRENCH, 3, sheets=[Sheet.GUIDE])
    assert "<h1>Feuille de route</h1>" in html
    assert "<p>Départ à la table 1 NS</p>" in html
    assert "<p>Tour 1\u00a0: relais</p>" in html
    assert cards(html)["Paire 4"] == [
        ["Tour", "Table", "Place", "Contre", "Donnes", "Puis table"],
        ["1", "1", "EO", "1", "1-3", "2 EO"],
        ["2", "2", "EO", "2", "7-9", "3 EO"],
        ["3", "3", "EO", "3", "4-6", "fin"],
    ]


def test_an_italian_sheet_and_list_for_the_director() -> None:
    shown = cards(cards_html(movement(PAIRS), ITALIAN, 3, sheets=[Sheet.DIRECTOR, Sheet.BOARDS]))
    assert shown["Foglio dell’arbitro"][0] == ["Turno", "Tavolo 1", "Tavolo 2", "Tavolo 3"]
    assert shown["Dove sono i board"][0] == ["Board", "Turno 1", "Turno 2", "Turno 3"]


def test_a_title_stands_on_every_card_and_cannot_break_the_page() -> None:
    html = cards_html(movement(PAIRS), ENGLISH, None, "<script>x</script>\u202e")
    assert "<script>" not in html
    assert "\u202e" not in html
    assert html.count("<small>&lt;script&gt;") == 8


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    html = cards_html(movement(PAIRS), ENGLISH, None)
    assert not re.search(r"(src|href)=|url\(|@import|<script", html)


@pytest.mark.parametrize(("tables", "size"), [(3, ""), (10, " small"), (20, " tiny")])
def test_many_tables_are_printed_smaller(tables: int, size: str) -> None:
    sets = "  ".join(f"{table} {tables + table} A" for table in range(1, tables + 1))
    text = f"{2 * tables} {tables} 1 1 0\n{sets}\n"
    html = cards_html(movement(text), ENGLISH, None, sheets=[Sheet.DIRECTOR])
    assert f'<section class="wide{size}">' in html
