import pytest

from daemon.bridge.card import Strain
from daemon.bridge.contract import (
    Contract,
    Doubled,
    PassedOut,
    Played,
    result_in_range,
    show_result,
)
from daemon.bridge.seat import Seat

TWO_HEARTS = Contract(2, Strain.HEARTS)
FOUR_SPADES_DOUBLED = Contract(4, Strain.SPADES, Doubled.DOUBLED)
THREE_NO_TRUMP = Contract(3, Strain.NO_TRUMP)
GRAND_SLAM_REDOUBLED = Contract(7, Strain.NO_TRUMP, Doubled.REDOUBLED)


@pytest.mark.parametrize(
    ("contract", "text", "symbol"),
    [
        (TWO_HEARTS, "2H", "2♥"),
        (FOUR_SPADES_DOUBLED, "4SX", "4♠X"),
        (THREE_NO_TRUMP, "3NT", "3NT"),
        (GRAND_SLAM_REDOUBLED, "7NTXX", "7NTXX"),
        (Contract(1, Strain.CLUBS), "1C", "1♣"),
        (Contract(5, Strain.DIAMONDS, Doubled.REDOUBLED), "5DXX", "5♦XX"),
    ],
)
def test_a_contract_is_written_level_strain_double(
    contract: Contract, text: str, symbol: str
) -> None:
    assert str(contract) == text
    assert contract.symbol == symbol


def test_a_contract_s_repr_names_its_parts() -> None:
    assert repr(FOUR_SPADES_DOUBLED) == (
        "Contract(level=4, strain=<Strain.SPADES: 'S'>, doubled=<Doubled.DOUBLED: 2>)"
    )


@pytest.mark.parametrize("level", [0, 8, -1])
def test_a_contract_s_level_is_one_to_seven(level: int) -> None:
    with pytest.raises(ValueError, match=f"^a contract's level is 1 to 7, not {level}$"):
        Contract(level, Strain.CLUBS)


@pytest.mark.parametrize(
    ("played", "text", "tricks"),
    [
        (Played(TWO_HEARTS, Seat.WEST, 1), "2H W +1", 9),
        (Played(THREE_NO_TRUMP, Seat.EAST, -1), "3NT E -1", 8),
        (Played(FOUR_SPADES_DOUBLED, Seat.NORTH, 0), "4SX N =", 10),
        (Played(GRAND_SLAM_REDOUBLED, Seat.SOUTH, -13), "7NTXX S -13", 0),
        (Played(Contract(1, Strain.CLUBS), Seat.SOUTH, 6), "1C S +6", 13),
    ],
)
def test_a_played_board_says_contract_declarer_and_result(
    played: Played, text: str, tricks: int
) -> None:
    assert str(played) == text
    assert played.tricks == tricks


def test_a_board_passed_out_is_a_pass() -> None:
    assert str(PassedOut()) == "Pass"
    assert PassedOut() == PassedOut()


def test_results_are_shown_with_their_sign() -> None:
    assert [show_result(result) for result in (-2, 0, 1)] == ["-2", "=", "+1"]


@pytest.mark.parametrize("level", range(1, 8))
def test_a_contract_ends_with_none_to_thirteen_tricks(level: int) -> None:
    possible = [result for result in range(-20, 21) if result_in_range(level, result)]
    assert [level + 6 + result for result in possible] == list(range(14))


@pytest.mark.parametrize(("level", "result"), [(3, 5), (3, -10), (7, 1), (1, -8)])
def test_a_result_beyond_thirteen_tricks_is_refused(level: int, result: int) -> None:
    assert not result_in_range(level, result)
    with pytest.raises(ValueError, match=f"^{level}NT can go from -{level + 6} to "):
        Played(Contract(level, Strain.NO_TRUMP), Seat.NORTH, result)


def test_the_refusal_says_how_far_the_contract_can_go() -> None:
    with pytest.raises(ValueError, match=r"^4SX can go from -10 to \+3, not \+4$"):
        Played(FOUR_SPADES_DOUBLED, Seat.NORTH, 4)


def test_a_penalty_is_multiplied_by_what_doubling_is_worth() -> None:
    assert [int(doubled) for doubled in Doubled] == [1, 2, 4]
    assert [doubled.mark for doubled in Doubled] == ["", "X", "XX"]
