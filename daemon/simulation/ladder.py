"""The bids by which declarer's side climbs to its contract, each player in turn.

Several natural ways are tried, the likeliest first; declarer must be the first of the side to name
the strain (Law 22A and Definitions), and every bid higher than the one before it.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from daemon.bridge.auction import Bid
from daemon.bridge.card import Strain, Suit
from daemon.bridge.hand import Hand
from daemon.bridge.seat import Seat
from daemon.simulation.dealing import Deal
from daemon.simulation.dice import Dice, happens
from daemon.simulation.opening import STRONG_TWO_CLUBS, opened_suit, opening

_ONE_NO_TRUMP = Bid(1, Strain.NO_TRUMP)
_ACE_QUESTION = Bid(4, Strain.NO_TRUMP)
_ACE_ANSWERS = (
    Bid(5, Strain.CLUBS),
    Bid(5, Strain.DIAMONDS),
    Bid(5, Strain.HEARTS),
    Bid(5, Strain.SPADES),
    Bid(5, Strain.CLUBS),
)
# A transfer names the strain below the suit that is meant.
_TRANSFERS = {
    Strain.HEARTS: Bid(2, Strain.DIAMONDS),
    Strain.SPADES: Bid(2, Strain.HEARTS),
}


class Step(Struct, frozen=True):
    """A bid on the way, who makes it, and whether partner alerts it."""

    seat: Seat
    bid: Bid
    alerted: bool = False


Ladder = tuple[Step, ...]


class Climb(Struct, frozen=True):
    """What a ladder has to lead to: declarer in the final bid, by these hands.

    `opener` is who of the side makes its first bid when nobody is in the way; `floor` is the bid
    that the other side opened with, lower than the final one (None when it has not opened).
    """

    deal: Deal
    final: Bid
    declarer: Seat
    opener: Seat
    floor: Bid | None = None

    @property
    def strain(self) -> Strain:
        """The strain of the contract."""
        return self.final.strain

    @property
    def own(self) -> Hand:
        """Declarer's hand."""
        return self.deal.hands[self.declarer]

    @property
    def dummy(self) -> Hand:
        """The hand of declarer's partner."""
        return self.deal.hands[self.declarer.partner]


def ladder(climb: Climb, dice: Dice) -> Ladder:
    """Choose the bids of declarer's side; the last is the final bid."""
    # With the other side's opening in the way, the first bids of a way may have been too low.
    tries = (way[missed:] for way in _ways(climb, dice) for missed in range(len(way)))
    return next(way for way in tries if _leads_up(way, climb))


def cheapest(strain: Strain, above: Bid | None) -> Bid:
    """The lowest bid of a strain that is higher than another (ValueError above 7NT)."""
    if above is None:
        return Bid(1, strain)
    level = above.level if strain.rank > above.strain.rank else above.level + 1
    return Bid(level, strain)


def _leads_up(way: Ladder, climb: Climb) -> bool:
    bids = [step.bid for step in way]
    rising = all(low.order < high.order for low, high in pairwise(bids))
    above = climb.floor is None or climb.floor.order < bids[0].order
    first = next((step.seat for step in way if step.bid.strain is climb.strain), None)
    return rising and above and bids[-1] == climb.final and first is climb.declarer


def _ways(climb: Climb, dice: Dice) -> Iterator[Ladder]:
    if climb.opener is not climb.declarer:
        yield from _partner_opens(climb, dice)
    elif climb.strain is Strain.NO_TRUMP:
        yield from _opens_for_no_trump(climb, dice)
    else:
        yield from _opens_for_suit(climb, dice)
    # This always leads there: declarer names the strain as low as can be, and partner raises.
    yield _named(climb, (), cheapest(climb.strain, climb.floor), dice)


def _partner_opens(climb: Climb, dice: Dice) -> Iterator[Ladder]:
    bid = opening(climb.dummy) or Bid(1, Strain(opened_suit(climb.dummy).value))
    first = Step(climb.declarer.partner, bid, alerted=bid == STRONG_TWO_CLUBS)
    yield _named(climb, (first,), cheapest(climb.strain, bid), dice)


