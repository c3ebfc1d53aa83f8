"""The cards of a board as people look at them: hands by suit, what can be made, par in words."""

from collections.abc import Iterator

from msgspec import Struct

from daemon.bridge.analysis import STRAINS
from daemon.bridge.card import Strain, Suit
from daemon.bridge.contract import Played, show_result
from daemon.bridge.hand import Hand
from daemon.bridge.makeable import Makeable, Par, Tricks
from daemon.bridge.seat import Seat, Side
from daemon.publish import show
from daemon.tournament.results import Traveller

VOID = "-"

_TABLE_ORDER = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)


class ShownSuit(Struct, frozen=True):
    """A suit of a hand: its ranks from the highest (`A K 10 4`), or a dash."""

    suit: Suit
    ranks: str


class ShownHand(Struct, frozen=True):
    """A hand from spades to clubs; `points` are high card points (A 4, K 3, Q 2, J 1)."""

    seat: Seat
    suits: tuple[ShownSuit, ...]
    points: int


class MakeableRow(Struct, frozen=True):
    """The tricks of a declarer (or of two partners who make the same), in the order of `STRAINS`.

    None where it is not known.
    """

    declarers: tuple[Seat, ...]
    tricks: tuple[int | None, ...]


class ShownDeal(Struct, frozen=True):
    """The four hands (North, East, South, West), what can be made, and par.

    `strains` heads the columns of `makeable`: no trump, spades, hearts, diamonds, clubs. There are
    no rows when nothing is known; `par` is empty then, else `NS +420: 4H by N or S`.
    """

    hands: tuple[ShownHand, ...]
    makeable: tuple[MakeableRow, ...] = ()
    par: str = ""
    strains: tuple[Strain, ...] = STRAINS


def shown_deal(traveller: Traveller) -> ShownDeal | None:
    """The deal of a board; None as long as it is not shown."""
    if traveller.deal is None:
        return None
    hands = tuple(_hand(seat, traveller.deal.hands[seat]) for seat in Seat)
    known = traveller.makeable or Makeable({})
    return ShownDeal(hands, tuple(_rows(known.tricks)), _par(known.par))


def _hand(seat: Seat, hand: Hand) -> ShownHand:
    suits = tuple(ShownSuit(suit, _ranks(hand, suit)) for suit in reversed(Suit))
    return ShownHand(seat, suits, hand.points)


def _ranks(hand: Hand, suit: Suit) -> str:
    return " ".join("10" if card.rank == "T" else card.rank for card in hand.suit(suit)) or VOID


def _rows(tricks: Tricks) -> Iterator[MakeableRow]:
    """A row for each side, or two where it matters who is declarer."""
    if not tricks:
        return
    of = {seat: tuple(tricks.get((seat, strain)) for strain in STRAINS) for seat in _TABLE_ORDER}
    for side in Side:
        first, second = (seat for seat in _TABLE_ORDER if seat.side is side)
        if of[first] == of[second]:
            yield MakeableRow((first, second), of[first])
        else:
            yield MakeableRow((first,), of[first])
            yield MakeableRow((second,), of[second])


def _par(par: Par | None) -> str:
    """`NS +420: 4H by N or S`, `EW +100: 4HX -1 by N`, `0: passed out`."""
    if par is None:
        return ""
    if par.score == 0:
        return "0: passed out"
    gains = Side.NS if par.score > 0 else Side.EW
    score = f"{gains} {show.signed(abs(par.score))}"
    by: dict[str, list[str]] = {}
    for contract in par.contracts:
        by.setdefault(_contract(contract), []).append(str(contract.declarer))
    ways = [f"{contract} by {' or '.join(declarers)}" for contract, declarers in by.items()]
    return f"{score}: {', '.join(ways)}" if ways else score


def _contract(played: Played) -> str:
    result = f" {show_result(played.result)}" if played.result else ""
    return f"{played.contract}{result}"
