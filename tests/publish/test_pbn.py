"""PBN as it is written, and as another program reads it."""

import io
import re
from fractions import Fraction
from typing import Any

import pytest
from endplay.parsers import pbn as endplay
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.publish.pbn import pbn
from daemon.tournament.results import Ranking, Results

MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
    *("Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
BOARD_1 = """\
[Event "Tuesday pairs"]
[Site "Club \\"Lódz\\" & friends"]
[Date "2026.12.01"]
[Board "1"]
[West "?"]
[North "?"]
[East "?"]
[South "?"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:- - - -"]
[Scoring "MatchPoints"]
[Declarer "?"]
[Contract "?"]
[Result "?"]
[Competition "Pairs"]
[Director "Rita Référée"]
[Section "A"]
[ScoreTable "Round\\1R;Table\\1R;PairId_NS\\1R;PairId_EW\\1R;Contract\\4L;Declarer\\1L;Result\\2R;\
Lead\\2L;Score_NS\\4R;Score_EW\\4R;MP_NS\\4R;MP_EW\\4R;Percentage_NS\\6R;Percentage_EW\\5R"]
1 1 1 4 2H   W  9 SJ -140  140 0.33 3.67   8.33 91.67
1 2 2 5 4SX  N 10 HT  590 -590 4.00 0.00 100.00  0.00
1 3 3 6 Pass -  - -     0    0 2.00 2.00  50.00 50.00
[TotalScoreTable "Rank\\1R;PairId\\1R;Section\\3L;Direction\\2L;Names\\29L;NrBoards\\1R;\
TotalScoreMP\\4R;TotalPercentage\\5R;MemberID1\\7L;MemberID2\\5L"]
1 1 "A" NS "Ada Voss;Bob Stein"          2 6.40 80.00 "12345" -____
2 2 "A" NS "Cleo de Vries;Dirk Ångström" 1 1.00 25.00 -       -____
2 3 "A" NS "Elsa Rossi;Finn O'Hara"      1 1.00 25.00 -       -____
1 5 "A" EW "Ida Peeters;Jules Bianchi"   2 4.78 59.72 -       "777"
2 4 "A" EW ?                             2 1.00     - -       -____
3 6 "A" EW ?                             2 1.00     - -       -____
? 7 "A" EW ?                             0 0.00     - -       -____
"""
TABLE_1 = """\
[Event "Tuesday pairs"]
[Site "Club \\"Lódz\\" & friends"]
[Date "2026.12.01"]
[Board "1"]
[West "?"]
[North "?"]
[East "?"]
[South "?"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:- - - -"]
[Scoring "MatchPoints"]
[Declarer "W"]
[Contract "2H"]
[Result "9"]
[Competition "Pairs"]
[Director "Rita Référée"]
[PairEW "4"]
[PairNS "Ada Voss;Bob Stein"]
[Round "1"]
[Score "NS -140"]
[ScoreMP "NS 0.33 EW 3.67"]
[ScorePercentage "NS 8.33 EW 91.67"]
[Section "A"]
[Table "1"]
[Auction "N"]
Pass Pass Pass 1H =1=
Pass 2H =1= Pass Pass
Pass
[Note "1:Alerted"]
[Play "N"]
SJ - - -
*
[AuctionTimeTable "Time\\8R;Milliseconds\\7R"]
       0       0
       2    2121
       5    5499
       6    5500
      59   59499
   01:00   59500
   02:05  125000
01:02:05 3725000
       ?       ?
"""


def games(results: Results) -> list[str]:
    """The games of a file, with plain line ends."""
    text = pbn(results).decode("latin-1").replace("\r\n", "\n")
    return text.removeprefix("% PBN 2.1\n% EXPORT\n").split("\n\n")


def read(results: Results) -> list[Any]:
    """The games as endplay reads them."""
    return endplay.load(io.StringIO(pbn(results).decode("latin-1"), newline=None))


def table_rows(game: str, name: str) -> list[list[str]]:
    (section,) = re.findall(rf'^\[{name} "[^"]*"\]\n((?:[^\[\n].*\n?)+)', game, re.MULTILINE)
    return [line.split() for line in section.splitlines()]


def test_a_board_has_its_scores_and_the_first_one_the_totals(exported: Results) -> None:
    assert f"{games(exported)[0]}\n" == BOARD_1.replace("____", "    ")


def test_a_result_is_a_game_with_auction_lead_and_times(exported: Results) -> None:
    assert f"{games(exported)[1]}\n" == TABLE_1


def test_the_file_is_in_export_format(exported: Results, individual: Results) -> None:
    for results in (exported, individual):
        content = pbn(results)
        lines = content.decode("latin-1").split("\r\n")
        assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
        assert b"\n" not in content.replace(b"\r\n", b"")
        assert lines[-1] == ""
        assert max(map(len, lines)) <= 253
        for game in games(results):
            tags = re.findall(r"^\[(\w+) ", game, re.MULTILINE)
            assert tuple(tags[:15]) == MANDATORY
            assert len(set(tags)) == len(tags)
            sections = [tag for tag in tags if tag in {"Auction", "Play"} or tag.endswith("Table")]
            first = tags.index(sections[0]) if sections else len(tags)
            # "Table" is the tag of a table, and no section.
            supplemental = [tag for tag in tags[15:] if tag not in {"Auction", "Note", "Play"}]
            plain = [tag for tag in supplemental if tag == "Table" or not tag.endswith("Table")]
            assert plain == sorted(plain)
            assert first >= 15


def test_endplay_reads_every_board_contract_and_result(exported: Results) -> None:
    read_games = [
        (game.board_num, str(game.contract), game.dealer.abbr, game.info["Table"])
        for game in read(exported)
        if game.contract is not None
    ]
    assert read_games == [
        (1, "2♥W+1", "N", "1"),
        (1, "4♠Nx=", "N", "2"),
        (1, "Pass", "N", "3"),
        (3, "3NTN=", "S", "1"),
    ]
    boards = [game.board_num for game in read(exported) if game.contract is None]
    assert boards == [1, 2, 3]


def test_endplay_reads_every_auction_with_its_alerts(exported: Results) -> None:
    tables = {
        (game.board_num, game.info["Table"]): [
            (str(call), call.announcement) for call in game.auction
        ]
        for game in read(exported)
        if game.contract is not None
    }
    no = None
    assert [call for call, _ in tables[1, "1"]] == [
        *("P", "P", "P", "1♥!*", "P", "2♥!*", "P", "P", "P"),
    ]
    assert [alert for _, alert in tables[1, "1"]] == [
        *(no, no, no, "Alerted", no, "Alerted", no, no, no),
    ]
    assert [call for call, _ in tables[1, "3"]] == ["P", "P", "P", "P"]


def test_endplay_reads_leads_scores_and_times(exported: Results) -> None:
    first, second, third, fourth, *_ = read(exported)
    assert first.info["ScoreTable"]["rows"][1] == [
        *("1", "2", "2", "5", "4SX", "N", "10", "HT", "590", "-590", "4.00", "0.00"),
        *("100.00", "0.00"),
    ]
    assert [(card.suit.abbr, card.rank.abbr) for card in second.play] == [("♠", "J")]
    assert [row[1] for row in second.info["AuctionTimeTable"]["rows"]] == [
        *("0", "2121", "5499", "5500", "59499", "59500", "125000", "3725000", "?"),
    ]
    assert [(card.suit.abbr, card.rank.abbr) for card in third.play] == [("♥", "T")]
    assert fourth.play == []
    assert second.info["Score"] == "NS -140"


def test_an_auction_that_leads_elsewhere_is_left_out_and_it_says_so(exported: Results) -> None:
    game = games(exported)[2]
    assert game.startswith(
        "; The auction that was entered does not lead to this contract: it is left out.\n[Event"
    )
    assert "[Auction" not in game
    assert "[AuctionTimeTable" not in game
    assert '[Play "E"]\nHT - - -\n*' in game


def test_a_board_without_an_auction_or_a_lead_has_no_such_sections(exported: Results) -> None:
    lines = tuple(replace(line, auction=(), lead=None) for line in exported.travellers[0].lines)
    board = replace(exported.travellers[0], lines=lines)
    written = games(replace(exported, travellers=(board,)))
    assert [re.findall(r"Auction|Play|Note|;  ", game) for game in written] == [[], [], [], []]
    assert table_rows(written[0], "ScoreTable")[0][7] == "?"


def test_what_counts_for_nobody_is_in_no_table(exported: Results) -> None:
    assert table_rows(games(exported)[4], "ScoreTable") == [
        [*("2", "1", "1", "5", "-", "-", "-", "-", "-", "-"), "^2.40", "^1.60", "^60.00", "^40.00"]
    ]


def test_adjusted_scores_say_what_is_known_of_them(exported: Results) -> None:
    board, assigned = games(exported)[5:]
    assert table_rows(board, "ScoreTable") == [
        [
            *("3", "1", "1", "6", "3NT", "N", "9", "?", "400", "-400", "3.00", "1.00"),
            "75.00",
            "25.00",
        ],
        [
            *("3", "2", "2", "4", "-", "-", "-", "-", "-50", "-100", "1.00", "2.00"),
            "25.00",
            "50.00",
        ],
        [*("3", "3", "3", "5", "-", "-", "-", "-", "-", "-", "1.25", "2.75"), "31.25", "68.75"],
    ]
    assert '[Termination "adjudication"]' in assigned


def test_a_score_without_its_contract_has_a_row_and_no_game(exported: Results) -> None:
    line = replace(exported.travellers[0].lines[2], outcome=None, score=-90, auction=())
    board = replace(exported.travellers[0], lines=(line,))
    (game,) = games(replace(exported, travellers=(board,)))
    assert table_rows(game, "ScoreTable")[0][4:10] == ["?", "?", "?", "?", "-90", "90"]


def test_a_board_of_which_nothing_counts_has_no_table(exported: Results) -> None:
    held = replace(exported.travellers[1], lines=exported.travellers[1].lines[1:])
    _, game = games(replace(exported, travellers=(exported.travellers[2], held)))[-2:]
    assert '[Board "2"]' in game
    assert "ScoreTable" not in game


def test_single_players_have_their_seats(individual: Results) -> None:
    board, played = games(individual)
    assert '[Competition "Individuals"]' in board
    assert "PlayerId_North\\1R;PlayerId_South\\2R;PlayerId_East\\1R;PlayerId_West\\3R" in board
    assert table_rows(board, "ScoreTable")[0][2:6] == ["1", "12", "3", "104"]
    assert [row[1] for row in table_rows(board, "TotalScoreTable")] == ["1", "3", "12", "104"]
    for tag in ('West "Dirk Ångström"', 'North "Ada Voss"', 'East "Cleo de Vries"', 'South "12"'):
        assert f"[{tag}]" in played
    assert "PairNS" not in played


def test_sections_stand_one_after_the_other_with_one_table_of_totals(sections: Results) -> None:
    written = games(sections)
    assert len(written) == 14
    assert sum("[TotalScoreTable" in game for game in written) == 1
    assert len(table_rows(written[0], "TotalScoreTable")) == 14
    assert [re.findall(r'\[Section "(.*)"\]', game)[0] for game in written[6:8]] == ["A", "B & C"]


@pytest.mark.parametrize(
    ("method", "scoring", "columns"),
    [
        ("cross-imps", "IMP;Cross", ["IMP_NS", "IMP_EW"]),
        ("butler", "IMP;Butler", ["IMP_NS", "IMP_EW"]),
        ("total-points", "TotalPoints", []),
        ("board-a-match", "BAM", ["MP_NS", "MP_EW", "Percentage_NS", "Percentage_EW"]),
    ],
)
def test_other_methods_have_their_columns(
    exported: Results, method: str, scoring: str, columns: list[str]
) -> None:
    game = games(replace(exported, method=method))[0]
    assert f'[Scoring "{scoring}"]' in game
    names = re.findall(r'\[ScoreTable "(.*)"\]', game)[0].split(";")[10:]
    assert [name.partition("\\")[0] for name in names] == columns


@pytest.mark.parametrize(
    ("unit", "total", "measure", "value"),
    [
        ("matchpoints", "TotalScoreMP", "TotalPercentage", "80.00"),
        ("imps", "TotalScoreIMP", "MeanIMP", "3.20"),
        ("points", "TotalScore", "MeanScore", "3.20"),
        ("victory-points", "TotalScoreVP", "TotalPercentage", "80.00"),
        ("goals", "TotalScore", "MeanScore", "3.20"),
    ],
)
def test_totals_are_named_by_what_they_are_counted_in(
    exported: Results, unit: str, total: str, measure: str, value: str
) -> None:
    game = games(replace(exported, unit=unit))[0]
    (described,) = re.findall(r'\[TotalScoreTable "(.*)"\]', game)
    names = [column.partition("\\")[0] for column in described.split(";")]
    assert names[5:8] == ["NrBoards", total, measure]
    assert table_rows(game, "TotalScoreTable")[0][7:10] == ["2", "6.40", value]


def test_everybody_has_one_row_with_the_group_and_the_rank_in_it(grouped: Results) -> None:
    game = games(grouped)[0]
    assert ";MeanIMP\\4R;Group\\6L;GroupRank\\1R;MemberID1" in game
    table = game.split("TotalScoreTable")[1].split("\n")[1:]
    assert [re.findall(r"\d\.\d\d +(\S+ +\S) +\S+ +\S+ *$", row)[0] for row in table] == [
        *('"Red"  1', "-      -", '"Red"  2', '"Blue" ?', "-      -", "-      -", "-      -"),
    ]
    assert [row.split()[1] for row in table] == ["1", "2", "3", "5", "4", "6", "7"]


def test_a_butler_has_its_datums_where_there_are_any(grouped: Results) -> None:
    written = games(grouped)
    assert ';IMP_EW\\4R;Datum_NS\\6R;Datum_EW\\7R"]' in written[0]
    assert [row[-2:] for row in table_rows(written[0], "ScoreTable")] == [
        *(["190.00", "-190.00"], ["-", "-"], ["-", "-"]),
    ]
    assert "Datum" not in "".join(written[1:])


def test_points_without_a_top_have_no_percentage(exported: Results) -> None:
    line = replace(exported.travellers[0].lines[0], top=Fraction(0), ns_points=Fraction(0))
    board = replace(exported.travellers[0], lines=(line,))
    written = games(replace(exported, travellers=(board,)))
    assert table_rows(written[0], "ScoreTable")[0][-2:] == ["?", "?"]
    assert "ScorePercentage" not in written[1]


def test_a_line_without_points_says_that_nobody_knows_them(exported: Results) -> None:
    line = replace(exported.travellers[0].lines[0], ns_points=None, ew_points=None, round=None)
    board = replace(exported.travellers[0], lines=(line,))
    written = games(replace(exported, travellers=(board,)))
    assert table_rows(written[0], "ScoreTable")[0][-4:] == ["?"] * 4
    assert "ScoreMP" not in written[1]
    assert "[Round" not in written[1]


def test_before_anything_is_played_there_is_no_game(empty: Results) -> None:
    assert pbn(empty) == b"% PBN 2.1\r\n% EXPORT\r\n"


def test_without_lists_there_are_no_totals(exported: Results) -> None:
    assert "TotalScoreTable" not in games(replace(exported, rankings=()))[0]


def test_a_method_of_a_later_version_is_named_as_it_is(exported: Results) -> None:
    assert '[Scoring "patton"]' in games(replace(exported, method="patton"))[0]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=70), other=st.text('"\\;[]{}#%\r\nŁé=x ', max_size=60))
