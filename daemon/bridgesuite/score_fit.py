"""What a written score says about the contract beside it.

No two of undoubled, doubled and redoubled score the same for one contract, result and
vulnerability: so a score alone tells them apart.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from daemon.bridge.board import Vulnerability
from daemon.bridge.contract import Doubled, Played
from daemon.bridge.score import score_ns

_DOUBLING_WORDS = {
    Doubled.NO: "undoubled",
    Doubled.DOUBLED: "doubled",
    Doubled.REDOUBLED: "redoubled",
}


def with_doubling(played: Played, doubled: Doubled) -> Played:
    """Give the same contract and result with another doubling."""
    return replace(played, contract=replace(played.contract, doubled=doubled))


def doubling_of_score(played: Played, score: int, vulnerability: Vulnerability) -> Doubled | None:
    """Tell with which doubling this contract and result score this for NS; None when with none."""
    for doubled in Doubled:
        if score_ns(with_doubling(played, doubled), vulnerability) == score:
            return doubled
    return None


def explanation(played: Played, score: int, vulnerability: Vulnerability) -> str | None:
    """Say what would make this score of NS right, in as few changes as possible.

    `with the other sign`, `doubled`, `not vulnerable and undoubled`; several that are as likely
    are joined by `or`. None when no such change would.
    """
    right = [words for words, value in _variants(played, vulnerability) if value == score]
    if not right:
        return None
    fewest = min(map(len, right))
    return " or ".join(" and ".join(words) for words in right if len(words) == fewest)


def _variants(
    played: Played, vulnerability: Vulnerability
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every way to score the contract and result, with the words for what was changed."""
    vulnerable = vulnerability.of(played.declarer.side)
    for other in (vulnerable, not vulnerable):
        for doubled in Doubled:
            score = score_ns(with_doubling(played, doubled), Vulnerability(ns=other, ew=other))
            words = []
            if other is not vulnerable:
                words.append("vulnerable" if other else "not vulnerable")
            if doubled is not played.contract.doubled:
                words.append(_DOUBLING_WORDS[doubled])
            yield tuple(words), score
            yield (*words, "with the other sign"), -score