def _opens_for_suit(climb: Climb, dice: Dice) -> Iterator[Ladder]:
    own, strain = climb.own, climb.strain
    suit = Suit(strain.value)
    if own.points >= 22:
        yield _strong(climb, cheapest(strain, Bid(2, Strain.DIAMONDS)), dice)
    if own.is_balanced and 15 <= own.points <= 17 and strain in _TRANSFERS:
        yield from _after_one_no_trump(climb, suit, dice)
    if own.points < 11 and own.length(suit) >= 6:
        level = 3 if own.length(suit) >= 7 or suit is Suit.CLUBS else 2
        yield _named(climb, (), Bid(level, strain), dice)
    one = Bid(1, strain)
    answer = _new_suit(climb.dummy, one)
    if answer is not None and happens(dice, 0.35):
        exchange = (Step(climb.declarer, one), Step(climb.declarer.partner, answer))
        yield _named(climb, exchange, cheapest(strain, answer), dice)
    yield _named(climb, (), one, dice)


def _after_one_no_trump(climb: Climb, suit: Suit, dice: Dice) -> Iterator[Ladder]:
    """Asking for a major of four cards, or showing one of five."""
    if climb.dummy.length(suit) >= 5:
        question = _TRANSFERS[climb.strain]
    elif climb.own.length(suit) >= 4:
        question = Bid(2, Strain.CLUBS)
    else:
        return
    exchange = (
        Step(climb.declarer, _ONE_NO_TRUMP),
        Step(climb.declarer.partner, question, alerted=True),
    )
    yield _named(climb, exchange, Bid(2, climb.strain), dice)


def _opens_for_no_trump(climb: Climb, dice: Dice) -> Iterator[Ladder]:
    own = climb.own
    two = Bid(2, Strain.NO_TRUMP)
    if own.points >= 22:
        yield _strong(climb, two, dice)
    if own.is_balanced and own.points >= 20:
        yield _named(climb, (), two, dice)
    if own.is_balanced and 15 <= own.points <= 17:
        yield _named(climb, (), _ONE_NO_TRUMP, dice)
    one = Bid(1, Strain(opened_suit(own).value))
    answer = _new_suit(climb.dummy, one)
    if answer is not None:
        exchange = (Step(climb.declarer, one), Step(climb.declarer.partner, answer))
        yield _named(climb, exchange, cheapest(Strain.NO_TRUMP, answer), dice)


def _strong(climb: Climb, named: Bid, dice: Dice) -> Ladder:
    exchange = (
        Step(climb.declarer, STRONG_TWO_CLUBS, alerted=True),
        Step(climb.declarer.partner, Bid(2, Strain.DIAMONDS), alerted=True),
    )
    return _named(climb, exchange, named, dice)


def _new_suit(hand: Hand, above: Bid) -> Bid | None:
    """The cheapest bid in a suit of four cards or more that was not named yet."""
    strains = [
        Strain(suit.value)
        for suit in Suit
        if hand.length(suit) >= 4 and suit.value != above.strain.value
    ]
    bids = [cheapest(strain, above) for strain in strains]
    return min(bids, key=lambda bid: bid.order, default=None)


def _named(climb: Climb, before: Ladder, named: Bid, dice: Dice) -> Ladder:
    """After some bids declarer names the strain, and the side goes on to the contract."""
    return (*before, Step(climb.declarer, named), *_raises(climb, named, dice))


def _raises(climb: Climb, named: Bid, dice: Dice) -> Ladder:
    declarer, partner, final = climb.declarer, climb.declarer.partner, climb.final
    missing = final.level - named.level
    if missing < 1:
        return ()
    invitation = Bid(named.level + 1, final.strain)
    if final.level >= 6 and named.level <= 3 and final.strain is not Strain.NO_TRUMP:
        return (
            Step(partner, invitation),
            Step(declarer, _ACE_QUESTION),
            Step(partner, _ACE_ANSWERS[climb.dummy.aces], alerted=True),
            Step(declarer, final),
        )
    if missing > 1 and happens(dice, 0.4):
        return (Step(partner, invitation), Step(declarer, final))
    return (Step(partner, final),)
