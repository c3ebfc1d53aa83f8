"""What can be made when all four hands are seen (double dummy), and the par of a board."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled, Played
from daemon.bridge.score import score_ns
from daemon.bridge.seat import Seat, Side

Tricks = Mapping[tuple[Seat, Strain], int]
"""Declarer and strain -> the tricks that he makes (0 to 13) when everybody plays perfectly."""

COMPLETE = len(Seat) * len(Strain)
"""So many tricks a board has that is wholly known."""

_LOWEST_GAME = 400


class Par(Struct, frozen=True):
    """The score that neither side can better when both see all hands, as NS see it.

    `contracts` are those that give it, each declared by one seat; empty when everybody passes, and
    where they are not known.
    """

    score: int
    contracts: tuple[Played, ...] = ()


class Makeable(Struct, frozen=True):
    """What is known of a deal: the tricks of some or all declarers and strains, and the par."""

    tricks: Tricks
    par: Par | None = None


class _Bid(NamedTuple):
    level: int
    strain: Strain
    declarer: Seat

    @property
    def side(self) -> Side:
        return self.declarer.side


class _Ending(Struct, frozen=True):
    """An auction that is over: the score as NS see it, and the last bid (None: passed out)."""

    score: int
    bid: _Bid | None = None


def par(tricks: Tricks, dealer: Seat, vulnerable: Vulnerability) -> Par:
    """Work out the par of a board of which all twenty numbers of tricks are known.

    Both sides bid as if they saw all hands: whoever is to call passes, or makes the bid after
    which the rest of the auction ends best for his side. A contract that fails is doubled. Where
    both sides can make the same contract, the one that comes to bid it first has it.
    """
    after = _after_each_bid(tricks, vulnerable)
    ending = _Ending(0)
    # From the last of the four who may open the bidding back to the dealer.
    for seat in reversed(_seats_from(dealer)):
        own = (end for bid, end in after.items() if bid.declarer is seat)
        ending = _best([ending, *own], seat.side)
    if ending.bid is None:
        return Par(0)
    scores = {bid: score_ns(_played(bid, tricks), vulnerable) for bid in after}
    named = _named(after, scores, ending.score, ending.bid.side)
    return Par(ending.score, tuple(_played(bid, tricks) for bid in named))


def _named(
    after: Mapping[_Bid, _Ending], scores: Mapping[_Bid, int], par_score: int, side: Side
) -> Iterable[_Bid]:
    """The contracts of a side that give the par score, one for each declarer and strain.

    A part score is named as high as it makes (2S and not 1S +1), a game as low as it counts, and a
    save only where it outbids what the others would score more with.
    """
    sign = 1 if side is Side.NS else -1
    named: dict[tuple[Seat, Strain], _Bid] = {}
    outbids = False
    for bid, score in scores.items():
        where = bid.declarer, bid.strain
        if bid.side is not side:
            outbids = outbids or sign * score < sign * par_score
        elif not (after[bid].score == score == par_score and (outbids or sign * score > 0)):
            continue
        elif abs(score) < _LOWEST_GAME or where not in named:
            named[where] = bid
    return named.values()


def _after_each_bid(tricks: Tricks, vulnerable: Vulnerability) -> dict[_Bid, _Ending]:
    """How an auction ends best after a bid, the opponents being next; the lowest bid first."""
    after: dict[_Bid, _Ending] = {}
    best: dict[Side, _Ending | None] = dict.fromkeys(Side)
    for level, strain in reversed([(level, strain) for level in range(1, 8) for strain in Strain]):
        ends = {}
        for seat in reversed(Seat):
            bid = _Bid(level, strain, seat)
            stands = _Ending(score_ns(_played(bid, tricks), vulnerable), bid)
            overcall = best[seat.side.other]
            ends[bid] = stands if overcall is None else _best([stands, overcall], seat.side.other)
        after |= ends
        for side in Side:
            known = best[side]
            new = [end for bid, end in ends.items() if bid.side is side]
            best[side] = _best([*new, *([] if known is None else [known])], side)
    return dict(reversed(after.items()))


def _best(endings: Sequence[_Ending], side: Side) -> _Ending:
    """The best one for a side; the first of equal ones."""
    sign = 1 if side is Side.NS else -1
    return max(endings, key=lambda ending: sign * ending.score)


def _played(bid: _Bid, tricks: Tricks) -> Played:
    """A contract with the tricks it makes: doubled when it fails."""
    result = tricks[bid.declarer, bid.strain] - bid.level - 6
    doubled = Doubled.DOUBLED if result < 0 else Doubled.NO
    return Played(Contract(bid.level, bid.strain, doubled), bid.declarer, result)


def _seats_from(dealer: Seat) -> tuple[Seat, ...]:
    order = tuple(Seat)
    begin = order.index(dealer)
    return order[begin:] + order[:begin]
