"""A row is written as it was read, in every layout."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.frbe.check import check_report
from daemon.frbe.columns import COLUMNS, layout_of_heading, write_heading, write_row
from daemon.frbe.cp1252 import UNDEFINED, decode, encode
from daemon.frbe.head import write_head
from daemon.frbe.reading import read_report
from daemon.frbe.report import (
    FICTIVE,
    NO_GAME,
    Cell,
    Colour,
    Counts,
    Layout,
    Player,
    Report,
    Result,
)
from daemon.frbe.row_reading import read_row
from daemon.frbe.writing import in_layout, write_report
from daemon.problem import Source

TABLES = (Layout.PT, Layout.CM, Layout.WIDE)
DAYS = (date(2026, 6, 1), None)
PLAYER = Player("Adam Eva", 11111, 618, "BEL", 2000, (Cell(2, Colour.WHITE, Result.WIN), NO_GAME))
WRITTEN = {
    Layout.PT: " 1 Adam Eva            11111 618 BEL 2000   2 B 1   0 - -",
    Layout.CM: "1  Adam Eva             11111 618 BEL 2000  2 B 1  0 - -",
    Layout.WIDE: "  1 Adam Eva                  11111 618 BEL 2000   2 B 1   0 - -",
}
HEADINGS = {
    Layout.PT: "   Nom                 Matr. Clb Nat  ELO  260601  991230",
    Layout.CM: "N° Nom                  Matr. Clb Nat ELO  260601 991230",
    Layout.WIDE: "    Nom                       Matr. Clb Nat  ELO  260601  991230",
}


@pytest.mark.parametrize("layout", TABLES)
def test_a_row_and_its_heading_are_written_into_their_columns(layout: Layout) -> None:
    assert write_row(layout, 1, PLAYER) == WRITTEN[layout]
    assert write_heading(layout, DAYS) == HEADINGS[layout]
    assert layout_of_heading(HEADINGS[layout]) is layout


@pytest.mark.parametrize(
    ("layout", "places"),
    [
        # rank, name, matricule, club, nationality, ELO, then opponent, colour, result of round 2
        (Layout.PT, (1, 4, 24, 30, 34, 38, 51, 55, 57)),
        (Layout.CM, (1, 4, 25, 31, 35, 39, 51, 54, 56)),
        (Layout.WIDE, (1, 5, 31, 37, 41, 45, 58, 62, 64)),
    ],
)
def test_the_fields_stand_where_the_layout_has_them(
    layout: Layout, places: tuple[int, ...]
) -> None:
    columns = COLUMNS[layout]
    row, problems = read_row(Source("R", WRITTEN[layout]), 1, WRITTEN[layout], layout, 2, 1)
    assert problems == ()
    starts = tuple(row.field(field).column for field in columns.fields)
    assert (
        *starts,
        row.opponent(2).column,
        row.colour(2).column,
        row.result(2).column,
    ) == places


def test_a_heading_of_columns_elsewhere_is_of_no_layout() -> None:
    assert layout_of_heading("Nom Matr. Clb") is None
    assert layout_of_heading("Tournoi : Nom") is None


def test_what_is_too_long_for_its_columns_is_cut() -> None:
    player = Player("A" * 30, None, None, "BELG", None, ())
    assert write_row(Layout.PT, 1, player) == f" 1 {'A' * 19}           BEL     "


names = st.text(
    st.characters(codec="cp1252", exclude_categories=["C", "Z"], exclude_characters="\xa0\xad")
    | st.just(" "),
    max_size=19,
).map(str.strip)
cells = st.just(NO_GAME) | st.builds(
    Cell, st.integers(1, 99), st.sampled_from(Colour), st.sampled_from(Result)
)
players: Any = st.builds(
    Player,
    name=names,
    matricule=st.none() | st.integers(0, 99999),
    club=st.none() | st.integers(0, 999),
    nationality=st.sampled_from(["", "BEL", "FRA", FICTIVE]),
    elo=st.none() | st.integers(0, 9999),
    cells=st.lists(cells, min_size=3, max_size=3).map(tuple),
)


@given(players, st.sampled_from(TABLES), st.integers(1, 99))
def test_a_row_that_was_written_is_read_as_it_was(
    player: Player, layout: Layout, rank: int
) -> None:
    line = write_row(layout, rank, player)
    assert len(line) == COLUMNS[layout].width(3)
    row, problems = read_row(Source("R", line), 1, line, layout, 3, rank)
    assert problems == ()
    assert row.player == player


def small(layout: Layout, counts: Counts | None = None) -> Report:
    """Two players, two rounds."""
    cells = (Cell(2, Colour.WHITE, Result.WIN), NO_GAME)
    theirs = (Cell(1, Colour.BLACK, Result.LOSS), NO_GAME)
    head = write_head(
        title="Été", participants=2, rounds=2, sender="Club", end=date(2026, 6, 12), tempo="1H"
    )
    return Report(
        layout,
        head,
        "31",
        date(2026, 6, 1),
        date(2026, 6, 12),
        write_heading(layout, DAYS),
        DAYS,
        (
            Player("Adam Eva", 11111, 618, "BEL", 2000, cells),
            Player("Baert Tom", 22222, 618, "BEL", 1900, theirs),
        ),
        2,
        counts,
    )


@pytest.mark.parametrize("counts", [None, Counts(1, 0, 1)])
@pytest.mark.parametrize("layout", TABLES)
def test_a_report_that_was_written_is_read_as_it_was(layout: Layout, counts: Counts | None) -> None:
    report = small(layout, counts)
    checked = check_report(write_report(report), "R", date(2026, 7, 1))
    assert [problem.code for problem in checked.problems] == ["round-unset"]
    assert checked.report == report


@pytest.mark.parametrize("old", TABLES)
@pytest.mark.parametrize("new", TABLES)
def test_a_report_in_another_layout_tells_the_same(old: Layout, new: Layout) -> None:
    assert in_layout(small(old), new) == small(new)


LINE24 = "  1 Adam Eva                  11111 618 BEL 2000   2 B 1\x0012/06/2026 1234"
OTHER24 = "  2 Baert Tom                 22222 618 BEL 0900   1 N 0 12/06/2026 1234"
HEAD24 = "Tournoi : I\r\n\x0031  2 12026061220260612\r\n"


def test_rows_of_the_24_lines_layout_are_read_and_written_byte_for_byte() -> None:
    data = f"{HEAD24}{LINE24}\r\n{OTHER24}\r\n".encode("cp1252")
    checked = check_report(data, "R", date(2026, 7, 1))
    assert checked.problems == ()
    assert checked.report is not None
    assert (checked.report.layout, checked.report.rounds) == (Layout.LINES24, 1)
    assert checked.report.players[1].elo == 900
    assert write_report(checked.report) == data


def test_a_player_of_24_lines_has_a_row_for_each_day() -> None:
    same_day = OTHER24.replace("22222", "11111").replace("0 12/", "0\x0012/")
    for line, codes in ((same_day, ["player-twice"]), (same_day.replace("12/06", "13/06"), [])):
        data = f"{HEAD24}{LINE24}\r\n{line}\r\n".encode("cp1252")
        problems = check_report(data, "R", date(2026, 7, 1)).problems
        assert [problem.code for problem in problems] == codes


def test_24_lines_in_another_layout_lose_what_stands_behind_the_cell() -> None:
    data = f"{HEAD24}{LINE24}\r\n{OTHER24}\r\n".encode("cp1252")
    report = check_report(data, "R", date(2026, 7, 1)).report
    assert report is not None
    wide = in_layout(report, Layout.WIDE)
    assert write_report(wide).split(b"\r\n")[2:] == [
        b"    Nom                       Matr. Clb Nat  ELO  991230",
        b"  1 Adam Eva                  11111 618 BEL 2000   2 B 1",
        b"  2 Baert Tom                 22222 618 BEL  900   1 N 0",
        b"",
    ]


def test_a_table_without_a_heading_is_read_by_the_looks_of_its_first_row() -> None:
    for layout in TABLES:
        data = write_report(small(layout)).replace(HEADINGS[layout].encode("cp1252"), b"")
        reading, problems = read_report(Source("R", data.decode("cp1252")))
        assert reading.layout is layout
        assert [row.player for row in reading.rows] == list(small(layout).players)
        assert [problem.code for problem in problems] == ["heading"]


def test_a_heading_without_elo_has_its_dates_behind_the_columns() -> None:
    text = write_report(small(Layout.PT)).decode("cp1252").replace(" ELO", "    ")
    reading, problems = read_report(Source("R", text))
    assert [each.text for each in reading.dates] == ["260601", "991230"]
    assert problems == ()


@pytest.mark.parametrize(
    ("old", "new"), [("2 B 1", "? B 1"), ("\x0031", "x"), ("20260612\r\n", "20269999\r\n")]
)
def test_what_cannot_be_read_whole_is_no_report(old: str, new: str) -> None:
    text = write_report(small(Layout.PT)).decode("cp1252")
    reading, _ = read_report(Source("R", text))
    assert reading.report() == small(Layout.PT)
    reading, _ = read_report(Source("R", text.replace(old, new)))
    assert reading.report() is None


def test_what_cp1252_has_not_is_written_as_a_question_mark() -> None:
    assert encode("é€\x80Ł") == b"\xe9\x80??"


def test_every_byte_is_a_character_of_cp1252_and_comes_back() -> None:
    everything = bytes(range(256))
    assert encode(decode(everything)) == everything
    for byte in everything:
        expected = bytes([byte]).decode("cp1252", errors="replace")
        assert decode(bytes([byte])) == expected or byte in UNDEFINED


@pytest.mark.parametrize("layout", TABLES)
def test_a_copy_whose_lines_lost_all_blanks_at_their_beginning_is_read(layout: Layout) -> None:
    report = small(layout)
    lines = write_report(report).decode("cp1252").split("\r\n")
    copied = "\r\n".join(line.replace("\0", " ").lstrip() for line in lines)
    checked = check_report(copied.encode("cp1252"), "R", date(2026, 7, 1))
    codes = {problem.code for problem in checked.problems}
    lost = set() if layout is Layout.CM else {"row-blank"}
    assert codes == {"machine-form", "round-unset"} | lost
    # Written again, it is what the program wrote.
    assert checked.report == report
