"""The opening lead: a card of the hand to declarer's left that a player could choose."""

from daemon.bridge.card import RANKS, Card, Strain, Suit
from daemon.bridge.hand import Hand
from daemon.simulation.dice import Dice, happens


def opening_lead(hand: Hand, strain: Strain, dice: Dice) -> Card:
    """Choose a lead against a contract in this strain."""
    side_suits = [suit for suit in Suit if suit.value != strain.value and hand.length(suit)]
    # A hand of nothing but trumps leads one.
    suits = side_suits or [Suit(strain.value)]
    suit = _suit(hand, suits, strain, dice)
    return _card(hand.suit(suit))


def _suit(hand: Hand, suits: list[Suit], strain: Strain, dice: Dice) -> Suit:
    if happens(dice, 0.2):
        return dice.choice(suits)
    if strain is not Strain.NO_TRUMP:
        singletons = [suit for suit in suits if hand.length(suit) == 1]
        headed = [suit for suit in suits if _sequence(hand.suit(suit))]
        if singletons or headed:
            return dice.choice(singletons or headed)
    return max(suits, key=hand.length)


def _card(cards: tuple[Card, ...]) -> Card:
    """The top of a sequence or a doubleton, else the fourth best, or the lowest of three."""
    if _sequence(cards) or len(cards) <= 2:
        return cards[0]
    return cards[3] if len(cards) >= 4 else cards[-1]


def _sequence(cards: tuple[Card, ...]) -> bool:
    """Whether a suit is headed by two touching honours (the ten counts beside the jack)."""
    if len(cards) < 2:
        return False
    first, second = (RANKS.index(card.rank) for card in cards[:2])
    return first == second + 1 and first >= RANKS.index("J")
