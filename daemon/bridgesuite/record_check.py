"""Everything about a line that can be judged without knowing the movement.

The line is scored by contract, declarer, result and the vulnerability of the board. Whatever
speaks against that is a warning; only what leaves the result in doubt holds the line.
"""

from collections.abc import Iterator

from msgspec import Struct

from daemon.bridge import board as boards
from daemon.bridge.auction import AuctionReview
from daemon.bridge.board import Vulnerability
from daemon.bridge.contract import (
    Contract,
    Doubled,
    Outcome,
    PassedOut,
    Played,
    result_in_range,
    show_result,
)
from daemon.bridge.score import score_ns
from daemon.bridgesuite.auction_check import auction_problems, reviewed
from daemon.bridgesuite.fields import quote
from daemon.bridgesuite.holding import hold, torn
from daemon.bridgesuite.in_line import DEALER, EW_VULNERABLE, NS_VULNERABLE
from daemon.bridgesuite.out_line import CONTRACT, RESULT, SCORE, WrittenLine
from daemon.bridgesuite.record import HeldLine, Record
from daemon.bridgesuite.score_fit import doubling_of_score, explanation, with_doubling
from daemon.problem import Problem

# What shows that a line without a line end may have been cut (its other fields are all there).
_SIGNS_OF_A_CUT = frozenset({"score-mismatch", "auction-open"})


class _Settled(Struct, frozen=True):
    """What a line is scored as, and the warning when its doubling had to be inferred."""

    outcome: Outcome
    inferred: Problem | None = None


def check(written: WrittenLine) -> Record | HeldLine:
    """Judge a line that could be read: what it scores and what is odd about it."""
    line, board = written.line, written.board
    vulnerability = boards.vulnerability(board.place.board)
    auction = reviewed(written)
    settled = _settle(written, vulnerability, auction)
    if isinstance(settled, HeldLine):
        return settled
    score = score_ns(settled.outcome, vulnerability)
    problems = [
        *_board_problems(written, vulnerability),
        *([settled.inferred] if settled.inferred is not None else []),
        *_score_problems(written, settled.outcome, vulnerability),
        *written.doubts,
        *(auction_problems(written, settled.outcome, auction) if auction is not None else []),
    ]
    signs = {problem.code for problem in problems} & _SIGNS_OF_A_CUT
    if not line.ended and (signs or not written.auction.whole):
        return torn(line)
    return Record(
        line.number,
        line.text,
        board.place,
        board.dealer,
        board.vulnerability,
        settled.outcome,
        written.lead,
        written.score,
        score,
        written.auction.calls,
        tuple(problems),
    )


def _settle(
    written: WrittenLine, vulnerability: Vulnerability, auction: AuctionReview | None
) -> _Settled | HeldLine:
    claim = written.claim
    if isinstance(claim, PassedOut):
        return _Settled(claim)
    result = 0 if claim.result is None else claim.result
    if not result_in_range(claim.contract.level, result):
        return hold(written.line, _out_of_range(written, claim.contract, result))
    played = Played(claim.contract, claim.declarer, result)
    doubled = _doubling(written, played, vulnerability)
    if doubled is None and claim.result is None:
        if not written.line.ended:
            return torn(written.line)
        return hold(written.line, _result_missing(written, played))
    if doubled is None:
        doubled = _doubling_of_auction(written, played.contract, vulnerability, auction)
        proof = "the auction ends in"
    else:
        proof = f"the score {written.score} is that of"
    if doubled is played.contract.doubled:
        return _Settled(played)
    return _inferred(written, with_doubling(played, doubled), proof)


def _doubling(written: WrittenLine, played: Played, vulnerability: Vulnerability) -> Doubled | None:
    """Give the doubling that the score proves, of those that the contract leaves open."""
    if written.score is None:
        return None
    doubled = doubling_of_score(played, written.score, vulnerability)
    if _may_infer(written, played.contract, vulnerability) or doubled is played.contract.doubled:
        return doubled
    return None


