"""USEBIO as it is written: its structure, its references, and what is read back.

The structure below is that of the elements that are written here, in the order in which known
programs have them; it stands for the DTD, which is not free to be copied.
"""

import re
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon import __version__
from daemon.publish.usebio import usebio
from daemon.scoring.traveller import Award, SideScore
from daemon.tournament.results import Ranking, Results

POINTS = "(MATCH_POINTS|CROSS_IMP_POINTS|BUTLER_POINTS)"
PLACING = "PLACE TOTAL_SCORE (PERCENTAGE )?"
CHILDREN = {
    "USEBIO": "CLUB EVENT ",
    "CLUB": "CLUB_NAME CLUB_ID_NUMBER ",
    "EVENT": (
        "PROGRAM_NAME PROGRAM_VERSION EVENT_DESCRIPTION DATE WINNER_TYPE BOARD_SCORING_METHOD "
        "(MATCH_SCORING_METHOD )?BOARDS_PLAYED (CONTACT )?(SESSION |PARTICIPANTS (BOARD )*)?"
    ),
    "CONTACT": "FULL_NAME ",
    "SESSION": "(SECTION ){2,}",
    "SECTION": "PARTICIPANTS (BOARD )*",
    "PARTICIPANTS": "(PAIR )*|(PLAYER )*",
    "PAIR": f"PAIR_NUMBER (DIRECTION )?BOARDS_PLAYED (PLAYER ){{2}}{PLACING}",
    "PLAYER": f"(PLAYER_NUMBER )?PLAYER_NAME (NATIONAL_ID_NUMBER )?({PLACING})?",
    "BOARD": "BOARD_NUMBER (TRAVELLER_LINE )+",
    "TRAVELLER_LINE": (
        "(NS_PAIR_NUMBER EW_PAIR_NUMBER |N_PLAYER_NUMBER S_PLAYER_NUMBER E_PLAYER_NUMBER "
        "W_PLAYER_NUMBER )(CONTRACT (PLAYED_BY (LEAD )?TRICKS )?)?(SCORE )?"
        f"(NS_{POINTS} EW_{POINTS} )?"
    ),
}
VALUES = {
    "CONTRACT": r"PASS|[1-7](C|D|H|S|NT)X{0,2}",
    "PLAYED_BY": "[NESW]",
    "LEAD": "[CDHS][2-9TJQKA]",
    "TRICKS": "1?[0-9]",
    "SCORE": r"-?\d+|A\d{4}",
    "DATE": r"\d{2}/\d{2}/\d{4}",
    "DIRECTION": "NS|EW",
    "PLACE": r"[1-9]\d*",
}


def read(results: Results) -> ET.Element:
    """The document, when its structure is right."""
    # What is parsed is what we wrote a moment ago.
    root = ET.fromstring(usebio(results))  # noqa: S314
    assert root.tag == "USEBIO"
    for element in root.iter():
        children = "".join(f"{child.tag} " for child in element)
        assert re.fullmatch(CHILDREN.get(element.tag, ""), children), (element.tag, children)
        if element.tag in VALUES:
            assert re.fullmatch(VALUES[element.tag], element.text or ""), element.tag
    for section in (*root.iter("SECTION"), *root.iter("EVENT")):
        if section.find("PARTICIPANTS") is not None:
            _check_references(section)
    return root


def _check_references(section: ET.Element) -> None:
    """Every number on a line is that of a participant."""
    there = {one.text for kind in ("PAIR", "PLAYER") for one in section.iter(f"{kind}_NUMBER")}
    for line in section.iter("TRAVELLER_LINE"):
        used = {one.text for one in line if one.tag.endswith(("_PAIR_NUMBER", "_PLAYER_NUMBER"))}
        assert used <= there


def texts(element: ET.Element) -> list[str]:
    return [f"{child.tag}={child.text or ''}" for child in element if not len(child)]


