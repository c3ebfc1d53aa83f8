"""A club's session of 28 boards with every kind of adjustment, as another scorer published it.

It goes in as it would on the evening: by a configuration, a movement and a rulings file.
"""

import json
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from daemon.tournament.results import Results, Row
from tests.tournament.conftest import MOVEMENTS, Desk

DATA = Path(__file__).parents[1] / "data" / "scoring"
SESSION: dict[str, Any] = json.loads((DATA / "bridgewx_session1.json").read_text(encoding="utf-8"))
BOARDS: dict[int, list[dict[str, Any]]] = {
    int(board): lines for board, lines in SESSION["boards"].items()
}
PAIRS = 18
BOARDS_PER_ROUND = 4
SECTION = f'name = "A"\nmovement = "session.asc"\nboards_per_round = {BOARDS_PER_ROUND}'


def movement() -> str:
    """Everybody plays the same four boards in a round; 16 never came, and who should meet it sits.

    The odd pair out stands at a table of its own.
    """
    rounds = []
    for first in sorted(BOARDS)[::BOARDS_PER_ROUND]:
        group = chr(ord("A") + (first - 1) // BOARDS_PER_ROUND)
        tables = [(line["ns"], line["ew"]) for line in BOARDS[first]]
        seated = {number for table in tables for number in table}
        (odd,) = set(range(1, PAIRS + 1)) - {16} - seated
        rounds.append("  ".join(f"{ns} {ew} {group}" for ns, ew in [*tables, (odd, 16)]))
    return f"{PAIRS} {PAIRS // 2} {len(rounds)} {len(rounds)} 0\n" + "\n".join(rounds) + "\n"


def side(side: str, written: str) -> str:
    """One side's part of a `[[split]]`."""
    if written.startswith("%"):
        return f'{side}_award = "{written[1:]}%"'
    return f"{side}_score = {int(written.removeprefix('R'))}"


def entries() -> list[str]:
    """Every line of the session as an entry of the rulings file."""
    found = []
    for board, lines in BOARDS.items():
        for line in lines:
            where = f"board = {board}\nns = {line['ns']}\new = {line['ew']}\n"
            ns, ew = line["score_ns"], line["score_ew"]
            if ns[0] in "%R" or ew[0] in "%R":
                found.append(f"[[split]]\n{where}{side('ns', ns)}\n{side('ew', ew)}")
            else:
                assert int(ns) == -int(ew)
                found.append(f"[[result]]\n{where}score = {ns}")
    return found


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setitem(MOVEMENTS, "session.asc", movement())
    return Desk()


def scored(desk: Desk, scoring: str, *corrections: str) -> Results:
    absent = f"{SECTION}\nabsent = [16]"
    desk.plan(absent, more=f"[scoring]\n{scoring}")
    desk.rule(*entries(), *corrections)
    assert desk.state.rulings.problems == ()
    assert desk.problems == ()
    results = desk.now.results
    assert results.complete
    return results


def rows(results: Results) -> dict[int, Row]:
    (ranking,) = results.rankings
    return {row.contestant: row for row in ranking.rows if row.boards}


def printed(value: Fraction | None, places: str) -> Decimal:
    """As a number is printed, a half away from zero."""
    assert value is not None
    exact = Decimal(value.numerator) / value.denominator
    return exact.quantize(Decimal(places), ROUND_HALF_UP)


def test_matchpoints_with_neuberg_come_out_to_the_printed_digit(session: Desk) -> None:
    results = scored(
        session,
        'expected = "board-rows"\nround_board = 0.1\nown_percentage = false',
        "[[correction]]\ncontestant = 3\nmatchpoints = 10",
        "[[correction]]\ncontestant = 5\npercent_points = 3",
        "[[correction]]\ncontestant = 9\ncarried = {points = 37.3, maximum = 56, boards = 4}",
    )
    published = {int(pair): row for pair, row in SESSION["expected_mp_neuberg"].items()}
    assert {
        number: (row.boards, row.total, row.maximum, printed(row.percent, "0.01"))
        for number, row in rows(results).items()
    } == {
        number: (
            row["games"],
            Fraction(str(row["points"])),
            row["max"],
            Decimal(str(row["pct"])).quantize(Decimal("0.01")),
        )
        for number, row in published.items()
    }
    # Two pairs that show 48.87 share the tenth place, though one has a little more.
    ranks = {number: (row.rank, row.tied) for number, row in rows(results).items()}
    assert (ranks[5], ranks[17], ranks[1]) == ((10, True), (10, True), (12, False))


def test_butler_comes_out_to_the_printed_digit(session: Desk) -> None:
    results = scored(
        session,
        'method = "butler"\nbutler_drop = "10%"\nbutler_min_left = 4\nimps_average = "nbb"\n'
        "own_percentage = false",
        "[[correction]]\ncontestant = 3\nimps = 10",
        "[[correction]]\ncontestant = 5\nimps = -3",
        "[[correction]]\ncontestant = 9\ncarried = {points = -5, boards = 4}",
    )
    published = {int(pair): row for pair, row in SESSION["expected_butler"].items()}
    assert {
        number: (row.boards, printed(row.average, "0.01")) for number, row in rows(results).items()
    } == {
        number: (row["boards"], Decimal(str(row["imps_per_board"])).quantize(Decimal("0.01")))
        for number, row in published.items()
    }
    assert {
        traveller.board: [(line.ns_datum, line.ew_datum) for line in traveller.lines]
        for traveller in results.travellers
    } == {
        int(board): [(ns, ew)] * len(BOARDS[int(board)])
        for board, (ns, ew) in SESSION["expected_butler_datum"].items()
    }
    assert all(row.maximum is None and row.percent is None for row in rows(results).values())
