"""Calls, and what an auction comes to (Laws 17 to 22)."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled
from daemon.bridge.seat import Seat


class OtherCall(StrEnum):
    """A call that is not a bid."""

    PASS = "Pass"  # noqa: S105 - a call, not a password
    DOUBLE = "X"
    REDOUBLE = "XX"


class Bid(Struct, frozen=True):
    """A bid: level 1 to 7 and strain."""

    level: int
    strain: Strain

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise ValueError(f"a bid's level is 1 to 7, not {self.level}")

    def __str__(self) -> str:
        return f"{self.level}{self.strain}"

    @property
    def order(self) -> int:
        """0 for 1C to 34 for 7NT: a later bid must have a higher one (Law 18)."""
        return (self.level - 1) * 5 + self.strain.rank


Call = Bid | OtherCall


class CallFault(StrEnum):
    """Why a call was not allowed, in words."""

    INSUFFICIENT = "is not higher than the bid before it"
    NOTHING_TO_DOUBLE = "doubles nothing that the other side has bid"
    NOTHING_TO_REDOUBLE = "redoubles nothing that the other side has doubled"


class AuctionReview(Struct, frozen=True):
    """What an auction came to.

    `closed`: three passes followed the last bid, or all four passed at once. `contract` and
    `declarer` are those of the calls up to there (None when nobody bid). `fault` and `fault_at`
    name the first call that was not allowed and its place (0, 1, ...). `overrun`: calls follow
    after the auction was closed.
    """

    closed: bool
    contract: Contract | None
    declarer: Seat | None
    fault: CallFault | None
    fault_at: int | None
    overrun: bool


def review(dealer: Seat, calls: Sequence[Call]) -> AuctionReview:
    """Follow an auction from the dealer's first call and say what it comes to."""
    state = _Auction(dealer)
    fault: CallFault | None = None
    fault_at: int | None = None
    overrun = False
    for index, call in enumerate(calls):
        if state.closed:
            overrun = True
            break
        found = state.take(call)
        if found is not None and fault is None:
            fault, fault_at = found, index
    return AuctionReview(state.closed, state.contract(), state.declarer(), fault, fault_at, overrun)


class _Auction:
    """An auction as it goes on."""

    def __init__(self, dealer: Seat) -> None:
        self._turn = dealer
        self._bid: Bid | None = None
        self._bidder: Seat | None = None
        self._doubled = Doubled.NO
        self._passes = 0
        # Who of each side was first to name a strain becomes declarer (Definitions, Law 22A).
        self._first: dict[tuple[str, Strain], Seat] = {}

    @property
    def closed(self) -> bool:
        return self._passes == (4 if self._bid is None else 3)

    def contract(self) -> Contract | None:
        if self._bid is None:
            return None
        return Contract(self._bid.level, self._bid.strain, self._doubled)

    def declarer(self) -> Seat | None:
        if self._bid is None or self._bidder is None:
            return None
        return self._first[(self._bidder.side, self._bid.strain)]

    def take(self, call: Call) -> CallFault | None:
        """Take one call and say what was wrong with it; a bid counts all the same."""
        fault = self._fault(call)
        match call:
            case Bid():
                self._bid, self._bidder = call, self._turn
                self._doubled = Doubled.NO
                self._first.setdefault((self._turn.side, call.strain), self._turn)
            case OtherCall.DOUBLE if fault is None:
                self._doubled = Doubled.DOUBLED
            case OtherCall.REDOUBLE if fault is None:
                self._doubled = Doubled.REDOUBLED
            case _:
                pass
        self._passes = self._passes + 1 if call is OtherCall.PASS else 0
        self._turn = self._turn.next
        return fault

    def _fault(self, call: Call) -> CallFault | None:
        theirs = self._bidder is not None and self._bidder.side is not self._turn.side
        match call:
            case Bid():
                if self._bid is not None and call.order <= self._bid.order:
                    return CallFault.INSUFFICIENT
            case OtherCall.DOUBLE:
                if not theirs or self._doubled is not Doubled.NO:
                    return CallFault.NOTHING_TO_DOUBLE
            case OtherCall.REDOUBLE:
                if theirs or self._doubled is not Doubled.DOUBLED:
                    return CallFault.NOTHING_TO_REDOUBLE
        return None
