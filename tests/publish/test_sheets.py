"""Boards and scorecards: made once, and the same on their own page and on that for paper."""

from collections import Counter
from urllib.parse import urljoin

import pytest
from msgspec.structs import replace

from daemon.publish import pieces, sheets
from daemon.publish.site import Site
from daemon.settings.model import LanguageCode, Publishing
from daemon.tournament.results import Results
from tests.publish.html_tree import Element, rows, tree

TWO_LANGUAGES = Publishing(languages=(LanguageCode.DUTCH, LanguageCode.ITALIAN))


def _all_pages(results: Results) -> dict[str, str]:
    return {page.name: page.make() for page in Site().pages(results)}


def _links(table: Element, page: str) -> list[str]:
    """Where the links of a table lead, whatever page they stand on."""
    return [urljoin(f"/club/live/{page}", str(link.attributes["href"])) for link in table.all("a")]


@pytest.mark.parametrize("what", ["scorecard", "shown_board", "shown_play"])
def test_each_board_card_and_line_is_made_once_for_each_language(
    sections: Results, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    module = pieces if what == "shown_play" else sheets
    make = getattr(module, what)
    made: Counter[int] = Counter()

    def counting(of: object, *others: object, **more: object) -> object:
        made[id(of)] += 1
        return make(of, *others, **more)

    monkeypatch.setattr(module, what, counting)
    done = replace(sections, complete=True, publishing=TWO_LANGUAGES)
    _all_pages(done)
    parts = {
        "scorecard": [row for ranking in done.rankings for row in ranking.rows],
        "shown_board": done.travellers,
        "shown_play": [line for board in done.travellers for line in board.lines],
    }
    assert made == Counter({id(part): 2 for part in parts[what]})


@pytest.mark.parametrize("language", ["", "it/"])
def test_on_paper_boards_and_cards_are_as_on_their_own_pages_and_lead_to_the_same_pages(
    sections: Results, language: str
) -> None:
    pages = _all_pages(replace(sections, complete=True, publishing=TWO_LANGUAGES))
    for folder, name in (("boards", "travellers.html"), ("pairs", "scorecards.html")):
        own = {
            page: next(tree(text).all("table"))
            for page, text in pages.items()
            if page.startswith(f"{language}{folder}/")
        }
        on_paper = list(tree(pages[f"{language}{name}"]).all("table"))
        assert sorted(map(rows, on_paper)) == sorted(map(rows, own.values()))
        assert sorted(_links(table, f"{language}{name}") for table in on_paper) == sorted(
            _links(table, page) for page, table in own.items()
        )


def test_no_two_things_on_paper_have_the_same_name(sections: Results) -> None:
    pages = _all_pages(replace(sections, complete=True))
    for name in ("travellers.html", "scorecards.html"):
        html = tree(pages[name])
        ids = [
            one.attributes["id"]
            for tag in ("main", "h2", "span", "title")
            for one in html.all(tag)
            if "id" in one.attributes
        ]
        assert len(ids) > 3
        assert len(set(ids)) == len(ids)


def test_a_name_that_looks_like_a_link_stays_as_it_is_on_paper(evening: Results) -> None:
    trap = '<span id="1"></span> href="../x"'
    first, *others = evening.rankings
    row = replace(first.rows[0], names=(trap, "Bob Stein"))
    rankings = (replace(first, rows=(row, *first.rows[1:])), *others)
    pages = _all_pages(replace(evening, rankings=rankings, complete=True))
    for name in ("travellers.html", "scorecards.html"):
        assert trap in {found.text for found in tree(pages[name]).all("bdi")}
