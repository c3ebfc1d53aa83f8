"""The cards of a board on its page."""

import pytest
from msgspec.structs import replace

from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled, Played
from daemon.bridge.deal import read_deal
from daemon.bridge.makeable import Makeable, Par
from daemon.bridge.seat import Seat
from daemon.publish.site import Site
from daemon.settings.model import LanguageCode, Publishing
from daemon.tournament.results import Results
from tests.publish.html_tree import Element, rows, tree

DEAL = read_deal("N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85")
FIVE_DIAMONDS = Contract(5, Strain.DIAMONDS)
BY_EITHER = Par(400, (Played(FIVE_DIAMONDS, Seat.NORTH, 0), Played(FIVE_DIAMONDS, Seat.SOUTH, 0)))
SPADES = {(Seat.EAST, Strain.SPADES): 7, (Seat.WEST, Strain.SPADES): 8}


def _page(results: Results, makeable: Makeable | None, *languages: LanguageCode) -> Element:
    board = replace(results.travellers[0], deal=DEAL, makeable=makeable)
    shown = replace(
        results,
        travellers=(board,),
        publishing=Publishing(languages=languages or (LanguageCode.ENGLISH,)),
    )
    (page,) = (page for page in Site().pages(shown) if page.name == "boards/A-1.html")
    return tree(page.make())


def _hands(page: Element) -> list[list[str]]:
    return [[item.text for item in hand.all("li")] for hand in page.one("section").all("ul")]


def test_the_four_hands_stand_by_suit(evening: Results) -> None:
    page = _page(evening, None)
    assert _hands(page) == [
        ["♠ –", "♥ 6 3", "♦ A K Q 9 8 7", "♣ A 9 7 3 2"],
        ["♠ A 8 6 5 4", "♥ K Q 5", "♦ 10", "♣ Q J 10 6"],
        ["♠ J 9 7 3", "♥ J 9 8 7 4 2", "♦ 3", "♣ K 4"],
        ["♠ K Q 10 2", "♥ A 10", "♦ J 6 5 4 2", "♣ 8 5"],
    ]
    assert [heading.text for heading in page.one("section").all("h3")] == [
        *("North 13 HCP", "East 12 HCP", "South 5 HCP", "West 10 HCP"),
    ]
    assert list(page.one("section").all("table")) == []


def test_cards_are_called_as_the_language_does(evening: Results) -> None:
    dutch = _page(evening, None, LanguageCode.DUTCH)
    assert _hands(dutch)[1] == ["♠ A 8 6 5 4", "♥ H V 5", "♦ 10", "♣ V B 10 6"]


def test_what_can_be_made_stands_by_declarer_and_strain(evening: Results) -> None:
    table = _page(evening, Makeable(SPADES)).one("table", **{"class": "makeable"})
    assert rows(table) == [
        ["Declarer", "NT", "♠", "♥", "♦", "♣"],
        ["NS", "", "", "", "", ""],
        ["E", "", "7", "", "", ""],
        ["W", "", "8", "", "", ""],
    ]


@pytest.mark.parametrize(
    ("par", "words"),
    [
        (BY_EITHER, "Par: NS +400 – 5♦ N/S"),
        (
            Par(-100, (Played(Contract(4, Strain.HEARTS, Doubled.DOUBLED), Seat.NORTH, -1),)),
            "Par: EW +100 – 4♥X −1 N",
        ),
        (Par(0), "Par: passed out"),
        (Par(90), "Par: NS +90"),
    ],
)
def test_par_is_told_with_all_that_give_it(evening: Results, par: Par, words: str) -> None:
    page = _page(evening, Makeable({}, par))
    assert page.one("p", **{"class": "par"}).text == words


def test_a_board_whose_cards_are_not_shown_has_no_such_part(evening: Results) -> None:
    (page,) = (page for page in Site().pages(evening) if page.name == "boards/A-1.html")
    assert list(tree(page.make()).all("section")) == []
