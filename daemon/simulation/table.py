"""One board at one table: what is bid, led and made there."""

from msgspec import Struct

from daemon.bridge.board import dealer, vulnerability
from daemon.bridge.card import Card
from daemon.bridge.contract import Outcome, PassedOut, Played
from daemon.bridge.seat import Seat
from daemon.bridgesuite.record import TimedCall
from daemon.simulation.calling import timed_auction
from daemon.simulation.contest import Bought, buy
from daemon.simulation.dealing import Deal
from daemon.simulation.dice import Dice
from daemon.simulation.leading import opening_lead
from daemon.simulation.opening import opening
from daemon.simulation.strength import promised_tricks

_CARD_PLAY_IN_TRICKS = 0.5
_OPTIMISM_IN_POINTS = (-1, 0, 0, 0, 1)


class TableResult(Struct, frozen=True):
    """What a table enters for a board; `lead` is None when it was passed out."""

    outcome: Outcome
    lead: Card | None
    auction: tuple[TimedCall, ...]


def play_board(board: int, deal: Deal, dice: Dice) -> TableResult:
    """Bid and play a deal that lies in this board (1, 2, ...), once."""
    deals = dealer(board)
    optimism = dice.choice(_OPTIMISM_IN_POINTS)
    if all(opening(deal.hands[seat], optimism) is None for seat in Seat):
        return TableResult(PassedOut(), None, timed_auction(deal, deals, None, optimism, dice))
    bought = buy(deal, vulnerability(board), dice)
    leader = deal.hands[bought.declarer.next]
    return TableResult(
        _played(deal, bought, dice),
        opening_lead(leader, bought.contract.strain, dice),
        timed_auction(deal, deals, bought, optimism, dice),
    )


def _played(deal: Deal, bought: Bought, dice: Dice) -> Played:
    side, strain = bought.declarer.side, bought.contract.strain
    expected = promised_tricks(deal, side, strain) + deal.luck[side, strain]
    tricks = round(expected + dice.gauss(0.0, _CARD_PLAY_IN_TRICKS))
    result = min(13, max(0, tricks)) - 6 - bought.contract.level
    return Played(bought.contract, bought.declarer, result)
