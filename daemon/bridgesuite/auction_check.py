"""Whether an auction was allowed, and whether it led to the contract beside it (Laws 17 to 22)."""

from collections.abc import Iterator

from daemon.bridge.auction import AuctionReview, review
from daemon.bridge.contract import Contract, Outcome, PassedOut, Played
from daemon.bridgesuite.out_line import CONTRACT, DECLARER, WrittenLine
from daemon.problem import Problem

_OTHERWISE = "scored by the contract that is written; ask the table if in doubt"


def reviewed(written: WrittenLine) -> AuctionReview | None:
    """Follow the auction of a line from its dealer; None when it has none."""
    calls = [timed.call for timed in written.auction.calls]
    return review(written.board.dealer, calls) if calls else None


def auction_problems(
    written: WrittenLine, outcome: Outcome, auction: AuctionReview
) -> Iterator[Problem]:
    """Name everything that is odd about an auction, as warnings."""
    if auction.closed:
        yield from _differences(written, outcome, auction)
    if auction.fault is not None and auction.fault_at is not None:
        call = written.auction.calls[auction.fault_at].call
        yield _at_call(
            written,
            "call-illegal",
            auction.fault_at,
            f"call {auction.fault_at + 1}, {call}, {auction.fault}: {_OTHERWISE}",
        )
    last = len(written.auction.calls) - 1
    if not auction.closed:
        message = f"the auction is not closed by passes: {_OTHERWISE}"
        yield _at_call(written, "auction-open", last, message)
    if auction.overrun:
        message = f"calls follow after the auction was closed: {_OTHERWISE}"
        yield _at_call(written, "auction-overrun", last, message)


def _differences(
    written: WrittenLine, outcome: Outcome, auction: AuctionReview
) -> Iterator[Problem]:
    bid = auction.contract
    played = outcome.contract if isinstance(outcome, Played) else None
    if bid != played:
        yield written.line.warning(
            "contract-differs",
            f"the auction ends in {_name(bid)} and the contract is {_name(played)}: {_OTHERWISE}",
            CONTRACT,
        )
    if bid is None or played is None or isinstance(outcome, PassedOut):
        return
    # In another strain somebody else declares, which is no second finding.
    if bid.strain is played.strain and auction.declarer is not outcome.declarer:
        yield written.line.warning(
            "declarer-differs",
            f"by the auction {auction.declarer} is declarer and not {outcome.declarer}: "
            "scored with the declarer that is written; ask the table if in doubt",
            DECLARER,
        )


def _at_call(written: WrittenLine, code: str, call: int, message: str) -> Problem:
    return written.line.warning(code, message, written.auction.field_of(call))


def _name(contract: Contract | None) -> str:
    return "four passes" if contract is None else contract.symbol
