"""Writing OUT files as the devices do (Bridge Suite's file description, "File OUT")."""

from collections.abc import Sequence

from daemon.bridge.auction import Bid, Call, OtherCall
from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract, Outcome, PassedOut, show_result
from daemon.bridge.seat import Seat
from daemon.bridgesuite.in_line import write_in_line
from daemon.bridgesuite.record import Place, TimedCall

_SYMBOLS = {Suit.CLUBS: "♧", Suit.DIAMONDS: "♢", Suit.HEARTS: "♡", Suit.SPADES: "♤"}


def write_header(latest: int, device: str) -> str:
    """Write the first line: the board that was played last, and the device's AndroidId."""
    return f"Latest {latest}  AndroidId {device}"


def write_record(
    place: Place,
    dealer: Seat,
    vulnerability: Vulnerability,
    outcome: Outcome,
    lead: Card | None,
    score: int | None,
    auction: Sequence[TimedCall] = (),
) -> str:
    """Write one result, without a line end.

    `score` is NS's; None leaves it empty, as the devices do for a board passed out. West deals as
    O, which is copied from the IN file, and declares as W.
    """
    letter = "O" if dealer is Seat.WEST else str(dealer)
    if isinstance(outcome, PassedOut):
        played = ["All Pass", "", "", ""]
    else:
        card = "" if lead is None else _card(lead)
        result = show_result(outcome.result)
        played = [_contract(outcome.contract), result, str(outcome.declarer), card]
    return ",".join(
        [
            write_in_line(place, letter, vulnerability),
            *played,
            "" if score is None else str(score),
            *(part for timed in auction for part in _timed(timed)),
        ]
    )


def _timed(timed: TimedCall) -> tuple[str, str]:
    alert = "+" if timed.alerted else ""
    time = "" if timed.milliseconds is None else str(timed.milliseconds)
    return f"{_call(timed.call)}{alert}", time


def _call(call: Call) -> str:
    match call:
        case Bid():
            return f"{call.level}{_strain(call.strain)}"
        case OtherCall.PASS:
            return "PASS"
        case _:
            return str(call)


def _contract(contract: Contract) -> str:
    return f"{contract.level}{_strain(contract.strain)}{contract.doubled.mark}"


def _strain(strain: Strain) -> str:
    return "NT" if strain is Strain.NO_TRUMP else _SYMBOLS[Suit(strain.value)]


def _card(card: Card) -> str:
    return f"{'10' if card.rank == 'T' else card.rank}{_SYMBOLS[card.suit]}"
