from fractions import Fraction

import pytest

from daemon.movement.balance import balance
from daemon.movement.habits import habits, meeting_matrix
from daemon.movement.round_robin import barometer, endless_howell


@pytest.mark.parametrize("pairs", range(4, 41))
def test_in_a_barometer_everybody_meets_everybody_once_on_the_same_boards(pairs: int) -> None:
    movement = barometer(pairs)
    matrix = meeting_matrix(movement)
    assert all(sum(row) == pairs - 1 == sum(value == 1 for value in row) for row in matrix)
    for number, sets in enumerate(movement.rounds_sets, start=1):
        assert {here.group for here in sets if here} == {number}


@pytest.mark.parametrize("pairs", [5, 7, 15])
def test_with_an_odd_number_of_pairs_everybody_sits_out_once(pairs: int) -> None:
    assert {one.sit_outs for one in habits(barometer(pairs))} == {1}


@pytest.mark.parametrize(("pairs", "qf"), [(4, 100), (8, 100)])
def test_small_barometers_are_perfectly_balanced(pairs: int, qf: int) -> None:
    # Where the places of one direction are the squares of a prime 4n - 1, all differences occur
    # equally often.
    assert balance(barometer(pairs)).qf == Fraction(qf)


@pytest.mark.parametrize("pairs", range(12, 41, 4))
def test_larger_barometers_are_even(pairs: int) -> None:
    found = balance(barometer(pairs)).qf
    assert found is not None
    assert found > 80


def test_a_barometer_can_be_shorter() -> None:
    assert barometer(20, 8).rounds_sets == barometer(20).rounds_sets[:8]
    assert barometer(20, 8).groups == 8


@pytest.mark.parametrize(
    ("pairs", "rounds", "message"),
    [
        (3, None, "a barometer needs 4 pairs or more, not 3"),
        (8, 8, "a barometer of 8 pairs has 1 to 7 rounds, not 8: then everybody has met"),
        (7, 8, "a barometer of 7 pairs has 1 to 7 rounds, not 8: then everybody has met"),
    ],
)
def test_numbers_that_no_barometer_has_are_refused(
    pairs: int, rounds: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        barometer(pairs, rounds)


@pytest.mark.parametrize("tables", range(3, 21))
def test_in_an_endless_howell_nobody_stays_and_all_play_all_boards(tables: int) -> None:
    movement = endless_howell(tables)
    pairs = 2 * tables
    for one in habits(movement):
        before = one.contestant - 1 or pairs
        assert one.follows == ((before, pairs - 1),)
    met: dict[int, set[int]] = {}
    for sets in movement.rounds_sets:
        assert len({here.group for here in sets if here}) == tables
        for here in sets:
            assert here is not None
            for number in here.contestants:
                met.setdefault(number, set()).add(here.group)
    assert all(groups == set(range(1, pairs + 1)) for groups in met.values())


@pytest.mark.parametrize("tables", range(3, 21))
def test_in_an_endless_howell_few_meet_again(tables: int) -> None:
    for row in meeting_matrix(endless_howell(tables)):
        assert max(row) <= 2
        assert sum(value == 2 for value in row) <= 2
        assert sum(value == 0 for value in row) <= 2


@pytest.mark.parametrize(
    ("tables", "rounds", "message"),
    [
        (2, None, "an endless Howell has 3 to 20 tables here, not 2"),
        (
            5,
            11,
            (
                "an endless Howell of 5 tables has 1 to 10 rounds \\(then all boards have been "
                "played\\), not 11"
            ),
        ),
    ],
)
def test_numbers_that_no_endless_howell_has_are_refused(
    tables: int, rounds: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        endless_howell(tables, rounds)
