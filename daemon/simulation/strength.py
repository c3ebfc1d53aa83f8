"""What a side's cards are worth: the tricks that players would count on."""

from daemon.bridge.card import Strain, Suit
from daemon.bridge.seat import Side
from daemon.simulation.dealing import Deal

# A short suit is worth this many points beside trumps: void, singleton, doubleton.
_SHORTNESS = {0: 3, 1: 2, 2: 1}
_MOST_SHORTNESS = 6


def promised_tricks(deal: Deal, side: Side, strain: Strain) -> float:
    """Tricks that a side can expect with this strain, by points, fit and shortness.

    The rules of thumb that players learn: 25 points for nine tricks without trumps, 26 with a fit
    of eight for ten, 33 for a slam; each further trump is worth about half a trick.
    """
    if strain is Strain.NO_TRUMP:
        points = sum(hand.points for hand in deal.pair(side))
        unsuitable = sum(not hand.is_balanced for hand in deal.pair(side))
        return 7.0 + (points - 20) * 0.38 - 0.25 * unsuitable
    trumps = fit(deal, side, Suit(strain.value))
    beyond_eight = (trumps - 8) * (0.6 if trumps > 8 else 0.9)
    return 8.0 + (_points_beside_trumps(deal, side, Suit(strain.value)) - 22) / 3 + beyond_eight


def fit(deal: Deal, side: Side, suit: Suit) -> int:
    """How many cards of a suit a side holds together."""
    return sum(hand.length(suit) for hand in deal.pair(side))


def _points_beside_trumps(deal: Deal, side: Side, trumps: Suit) -> int:
    shortness = sum(
        _SHORTNESS.get(hand.length(suit), 0)
        for hand in deal.pair(side)
        for suit in Suit
        if suit is not trumps
    )
    return sum(hand.points for hand in deal.pair(side)) + min(shortness, _MOST_SHORTNESS)
