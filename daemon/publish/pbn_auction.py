"""The auction of a PBN game: its calls with alerts as notes, and the time that each one took."""

from collections.abc import Iterator

from daemon.bridge.auction import review
from daemon.bridge.contract import Outcome, Played
from daemon.bridge.seat import Seat
from daemon.bridgesuite.record import TimedCall
from daemon.publish.pbn_text import UNKNOWN, Column, table, tag

_CALLS_IN_A_LINE = 4
_MILLISECONDS = 1000
_ALERT = "=1="
_ALERT_NOTE = "1:Alerted"

Auction = tuple[TimedCall, ...]


def fits(auction: Auction, dealer: Seat, outcome: Outcome) -> bool:
    """Whether an auction is legal and may have come to this outcome.

    One that is not closed may: the last calls were not entered. A reader of PBN takes the auction
    at its word, so one that contradicts the result must not stand beside it.
    """
    found = review(dealer, [one.call for one in auction])
    if found.fault is not None or found.overrun:
        return False
    if not found.closed:
        return True
    if isinstance(outcome, Played):
        return (found.contract, found.declarer) == (outcome.contract, outcome.declarer)
    return found.contract is None


def auction_section(auction: Auction, dealer: Seat) -> Iterator[str]:
    """The lines of the Auction section, four calls in each, with the note of alerted calls.

    An auction that is not closed ends in `*`: nobody knows the calls that followed.
    """
    yield tag("Auction", str(dealer))
    shown = [f"{one.call} {_ALERT}" if one.alerted else str(one.call) for one in auction]
    if not review(dealer, [one.call for one in auction]).closed:
        shown.append("*")
    for start in range(0, len(shown), _CALLS_IN_A_LINE):
        yield " ".join(shown[start : start + _CALLS_IN_A_LINE])
    if any(one.alerted for one in auction):
        yield tag("Note", _ALERT_NOTE)


def time_table(auction: Auction) -> Iterator[str]:
    """The AuctionTimeTable: in the standard's whole seconds, and in the milliseconds recorded."""
    yield from table(
        "AuctionTimeTable",
        (Column("Time"), Column("Milliseconds")),
        [_times(one.milliseconds) for one in auction],
    )


def _times(milliseconds: int | None) -> tuple[str, str]:
    if milliseconds is None:
        return UNKNOWN, UNKNOWN
    seconds = (milliseconds + _MILLISECONDS // 2) // _MILLISECONDS
    hours, rest = divmod(seconds, 3600)
    if hours:
        shown = f"{hours:02}:{rest // 60:02}:{rest % 60:02}"
    else:
        shown = f"{rest // 60:02}:{rest % 60:02}" if rest >= 60 else f"{rest}"
    return shown, str(milliseconds)
