from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridge.auction import review
from daemon.bridge.board import dealer
from daemon.bridge.contract import Outcome, PassedOut, Played
from daemon.bridge.seat import Seat
from daemon.simulation.dealing import Deal, deal
from daemon.simulation.table import play_board

DealOf = Callable[[str], Deal]

# Ten points each.
NOTHING = "AQ32.J432.J32.Q2 JT98.AQT9.Q5.J54 K764.K5.T987.A98 5.876.AK64.KT763"


@given(st.integers(), st.integers(1, 40))
def test_auction_contract_and_lead_belong_together(seed: int, board: int) -> None:
    dice = Random(seed)
    dealt = deal(dice)
    result = play_board(board, dealt, dice)
    bid = review(dealer(board), [timed.call for timed in result.auction])
    assert bid.closed
    assert bid.fault is None
    if isinstance(result.outcome, Played):
        assert (bid.contract, bid.declarer) == (result.outcome.contract, result.outcome.declarer)
        assert result.lead in dealt.hands[result.outcome.declarer.next].cards
    else:
        assert bid.contract is None
        assert result.lead is None


def test_most_tables_pass_out_a_board_without_an_opening_hand(deal_of: DealOf) -> None:
    dealt, dice = deal_of(NOTHING), Random(1)
    assert max(dealt.hands[seat].points for seat in Seat) == 10
    room = [play_board(1, dealt, dice).outcome for _ in range(20)]
    # An optimist opens West's five clubs.
    assert 10 < sum(isinstance(outcome, PassedOut) for outcome in room) < 20


@pytest.fixture(scope="module")
def hundreds() -> tuple[Outcome, ...]:
    """Results of 400 deals."""
    dice = Random(2)
    return tuple(play_board(1, deal(dice), dice).outcome for _ in range(400))


def test_few_boards_are_passed_out(hundreds: tuple[Outcome, ...]) -> None:
    assert 1 <= sum(isinstance(outcome, PassedOut) for outcome in hundreds) <= 16


def test_results_are_close_to_what_was_bid(hundreds: tuple[Outcome, ...]) -> None:
    results = Counter(outcome.result for outcome in hundreds if isinstance(outcome, Played))
    close = sum(count for result, count in results.items() if -1 <= result <= 1)
    assert 0.6 < close / results.total() < 0.95
    assert results[-1] > 40
    assert results[0] > 80
    assert results[1] > 40


def test_a_side_with_all_the_honours_takes_thirteen_tricks_at_most(deal_of: DealOf) -> None:
    dealt = deal_of("AKQJ.AKQ.AKQ.AKQ T987.432.5432.32")
    dice = Random(4)
    tricks = {
        outcome.tricks
        for outcome in (play_board(1, dealt, dice).outcome for _ in range(20))
        if isinstance(outcome, Played)
    }
    assert max(tricks) == 13
