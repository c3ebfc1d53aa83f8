import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.scoring.imps import award_imps, imps
from daemon.scoring.rules import ImpsPerTenth

DATA = Path(__file__).parents[1] / "data" / "scoring"
EDGE_CASES = {
    case["name"]: case
    for case in json.loads((DATA / "derived_edge_cases.json").read_text(encoding="utf-8"))
}
with (DATA / "imp_table_78B.csv").open(encoding="utf-8", newline="") as table:
    ROWS = list(csv.DictReader(table))


def test_every_difference_is_in_its_row_of_the_law() -> None:
    assert len(ROWS) == 25
    for row, after in zip(ROWS, [*ROWS[1:], None], strict=True):
        top = 15200 if after is None else int(after["min_diff"]) - 10
        assert row["max_diff"] == ("" if after is None else str(top))
        for difference in range(int(row["min_diff"]), top + 1, 10):
            assert imps(difference) == int(row["imps"])
            assert imps(-difference) == -int(row["imps"])


@pytest.mark.parametrize("name", ["imp_boundaries", "imp_non_multiple_of_10"])
def test_cases_at_the_edges(name: str) -> None:
    case = EDGE_CASES[name]
    assert [imps(difference) for difference in case["diffs"]] == case["imps"]


@given(st.fractions(0, 20000))
def test_a_difference_between_two_rows_counts_as_the_lower(difference: Fraction) -> None:
    reached = [int(row["imps"]) for row in ROWS if difference >= int(row["min_diff"])]
    assert imps(difference) == reached[-1]
    assert imps(-difference) == -reached[-1]


def test_a_cap_limits_what_one_comparison_gives() -> None:
    assert [imps(difference, 17) for difference in (1750, 1740, 4000, -4000, 20)] == [
        *(17, 17, 17, -17, 1),
    ]


def test_an_artificial_score_is_worth_three_imps_by_law_or_two_as_the_nbb_counts() -> None:
    percents = [Fraction(percent) for percent in (40, 50, 60, 75)]
    assert [award_imps(percent, ImpsPerTenth.LAW) for percent in percents] == [
        *(-3, 0, 3, Fraction(15, 2)),
    ]
    assert [award_imps(percent, ImpsPerTenth.NBB) for percent in percents] == [-2, 0, 2, 5]
