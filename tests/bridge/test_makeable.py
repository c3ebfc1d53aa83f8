"""Par: worked out by hand for a few boards, and by another program for many."""

from itertools import product
from random import Random

import pytest
from endplay.dds import calc_all_tables
from endplay.dds import par as their_par
from endplay.types import Deal as TheirDeal
from endplay.types import Denom, Player, Vul

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import RANKS, Strain
from daemon.bridge.makeable import Par, Tricks, par
from daemon.bridge.seat import Seat, Side

NONE = Vulnerability(ns=False, ew=False)
ALL = Vulnerability(ns=True, ew=True)
EW_ONLY = Vulnerability(ns=False, ew=True)

DENOMS = dict(
    zip(Strain, (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt), strict=True)
)
PLAYERS = dict(zip(Seat, (Player.north, Player.east, Player.south, Player.west), strict=True))
VULNERABLE = {
    Vul.none: NONE,
    Vul.ns: Vulnerability(ns=True, ew=False),
    Vul.ew: EW_ONLY,
    Vul.both: ALL,
}


def tricks(ns: str, ew: str) -> Tricks:
    """The tricks of both sides in clubs, diamonds, hearts, spades and no trump."""
    of = {Side.NS: ns.split(), Side.EW: ew.split()}
    return {
        (seat, strain): int(of[seat.side][place])
        for seat in Seat
        for place, strain in enumerate(Strain)
    }


def shown(found: Par) -> tuple[int, list[str]]:
    return found.score, [str(contract) for contract in found.contracts]


def test_a_game_that_nobody_can_save_is_par() -> None:
    board = tricks("8 8 10 8 8", "5 5 3 5 5")
    assert shown(par(board, Seat.NORTH, NONE)) == (420, ["4H N =", "4H S ="])


def test_a_save_that_costs_less_than_the_game_is_par() -> None:
    # Four spades doubled, three down without being vulnerable, is 500; the game is 620.
    board = tricks("8 8 10 6 8", "5 5 3 7 5")
    vulnerable = Vulnerability(ns=True, ew=False)
    assert shown(par(board, Seat.NORTH, vulnerable)) == (500, ["4SX E -3", "4SX W -3"])
    # Vulnerable it is 800: the game is par.
    assert shown(par(board, Seat.NORTH, ALL)) == (620, ["4H N =", "4H S ="])


def test_a_part_score_is_named_as_high_as_it_makes() -> None:
    board = tricks("5 5 5 8 5", "6 6 6 5 6")
    assert shown(par(board, Seat.EAST, NONE)) == (110, ["2S N =", "2S S ="])


def test_a_board_on_which_nobody_makes_anything_is_passed_out() -> None:
    board = tricks("6 6 6 6 6", "6 6 6 6 6")
    assert par(board, Seat.SOUTH, NONE) == Par(0)


def test_what_both_sides_can_make_goes_to_the_one_that_bids_it_first() -> None:
    board = tricks("6 6 6 6 7", "6 6 6 6 7")
    assert shown(par(board, Seat.NORTH, NONE)) == (90, ["1NT N =", "1NT S ="])
    assert shown(par(board, Seat.EAST, NONE)) == (-90, ["1NT E =", "1NT W ="])


def test_only_the_seat_that_makes_it_is_named() -> None:
    board = {**tricks("5 5 5 5 5", "6 6 6 6 6"), (Seat.SOUTH, Strain.SPADES): 10}
    assert shown(par(board, Seat.NORTH, NONE)) == (420, ["4S S ="])


@pytest.mark.parametrize("seed", [11])
def test_par_is_what_another_program_says(seed: int) -> None:
    cards = [suit + rank for suit in "SHDC" for rank in reversed(RANKS)]
    dice = Random(seed)
    deals = []
    for _ in range(4):
        dealt = dice.sample(cards, 52)
        hands = [
            ".".join(
                "".join(card[1] for card in cards if card[0] == suit and card in dealt[place::4])
                for suit in "SHDC"
            )
            for place in range(4)
        ]
        deals.append(TheirDeal(f"N:{' '.join(hands)}"))
    cases = 0
    for table in calc_all_tables(deals):
        ours = {
            (seat, strain): table[DENOMS[strain], PLAYERS[seat]]
            for seat, strain in product(Seat, Strain)
        }
        for dealer, (theirs, vulnerable) in product(Seat, VULNERABLE.items()):
            found = par(ours, dealer, vulnerable)
            assert found.score == their_par(table, theirs, PLAYERS[dealer]).score
            cases += 1
    assert cases == 64
