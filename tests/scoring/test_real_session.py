"""A club's session of 28 boards with every kind of adjustment, as another scorer published it."""

import json
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from daemon.scoring.adjustment import Adjustment, adjust
from daemon.scoring.field import score_field
from daemon.scoring.matchpoints import expected_plays
from daemon.scoring.rules import Expected, MatchpointRules, Ties
from daemon.scoring.standings import standings
from daemon.scoring.tally import Tally, tally
from daemon.scoring.traveller import (
    Award,
    Compared,
    Contestant,
    Line,
    Points,
    ScoredLine,
    SideScore,
)

DATA = Path(__file__).parents[1] / "data" / "scoring"
SESSION: dict[str, Any] = json.loads((DATA / "bridgewx_session1.json").read_text(encoding="utf-8"))
PUBLISHED = {int(number): row for number, row in SESSION["expected_mp_neuberg"].items()}
RULES = MatchpointRules(expected=Expected.BOARD_ROWS, own_percentage=False)


def read(score: str, sign: int) -> SideScore:
    """`130`, `%60`, or `R620`; the side's own view times `sign` is that of NS."""
    if score.startswith("%"):
        return Award(Fraction(score[1:]))
    return Compared(int(score.removeprefix("R")) * sign)


def rounded(points: Points) -> Points:
    """Round one line's points to a tenth, as that scorer does."""
    exact = Decimal(points.points.numerator) / points.points.denominator
    return Points(Fraction(exact.quantize(Decimal("0.1"), ROUND_HALF_UP)), points.maximum)


def session() -> dict[Contestant, Tally]:
    lines = {
        int(board): [
            Line(
                (Contestant("A", row["ns"]),),
                (Contestant("A", row["ew"]),),
                read(row["score_ns"], 1),
                read(row["score_ew"], -1),
            )
            for row in rows
        ]
        for board, rows in SESSION["boards"].items()
    }
    scored = score_field(lines, expected_plays(RULES.expected, {}, lines), RULES)
    return tally(
        ScoredLine(each.line, tuple(map(rounded, each.ns)), tuple(map(rounded, each.ew)))
        for on_board in scored.values()
        for each in on_board
    )


def test_every_pair_has_the_points_and_the_percentage_that_were_published() -> None:
    corrections = {
        Contestant("A", 3): Adjustment(points=Fraction(10)),
        Contestant("A", 5): Adjustment(percent_points=Fraction(3)),
        Contestant("A", 9): Adjustment(carried=Tally(4, Fraction("37.3"), Fraction(56))),
    }
    tallies = adjust(session(), corrections)
    assert {
        who.number: (found.boards, found.total, found.maximum) for who, found in tallies.items()
    } == {
        number: (row["games"], Fraction(str(row["points"])), row["max"])
        for number, row in PUBLISHED.items()
    }
    percent_points = {who: each.percent_points for who, each in corrections.items()}
    rows = standings(tallies, tallies, Ties.SHOWN, percent_points=percent_points)
    by_number = {row.contestant.number: row for row in rows}
    for number, row in by_number.items():
        assert row.percent is not None
        assert abs(row.percent - Fraction(str(PUBLISHED[number]["pct"]))) <= Fraction("0.005")

    assert [by_number[number].rank for number in (15, 4, 3)] == [1, 2, 3]
    # Two pairs with 48.87 % share the tenth place, though their exact percentages differ.
    assert [(by_number[number].rank, by_number[number].tied) for number in (5, 17, 1)] == [
        (10, True),
        (10, True),
        (12, False),
    ]
