"""The pages for players, read as trees; the evening is that of conftest."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from pathlib import PurePosixPath
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.publish.site import Site
from daemon.settings.model import LanguageCode, Publishing
from daemon.tournament.results import Ranking, Results, Row, Status
from daemon.tournament.round_clock import Moment, RoundTime, SectionClock
from tests.publish.html_tree import Element, rows, tree

ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"

Read = Callable[[Results, str], Element]


def _site(results: Results) -> dict[str, str]:
    return {page.name: page.make() for page in Site().pages(results)}


def _pages(results: Results) -> dict[str, Element]:
    """All pages for people."""
    return {name: tree(text) for name, text in _site(results).items() if name.endswith(".html")}


def _read(results: Results, name: str = "index.html") -> Element:
    (page,) = (page for page in Site().pages(results) if page.name == name)
    return tree(page.make())


def _texts(of: Element, tag: str, **attributes: str) -> list[str]:
    return [element.seen for element in of.all(tag, **attributes)]


def test_there_is_a_page_for_everything_the_standings_first(evening: Results) -> None:
    assert [page.name for page in Site().pages(evening)] == [
        *("standings.json", "page.css", "live.js", "index.html", "wall.html", "progress.html"),
        *("problems.json", "travellers.json", "standings.csv", "travellers.csv"),
        *("boards/A-1.html", "boards/A-2.html"),
        *(f"pairs/A-{number}.html" for number in (1, 2, 3, 5, 7)),
        *("travellers.html", "scorecards.html"),
    ]


def test_every_page_says_what_it_is_and_in_which_language(evening: Results) -> None:
    titles = {name: page.one("head").one("title").text for name, page in _pages(evening).items()}
    assert titles == {
        "index.html": "Tuesday pairs",
        "wall.html": "Tuesday pairs – On the wall",
        "progress.html": "Tuesday pairs – Progress",
        "boards/A-1.html": "Tuesday pairs – Board 1",
        "boards/A-2.html": "Tuesday pairs – Board 2",
        "pairs/A-1.html": "Tuesday pairs – 1 Ada Voss & Bob Stein",
        "pairs/A-2.html": "Tuesday pairs – 2 Cleo de Vries & Dirk Ångström",
        "pairs/A-3.html": "Tuesday pairs – 3 Elsa Rossi & Finn O'Hara",
        "pairs/A-5.html": "Tuesday pairs – 5 Ida Peeters & Jules Bianchi",
        "pairs/A-7.html": "Tuesday pairs – 7",
        "travellers.html": "Tuesday pairs – All boards",
        "scorecards.html": "Tuesday pairs – All scorecards",
    }
    for text in _site(evening).values():
        if text.startswith("<"):
            assert text.startswith('<!DOCTYPE html>\n<html lang="en">\n')
            assert text.endswith("</html>\n")


def test_the_standings_tell_event_day_scoring_and_how_far_it_is(evening: Results) -> None:
    page = _read(evening)
    assert _texts(page.one("header"), "p") == [
        "Tuesday pairs",
        "Tuesday 1 December 2026 · Matchpoints",
    ]
    state = page.one("div", **{"class": "how-far"})
    assert _texts(state, "p") == [
        "Provisional 4 of 6 results are in ? 1 result is being checked by the director",
    ]
    assert state.one("progress").attributes == {
        "value": "4",
        "max": "6",
        "aria-label": "Results that are in",
    }


def test_the_standings_show_every_list(evening: Results) -> None:
    first, second = _read(evening).all("table")
    assert first.one("caption").text == "Section A, North-South"
    assert rows(first) == [
        ["Rank", "No.", "Names", "Boards", "Total", "Max", "%"],
        ["1", "1", "Ada Voss & Bob Stein", "2", "6.40", "8", "80.00"],
        ["2=", "2", "Cleo de Vries & Dirk Ångström", "1", "1.00", "4", "25.00"],
        ["2=", "3", "Elsa Rossi & Finn O'Hara", "1", "1.00", "4", "25.00"],
    ]
    assert second.one("caption").text == "Section A, East-West"
    assert rows(second)[1:] == [
        ["1", "5", "Ida Peeters & Jules Bianchi", "2", "4.78", "8", "59.72"],
        ["–", "7", "Scorecard of 7", "0", "0.00", "0", "–"],
    ]


def test_numbers_can_be_sorted_whatever_they_look_like(evening: Results) -> None:
    _, table = _read(replace(evening, publishing=LANGUAGES)).all("table")
    values = [
        [cell.attributes.get("data-value") for cell in row.parts if isinstance(cell, Element)]
        for row in table.one("tbody").all("tr")
    ]
    assert values[0][:2] == ["1", "5"]
    assert [float(str(value)) for value in values[0][3:]] == [
        2,
        pytest.approx(43 / 9),
        8,
        pytest.approx(59.7222, abs=1e-4),
    ]
    # Who has not played comes last by rank, and by result the best first.
    assert [float(str(values[1][place])) for place in (0, 6)] == [1e9, -1e9]


def _moved(evening: Results, *before: int | None) -> Results:
    ranking = evening.rankings[0]
    moved = tuple(replace(row, before=rank) for row, rank in zip(ranking.rows, before, strict=True))
    return replace(evening, rankings=(replace(ranking, rows=moved),))


def test_the_standings_tell_who_climbed_since_the_last_round_by_sign_number_and_word(
    evening: Results,
) -> None:
    (table,) = _read(_moved(evening, 3, 1, 2)).all("table")
    assert [row[1] for row in rows(table)] == ["+/−", "▲ 2", "▼ 1", "="]
    cells = [cell for cell in table.all("td") if cell.attributes["class"] == "climbed"]
    assert [cell.text for cell in cells] == ["▲ up 2", "▼ down 1", "=as before"]
    assert [cell.attributes["data-value"] for cell in cells] == ["2", "-1", "0"]


def test_who_had_no_rank_before_has_not_climbed(evening: Results) -> None:
    (table,) = _read(_moved(evening, 1, None, 2)).all("table")
    assert [row[1] for row in rows(table)] == ["+/−", "=", "", "="]


def test_a_list_in_imps_has_the_average(grouped: Results) -> None:
    first, red, *_ = _read(grouped).all("table")
    assert rows(first)[0] == ["Rank", "No.", "Names", "Boards", "Total", "Average"]
    assert red.one("caption").text == "Section A, Red, North-South"


def test_a_list_over_all_sections_says_which_one(sections: Results) -> None:
    whole = Ranking(
        "All sections", None, None, (*sections.rankings[0].rows[:1], *sections.rankings[2].rows[:1])
    )
    (table,) = _read(replace(sections, rankings=(whole,))).all("table")
    assert table.one("caption").text == "All sections"
    assert [row[1] for row in rows(table)] == ["Sec.", "A", "B & C"]


def test_an_unknown_direction_stands_as_it_is(evening: Results) -> None:
    odd = replace(evening.rankings[0], direction="Odd")
    (table,) = _read(replace(evening, rankings=(odd,))).all("table")
    assert table.one("caption").text == "Section A, Odd"


def test_a_method_without_a_name_stands_as_it_is_and_victory_points_are_told(
    evening: Results,
) -> None:
    page = _read(replace(evening, method="patton", unit="victory-points"))
    assert _texts(page.one("header"), "p")[1].endswith(" · patton, victory points")


def test_boards_of_several_sections_stand_under_their_headings(sections: Results) -> None:
    page = _read(sections)
    assert _texts(page, "h2") == ["Boards of section A", "Boards of section B & C"]
    assert [
        link.attributes["href"]
        for link in page.one("nav", **{"aria-labelledby": "boards-2"}).all("a")
    ] == ["boards/B-C-1.html", "boards/B-C-2.html", "boards/B-C-3.html"]


def test_before_play_the_pages_say_so(empty: Results) -> None:
    pages = _pages(empty)
    assert _texts(pages["index.html"].one("main"), "p") == [
        "Provisional No results are expected",
        "There are no standings yet.",
    ]
    assert "There are no standings yet." in _texts(pages["wall.html"], "p")
    assert "There are no boards yet." in _texts(pages["progress.html"], "p")
    assert list(pages["index.html"].all("progress")) == []


def test_what_is_for_paper_is_there_when_all_results_are_in(exported: Results) -> None:
    early = _pages(exported)
    assert _texts(early["travellers.html"].one("main"), "p") == [
        "All boards are here when all results are in.",
    ]
    assert _texts(early["scorecards.html"].one("main"), "p") == [
        "All scorecards are here when all results are in.",
    ]
    for done in (replace(exported, complete=True), replace(exported, final=True)):
        pages = _pages(done)
        assert _texts(pages["travellers.html"], "h2") == ["Board 1", "Board 2", "Board 3"]
        assert _texts(pages["scorecards.html"], "h2")[:2] == [
            *("1 Ada Voss & Bob Stein", "2 Cleo de Vries & Dirk Ångström"),
        ]
        card = next(pages["scorecards.html"].all("table"))
        own = pages["pairs/A-1.html"].one("table")
        assert rows(card) == rows(own)


def test_what_was_not_played_is_no_result_that_is_in(evening: Results) -> None:
    board = evening.travellers[1]
    gone = tuple(replace(line, status=Status.NOT_PLAYED) for line in board.lines[1:])
    closed = replace(
        evening,
        complete=True,
        played=6,
        travellers=(evening.travellers[0], replace(board, lines=(board.lines[0], *gone))),
    )
    state = _read(closed).one("p", **{"class": "state"})
    assert state.text == "Provisional 4 of 6 results are in, 2 were not played"


LAST = datetime(2026, 12, 1, 22, 10, tzinfo=UTC)


def test_when_all_is_in_the_page_says_until_when_results_may_be_questioned(
    evening: Results,
) -> None:
    complete = replace(evening, complete=True, changed=LAST, travellers=evening.travellers[:1])
    until = (LAST + timedelta(minutes=30)).astimezone()
    expected = f"Provisional All results are in Results may be questioned until {until:%H:%M}"
    assert _read(complete).one("p", **{"class": "state"}).text == expected
    for other in (
        replace(complete, final=True),
        replace(complete, complete=False),
        replace(complete, changed=None),
    ):
        assert "questioned" not in _read(other).text


def test_a_final_page_stands_still(evening: Results) -> None:
    final = replace(evening, complete=True, final=True, played=6, travellers=evening.travellers[:1])
    for name, page in _pages(final).items():
        assert list(page.all("noscript")) == [], name
        assert "data-final" in page.one("main").attributes
    page = _read(final)
    assert page.one("strong").text == "Final"
    assert list(page.all("progress")) == []


def test_without_script_a_page_that_can_change_loads_itself_again(evening: Results) -> None:
    for page in _pages(evening).values():
        refresh = page.one("noscript").one("meta")
        assert refresh.attributes == {"http-equiv": "refresh", "content": "20"}
        assert "data-final" not in page.one("main").attributes


def test_the_page_does_not_tell_what_only_the_director_needs(evening: Results) -> None:
    for name, page in _pages(evening).items():
        for word in ("OUT_", "tablet-", "result-conflict", "[[accept]]"):
            assert word not in page.text, name


def _line(row: Element) -> list[str]:
    return [cell.seen for cell in row.parts if isinstance(cell, Element)]


def test_a_board_shows_its_lines_the_best_for_north_south_on_top(evening: Results) -> None:
    page = _read(evening, "boards/A-1.html")
    assert page.one("h1").text == "Board 1"
    assert page.one("p", **{"class": "facts"}).text == "Dealer North · Vulnerable: None"
    assert rows(page.one("table")) == [
        ["NS", "EW", "Contract", "By", "Lead", "+/−", "Score", "NS pts", "EW pts"],
        [
            *("2 Cleo de Vries & Dirk Ångström", "5 Ida Peeters & Jules Bianchi"),
            *("4♠X", "N", "♥10", "=", "+590", "4.00", "0.00"),
        ],
        ["3 Elsa Rossi & Finn O'Hara", "6", "Pass", "", "", "", "0", "2.00", "2.00"],
        ["1 Ada Voss & Bob Stein", "4", "2♥ ?", "W", "♠J", "+1", "−140", "0.33", "3.67"],
    ]


def test_a_line_without_an_ordinary_score_says_why(evening: Results) -> None:
    table = _read(evening, "boards/A-2.html").one("table")
    assert [row[2:] for row in rows(table)[1:]] == [
        ["3NT being checked", "E", "♠A", "−1", "+50", "", ""],
        ["adjusted 60 % / 40 %", "", "", "", "", "2.40", "1.60"],
        ["not in yet", "", "", "", "", "", ""],
    ]


def test_a_link_leads_to_the_line_of_either_pair(evening: Results) -> None:
    table = _read(evening, "boards/A-1.html").one("table")
    anchored = {
        row[0].split()[0]: [
            span.attributes["id"] for span in line.all("span") if "id" in span.attributes
        ]
        for row, line in zip(rows(table)[1:], list(table.all("tr"))[1:], strict=True)
    }
    assert anchored == {"2": ["2", "5"], "3": ["3", "6"], "1": ["1", "4"]}


def test_a_line_that_could_not_be_placed_does_not_take_the_anchor_of_another(
    evening: Results,
) -> None:
    board = evening.travellers[0]
    stray = replace(board.lines[1], round=None, status=Status.HELD, outcome=None, score=None)
    odd = replace(evening, travellers=(replace(board, lines=(*board.lines, stray)),))
    page = _read(odd, "boards/A-1.html")
    anchors = [span.attributes["id"] for span in page.all("span") if "id" in span.attributes]
    assert sorted(str(one) for one in anchors) == ["1", "2", "3", "4", "5", "6"]


def test_boards_lead_to_their_neighbours(exported: Results) -> None:
    def beside(number: int) -> list[tuple[str | None, str]]:
        page = _read(exported, f"boards/A-{number}.html")
        nav = page.one("nav", **{"aria-label": "Other boards"})
        return [(link.attributes["href"], link.text) for link in nav.all("a")]

    assert beside(1) == [("../boards/A-2.html", "Board 2 →")]
    assert beside(2) == [
        ("../boards/A-1.html", "← Board 1"),
        ("../boards/A-3.html", "Board 3 →"),
    ]
    assert beside(3) == [("../boards/A-2.html", "← Board 2")]


def test_a_butler_shows_the_datum_of_every_board_and_of_each_deal(evening: Results) -> None:
    board, fouled = evening.travellers
    first, second, third = fouled.lines
    deals = (
        replace(first, ns_datum=Fraction(-50), ew_datum=Fraction(50)),
        replace(second, ns_datum=Fraction(70), ew_datum=Fraction(30)),
        replace(third, ns_datum=None, ew_datum=Fraction(10)),
    )
    one = tuple(
        replace(line, ns_datum=Fraction(190), ew_datum=Fraction(-190)) for line in board.lines
    )
    butler = replace(
        evening,
        method="butler",
        travellers=(replace(board, lines=one), replace(fouled, lines=deals)),
    )
    facts = [
        _read(butler, f"boards/A-{number}.html").one("p", **{"class": "facts"}).text
        for number in (1, 2)
    ]
    assert facts == [
        "Dealer North · Vulnerable: None · Datum +190",
        "Dealer East · Vulnerable: NS · Datum −50; NS +70, EW +30; NS –, EW +10",
    ]


@pytest.mark.parametrize(
    ("method", "heading"),
    [("matchpoints", "Points"), ("butler", "IMPs"), ("cross-imps", "IMPs")],
)
def test_a_scorecard_names_what_a_board_gave(evening: Results, method: str, heading: str) -> None:
    table = _read(replace(evening, method=method), "pairs/A-5.html").one("table")
    assert heading in rows(table)[0]


def test_a_suit_has_a_name_and_is_not_painted_as_a_picture(evening: Results) -> None:
    table = _read(evening, "boards/A-1.html").one("table")
    suits = [
        span for span in table.all("span", role="img") if "suit" in str(span.attributes["class"])
    ]
    assert [suit.attributes["aria-label"] for suit in suits] == [
        *("spades", "hearts"),  # 4♠X, lead ♥10
        *("hearts", "spades"),  # 2♥, lead ♠J
    ]
    assert suits[0].parts == ["♠\ufe0e"]


def test_a_scorecard_shows_every_board_as_its_pair_sees_it(exported: Results) -> None:
    page = _read(exported, "pairs/A-5.html")
    assert page.one("h1").text == "5 Ida Peeters & Jules Bianchi"
    assert [(one.one("dt").text, one.one("dd").text) for one in page.one("dl").all("div")] == [
        ("Rank", "1"),
        ("Boards", "2"),
        ("Total", "4.78"),
        ("Result", "59.72%"),
    ]
    assert rows(page.one("table")) == [
        ["Rnd", "Bd", "On", "Opponents", "Contract", "By", "Lead", "+/−", "Score", "Points", "%"],
        [
            *("1", "1", "EW", "2 Cleo de Vries & Dirk Ångström"),
            *("4♠X", "N", "♥10", "=", "−590", "0.00", "0.0"),
        ],
        [
            *("2", "2", "EW", "1 Ada Voss & Bob Stein"),
            *("adjusted NS A+, EW A-", "", "", "", "", "1.60", "40.0"),
        ],
        [
            *("3", "3", "EW", "3 Elsa Rossi & Finn O'Hara"),
            "adjusted NS 50% of +400 and 50% of −50, EW 50% of −400 and 50% of +50",
            *("", "", "", "", "2.75", "68.8"),
        ],
    ]


def test_a_scorecard_leads_to_opponents_and_to_the_own_line_of_every_board(
    exported: Results,
) -> None:
    table = _read(exported, "pairs/A-5.html").one("table")
    assert [link.attributes["href"] for link in table.all("a")] == [
        *("../boards/A-1.html#5", "../pairs/A-2.html"),
        *("../boards/A-2.html#5", "../pairs/A-1.html"),
        *("../boards/A-3.html#5", "../pairs/A-3.html"),
    ]


def test_a_scorecard_draws_the_running_result_and_tells_it_in_words(exported: Results) -> None:
    chart = _read(exported, "pairs/A-5.html").one("svg")
    assert chart.one("title").text == (
        "The result from board to board: 0.0% after the first, 36.3% after 3"
    )
    assert chart.one("polyline").attributes["points"] == "8.0,112.0 300.0,91.2 592.0,74.3"
    assert chart.one("line").attributes["y1"] == "60.0"


def test_one_board_is_no_chart(exported: Results) -> None:
    one = replace(exported, travellers=exported.travellers[:1])
    assert list(_read(one, "pairs/A-5.html").all("svg")) == []


def test_boards_to_come_stand_on_the_scorecard(exported: Results) -> None:
    table = _read(exported, "pairs/A-2.html").one("table")
    assert [row[:5] for row in rows(table)[1:]] == [
        ["1", "1", "NS", "5 Ida Peeters & Jules Bianchi", "4♠X"],
        ["2", "2", "NS", "6", "not in yet"],
        ["3", "3", "NS", "4", "adjusted NS −50, EW −100"],
    ]


def test_a_scorecard_of_a_hidden_ranking_has_no_totals_and_no_chart(exported: Results) -> None:
    first, second, third = exported.travellers
    lines = (replace(third.lines[0], status=Status.MISSING, score=None), *third.lines[1:])
    hiding = replace(
        exported,
        travellers=(first, second, replace(third, lines=lines)),
        publishing=Publishing(hide_first_rounds=3),
    )
    page = _read(hiding, "pairs/A-5.html")
    assert _texts(page.one("dl"), "dt") == ["Boards"]
    assert list(page.all("svg")) == []
    assert page.one("p", **{"class": "notice"}).text == (
        "The ranking is not shown at this point of the tournament."
    )
    assert rows(page.one("table"))[1][-2:] == ["0.00", "0.0"]
    index = _read(hiding)
    assert rows(next(index.all("table"))) == [
        ["No.", "Names", "Boards"],
        ["1", "Ada Voss & Bob Stein", "2"],
        ["2", "Cleo de Vries & Dirk Ångström", "1"],
        ["3", "Elsa Rossi & Finn O'Hara", "1"],
    ]
    assert "notice" in [element.attributes.get("class") for element in index.all("p")]


def test_in_an_individual_event_every_player_has_a_card_with_partners(individual: Results) -> None:
    page = _read(individual, "pairs/A-3.html")
    assert page.one("caption").text == "Scorecard; scores as this player sees them"
    assert rows(page.one("table")) == [
        [
            *("Rnd", "Bd", "On", "Partner", "Opponents", "Contract", "By", "Lead", "+/−"),
            *("Score", "Points", "%"),
        ],
        [
            *("1", "1", "EW", "104 Dirk Ångström", "1 Ada Voss 12"),
            *("2♥ ?", "W", "♠J", "+1", "+140", "3.67", "91.7"),
        ],
    ]


def test_the_wall_shows_the_lists_side_by_side(evening: Results) -> None:
    page = _read(evening, "wall.html")
    (screen,) = page.all("section")
    assert screen.attributes["class"] == "screen few roomy"
    assert screen.attributes["aria-label"] == "Screen 1 of 1"
    assert _texts(screen, "caption") == ["Section A, North-South", "Section A, East-West"]


def _rows_of(evening: Results, count: int) -> tuple[Row, ...]:
    row = evening.rankings[0].rows[0]
    return tuple(replace(row, contestant=number, names=()) for number in range(1, count + 1))


def test_a_long_list_stands_in_columns_on_the_wall(evening: Results) -> None:
    long = replace(evening, rankings=(Ranking("Overall", None, None, _rows_of(evening, 25)),))
    first, second = _read(long, "wall.html").one("section").all("table")
    assert [row[1] for row in rows(first)[1:]] == [str(number) for number in range(1, 14)]
    assert [row[1] for row in rows(second)[1:]] == [str(number) for number in range(14, 26)]


def test_progress_is_a_grid_of_rounds_by_tables_with_signs_and_words(evening: Results) -> None:
    page = _read(evening, "progress.html")
    table = page.one("table")
    assert table.one("caption").text == "Section A Round 2 of 2"
    assert rows(table) == [
        ["Table", "Round 1", "Round 2"],
        ["1", "✓", "✓"],
        ["2", "✓", "▸ 0/1"],
        ["3", "✓", "? 1/1"],
    ]
    assert [cell.text for cell in table.all("td")] == [
        *("✓ in", "✓ in"),
        *("✓ in", "▸ 0/1 expected now"),
        *("✓ in", "? 1/1 being checked"),
    ]
    assert _texts(page.one("ul"), "li") == [
        *("✓ in", "? being checked", "! late", "▸ expected now", "· later", "– not played"),
    ]


EIGHT = Moment(datetime.combine(date(2026, 12, 1), time(20)))
BOARD = timedelta(minutes=7, seconds=30)


def _clock(section: str, begins: Moment = EIGHT) -> SectionClock:
    middle = begins.later(3 * BOARD)
    return SectionClock(
        section,
        (
            RoundTime(1, begins, middle, BOARD),
            RoundTime(2, middle, begins.later(6 * BOARD), BOARD),
        ),
    )


def test_a_clock_has_the_moments_for_the_script_and_words_without_it(evening: Results) -> None:
    page = _read(replace(evening, clocks=(_clock("A"), _clock("B"))))
    (clock,) = page.all("p", **{"class": "clock"})
    begins = int(EIGHT.wall.astimezone().timestamp())
    assert clock.attributes["data-rounds"] == (
        f"[[1, {begins}, {begins + 1350}], [2, {begins + 1350}, {begins + 2700}]]"
    )
    assert clock.text == "Play begins at 20:00"


def test_sections_that_play_at_other_times_have_clocks_of_their_own(evening: Results) -> None:
    clocks = (_clock("A"), _clock("B", EIGHT.later(timedelta(minutes=30))), _clock("C"))
    page = _read(replace(evening, clocks=clocks), "wall.html")
    assert _texts(page, "p", **{"class": "clock"}) == [
        "Section A and Section C Play begins at 20:00",
        "Section B Play begins at 20:30",
    ]


def test_when_all_is_in_no_clock_is_needed(evening: Results) -> None:
    done = replace(evening, complete=True, clocks=(_clock("A"),))
    assert list(_read(done).all("p", **{"class": "clock"})) == []


LANGUAGES = Publishing(languages=(LanguageCode.DUTCH, LanguageCode.ITALIAN))


def test_every_further_language_has_a_folder_and_pages_lead_to_each_other(
    evening: Results,
) -> None:
    pages = _pages(replace(evening, publishing=LANGUAGES))
    assert "boards/A-1.html" in pages
    assert "it/boards/A-1.html" in pages

    def switch(name: str) -> list[tuple[str | None, ...]]:
        nav = pages[name].one("nav", **{"class": "languages"})
        return [
            (*(link.attributes[key] for key in ("href", "lang", "hreflang")), link.text)
            for link in nav.all("a")
        ]

    assert pages["index.html"].attributes["lang"] == "nl"
    assert switch("boards/A-1.html") == [("../it/boards/A-1.html", "it", "it", "Italiano")]
    assert switch("it/boards/A-1.html") == [("../../boards/A-1.html", "nl", "nl", "Nederlands")]
    assert pages["it/boards/A-1.html"].one("body").attributes["data-root"] == "../../"


def test_seats_ranks_and_numbers_are_those_of_the_language(evening: Results) -> None:
    page = _read(replace(evening, publishing=LANGUAGES), "boards/A-1.html")
    heading, *lines = rows(page.one("table"))
    assert heading[:2] == ["NZ", "OW"]
    # West is West in Dutch, a jack is a boer, a comma is the decimal sign.
    assert lines[2][3:] == ["W", "♠B", "+1", "−140", "0,33", "3,67"]
    italian = _read(replace(evening, publishing=LANGUAGES), "it/boards/A-1.html")
    assert rows(italian.one("table"))[3][3:5] == ["O", "♠F"]


def test_one_language_needs_no_switch(evening: Results) -> None:
    assert list(_read(evening).all("nav", **{"class": "languages"})) == []


def test_every_link_leads_to_a_page_and_a_place_that_are_there(sections: Results) -> None:
    pages = _pages(replace(sections, complete=True, publishing=LANGUAGES))
    site = {*pages, "page.css", "live.js"}
    places = {
        name: {
            element.attributes["id"]
            for tag in ("main", "span", "h2")
            for element in page.all(tag)
            if "id" in element.attributes
        }
        for name, page in pages.items()
    }
    for name, page in pages.items():
        targets = [element.attributes["href"] for tag in ("a", "link") for element in page.all(tag)]
        targets += [element.attributes["src"] for element in page.all("script")]
        for target in targets:
            if target is None or target.startswith("data:"):
                continue
            path, _, place = unquote(target).partition("#")
            there = _resolved(name, path) if path else name
            assert there in site, f"{target} on {name}"
            assert not place or place in places[there], f"{target} on {name}"


def _resolved(page: str, target: str) -> str:
    parts: list[str] = list(PurePosixPath(page).parent.parts)
    for part in PurePosixPath(target).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def test_every_row_of_a_table_is_as_wide_as_its_head(sections: Results) -> None:
    for name, page in _pages(replace(sections, complete=True)).items():
        for table in page.all("table"):
            widths = {
                len([cell for cell in row.parts if isinstance(cell, Element)])
                for row in table.all("tr")
            }
            assert len(widths) == 1, name


def test_every_heading_cell_says_what_it_heads(sections: Results) -> None:
    for name, page in _pages(replace(sections, complete=True)).items():
        for table in page.all("table"):
            assert table.one("caption").text, name
            assert {cell.attributes["scope"] for cell in table.one("thead").all("th")} == {"col"}
            for row in table.one("tbody").all("tr"):
                assert row.one("th").attributes["scope"] == "row", name


def test_the_pages_ask_nobody_for_anything_and_pass_a_strict_policy(evening: Results) -> None:
    for name, text in _site(replace(evening, publishing=LANGUAGES)).items():
        assert re.findall(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text) == [], name
        if not name.endswith(".html"):
            continue
        page = tree(text)
        (script,) = page.all("script")
        assert script.parts == []
        assert list(page.all("style")) == []
        assert list(page.all("img")) == []
        assert re.findall(r"<[^>]*\s(?:style|on\w+)=", text) == [], name
        policy = page.one("meta", **{"http-equiv": "Content-Security-Policy"})
        assert str(policy.attributes["content"]).startswith("default-src 'none'; script-src 'self'")


def test_light_and_dark_telephone_wall_and_paper_have_their_rules(evening: Results) -> None:
    style = _site(evening)["page.css"]
    for rule in ("(prefers-color-scheme: dark)", "(max-width:", "(min-width:", "@media print"):
        assert rule in style


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
    pages = _pages(replace(_everywhere(evening, ATTACK), complete=True))
    assert len(pages) > 8
    for name, page in pages.items():
        assert len(list(page.all("script"))) == 1, name
        assert list(page.all("img")) == [], name
    assert [name.text for name in pages["index.html"].all("bdi")] == [ATTACK] * 4


@given(text=st.text(max_size=20))
@settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_text_changes_the_structure_of_a_page(evening: Results, text: str) -> None:
    def tags(results: Results) -> list[list[str]]:
        pages = _pages(results).values()
        return [
            [found.tag for tag in ("p", "td", "th", "a", "bdi", "li") for found in page.all(tag)]
            for page in pages
        ]

    assert tags(_everywhere(evening, f"x{text}x")) == tags(_everywhere(evening, "x"))


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\u202e", "\udcff"])
def test_what_steers_or_cannot_be_written_is_replaced(evening: Results, char: str) -> None:
    for name, text in _site(_everywhere(evening, f"Ada{char}Voss")).items():
        if name.endswith(".html"):
            assert char not in text, name
            assert text.encode("utf-8")
            assert "Ada�Voss" in text, name
