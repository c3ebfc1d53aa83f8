"""Which contract a table comes to: the board goes to the side that is ready to go highest.

It is bought as at an auction: at what the buyer would have bid anyhow, or just above what the
other side was ready to bid.
"""

import math

from msgspec import Struct

from daemon.bridge.auction import Bid
from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Strain, Suit
from daemon.bridge.contract import Contract, Doubled
from daemon.bridge.score import contract_score
from daemon.bridge.seat import Seat, Side
from daemon.simulation.dealing import Deal
from daemon.simulation.dice import Dice, happens
from daemon.simulation.opening import opening
from daemon.simulation.strength import fit, promised_tricks

_GAME_LEVEL = {
    Strain.CLUBS: 5,
    Strain.DIAMONDS: 5,
    Strain.HEARTS: 4,
    Strain.SPADES: 4,
    Strain.NO_TRUMP: 3,
}
_MISJUDGED_TRICKS = 0.6
# How far players go when nobody disturbs them and there is no game.
_QUIET_LEVELS = (1, 2, 2, 2, 3)
_QUIET_NO_TRUMP_LEVELS = (1, 1, 1, 2)
_HIGHEST_IN_COMPETITION = 5


class Bought(Struct, frozen=True):
    """A contract, who declares it, and how high the other side went along (None: not at all)."""

    contract: Contract
    declarer: Seat
    outbid: Bid | None


class _Intent(Struct, frozen=True):
    """What a side wants: the strain, the level it bids undisturbed, and the one it goes to."""

    side: Side
    strain: Strain
    quiet: int
    limit: int
    wants_game: bool

    @property
    def highest(self) -> Bid:
        return Bid(self.limit, self.strain)


def buy(deal: Deal, vulnerability: Vulnerability, dice: Dice) -> Bought:
    """Let both sides judge their cards, as well as they can, and one of them buy the board."""
    intents = [_intent(deal, side, vulnerability, dice) for side in Side]
    dice.shuffle(intents)
    other, buyer = sorted(intents, key=lambda intent: intent.highest.order)
    competes = other.highest != buyer.highest and (other.wants_game or happens(dice, 0.8))
    outbid = other.highest if competes else None
    level = buyer.quiet
    if outbid is not None:
        level = max(level, _cheapest(buyer.strain, outbid))
    contract = Contract(level, buyer.strain, _doubled(deal, buyer, level, dice))
    return Bought(contract, _declarer(deal, buyer, dice), outbid)


def _cheapest(strain: Strain, above: Bid) -> int:
    return above.level if strain.rank > above.strain.rank else above.level + 1


def _intent(deal: Deal, side: Side, vulnerability: Vulnerability, dice: Dice) -> _Intent:
    vulnerable = vulnerability.of(side)
    judged = {
        strain: promised_tricks(deal, side, strain) + dice.gauss(0.0, _MISJUDGED_TRICKS)
        for strain in Strain
    }
    strain = max(Strain, key=lambda one: _worth(one, judged[one], vulnerable=vulnerable))
    goal = _goal(strain, judged[strain])
    if goal >= _GAME_LEVEL[strain]:
        return _Intent(side, strain, goal, goal, wants_game=True)
    levels = _QUIET_NO_TRUMP_LEVELS if strain is Strain.NO_TRUMP else _QUIET_LEVELS
    quiet = min(goal, dice.choice(levels))
    limit = math.floor(judged[strain] + 0.5) - 6
    if strain is not Strain.NO_TRUMP and not vulnerable:
        # The more trumps, the safer it is to go down (and the more the others can make).
        limit += fit(deal, side, Suit(strain.value)) >= 9
    limit = max(quiet, min(limit, _HIGHEST_IN_COMPETITION))
    return _Intent(side, strain, quiet, limit, wants_game=False)


def _goal(strain: Strain, tricks: float) -> int:
    """The level that so many tricks are worth bidding to."""
    game = _GAME_LEVEL[strain]
    if tricks >= 13.5:
        return 7
    if tricks >= 12.1:
        return 6
    if tricks >= game + (5.4 if strain is Strain.NO_TRUMP else 5.6):
        return game
    return max(1, min(math.floor(tricks) - 6, game - 1))


def _worth(strain: Strain, tricks: float, *, vulnerable: bool) -> int:
    goal = _goal(strain, tricks)
    made = min(13, max(0, math.floor(tricks + 0.5)))
    return contract_score(Contract(goal, strain), made - goal - 6, vulnerable=vulnerable)


def _doubled(deal: Deal, buyer: _Intent, level: int, dice: Dice) -> Doubled:
    """Opponents double what they expect to go down, and now and then what will not."""
    short = level + 6 - promised_tricks(deal, buyer.side, buyer.strain)
    if short >= 2:
        chance = 0.5
    elif short >= 1:
        chance = 0.15
    else:
        chance = 0.015
    if not happens(dice, chance):
        return Doubled.NO
    return Doubled.REDOUBLED if short < 0 and happens(dice, 0.4) else Doubled.DOUBLED


def _declarer(deal: Deal, buyer: _Intent, dice: Dice) -> Seat:
    """Who names the strain first: whoever opens it, else the longer suit or the stronger hand."""
    if buyer.strain is Strain.NO_TRUMP:
        usual = deal.stronger(buyer.side)
    else:
        usual = deal.longer(buyer.side, Suit(buyer.strain.value))
    if _opens(deal, usual.partner, buyer.strain) and not _opens(deal, usual, buyer.strain):
        return usual.partner
    if _opens(deal, usual, buyer.strain) or not happens(dice, 0.15):
        return usual
    return usual.partner


def _opens(deal: Deal, seat: Seat, strain: Strain) -> bool:
    bid = opening(deal.hands[seat])
    return bid is not None and bid.strain is strain