def lines(results: Results) -> dict[str, list[list[str]]]:
    return {
        board.findtext("BOARD_NUMBER", ""): [texts(line) for line in board.iter("TRAVELLER_LINE")]
        for board in read(results).iter("BOARD")
    }


def test_the_file_says_what_it_is(exported: Results) -> None:
    assert usebio(exported).decode("utf-8").splitlines()[:8] == [
        '<?xml version="1.0" encoding="UTF-8"?>',
        (
            '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" '
            '"http://www.usebio.org/files/usebio_v1_2.dtd">'
        ),
        '<USEBIO Version="1.2">',
        "<CLUB>",
        '<CLUB_NAME>Club "Łódź" &amp; friends</CLUB_NAME>',
        "<CLUB_ID_NUMBER>0042</CLUB_ID_NUMBER>",
        "</CLUB>",
        '<EVENT EVENT_TYPE="PAIRS">',
    ]


def test_the_event_has_its_date_its_director_and_how_it_is_scored(exported: Results) -> None:
    event = read(exported).find("EVENT")
    assert event is not None
    assert texts(event) == [
        "PROGRAM_NAME=tournamentd",
        f"PROGRAM_VERSION={__version__}",
        "EVENT_DESCRIPTION=Tuesday pairs",
        "DATE=01/12/2026",
        "WINNER_TYPE=2",
        "BOARD_SCORING_METHOD=MATCH_POINTS",
        "BOARDS_PLAYED=3",
    ]
    assert event.findtext("CONTACT/FULL_NAME") == "Rita Référée"


def test_pairs_have_direction_place_and_the_ids_of_their_players(exported: Results) -> None:
    pairs = list(read(exported).iter("PAIR"))
    assert [pair.findtext("PAIR_NUMBER") for pair in pairs] == ["1", "2", "3", "4", "5", "6"]
    assert texts(pairs[0]) == [
        *("PAIR_NUMBER=1", "DIRECTION=NS", "BOARDS_PLAYED=3"),
        *("PLACE=1", "TOTAL_SCORE=6.40", "PERCENTAGE=80.00"),
    ]
    assert [texts(player) for player in pairs[0].iter("PLAYER")] == [
        ["PLAYER_NAME=Ada Voss", "NATIONAL_ID_NUMBER=12345"],
        ["PLAYER_NAME=Bob Stein"],
    ]
    assert [texts(player) for player in pairs[3].iter("PLAYER")] == [["PLAYER_NAME="]] * 2
    assert [pair.findtext("PLACE") for pair in pairs] == ["1", "2", "2", "2", "1", "3"]


def test_every_kind_of_result_that_counts_is_a_line(exported: Results) -> None:
    assert lines(exported) == {
        "1": [
            [
                *("NS_PAIR_NUMBER=1", "EW_PAIR_NUMBER=4", "CONTRACT=2H", "PLAYED_BY=W", "LEAD=SJ"),
                *("TRICKS=9", "SCORE=-140", "NS_MATCH_POINTS=0.33", "EW_MATCH_POINTS=3.67"),
            ],
            [
                *("NS_PAIR_NUMBER=2", "EW_PAIR_NUMBER=5", "CONTRACT=4SX", "PLAYED_BY=N", "LEAD=HT"),
                *("TRICKS=10", "SCORE=590", "NS_MATCH_POINTS=4.00", "EW_MATCH_POINTS=0.00"),
            ],
            [
                *("NS_PAIR_NUMBER=3", "EW_PAIR_NUMBER=6", "CONTRACT=PASS", "SCORE=0"),
                *("NS_MATCH_POINTS=2.00", "EW_MATCH_POINTS=2.00"),
            ],
        ],
        "2": [
            [
                *("NS_PAIR_NUMBER=1", "EW_PAIR_NUMBER=5", "SCORE=A6040"),
                *("NS_MATCH_POINTS=2.40", "EW_MATCH_POINTS=1.60"),
            ],
        ],
        "3": [
            [
                *("NS_PAIR_NUMBER=1", "EW_PAIR_NUMBER=6", "CONTRACT=3NT", "PLAYED_BY=N"),
                *("TRICKS=9", "SCORE=400", "NS_MATCH_POINTS=3.00", "EW_MATCH_POINTS=1.00"),
            ],
            [
                *("NS_PAIR_NUMBER=2", "EW_PAIR_NUMBER=4"),
                *("NS_MATCH_POINTS=1.00", "EW_MATCH_POINTS=2.00"),
            ],
            [
                *("NS_PAIR_NUMBER=3", "EW_PAIR_NUMBER=5"),
                *("NS_MATCH_POINTS=1.25", "EW_MATCH_POINTS=2.75"),
            ],
        ],
    }


