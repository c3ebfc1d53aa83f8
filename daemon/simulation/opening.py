"""What a hand opens: strong no trump, natural suits, weak twos and threes, a strong two clubs."""

from daemon.bridge.auction import Bid
from daemon.bridge.card import Strain, Suit
from daemon.bridge.hand import Hand

STRONG_TWO_CLUBS = Bid(2, Strain.CLUBS)


def opening(hand: Hand, optimism: int = 0) -> Bid | None:
    """The bid that opens this hand; None when it passes.

    `optimism` is how many points more (or fewer) this player sees in it.
    """
    points = hand.points + optimism
    longest = hand.length(hand.longest)
    if points >= 22:
        return STRONG_TWO_CLUBS
    if hand.is_balanced and points >= 20:
        return Bid(2, Strain.NO_TRUMP)
    if hand.is_balanced and 15 <= points <= 17:
        return Bid(1, Strain.NO_TRUMP)
    if points >= 12 or (points == 11 and longest >= 5):
        return Bid(1, Strain(opened_suit(hand).value))
    return _weak(hand, points, longest)


def opened_suit(hand: Hand) -> Suit:
    """The suit of an opening on the one level: one of five cards, else the longer minor.

    Of two minors diamonds when both have four cards, clubs when both have three.
    """
    if hand.length(hand.longest) >= 5:
        return hand.longest
    clubs, diamonds = hand.length(Suit.CLUBS), hand.length(Suit.DIAMONDS)
    return Suit.DIAMONDS if diamonds > clubs or diamonds == clubs == 4 else Suit.CLUBS


def _weak(hand: Hand, points: int, longest: int) -> Bid | None:
    if points < 5 or longest < 6:
        return None
    strain = Strain(hand.longest.value)
    if longest >= 7:
        return Bid(3, strain)
    return None if strain is Strain.CLUBS else Bid(2, strain)
