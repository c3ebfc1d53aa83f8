import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from daemon.scoring.butler import datum, datums, score_board
from daemon.scoring.rules import ButlerRules, Drop, ImpsPerTenth
from daemon.scoring.traveller import Line, SideScore
from tests.scoring.conftest import Written, board, columns, side_score, weighted

DATA = Path(__file__).parents[1] / "data" / "scoring"
PUBLISHED: list[dict[str, Any]] = [
    vector
    for vector in json.loads((DATA / "published_vectors.json").read_text(encoding="utf-8"))
    if vector["kind"] == "butler"
]
EDGE_CASES = {
    case["name"]: case
    for case in json.loads((DATA / "derived_edge_cases.json").read_text(encoding="utf-8"))
}
Datum = Fraction | int | None
PLAIN = ButlerRules()
ALL = ButlerRules(drop=Drop.NONE)
EXACT = ButlerRules(drop=Drop.NONE, datum_step=0)


def scores(*written: Written) -> list[SideScore]:
    return [side_score(score) for score in written]


def compared_with(lines: list[Line], rules: ButlerRules) -> list[tuple[Datum, Datum]]:
    """The datums of NS and EW, line by line."""
    return list(datums(lines, rules))


@pytest.mark.parametrize("vector", PUBLISHED)
def test_published_butler_boards(vector: dict[str, Any]) -> None:
    rules = ButlerRules(drop=Drop(vector["drop"]))
    lines = board(*vector["scores"])
    assert datum(scores(*vector["scores"]), rules) == vector["datum"]
    assert set(compared_with(lines, rules)) == {(vector["datum"], -vector["datum"])}
    ns, ew = columns(score_board(lines, rules))
    assert [ns[at] for at in vector["which"]] == vector["expected"]
    assert ew == [-points for points in ns]


def test_a_datum_is_rounded_away_from_zero_alike_for_both_sides() -> None:
    case = EDGE_CASES["butler_round_half"]
    for mean, rounded in zip(case["mean"], case["datum_half_away"], strict=True):
        # Ten scores with this mean.
        total = round(mean * 10)
        found = [side_score(total - 9 * int(mean)), *(side_score(int(mean)) for _ in range(9))]
        assert datum(found, ALL) == rounded


def test_one_extreme_at_each_end_is_dropped_and_still_gets_imps() -> None:
    # Without 1100 and -300 the mean of 100 and 140 is 120.
    lines = board(1100, 140, 100, -300)
    assert set(compared_with(lines, PLAIN)) == {(120, -120)}
    assert columns(score_board(lines, PLAIN))[0] == [14, 1, -1, -9]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (PLAIN, 200),  # of three one would stay: none is dropped
        (ButlerRules(min_left=1), 100),
        (ButlerRules(drop=Drop.NONE, min_left=1), 200),
    ],
)
def test_nothing_is_dropped_where_too_few_would_stay(rules: ButlerRules, expected: int) -> None:
    assert datum(scores(0, 100, 500), rules) == expected


@pytest.mark.parametrize(
    ("n", "dropped"), [(5, 0), (6, 1), (10, 1), (11, 2), (20, 2), (21, 3), (30, 3)]
)
def test_a_tenth_is_rounded_up(n: int, dropped: int) -> None:
    # Scores of ten times 1, 4, 9, ...: sums of squares tell which are gone.
    found = [10 * at * at for at in range(1, n + 1)]
    kept = found[dropped : n - dropped]
    rules = ButlerRules(drop=Drop.TENTH, min_left=4, datum_step=0)
    assert datum(scores(*reversed(found)), rules) == Fraction(sum(kept), len(kept))


def test_a_datum_may_stay_as_it_is_or_be_rounded_otherwise() -> None:
    found = scores(100, 140, 110)
    assert datum(found, EXACT) == Fraction(350, 3)
    assert datum(found, ButlerRules(drop=Drop.NONE, datum_step=1)) == 117
    assert datum(found, ButlerRules(drop=Drop.NONE, datum_step=50)) == 100


def test_a_difference_from_an_exact_datum_counts_as_the_lower_row() -> None:
    # 116 2/3: 20 and more is 1 IMP, so that 140 has 1 and 100 nothing.
    assert columns(score_board(board(100, 140, 110), EXACT))[0] == [0, 1, 0]


def test_a_score_alone_gets_nothing_when_its_datum_is_itself() -> None:
    assert columns(score_board(board(420), PLAIN)) == ([0], [0])


def test_awards_take_no_part_in_the_datum() -> None:
    lines = board(620, 600, ("60", "40"), "50")
    assert set(compared_with(lines, ALL)) == {(610, -610)}
    assert columns(score_board(lines, ALL)) == ([0, 0, 3, 0], [0, 0, -3, 0])
    nbb = ButlerRules(drop=Drop.NONE, per_tenth=ImpsPerTenth.NBB)
    assert columns(score_board(lines, nbb))[1] == [0, 0, -2, 0]


def test_a_board_with_awards_only_has_no_datum() -> None:
    lines = board(("60", "40"))
    assert compared_with(lines, PLAIN) == [(None, None)]
    assert columns(score_board(lines, PLAIN)) == ([3], [-3])
    assert score_board([], PLAIN) == ()


def test_each_direction_has_a_datum_of_its_own() -> None:
    lines = board(620, ("80", 620), (300, "50"), 650)
    assert set(compared_with(lines, ALL)) == {(520, -630)}
    assert columns(score_board(lines, ALL)) == ([3, 9, -6, 4], [0, 0, 0, -1])


def test_each_outcome_of_a_weighted_score_is_compared_and_weighed() -> None:
    # In the datum it counts once, by its mean of 420 x 0.6 - 50 x 0.4 = 232: (232 + 420)/2 = 326.
    lines = board(420, weighted((60, 420), (40, -50)))
    assert set(compared_with(lines, ALL)) == {(330, -330)}
    # 420 is 3 IMPs above it, -50 is 9 below.
    assert columns(score_board(lines, ALL))[0] == [3, Fraction("0.6") * 3 - Fraction("0.4") * 9]


def test_a_weighted_score_can_be_the_extreme_that_is_dropped() -> None:
    found = scores(weighted((50, 1430), (50, 680)), 680, 650, -100)
    assert datum(found, PLAIN) == 670  # of 680 and 650: 665, rounded


def test_a_comparison_gives_no_more_than_the_cap() -> None:
    lines = board(2210, -100, -100, -100)
    capped = ButlerRules(cap=10)
    assert columns(score_board(lines, PLAIN))[0] == [20, 0, 0, 0]
    assert columns(score_board(lines, capped))[0] == [10, 0, 0, 0]


def test_tables_that_played_other_cards_have_a_datum_of_their_own() -> None:
    lines = [*board(420, 400), *board(-50, -100, deal=1)]
    assert compared_with(lines, ALL) == [(410, -410), (410, -410), (-80, 80), (-80, 80)]