@pytest.mark.parametrize(
    ("ns", "ew", "expected"),
    [
        (Award(Fraction(50)), Award(Fraction(50)), "SCORE=A5050"),
        (Award(Fraction(105, 2)), Award(Fraction(95, 2)), None),
        (Award(Fraction(100)), Award(Fraction(0)), None),
        (Award(Fraction(60)), None, None),
    ],
)
def test_percentages_of_two_digits_have_a_form(
    exported: Results, ns: SideScore, ew: SideScore | None, expected: str | None
) -> None:
    line = replace(exported.travellers[1].lines[0], ns_adjusted=ns, ew_adjusted=ew)
    board = replace(exported.travellers[1], lines=(line,))
    (written,) = lines(replace(exported, travellers=(board,)))["2"]
    assert [text for text in written if text.startswith("SCORE")] == [expected] * bool(expected)


def test_a_board_of_which_nothing_counts_is_left_out(exported: Results) -> None:
    board = replace(exported.travellers[1], lines=exported.travellers[1].lines[1:])
    assert set(lines(replace(exported, travellers=(exported.travellers[0], board)))) == {"1"}


def test_several_sections_are_parts_of_one_session(sections: Results) -> None:
    root = read(sections)
    found = root.findall("EVENT/SESSION/SECTION")
    assert [section.get("SECTION_ID") for section in found] == ["A", "B & C"]
    assert [len(list(section.iter("BOARD"))) for section in found] == [3, 3]
    assert [len(list(section.iter("PAIR"))) for section in found] == [6, 6]


def test_one_list_has_one_winner_and_no_directions(exported: Results) -> None:
    rows = tuple(row for ranking in exported.rankings for row in ranking.rows)
    root = read(replace(exported, rankings=(Ranking("A", "A", None, rows),)))
    assert root.findtext("EVENT/WINNER_TYPE") == "1"
    assert list(root.iter("DIRECTION")) == []


def test_single_players_are_participants(individual: Results) -> None:
    root = read(individual)
    assert [event.get("EVENT_TYPE") for event in root.iter("EVENT")] == ["INDIVIDUAL"]
    players = root.findall("EVENT/PARTICIPANTS/PLAYER")
    assert [texts(player)[:2] for player in players] == [
        ["PLAYER_NUMBER=1", "PLAYER_NAME=Ada Voss"],
        ["PLAYER_NUMBER=3", "PLAYER_NAME=Cleo de Vries"],
        ["PLAYER_NUMBER=12", "PLAYER_NAME="],
        ["PLAYER_NUMBER=104", "PLAYER_NAME=Dirk Ångström"],
    ]
    (line,) = lines(individual)["1"]
    assert line[:4] == [
        *("N_PLAYER_NUMBER=1", "S_PLAYER_NUMBER=12", "E_PLAYER_NUMBER=3", "W_PLAYER_NUMBER=104"),
    ]