def test_no_name_can_break_the_file(exported: Results, name: str, other: str) -> None:
    row = replace(exported.rankings[0].rows[0], names=(name, other), ids=(other[:20], name[:20]))
    nonsense = replace(
        exported,
        event=name,
        club=other,
        director=name,
        rankings=(
            Ranking("A", "A", "NS", (row, *exported.rankings[0].rows[1:])),
            Ranking("A", "A", "NS", (row,), group=name),
        ),
    )
    lines = pbn(nonsense).decode("latin-1").split("\r\n")
    assert max(map(len, lines)) <= 253
    assert not any(line.startswith("%") for line in lines[2:])
    assert not re.search(r"[\x00-\x1f\x7f-\x9f]", "".join(lines))
    assert not any(re.match(r'\[\w+ "#', line) for line in lines)
    # What is right, and endplay takes for the end of a tag.
    assume(not any('\\"]' in line for line in lines))
    shape = [game.contract and str(game.contract) for game in read(nonsense)]
    assert shape == [game.contract and str(game.contract) for game in read(exported)]
    assert [game.info["ScoreTable"]["rows"] for game in read(nonsense) if not game.contract] == [
        game.info["ScoreTable"]["rows"] for game in read(exported) if not game.contract
    ]


def test_the_longest_names_fit_into_a_line(grouped: Results) -> None:
    long = replace(
        grouped.rankings[0].rows[0],
        section="S" * 60,
        contestant=9999,
        rank=1000,
        names=("N" * 60, "M" * 60),
        ids=("1" * 20, "2" * 20),
        boards=1000,
        total=Fraction(-1_234_567),
        average=Fraction(-12_345),
    )
    ranking = replace(grouped.rankings[0], section=long.section, rows=(long,))
    of_group = replace(ranking, group="G" * 60)
    content = pbn(replace(grouped, unit="points", rankings=(ranking, of_group))).decode("latin-1")
    row = next(line for line in content.split("\r\n") if line.startswith("1000 9999 "))
    assert f'"{"G" * 22}" 1000 "{"1" * 20}" "{"2" * 20}"' in row
    assert max(map(len, content.split("\r\n"))) <= 253


