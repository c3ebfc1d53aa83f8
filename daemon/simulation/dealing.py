"""Deals: four hands, and how well the cards lie for each side."""

from collections.abc import Mapping

from msgspec import Struct

from daemon.bridge.card import RANKS, Card, Strain, Suit
from daemon.bridge.hand import Hand
from daemon.bridge.seat import Seat, Side
from daemon.simulation.dice import Dice

_SEATS_OF = {Side.NS: (Seat.NORTH, Seat.SOUTH), Side.EW: (Seat.EAST, Seat.WEST)}
_LUCK_IN_TRICKS = 0.7


class Deal(Struct, frozen=True):
    """What lies in a board, the same at every table.

    `luck` is how many tricks more (or fewer) than its strength promises a side takes in a strain:
    whether finesses win and suits break is the same for the whole room.
    """

    hands: Mapping[Seat, Hand]
    luck: Mapping[tuple[Side, Strain], float]

    def pair(self, side: Side) -> tuple[Hand, Hand]:
        """The two hands of a side."""
        first, second = _SEATS_OF[side]
        return self.hands[first], self.hands[second]

    def longer(self, side: Side, suit: Suit) -> Seat:
        """Who of a side holds more cards of a suit; of equals, the one with more points."""
        return max(
            _SEATS_OF[side],
            key=lambda seat: (self.hands[seat].length(suit), self.hands[seat].points),
        )

    def stronger(self, side: Side) -> Seat:
        """Who of a side holds more points."""
        return max(_SEATS_OF[side], key=lambda seat: self.hands[seat].points)


def deal(dice: Dice, known: Mapping[Seat, Hand] | None = None) -> Deal:
    """Shuffle a pack and deal it; or take the hands that are known to lie in the board."""
    hands = _dealt(dice) if known is None else known
    luck = {(side, strain): dice.gauss(0.0, _LUCK_IN_TRICKS) for side in Side for strain in Strain}
    return Deal(hands, luck)


def _dealt(dice: Dice) -> Mapping[Seat, Hand]:
    pack = [Card(suit, rank) for suit in Suit for rank in RANKS]
    dice.shuffle(pack)
    return {seat: Hand.of(pack[place::4]) for place, seat in enumerate(Seat)}
