"""The auction of a table: calls that lead to the contract it came to, and could be players'."""

from msgspec import Struct

from daemon.bridge.auction import Bid, Call, OtherCall
from daemon.bridge.card import Strain, Suit
from daemon.bridge.contract import Doubled
from daemon.bridge.seat import Seat
from daemon.bridgesuite.record import TimedCall
from daemon.simulation.contest import Bought
from daemon.simulation.dealing import Deal
from daemon.simulation.dice import Dice, happens
from daemon.simulation.ladder import Climb, Step, cheapest, ladder
from daemon.simulation.opening import STRONG_TWO_CLUBS, opening

_PASS = OtherCall.PASS
# From how many to how many milliseconds: most calls come at once, some after a while, and now and
# then somebody thinks.
_TEMPI = (*[(900, 4_000)] * 13, *[(3_000, 12_000)] * 6, (10_000, 45_000))


class _Made(Struct, frozen=True):
    seat: Seat
    call: Call
    alerted: bool = False


def timed_auction(
    deal: Deal, dealer: Seat, bought: Bought | None, optimism: int, dice: Dice
) -> tuple[TimedCall, ...]:
    """An auction that is legal and closed and ends in the contract that was bought.

    None bought: all pass. `optimism` is how many points more (or fewer) the players of this table
    see in their hands. The first call takes no time, as the devices write it.
    """
    made = _all_pass(dealer) if bought is None else _auction(deal, dealer, bought, optimism, dice)
    return tuple(
        TimedCall(one.call, _milliseconds(dice) if turn else 0, one.alerted)
        for turn, one in enumerate(made)
    )


def _all_pass(dealer: Seat) -> list[_Made]:
    made = [_Made(dealer, _PASS)]
    while len(made) < 4:
        made.append(_Made(made[-1].seat.next, _PASS))
    return made


def _auction(deal: Deal, dealer: Seat, bought: Bought, optimism: int, dice: Dice) -> list[_Made]:
    made: list[_Made] = []
    to_come = _steps(deal, dealer, bought, optimism, dice)
    seat = dealer
    while to_come:
        if seat is to_come[0].seat:
            step = to_come.pop(0)
            made.append(_Made(seat, step.bid, step.alerted))
        elif seat.side is bought.declarer.side:
            made.append(_Made(seat, _PASS))
        else:
            call = _in_between(deal, seat, made, to_come[0].bid, bought.outbid, dice)
            made.append(_Made(seat, call))
        seat = seat.next
    return [*made, *_closing(seat, bought.contract.doubled, dice)]


def _steps(deal: Deal, dealer: Seat, bought: Bought, optimism: int, dice: Dice) -> list[Step]:
    """The bids that will be made for certain: the opening, and declarer's side's way up."""
    declarer = bought.declarer
    final = Bid(bought.contract.level, bought.contract.strain)
    opener = _opener(deal, dealer, optimism)
    if opener is not None and opener.seat.side is declarer.side:
        return list(ladder(Climb(deal, final, declarer, opener.seat), dice))
    if opener is None or opener.bid.order >= final.order:
        return list(ladder(Climb(deal, final, declarer, declarer), dice))
    climb = Climb(deal, final, declarer, declarer, floor=opener.bid)
    return [opener, *ladder(climb, dice)]


def _opener(deal: Deal, dealer: Seat, optimism: int) -> Step | None:
    """Who opens, in turn from the dealer."""
    seat = dealer
    for _ in Seat:
        bid = opening(deal.hands[seat], optimism)
        if bid is not None:
            return Step(seat, bid, alerted=bid == STRONG_TWO_CLUBS)
        seat = seat.next
    return None


def _in_between(
    deal: Deal,
    seat: Seat,
    made: list[_Made],
    next_bid: Bid,
    highest: Bid | None,
    dice: Dice,
) -> Call:
    """What the other side says below the bid that comes next: it may bid, double or pass."""
    last = next((one for one in reversed(made) if isinstance(one.call, Bid)), None)
    if last is None or not isinstance(last.call, Bid):
        return _PASS
    if highest is not None and highest.order > last.call.order:
        bid = cheapest(highest.strain, last.call)
        if bid.order < next_bid.order and _has_something(deal, seat, bid.strain, made):
            return bid if happens(dice, 0.75) else _PASS
    theirs = last.seat.side is not seat.side and made[-1].call is not OtherCall.DOUBLE
    silent = all(one.call is _PASS for one in made if one.seat.side is seat.side)
    if theirs and silent and _may_double(deal, seat, last.call) and happens(dice, 0.75):
        return OtherCall.DOUBLE
    return _PASS


def _has_something(deal: Deal, seat: Seat, strain: Strain, made: list[_Made]) -> bool:
    """Whether it is for this player to bid a strain: the longer suit, or partner's that is raised.

    Without trumps it is the stronger player.
    """
    named = any(
        isinstance(one.call, Bid) and one.call.strain is strain and one.seat is seat.partner
        for one in made
    )
    if strain is Strain.NO_TRUMP:
        return named or deal.stronger(seat.side) is seat
    return named or deal.longer(seat.side, Suit(strain.value)) is seat


def _may_double(deal: Deal, seat: Seat, bid: Bid) -> bool:
    """Whether a hand doubles for takeout: an opening bid, and short in the suit of two or less."""
    if bid.strain is Strain.NO_TRUMP or bid.level > 2:
        return False
    hand = deal.hands[seat]
    return hand.points >= 12 and hand.length(Suit(bid.strain.value)) <= 2


def _closing(seat: Seat, doubled: Doubled, dice: Dice) -> list[_Made]:
    """The calls after the final bid; `seat` is the player behind it."""
    calls: list[Call] = []
    if doubled is not Doubled.NO:
        # The player behind the final bid doubles, or the one in front of it.
        calls = [OtherCall.DOUBLE] if happens(dice, 0.5) else [_PASS, _PASS, OtherCall.DOUBLE]
    if doubled is Doubled.REDOUBLED:
        calls.append(OtherCall.REDOUBLE)
    made = []
    for call in [*calls, _PASS, _PASS, _PASS]:
        made.append(_Made(seat, call))
        seat = seat.next
    return made


def _milliseconds(dice: Dice) -> int:
    least, most = dice.choice(_TEMPI)
    return dice.randint(least, most)