@pytest.mark.parametrize(
    ("method", "scoring", "points"),
    [
        ("cross-imps", "CROSS_IMPS", "NS_CROSS_IMP_POINTS=0.33"),
        ("butler", "BUTLER_IMPS", "NS_BUTLER_POINTS=0.33"),
        ("board-a-match", "BAM", "NS_MATCH_POINTS=0.33"),
        ("total-points", "AGGREGATE", None),
        ("patton", "OTHER", None),
    ],
)
def test_other_methods_have_their_points(
    exported: Results, method: str, scoring: str, points: str | None
) -> None:
    changed = replace(exported, method=method)
    assert read(changed).findtext("EVENT/BOARD_SCORING_METHOD") == scoring
    found = [text for text in lines(changed)["1"][0] if re.match("NS_.*POINTS", text)]
    assert found == [points] * bool(points)


def test_victory_points_are_named(exported: Results) -> None:
    event = read(replace(exported, method="cross-imps", unit="victory-points")).find("EVENT")
    assert event is not None
    assert event.findtext("BOARD_SCORING_METHOD") == "CROSS_IMPS"
    assert event.findtext("MATCH_SCORING_METHOD") == "VPS"


def test_everybody_is_there_once_whatever_lists_of_groups_there_are(grouped: Results) -> None:
    root = read(grouped)
    assert [one.text for one in root.iter("PAIR_NUMBER")] == ["1", "2", "3", "4", "5", "6"]
    assert [texts(pair)[-2:] for pair in root.iter("PAIR")][0::4] == [
        *(["PLACE=1", "TOTAL_SCORE=6.40"], ["PLACE=1", "TOTAL_SCORE=4.78"]),
    ]


def test_without_a_club_the_elements_are_there_and_empty(exported: Results) -> None:
    root = read(replace(exported, club=None, club_id=None, director=None))
    assert root.findtext("CLUB/CLUB_NAME") == root.findtext("CLUB/CLUB_ID_NUMBER") == ""
    assert root.find("EVENT/CONTACT") is None


def test_before_anything_is_played_there_are_no_participants(empty: Results) -> None:
    assert read(empty).findtext("EVENT/BOARDS_PLAYED") == "0"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=60), other=st.text("<>&'\"]]>\x00\ufffe\uffff=\u202e é", max_size=60))
def test_no_name_can_break_the_file(exported: Results, name: str, other: str) -> None:
    row = replace(exported.rankings[0].rows[0], names=(name, other), ids=(other, name))
    rankings = (
        replace(exported.rankings[0], rows=(row, *exported.rankings[0].rows[1:])),
        exported.rankings[1],
    )
    nonsense = replace(
        exported, event=other, club=name, club_id=other, director=name, rankings=rankings
    )
    root = read(nonsense)
    plain = read(exported)
    assert [one.tag for one in root.iter("PAIR")] == [one.tag for one in plain.iter("PAIR")]
    assert lines(nonsense) == lines(exported)


def test_printable_names_read_back_as_they_are(exported: Results) -> None:
    name = "Ann <b> & 'Łukasz' ]]> \"x\""
    row = replace(exported.rankings[0].rows[0], names=(name, "B"))
    ranking = replace(exported.rankings[0], rows=(row, *exported.rankings[0].rows[1:]))
    root = read(replace(exported, rankings=(ranking, exported.rankings[1])))
    assert root.findtext("EVENT/PARTICIPANTS/PAIR/PLAYER/PLAYER_NAME") == name


def test_a_section_of_single_players_beside_one_of_pairs_keeps_its_form(
    exported: Results, individual: Results
) -> None:
    board = replace(individual.travellers[0], section="B")
    rows = tuple(replace(row, section="B") for row in individual.rankings[0].rows)
    ranking = replace(individual.rankings[0], section="B", rows=rows)
    root = read(
        replace(
            exported,
            rankings=(*exported.rankings, ranking),
            travellers=(*exported.travellers, board),
        )
    )
    assert [event.get("EVENT_TYPE") for event in root.iter("EVENT")] == ["PAIRS"]
    first, second = root.findall("EVENT/SESSION/SECTION/PARTICIPANTS")
    assert {one.tag for one in first} == {"PAIR"}
    assert {one.tag for one in second} == {"PLAYER"}
