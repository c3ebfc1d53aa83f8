import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daemon.publish.page import REFRESH_SECONDS, index_html
from daemon.tournament.results import Ranking, Results, Status

VOID = frozenset({"meta", "link", "br", "img", "input", "hr"})
ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    parts: "list[Element | str]" = field(default_factory=list)

    @property
    def text(self) -> str:
        words = "".join(part if isinstance(part, str) else part.text for part in self.parts)
        return " ".join(words.replace("\ufe0e", "").split())

    def all(self, tag: str) -> "Iterator[Element]":
        for part in self.parts:
            if isinstance(part, Element):
                if part.tag == tag:
                    yield part
                yield from part.all(tag)

    def one(self, tag: str, **attributes: str) -> "Element":
        found = [
            element
            for element in self.all(tag)
            if all(element.attributes.get(name) == value for name, value in attributes.items())
        ]
        assert len(found) == 1, f"{len(found)} of {tag} {attributes}"
        return found[0]


class _Tree(HTMLParser):
    """Reads a page whose every element is closed, and complains about any other."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute twice in {tag}"
        element = Element(tag, dict(attrs))
        self._open[-1].parts.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self._open[-1].parts.append(data)

    def close(self) -> None:
        super().close()
        assert self._open == [self.root], "an element is not closed"


def _read(results: Results) -> Element:
    reader = _Tree()
    reader.feed(index_html(results))
    reader.close()
    return reader.root.one("html")


def _rows(table: Element) -> list[list[str]]:
    return [
        [cell.text for cell in row.parts if isinstance(cell, Element)] for row in table.all("tr")
    ]


def test_the_page_begins_as_a_page_does(evening: Results) -> None:
    assert index_html(evening).startswith('<!DOCTYPE html>\n<html lang="en">\n')
    assert index_html(evening).endswith("</html>\n")


def test_it_shows_event_day_state_and_progress(evening: Results) -> None:
    page = _read(evening)
    assert page.one("title").text == "Tuesday pairs – provisional"
    assert page.one("h1").text == "Tuesday pairs"
    header = page.one("header")
    assert [part.text for part in header.all("p")] == [
        "Tuesday 1 December 2026 · Matchpoints",
        "Provisional 4 of 6 results are in 1 held for the director",
    ]
    assert header.one("progress").attributes["value"] == "4"
    assert header.one("progress").attributes["max"] == "6"


def test_it_shows_every_list(evening: Results) -> None:
    standings = _read(evening).one("section", id="standings")
    first, second = standings.all("table")
    assert first.one("caption").text == "Section A, North-South"
    assert _rows(first) == [
        ["Rank", "No.", "Names", "Boards", "Total", "Max", "%"],
        ["1", "1", "Ada Voss & Bob Stein", "2", "6.40", "8", "80.00"],
        ["2=", "2", "Cleo de Vries & Dirk Ångström", "1", "1.00", "4", "25.00"],
        ["2=", "3", "Elsa Rossi & Finn O'Hara", "1", "1.00", "4", "25.00"],
    ]
    assert second.one("caption").text == "Section A, East-West"
    assert _rows(second)[1:] == [
        ["1", "5", "Ida Peeters & Jules Bianchi", "2", "4.78", "8", "59.72"],
        ["−", "7", "", "0", "0.00", "0", "−"],
    ]


def test_it_shows_travellers_with_suits_the_best_for_ns_on_top(evening: Results) -> None:
    first, second = _read(evening).one("section", id="boards").all("table")
    assert first.one("caption").text == "Board 1 Dealer North · Vulnerable: None"
    assert _rows(first) == [
        ["NS", "EW", "Contract", "By", "Lead", "+/−", "Score", "NS pts", "EW pts"],
        ["2", "5", "4♠X", "N", "♥10", "=", "+590", "4.00", "0.00"],
        ["3", "6", "Pass", "", "", "", "0", "2.00", "2.00"],
        ["1", "4", "2♥ !", "W", "♠J", "+1", "−140", "0.33", "3.67"],
    ]
    assert second.one("caption").text == "Board 2 Dealer East · Vulnerable: NS"
    assert _rows(second)[1:] == [
        ["3", "4", "3NT held !", "E", "♠A", "−1", "+50", "", ""],
        ["1", "5", "adjusted 60 % / 40 %", "", "2.40", "1.60"],
        ["2", "6", "not in yet", "", "", ""],
    ]


def test_a_butler_shows_the_datum_of_every_board_and_of_each_deal(evening: Results) -> None:
    board, fouled = evening.travellers
    imps = Fraction(-5)
    compared = [
        replace(line, ns_datum=Fraction(190), ew_datum=Fraction(-190), ns_points=imps)
        for line in board.lines
    ]
    first, second, *rest = fouled.lines
    deals = [
        replace(first, ns_datum=Fraction(-50), ew_datum=Fraction(50)),
        replace(second, ns_datum=Fraction(70), ew_datum=Fraction(30)),
        *rest,
    ]
    butler = replace(
        evening,
        method="butler",
        travellers=(replace(board, lines=tuple(compared)), replace(fouled, lines=tuple(deals))),
    )
    tables = [*_read(butler).one("section", id="boards").all("table")]
    assert [table.one("caption").text for table in tables] == [
        "Board 1 Dealer North · Vulnerable: None · Datum +190",
        "Board 2 Dealer East · Vulnerable: NS · Datum −50; NS +70, EW +30",
    ]
    assert _rows(tables[0])[1][-2] == "−5.00"


def test_a_suit_has_a_name_and_is_not_painted_as_a_picture(evening: Results) -> None:
    spans = _read(evening).one("table", id="s1b1").all("span")
    suits = [span for span in spans if span.attributes.get("role") == "img"]
    assert [suit.attributes["aria-label"] for suit in suits] == [
        *("spades", "hearts"),  # 4♠X, lead ♥10
        *("hearts", "spades"),  # 2♥, lead ♠J
    ]
    assert suits[0].parts == ["♠\ufe0e"]


def test_every_row_of_a_table_is_as_wide_as_its_head(evening: Results) -> None:
    tables = list(_read(evening).all("table"))
    assert len(tables) == 4
    for table in tables:
        widths = {
            sum(
                int(cell.attributes.get("colspan") or 1)
                for cell in row.parts
                if isinstance(cell, Element)
            )
            for row in table.all("tr")
        }
        assert len(widths) == 1


def test_every_heading_cell_says_what_it_heads(evening: Results) -> None:
    page = _read(evening)
    for table in page.all("table"):
        assert {cell.attributes["scope"] for cell in table.one("thead").all("th")} == {"col"}
        for row in table.one("tbody").all("tr"):
            assert row.one("th").attributes["scope"] == "row"


def test_it_shows_open_problems_with_the_ruling_to_paste(evening: Results) -> None:
    director = _read(evening).one("section", id="director")
    conflict, mismatch = director.one("ol").all("li")
    assert [part.text for part in conflict.all("p")] == [
        "Error section A, board 2, 3 against 4",
        "two tablets differ on board 2: ask the table, then paste the ruling",
        "OUT_3.txt, line 2 · result-conflict",
        "To settle it, paste this into the rulings file:",
    ]
    assert conflict.one("pre").parts == ['[[accept]]\nboard = 2\nns = 3\nfile = "OUT_3.txt"\n']
    assert [part.text for part in mismatch.all("p")] == [
        "Warning board 1",
        "2♥ W +1 is 140, the tablet wrote 110: scored as 140, nothing to do if that is right",
        "OUT_1.txt · score-mismatch",
    ]
    assert list(mismatch.all("pre")) == []


def test_it_says_who_owes_results(evening: Results) -> None:
    director = _read(evening).one("section", id="director")
    assert director.one("h3").text == "Not in yet"
    assert director.one("ul").text == "section A, round 2, table 2: board 2 (2 against 6)"


def test_a_problem_without_a_place_shows_its_code_alone(evening: Results) -> None:
    nowhere = replace(evening.problems[2], problem=replace(evening.problems[2].problem, file=None))
    item = _read(replace(evening, problems=(nowhere,))).one("ol").one("li")
    assert [part.text for part in item.all("p")][-1] == "score-mismatch"


def test_while_not_final_the_page_loads_itself_again(evening: Results) -> None:
    refresh = {"http-equiv": "refresh"}
    assert _read(evening).one("meta", **refresh).attributes["content"] == str(REFRESH_SECONDS)


def test_a_final_page_stands_still(evening: Results) -> None:
    final = replace(evening, complete=True, final=True, played=6, problems=(), travellers=())
    page = _read(final)
    assert [
        meta for meta in page.all("meta") if meta.attributes.get("http-equiv") == "refresh"
    ] == []
    assert page.one("strong").text == "Final"
    assert list(page.all("progress")) == []
    assert [link.text for link in page.one("header").all("a")] == ["Standings", "Boards"]


def test_before_play_the_page_says_so(empty: Results) -> None:
    page = _read(empty)
    assert page.one("section", id="standings").one("p").text == "There are no standings yet."
    assert page.one("section", id="boards").one("p").text == "There are no boards yet."
    assert list(page.all("progress")) == []


def test_a_long_list_alone_stands_in_two_halves(evening: Results) -> None:
    row = evening.rankings[0].rows[0]
    rows = tuple(replace(row, contestant=number, names=()) for number in range(1, 26))
    first, second = (
        _read(replace(evening, rankings=(Ranking("Overall", None, None, rows),)))
        .one("section", id="standings")
        .all("table")
    )
    assert first.one("caption").text == "Overall"
    assert second.one("caption").text == "Overall, continued"
    assert [row[1] for row in _rows(first)[1:]] == [str(number) for number in range(1, 14)]
    assert [row[1] for row in _rows(second)[1:]] == [str(number) for number in range(14, 26)]


def test_boards_of_several_sections_stand_under_their_headings(evening: Results) -> None:
    board = evening.travellers[0]
    both = replace(evening, travellers=(board, replace(board, section="B")))
    boards = _read(both).one("section", id="boards")
    assert [heading.text for heading in boards.all("h3")] == ["Section A", "Section B"]
    assert [table.attributes["id"] for table in boards.all("table")] == ["s1b1", "s2b1"]
    assert [link.attributes["href"] for link in boards.all("a")][:1] == ["#s1b1"]


def test_every_link_leads_to_a_place_on_the_page(evening: Results) -> None:
    for results in (evening, replace(evening, problems=(), final=True)):
        page = _read(results)
        places = {
            element.attributes.get("id")
            for tag in ("section", "table")
            for element in page.all(tag)
        }
        targets = {link.attributes.get("href") for link in page.all("a")} - {None}
        assert {str(target).removeprefix("#") for target in targets} <= places


def test_the_page_asks_nobody_for_anything(evening: Results) -> None:
    text = index_html(evening)
    page = _read(evening)
    assert list(page.all("script")) == []
    assert list(page.all("img")) == []
    assert page.one("link").attributes["href"] is not None
    assert str(page.one("link").attributes["href"]).startswith("data:")
    assert re.findall(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text) == []
    policy = page.one("meta", **{"http-equiv": "Content-Security-Policy"}).attributes["content"]
    assert str(policy).startswith("default-src 'none';")


def test_light_and_dark_telephone_wall_and_paper_have_their_rules(evening: Results) -> None:
    style = _read(evening).one("style").text
    for rule in ("(prefers-color-scheme: dark)", "(max-width:", "(min-width:", "@media print"):
        assert rule in style
    assert "&#" not in style


def _everywhere(results: Results, text: str) -> Results:
    """The same evening with this text wherever somebody else may have written one."""
    row = replace(results.rankings[0].rows[0], names=(text, text), section=text)
    line = replace(
        results.travellers[1].lines[0],
        award=text,
        flags=(text,),
        sources=(text,),
        device=text,
    )
    odd = replace(results.travellers[0].lines[0], flags=(text,))
    missing = replace(line, status=Status.MISSING, award=None)
    problem = replace(results.problems[0].problem, message=text, file=text, code=text)
    return replace(
        results,
        event=text,
        method=text,
        rankings=(Ranking(text, None, text, (row, replace(row, section="B"))),),
        travellers=(
            replace(results.travellers[1], section=text, lines=(line, odd, missing)),
            replace(results.travellers[1], section="B"),
        ),
        problems=(replace(results.problems[0], problem=problem, section=text, ruling=text),),
    )


def test_a_script_in_a_name_is_shown_and_not_run(evening: Results) -> None:
    page = _read(_everywhere(evening, ATTACK))
    assert list(page.all("script")) == []
    assert list(page.all("img")) == []
    assert page.one("h1").text == ATTACK
    names = [name.text for name in page.one("section", id="standings").all("bdi")]
    assert names == [ATTACK] * 4
    assert page.one("pre").text == ATTACK


@given(text=st.text(max_size=20))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_changes_the_structure_of_the_page(evening: Results, text: str) -> None:
    def tags(results: Results) -> list[str]:
        page = _read(results)
        return [
            element.tag for tag in ("p", "td", "th", "a", "bdi", "li") for element in page.all(tag)
        ]

    assert tags(_everywhere(evening, f"x{text}x")) == tags(_everywhere(evening, "x"))


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\u202e", "\udcff"])
def test_what_steers_or_cannot_be_written_is_replaced(evening: Results, char: str) -> None:
    text = index_html(_everywhere(evening, f"Ada{char}Voss"))
    assert char not in text
    assert "Ada�Voss" in text
    assert text.encode("utf-8")
