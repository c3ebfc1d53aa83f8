"""Files without measure: every reader is done with them soon, and says what is wrong."""

import tracemalloc
from collections.abc import Callable
from datetime import date

import pytest

from daemon.bridge.hand_records import read_hand_records
from daemon.bridgesuite.envelope import open_envelope
from daemon.bridgesuite.out_file import read_out
from daemon.frbe.check import check_report
from daemon.frbe.importing import read_tournament
from daemon.frbe.player_list import read_player_list
from daemon.movement.asc import decode_asc, read_asc
from daemon.movement.interchange import read_json
from daemon.problem import MOST_PROBLEMS, Problem, Source
from daemon.settings.names import read_names
from daemon.settings.reading import read_settings
from daemon.settings.victory_table import read_victory_table
from daemon.toml.editing import EditError, add_entries
from daemon.tournament.carrying import read_standings
from daemon.tournament.entry import RulingsRead
from daemon.tournament.rulings import no_rulings, read_rulings
from tests.fuzz.seeds import files
from tests.fuzz.watchdog import guarded, limited

Problems = tuple[Problem, ...]
_MEMORY = 200_000_000
_SECONDS = 8.0
_MORE = "more findings are not listed"
_LINE = b"1,1,1,2,N,false,false,4S,=,N,SA,420\n"


def _out(data: bytes) -> Problems:
    source, problem = open_envelope(data, None, "OUT_1.txt")
    if source is None:
        return () if problem is None else (problem,)
    return read_out(source).all_problems


def _toml(text: str) -> Problems:
    return read_settings(Source("tournament.toml", text))[1]


def _rulings(text: str) -> Problems:
    return read_rulings(RulingsRead("rulings.toml", text), no_rulings()).problems


def _asc(data: bytes) -> Problems:
    source, problems = decode_asc(data, "m.asc")
    return problems if source is None else read_asc(source)[1]


def _report(data: bytes) -> Problems:
    return check_report(data, "R", date(2026, 11, 30)).problems


def _hands(text: str) -> Problems:
    return read_hand_records(Source("hands.pbn", text))[1]


_BAD_TRF = b"".join(
    b"001 %4d      Player                                                                "
    b"        x x x\n" % number
    for number in range(1, 2500)
)
_REPORT = next(data for data in files("frbe/*.txt") if b"Matr" in data)
_BAD_REPORT = _REPORT + b"%b\r\n" % _REPORT.splitlines()[-2] * 2_500


_BOMBS: dict[str, tuple[Callable[[], Problems], str]] = {
    "200,000 records": (lambda: _out(_LINE * 200_000), "it has 200000 lines and at most 5000"),
    "a line of a million fields": (lambda: _out(b"," * 1_000_000), "this line has 1000000 charact"),
    "10^6 digits in an OUT file": (lambda: _out(b"9" * 10**6 + _LINE), "this line has 1000035 ch"),
    "lists in lists, open": (lambda: _toml("a = " + "[" * 100_000), "nested"),
    "lists in lists": (lambda: _toml(f"a = {'[' * 99_000}{']' * 99_000}"), "nested"),
    "tables in tables": (lambda: _toml(f"a = {'{a=' * 40_000}1{'}' * 40_000}"), "nested"),
    "a key of many names": (lambda: _toml(".".join("a" * 90_000) + " = 1"), "nested more than"),
    "10^6 digits in TOML": (lambda: _toml("a = " + "9" * 10**6), "this file has 1000004 characte"),
    "5000 digits in TOML": (lambda: _toml("a = " + "9" * 5000), "thousands of digits"),
    "a line without end": (lambda: _toml("a" * 190_000), "an = is missing"),
    "digits without an =": (lambda: _toml("[a]\n- " + "1" * 180_000), "an = is missing"),
    "a million lines of rulings": (lambda: _rulings("[[result]]\n" * 10**6), "this file has 11000"),
    "many unknown keys": (lambda: _toml("".join(f"k{n}=1\n" for n in range(3000))), "unknown"),
    "10^9 tables and rounds": (lambda: _asc(b"1000000000 1000000000 1000000000 9 0\n"), "1"),
    "brackets in a movement": (lambda: read_json(Source("m", "[" * 10**6))[1], "JSON of no movem"),
    "digits in a movement": (lambda: read_json(Source("m", "9" * 10**6))[1], "JSON of no movement"),
    "many columns of names": (
        lambda: read_names(Source("n.csv", "number,name1" + ",a" * 20_000))[1],
        "the column a is not read",
    ),
    "many lines of a scale": (
        lambda: read_victory_table(Source("v.csv", "margin,winner\n" + "x\n" * 5_000))[1],
        '"x" is no margin',
    ),
    "many lines of a session": (
        lambda: read_standings(Source("s.csv", "contestant,boards\n" + "x\n" * 200_000))[1],
        "this file has 200001 lines: is it the right one?",
    ),
    "a board of 20,000 tags": (
        lambda: _hands("".join(f'[A{number} ""]\n' for number in range(20_000))),
        "there are no hands in this file",
    ),
    "2,000 tags for 2,000 boards": (
        lambda: _hands(
            "".join(f'[A{number} "##x"]\n' for number in range(2000)) + '[Board "1"]\n' * 2000
        ),
        "there are no hands in this file",
    ),
    "many tags that are none": (lambda: _hands("[A\n" * 20_000), "this tag cannot be read"),
    "quotes without end": (lambda: _hands('"\\' * 50_000), "there are no hands in this file"),
    "hands without end": (lambda: _hands("a" * 5_000_001), "this file has 5,000,001 characters"),
    "a report of bad rows": (lambda: _report(_BAD_REPORT), _MORE),
    "a TRF of bad cells": (lambda: read_tournament(_BAD_TRF, "T")[1], _MORE),
    "a crosstable of bad cells": (
        lambda: read_tournament(b"name,1,2\n" + b"Adam,x,x\n" * 2_000, "T")[1],
        _MORE,
    ),
    "a list of no matricules": (
        lambda: read_player_list(b"matricule,name\n" + b"x,y\n" * 3_000, "L")[1],
        _MORE,
    ),
    "lists in a session": (lambda: read_standings(Source("s", "[" * 10**6))[1], "lists within li"),
}


@pytest.mark.parametrize("name", _BOMBS)
def test_a_file_without_measure_is_refused_soon_and_in_words(name: str) -> None:
    read, told = _BOMBS[name]
    with guarded(), limited(_SECONDS):
        problems = read()
    assert any(told in problem.message for problem in problems), problems[:3]
    assert len(problems) <= MOST_PROBLEMS + 2


def test_reading_what_is_refused_takes_little_memory() -> None:
    data = b"1\n" * 100_000
    tracemalloc.start()
    try:
        _out(data)
        assert tracemalloc.get_traced_memory()[1] < _MEMORY
    finally:
        tracemalloc.stop()


def test_rulings_that_nobody_reads_are_not_changed_either() -> None:
    with pytest.raises(EditError) as caught:
        add_entries("#\n" * 200_000, "[[not_played]]\nboard = 1\n")
    assert str(caught.value) == (
        "the file has 400000 characters and at most 200000 are read: take out what is not needed "
        "first"
    )
