import json
from fractions import Fraction

import pytest
from msgspec.structs import replace

from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.publish.json_files import standings_json, travellers_json
from daemon.publish.public import public
from daemon.publish.site import Site
from daemon.settings.model import LanguageCode, Publishing, TravellersShown
from daemon.tournament.results import Results, Status

HIDING = Publishing(hide_first_rounds=2)
FINISHED = Publishing(travellers=TravellersShown.FINISHED)


@pytest.fixture
def hiding(exported: Results) -> Results:
    """Rankings are hidden: rounds 2 and 3 of 3 are not over."""
    first, second, third = exported.travellers
    missing = replace(third.lines[0], status=Status.MISSING, score=None)
    third = replace(third, lines=(missing, *third.lines[1:]))
    return replace(
        exported,
        travellers=(first, second, third),
        publishing=Publishing(hide_last_rounds=2, languages=tuple(LanguageCode)),
    )


def test_where_nothing_is_kept_back_all_is_as_it_was(exported: Results) -> None:
    shown = public(exported)
    assert shown.results is exported
    assert shown.cards == exported.travellers


def test_hidden_rows_come_by_number_and_tell_nothing_but_who_played_how_much(
    hiding: Results,
) -> None:
    hidden = json.loads(standings_json(public(hiding).results))
    assert hidden["hidden"] is True
    assert [row["contestant"] for row in hidden["rankings"][1]["rows"]] == [4, 5, 6, 7]
    assert hidden["rankings"][0]["rows"][0] == {
        "rank": None,
        "tied": False,
        "contestant": 1,
        "names": ["Ada Voss", "Bob Stein"],
        "boards": 2,
        "total": None,
        "maximum": None,
        "percent": None,
        "average": None,
    }


def test_the_spreadsheet_has_empty_cells_then(hiding: Results) -> None:
    heading, first, *_ = standings_csv(public(hiding).results).splitlines()
    assert heading == (
        "\ufefflist,section,direction,rank,tied,contestant,name1,name2,boards,total,maximum,"
        "percent,average"
    )
    assert first == "A,A,NS,,no,1,Ada Voss,Bob Stein,2,,,,"


def test_no_published_file_tells_a_hidden_total(hiding: Results) -> None:
    """Totals that no single board has: they could only come from a ranking."""
    rows = [row for ranking in hiding.rankings for row in ranking.rows]
    odd = {
        (row.section, row.contestant): replace(
            row, rank=77, before=78, total=Fraction(98765, 10), percent=Fraction(6543, 100)
        )
        for row in rows
    }
    rankings = tuple(
        replace(one, rows=tuple(odd[row.section, row.contestant] for row in one.rows))
        for one in hiding.rankings
    )
    told = replace(hiding, rankings=rankings)
    for page in Site().pages(told):
        if page.name.endswith((".css", ".js")):
            continue
        text = page.make()
        for number in ("9876.5", "9876,5", "65.43", "65,43", ">77<", "▲", '"rank": 77'):
            assert number not in text, page.name


def test_the_director_sees_the_ranking_all_the_same(hiding: Results) -> None:
    assert hiding.rankings[0].rows[0].rank == 1
    assert not hiding.hidden


def test_of_a_board_in_play_everybody_sees_who_played_it_but_nothing_else(
    exported: Results,
) -> None:
    shown = public(replace(exported, publishing=FINISHED)).results
    assert shown.travellers[0] is exported.travellers[0]
    line = json.loads(travellers_json(shown))[1]["lines"][2]
    assert line == {
        "round": 2,
        "table": 3,
        "ns": 3,
        "ew": 4,
        "contract": None,
        "declarer": None,
        "lead": None,
        "result": None,
        "score": None,
        "ns_points": None,
        "ew_points": None,
        "status": "held",
        "sources": [],
        "device": None,
        "flags": [],
        "award": None,
    }
    assert "60 % / 40 %" not in travellers_csv(shown)


def test_on_a_scorecard_stands_what_was_played_but_not_what_it_is_worth(
    exported: Results,
) -> None:
    cards = public(replace(exported, publishing=FINISHED)).cards
    board, own = cards[1], cards[1].lines[0]
    assert board.board == 2
    assert (own.award, own.status) == ("60 % / 40 %", Status.ADJUSTED)
    assert (own.ns_points, own.ew_points, own.top) == (None, None, None)
    assert cards[0].lines[0].ns_points == Fraction(1, 3)
