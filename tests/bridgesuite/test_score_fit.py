import pytest

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled, Played
from daemon.bridge.score import score_ns
from daemon.bridge.seat import Seat
from daemon.bridgesuite.score_fit import doubling_of_score, explanation, with_doubling

NONE = Vulnerability(ns=False, ew=False)
ALL = Vulnerability(ns=True, ew=True)
FOUR_SPADES = Played(Contract(4, Strain.SPADES), Seat.NORTH, -1)


def test_a_score_tells_how_a_contract_was_doubled() -> None:
    # Law 77: one down costs 50, 100, 200, and 100, 200, 400 vulnerable.
    assert doubling_of_score(FOUR_SPADES, -50, NONE) is Doubled.NO
    assert doubling_of_score(FOUR_SPADES, -100, NONE) is Doubled.DOUBLED
    assert doubling_of_score(FOUR_SPADES, -200, NONE) is Doubled.REDOUBLED
    assert doubling_of_score(FOUR_SPADES, -100, ALL) is Doubled.NO
    assert doubling_of_score(FOUR_SPADES, -150, NONE) is None


def test_no_two_doublings_of_any_contract_and_result_score_the_same() -> None:
    for vulnerability in (NONE, ALL):
        for level in range(1, 8):
            for strain in Strain:
                for result in range(-level - 6, 8 - level):
                    played = Played(Contract(level, strain), Seat.SOUTH, result)
                    scores = {
                        score_ns(with_doubling(played, doubled), vulnerability)
                        for doubled in Doubled
                    }
                    assert len(scores) == 3, played


@pytest.mark.parametrize(
    ("score", "vulnerability", "words"),
    [
        (50, NONE, "with the other sign"),
        (-100, NONE, "doubled or vulnerable"),
        (-200, NONE, "redoubled"),
        (-400, NONE, "vulnerable and redoubled"),
        (400, NONE, "vulnerable and redoubled and with the other sign"),
        (-50, ALL, "not vulnerable"),
        (-110, NONE, None),
    ],
)
def test_a_wrong_score_is_explained_by_as_few_changes_as_possible(
    score: int, vulnerability: Vulnerability, words: str | None
) -> None:
    assert explanation(FOUR_SPADES, score, vulnerability) == words


def test_a_contract_that_was_written_as_doubled_may_be_undoubled() -> None:
    doubled = with_doubling(FOUR_SPADES, Doubled.DOUBLED)
    assert explanation(doubled, -50, NONE) == "undoubled"