def test_single_players_of_a_fouled_board_fit_into_a_line(individual: Results) -> None:
    (line,) = individual.travellers[0].lines
    line = replace(
        line,
        ns_contestants=(9996, 9997),
        ew_contestants=(9998, 9999),
        ns_datum=Fraction(-7600),
        ew_datum=Fraction(7600),
    )
    board = replace(individual.travellers[0], lines=(line, replace(line, deal=1)))
    for method in ("butler", "matchpoints"):
        content = pbn(replace(individual, method=method, travellers=(board,))).decode("latin-1")
        assert max(map(len, content.split("\r\n"))) <= 253


def test_a_bracket_behind_a_quote_does_not_end_a_tag(exported: Results) -> None:
    game = games(replace(exported, club='The "Oak"]{'))[0]
    assert '[Site "The \\"Oak\\"]{"]' in game.splitlines()


def test_a_fouled_board_tells_its_deals_apart(exported: Results) -> None:
    first, *others = exported.travellers[0].lines
    board = replace(exported.travellers[0], lines=(replace(first, deal=1), *others))
    game = games(replace(exported, travellers=(board,)))[0]
    assert ';Deal\\1R"]' in game
    assert [row[-1] for row in table_rows(game, "ScoreTable")] == ["1", "0", "0"]
