from collections import Counter
from itertools import product

import pytest

from daemon.movement.habits import habits, meeting_matrix
from daemon.movement.individual import KNOWN_PLAYERS, individual, rainbow
from daemon.movement.movement import Movement


def partners(movement: Movement) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(side)
        for sets in movement.rounds_sets
        for here in sets
        if here
        for side in (here.ns, here.ew)
    )


@pytest.mark.parametrize("players", KNOWN_PLAYERS)
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(players: int) -> None:
    movement = individual(players)
    assert partners(movement) == Counter(
        frozenset((one, other)) for one in range(1, players + 1) for other in range(1, one)
    )
    for number, row in enumerate(meeting_matrix(movement)):
        assert [value for at, value in enumerate(row) if at != number] == [2] * (players - 1)


def test_the_sizes_that_clubs_play_are_known() -> None:
    assert {4, 8, 12, 16, 20, 24, 28} <= set(KNOWN_PLAYERS)


@pytest.mark.parametrize("players", [players for players in KNOWN_PLAYERS if players % 4 == 1])
def test_one_player_more_than_seats_sits_out_in_turn(players: int) -> None:
    assert {one.sit_outs for one in habits(individual(players))} == {1}


@pytest.mark.parametrize("tables", [5, 7, 11, 13, 25])
def test_in_a_rainbow_nobody_meets_anybody_or_a_group_twice(tables: int) -> None:
    movement = rainbow(tables)
    together = Counter(
        couple
        for sets in movement.rounds_sets
        for here in sets
        if here
        for couple in product(here.contestants, here.contestants)
        if couple[0] < couple[1]
    )
    assert set(together.values()) == {1}
    groups = Counter(
        (number, here.group)
        for sets in movement.rounds_sets
        for here in sets
        if here
        for number in here.contestants
    )
    assert set(groups.values()) == {1}
    assert len(groups) == 4 * tables * tables


@pytest.mark.parametrize(
    ("players", "rounds", "message"),
    [
        (
            10,
            None,
            (
                "no cyclic individual is known here for 10 players, only for 4, 5, 8, 12, 13, "
                "16, 17, 20, 21, 24 and 28: take fewer or more, or the rainbow (20, 28, 44, ... "
                "players)"
            ),
        ),
        (
            8,
            8,
            (
                "an individual of 8 players has 1 to 7 rounds (then everybody has had all "
                "partners), not 8"
            ),
        ),
    ],
)
def test_numbers_that_no_individual_has_are_refused(
    players: int, rounds: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match="individual") as refusal:
        individual(players, rounds)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("tables", "rounds", "message"),
    [
        (9, None, "a rainbow has 5, 7, 11, 13, ... tables (no multiple of 2 or 3), not 9"),
        (7, 8, "a rainbow of 7 tables has 1 to 7 rounds, not 8"),
    ],
)
def test_numbers_that_no_rainbow_has_are_refused(
    tables: int, rounds: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match="rainbow") as refusal:
        rainbow(tables, rounds)
    assert str(refusal.value) == message
