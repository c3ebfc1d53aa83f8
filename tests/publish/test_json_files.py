import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.publish.json_files import problems_json, standings_json, travellers_json
from daemon.tournament.results import Ranking, Results

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("file", "make"),
    [
        ("standings.json", standings_json),
        ("travellers.json", travellers_json),
        ("problems.json", problems_json),
    ],
)
def test_the_whole_file_is_as_the_interface_says(
    evening: Results, file: str, make: Callable[[Results], str]
) -> None:
    assert make(evening) == (GOLDEN / file).read_text(encoding="utf-8")


def test_a_list_over_the_event_has_no_section_but_its_rows_have(evening: Results) -> None:
    rows = evening.rankings[0].rows[:1]
    results = replace(evening, rankings=(Ranking("Overall", None, None, rows),))
    assert json.loads(standings_json(results))["rankings"] == [
        {
            "name": "Overall",
            "section": None,
            "direction": None,
            "rows": [
                {
                    "rank": 1,
                    "tied": False,
                    "section": "A",
                    "contestant": 1,
                    "names": ["Ada Voss", "Bob Stein"],
                    "boards": 2,
                    "total": 6.4,
                    "maximum": 8,
                    "percent": 80,
                    "average": 3.2,
                }
            ],
        }
    ]


def test_imps_have_neither_maximum_nor_percentage(evening: Results) -> None:
    row = replace(evening.rankings[0].rows[0], maximum=None, percent=None, total=Fraction(-7, 3))
    results = replace(evening, rankings=(Ranking("A", "A", None, (row,)),))
    written = _first_row(results)
    assert (written["maximum"], written["percent"]) == (None, None)
    assert written["total"] == -2.3333333333333335


def test_before_play_everything_is_there_and_empty(empty: Results) -> None:
    assert json.loads(standings_json(empty))["rankings"] == []
    assert travellers_json(empty) == "[]\n"
    assert problems_json(empty) == "[]\n"


def test_an_odd_file_name_can_still_be_written_as_utf_8(evening: Results) -> None:
    line = replace(evening.travellers[0].lines[0], sources=("OUT_\udce9.txt",))
    board = replace(evening.travellers[0], lines=(line,))
    text = travellers_json(replace(evening, travellers=(board,)))
    written = json.loads(text.encode("utf-8"))
    assert written[0]["lines"][0]["sources"] == ["OUT_\udce9.txt"]


@given(names=st.lists(st.text(), max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_names_survive(evening: Results, names: list[str]) -> None:
    row = replace(evening.rankings[0].rows[0], names=tuple(names))
    results = replace(evening, rankings=(Ranking("A", "A", None, (row,)),))
    assert _first_row(results)["names"] == names


@given(total=st.fractions(min_value=-(10**6), max_value=10**6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_numbers_keep_the_precision_of_a_double(evening: Results, total: Fraction) -> None:
    row = replace(evening.rankings[0].rows[0], total=total)
    results = replace(evening, rankings=(Ranking("A", "A", None, (row,)),))
    assert _first_row(results)["total"] == float(total)


def _first_row(results: Results) -> dict[str, Any]:
    row: dict[str, Any] = json.loads(standings_json(results))["rankings"][0]["rows"][0]
    return row
