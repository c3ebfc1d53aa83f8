from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.scoring.matchpoints import expected_plays
from daemon.scoring.rules import Expected
from daemon.scoring.traveller import Award, Compared, Contestant, Line, SideScore

SCHEDULED = {1: 6, 2: 6, 3: 4}
SCORE = Compared(110)
AWARD = Award(Fraction(60))


def rows(played: dict[int, int], score: SideScore = SCORE) -> dict[int, list[Line]]:
    """So many lines on each board."""
    return {
        board: [
            Line((Contestant("A", at),), (Contestant("A", 100 + at),), score, score)
            for at in range(1, count + 1)
        ]
        for board, count in played.items()
    }


@pytest.mark.parametrize(
    ("rule", "plays"),
    [
        (Expected.SCHEDULED, {1: 6, 2: 6, 3: 6}),
        (Expected.PER_BOARD, {1: 6, 2: 6, 3: 4}),
        (Expected.MAX_PLAYED, {1: 5, 2: 5, 3: 5}),
        (Expected.BOARD_ROWS, {1: 5, 2: 2, 3: 3}),
    ],
)
def test_each_rule_expects_its_own_number_of_plays(rule: Expected, plays: dict[int, int]) -> None:
    assert expected_plays(rule, SCHEDULED, rows({1: 5, 2: 2, 3: 3})) == plays


@pytest.mark.parametrize("rule", [Expected.MAX_PLAYED, Expected.BOARD_ROWS])
def test_adjusted_lines_are_plays_too(rule: Expected) -> None:
    assert expected_plays(rule, SCHEDULED, rows({1: 3}, AWARD))[1] == 3


@pytest.mark.parametrize(
    ("rule", "plays"),
    [
        (Expected.SCHEDULED, {1: 6, 2: 6, 3: 6}),
        (Expected.PER_BOARD, {1: 6, 2: 6, 3: 4}),
        (Expected.MAX_PLAYED, {1: 0, 2: 0, 3: 0}),
        (Expected.BOARD_ROWS, {1: 0, 2: 0, 3: 0}),
    ],
)
def test_before_the_first_result_only_the_schedule_expects_something(
    rule: Expected, plays: dict[int, int]
) -> None:
    assert expected_plays(rule, SCHEDULED, {}) == plays


@pytest.mark.parametrize(
    ("rule", "plays"),
    [
        (Expected.SCHEDULED, {1: 7, 2: 7, 3: 7}),
        (Expected.PER_BOARD, {1: 6, 2: 6, 3: 7}),
        (Expected.MAX_PLAYED, {1: 7, 2: 7, 3: 7}),
        (Expected.BOARD_ROWS, {1: 1, 2: 0, 3: 7}),
    ],
)
def test_more_lines_than_scheduled_raise_the_number_of_plays(
    rule: Expected, plays: dict[int, int]
) -> None:
    assert expected_plays(rule, SCHEDULED, rows({1: 1, 3: 7})) == plays


@pytest.mark.parametrize(
    ("rule", "plays"),
    [
        (Expected.SCHEDULED, {1: 6, 2: 6, 3: 6, 9: 6}),
        (Expected.PER_BOARD, {1: 6, 2: 6, 3: 4, 9: 2}),
        (Expected.MAX_PLAYED, {1: 2, 2: 2, 3: 2, 9: 2}),
        (Expected.BOARD_ROWS, {1: 0, 2: 0, 3: 0, 9: 2}),
    ],
)
def test_a_board_that_was_not_scheduled_is_expected_too(
    rule: Expected, plays: dict[int, int]
) -> None:
    assert expected_plays(rule, SCHEDULED, rows({9: 2})) == plays


@pytest.mark.parametrize("rule", list(Expected))
def test_a_field_without_boards_expects_nothing(rule: Expected) -> None:
    assert expected_plays(rule, {}, {}) == {}


COUNTS = st.dictionaries(st.integers(1, 6), st.integers(0, 9))


@given(st.sampled_from(Expected), COUNTS, COUNTS)
def test_never_fewer_plays_are_expected_than_there_are_lines(
    rule: Expected, scheduled: dict[int, int], played: dict[int, int]
) -> None:
    plays = expected_plays(rule, scheduled, rows(played))
    assert plays.keys() == scheduled.keys() | played.keys()
    assert all(plays[board] >= count for board, count in played.items())


@given(st.sampled_from([Expected.SCHEDULED, Expected.MAX_PLAYED]), COUNTS, COUNTS)
def test_with_one_top_for_the_field_all_boards_are_expected_equally_often(
    rule: Expected, scheduled: dict[int, int], played: dict[int, int]
) -> None:
    assert len(set(expected_plays(rule, scheduled, rows(played)).values())) <= 1
