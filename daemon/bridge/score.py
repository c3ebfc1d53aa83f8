"""The score of a contract (Law 77)."""

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled, Outcome, PassedOut
from daemon.bridge.seat import Side

_MINORS = frozenset({Strain.CLUBS, Strain.DIAMONDS})
_SLAM_BONUS = {6: (500, 750), 7: (1000, 1500)}


def contract_score(contract: Contract, result: int, *, vulnerable: bool) -> int:
    """Score for declarer's side (Law 77); `result` is tricks over or under the contract."""
    if result < 0:
        return -_penalty(-result, contract.doubled, vulnerable=vulnerable)
    trick_score = _trick_score(contract) * contract.doubled
    game = trick_score >= 100
    bonus = (500 if vulnerable else 300) if game else 50
    if contract.level in _SLAM_BONUS:
        bonus += _SLAM_BONUS[contract.level][vulnerable]
    if contract.doubled is Doubled.NO:
        overtricks = result * (20 if contract.strain in _MINORS else 30)
    else:
        insult = 25 * contract.doubled
        overtricks = result * 50 * contract.doubled * (2 if vulnerable else 1) + insult
    return trick_score + bonus + overtricks


def score_ns(outcome: Outcome, vulnerability: Vulnerability) -> int:
    """Score of a board as NS see it: positive when NS gain."""
    if isinstance(outcome, PassedOut):
        return 0
    side = outcome.declarer.side
    score = contract_score(outcome.contract, outcome.result, vulnerable=vulnerability.of(side))
    return score if side is Side.NS else -score


def _trick_score(contract: Contract) -> int:
    """Points for the tricks bid, before doubling."""
    per_trick = 20 if contract.strain in _MINORS else 30
    first = 10 if contract.strain is Strain.NO_TRUMP else 0
    return contract.level * per_trick + first


def _penalty(undertricks: int, doubled: Doubled, *, vulnerable: bool) -> int:
    """Points lost for undertricks, as a positive number."""
    if doubled is Doubled.NO:
        return undertricks * (100 if vulnerable else 50)
    if vulnerable:
        doubled_penalty = 300 * undertricks - 100
    else:
        doubled_penalty = 100 + 200 * min(undertricks - 1, 2) + 300 * max(undertricks - 3, 0)
    return doubled_penalty * (1 if doubled is Doubled.DOUBLED else 2)
