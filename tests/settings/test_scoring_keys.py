"""`[scoring]`: every method with its choices."""

from fractions import Fraction

import pytest

from daemon.scoring.rules import (
    BoardAMatchRules,
    BoardRules,
    ButlerRules,
    CrossImpRules,
    Divide,
    Drop,
    ImpsPerTenth,
    MatchpointRules,
    RoundHalf,
    Rounding,
    SmallSubfield,
    TotalPointRules,
    Unequal,
)
from daemon.scoring.victory_points import Formula
from daemon.settings.model import Scoring, Unit
from tests.settings.conftest import Change

TENTHS = Rounding(Fraction("0.1"))


def scoring(with_key: Change, *lines: str) -> Scoring:
    found, problems = with_key("scoring", "\n".join(lines))
    assert found is not None, problems
    return found.scoring


@pytest.mark.parametrize(
    ("method", "rules", "unit"),
    [
        ("matchpoints", MatchpointRules(), Unit.MATCHPOINTS),
        ("cross-imps", CrossImpRules(), Unit.IMPS),
        ("butler", ButlerRules(), Unit.IMPS),
        ("total-points", TotalPointRules(), Unit.POINTS),
        ("board-a-match", BoardAMatchRules(), Unit.MATCHPOINTS),
    ],
)
def test_a_method_has_its_usual_choices(
    method: str, rules: BoardRules, unit: Unit, with_key: Change
) -> None:
    found = scoring(with_key, f'method = "{method}"')
    assert found.method == method
    assert found.rules == rules
    assert found.unit is unit
    assert found.victory_points is None


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (["unequal = 'ascherman'"], MatchpointRules(unequal=Unequal.ASCHERMAN)),
        (["unequal = 'factor'"], MatchpointRules(unequal=Unequal.FACTOR)),
        (["small_subfield = 'ebu'"], MatchpointRules(small_subfield=SmallSubfield.EBU)),
        (["small_subfield = 'acbl'"], MatchpointRules(small_subfield=SmallSubfield.ACBL)),
        (["round_board = 0.1"], MatchpointRules(rounding=TENTHS)),
        (["round_board = 0.10"], MatchpointRules(rounding=TENTHS)),
        (["round_board = 0.01"], MatchpointRules(rounding=Rounding(Fraction("0.01")))),
        (["round_board = 'none'"], MatchpointRules()),
        (
            ["round_board = 1", "round_half = 'toward-average'"],
            MatchpointRules(rounding=Rounding(Fraction(1), RoundHalf.TOWARD_AVERAGE)),
        ),
        (
            ["method = 'cross-imps'", "cross_imps_divide = 'scores'", "imps_cap = 17"],
            CrossImpRules(divide=Divide.SCORES, cap=17),
        ),
        (
            ["method = 'cross-imps'", "cross_imps_divide = 'none'", "round_board = 0.1"],
            CrossImpRules(divide=Divide.NONE, rounding=TENTHS),
        ),
        (
            ["method = 'butler'", "butler_drop = '10%'", "butler_min_left = 4", "butler_round = 1"],
            ButlerRules(drop=Drop.TENTH, min_left=4, datum_step=1),
        ),
        (
            ["method = 'butler'", "butler_drop = 'none'", "butler_round = 'none'", "imps_cap = 10"],
            ButlerRules(drop=Drop.NONE, datum_step=0, cap=10),
        ),
        (
            ["method = 'butler'", "imps_average = 'nbb'", "own_percentage = false"],
            ButlerRules(per_tenth=ImpsPerTenth.NBB, own_percentage=False),
        ),
        (["method = 'total-points'", "imps_average = 'nbb'"], TotalPointRules(ImpsPerTenth.NBB)),
        (
            ["method = 'board-a-match'", "own_percentage = false"],
            BoardAMatchRules(own_percentage=False),
        ),
    ],
)
def test_the_choices_of_a_method_are_read(
    lines: list[str], rules: BoardRules, with_key: Change
) -> None:
    assert scoring(with_key, *lines).rules == rules


def test_victory_points_are_worked_out_or_come_from_a_file(with_key: Change) -> None:
    wbf = scoring(with_key, "method = 'butler'", "vp = 'wbf'")
    assert (wbf.victory_points, wbf.vp_file, wbf.unit) == (
        Formula.WBF,
        None,
        Unit.VICTORY_POINTS,
    )
    table = scoring(with_key, "method = 'cross-imps'", "vp = 'vp-30.csv'")
    assert (table.victory_points, table.vp_file, table.unit) == (
        None,
        "vp-30.csv",
        Unit.VICTORY_POINTS,
    )
    assert table.vp_span is not None
    none = scoring(with_key, "method = 'butler'", "vp = 'none'")
    assert (none.victory_points, none.vp_file, none.unit) == (None, None, Unit.IMPS)


def test_victory_points_need_imps(with_key: Change) -> None:
    found, problems = with_key("scoring", "vp = 'wbf'")
    assert found is None
    assert [problem.message for problem in problems] == [
        (
            'scoring.vp are victory points for IMPs, and the method is "matchpoints": take vp '
            'out, or take the method "cross-imps" or "butler"'
        )
    ]
    assert problems[0].code == "config-value"


@pytest.mark.parametrize(
    ("line", "complaint", "code"),
    [
        ("round_board = 0.5", 'must be "none", 0.01, 0.1 or 1, not 0.5', "value"),
        ("round_board = 'nine'", 'must be "none", 0.01, 0.1 or 1, not "nine"', "value"),
        ("round_board = true", 'must be "none", 0.01, 0.1 or 1, not true or false', "type"),
        ("round_half = 'up'", 'must be "away" or "toward-average", not "up"', "value"),
        ("small_subfield = 'nbb'", 'must be "off", "ebu" or "acbl", not "nbb"', "value"),
        (
            "cross_imps_divide = 'score'",
            'must be "comparisons", "scores" or "none", not "score"; did you mean "scores"?',
            "value",
        ),
        ("imps_cap = 25", "must be a whole number from 0 to 24, not 25", "value"),
        ("butler_drop = 'two'", 'must be "one", "none" or "10%", not "two"', "value"),
        ("butler_min_left = 0", "must be a whole number from 1 to 100, not 0", "value"),
        ("butler_round = 0", "must be a whole number from 1 to 100, not 0", "value"),
        ("imps_average = 3", 'must be "law" or "nbb", not a whole number', "type"),
        (
            "vp = ' '",
            "is empty: write something between the quotes, or take the line out",
            "value",
        ),
    ],
)
def test_what_cannot_be_used_is_told(
    line: str, complaint: str, code: str, with_key: Change
) -> None:
    found, problems = with_key("scoring", line)
    assert found is None
    (problem,) = problems
    assert problem.message == f"scoring.{line.partition(' ')[0]} {complaint}"
    assert problem.code == f"config-{code}"
