from collections.abc import Callable

import pytest

from daemon.movement.check import check
from daemon.movement.finding import Finding, Place
from daemon.movement.movement import Movement, TableSet
from daemon.problem import Severity

Said = Callable[[str], list[str]]
Codes = Callable[[str], list[str]]


def test_a_contestant_twice_in_a_round_is_an_error(errors: Said) -> None:
    assert errors("4 2 2 4 0\n1 2 A  3 4 B\n1 3 C  2 1 D\n") == [
        (
            "3:10: error: pair 1 plays twice in round 2, at tables 1 and 2: put another pair at "
            "one of them [pair-twice]"
        )
    ]


def test_a_pair_that_sits_out_cannot_play_at_another_table(codes: Codes) -> None:
    assert "2:8 pair-twice" in codes("3 2 1 2 0\n3 0 A  3 1 B\n")


def test_a_pair_against_itself_is_an_error(errors: Said) -> None:
    assert errors("4 2 1 2 0\n1 1 A  3 4 B\n") == [
        (
            "2:3: error: pair 1 plays against itself in round 1 at table 1: put another pair in "
            "one of the places [pair-itself]"
        )
    ]


def test_a_player_sits_in_one_place_of_a_table(errors: Said) -> None:
    assert errors("4 1 1 1 1\n1 2 3 1 A\n") == [
        (
            "2:7: error: player 1 sits twice in round 1 at table 1: put another player in one of "
            "the places [pair-itself]"
        )
    ]


def test_a_pair_that_meets_a_group_twice_is_an_error(errors: Said) -> None:
    assert errors("4 2 2 3 0\n1 2 A  3 4 B\n1 3 C  2 4 B\n") == [
        (
            "3:10: error: pair 4 meets group B twice, in rounds 1 and 2: one of these tables needs "
            "another group [group-twice]"
        )
    ]


def test_a_group_at_a_table_where_the_pair_sits_out_is_not_met(codes: Codes) -> None:
    assert "group-twice" not in " ".join(codes("3 1 2 1 0\n1 0 A\n1 2 A\n"))


def test_a_number_above_the_header_is_an_error(errors: Said) -> None:
    assert errors("4 2 1 2 0\n1 2 A  3 5 B\n") == [
        (
            "2:10: error: there is no pair 5: the header announces 4 pairs; mend the number or the "
            "header [number-range]"
        )
    ]


def test_a_pair_with_group_0_is_an_error(errors: Said) -> None:
    assert errors("4 2 1 2 0\n1 2 A  3 4 0\n") == [
        (
            "2:12: error: pairs 3 and 4 have no group in round 1 at table 2: write the group they "
            "play, or only zeros for a table that is not used [group]"
        )
    ]


def test_a_movement_that_was_made_otherwise_has_no_group_beyond_its_own() -> None:
    movement = Movement(2, 1, 1, individual=False, rounds_sets=((TableSet((1,), (2,), 2),),))
    assert check(movement) == (
        Finding(
            Severity.ERROR,
            "group",
            "there is no group B: the header announces 1 group; mend the group or the header",
            Place(1, 1),
        ),
    )


@pytest.mark.parametrize(
    "text",
    [
        # Four tables that play the same group in a round, as in a barometer.
        "8 1 g\n1 2 1  3 4 1  5 6 1  7 8 1\n",
        "4 2 2 2 0\n1 2 A  3 4 A\n0 0 0  0 0 0\n",
    ],
)
def test_a_group_at_several_tables_of_a_round_and_an_empty_table_are_no_findings(
    text: str, said: Said
) -> None:
    assert [one for one in said(text) if " note: " not in one] == []