def _doubling_of_auction(
    written: WrittenLine,
    contract: Contract,
    vulnerability: Vulnerability,
    auction: AuctionReview | None,
) -> Doubled:
    if (
        auction is not None
        and auction.closed
        and auction.fault is None
        and auction.contract is not None
        and (auction.contract.level, auction.contract.strain) == (contract.level, contract.strain)
        and _may_infer(written, contract, vulnerability)
    ):
        return auction.contract.doubled
    return contract.doubled


def _may_infer(written: WrittenLine, contract: Contract, vulnerability: Vulnerability) -> bool:
    """Whether the contract may be doubled though it does not say so.

    One down doubled and not vulnerable scores what one down vulnerable scores: so nothing is
    inferred when the line is wrong about the vulnerability.
    """
    return contract.doubled is Doubled.NO and written.board.vulnerability == vulnerability


def _inferred(written: WrittenLine, played: Played, proof: str) -> _Settled:
    contract = played.contract
    how = "doubled" if contract.doubled is Doubled.DOUBLED else "redoubled"
    warning = written.line.warning(
        "double-inferred",
        f"the contract shows no double, and {proof} {contract.symbol}: scored as {how}; "
        "ask the table if in doubt",
        CONTRACT,
    )
    return _Settled(played, warning)


def _out_of_range(written: WrittenLine, contract: Contract, result: int) -> Problem:
    return written.line.error(
        "result-range",
        f"{contract.symbol} can go from {-(contract.level + 6)} to +{7 - contract.level}, and not "
        f"{result:+}: correct it on the device, or enter the result as a ruling",
        RESULT,
    )


def _result_missing(written: WrittenLine, played: Played) -> Problem:
    return written.line.error(
        "result-range",
        f"the result is missing, and the score does not show that {played.contract.symbol} was "
        "made exactly: correct it on the device, or enter the result as a ruling",
        RESULT,
    )


def _board_problems(written: WrittenLine, vulnerability: Vulnerability) -> Iterator[Problem]:
    line, told = written.line, written.board
    number = told.place.board
    dealer = boards.dealer(number)
    if told.dealer is not dealer:
        yield line.warning(
            "dealer-differs",
            f"{told.dealer} is given as the dealer of board {number}, which {dealer} deals: "
            "make sure that it is the right board",
            DEALER,
        )
    if told.vulnerability != vulnerability:
        ns_is_right = told.vulnerability.ns == vulnerability.ns
        yield line.warning(
            "vulnerability-differs",
            f"the vulnerability of board {number} is {vulnerability} and not "
            f"{told.vulnerability}: scored with the board's; make sure that it is the right board",
            EW_VULNERABLE if ns_is_right else NS_VULNERABLE,
        )


def _score_problems(
    written: WrittenLine, outcome: Outcome, vulnerability: Vulnerability
) -> Iterator[Problem]:
    text = written.line.fields[SCORE].text
    right = score_ns(outcome, vulnerability)
    is_right = written.score == right or (isinstance(outcome, PassedOut) and not text)
    if is_right:
        return
    if isinstance(outcome, PassedOut):
        wrong = f"a board passed out scores 0 and not {quote(text)}"
    else:
        wrong = _wrong_score(written, outcome, right, vulnerability)
    yield written.line.warning(
        "score-mismatch", f"{wrong}: scored as {right}; ask the table if in doubt", SCORE
    )


def _wrong_score(
    written: WrittenLine, played: Played, right: int, vulnerability: Vulnerability
) -> str:
    shown = f"{played.contract.symbol} {played.declarer} {show_result(played.result)}"
    scores = f"{shown} scores {right} for NS"
    text = written.line.fields[SCORE].text
    if not text:
        return f"the score is missing, and {scores}"
    if written.score is None:
        return f"{quote(text)} is no score, and {scores}"
    explained = explanation(played, written.score, vulnerability)
    if explained is None:
        why = "neither sign nor doubling nor vulnerability explains it"
    else:
        why = f"{written.score} would be right {explained}"
    return f"{scores} and not {written.score} ({why})"
