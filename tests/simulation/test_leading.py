from collections import Counter
from collections.abc import Callable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from daemon.bridge.card import Strain
from daemon.bridge.hand import Hand
from daemon.bridge.seat import Seat
from daemon.simulation.dealing import deal
from daemon.simulation.leading import opening_lead

ReadHand = Callable[[str], Hand]


def usual_lead(hand: Hand, strain: Strain) -> str:
    """What is led most often in a hundred times."""
    dice = Random(1)
    leads = Counter(str(opening_lead(hand, strain, dice)) for _ in range(100))
    return leads.most_common(1)[0][0]


@given(st.integers(), st.sampled_from(Strain))
def test_a_lead_is_a_card_of_the_hand(seed: int, strain: Strain) -> None:
    hand = deal(Random(seed)).hands[Seat.NORTH]
    assert opening_lead(hand, strain, Random(seed)) in hand.cards


def test_the_fourth_best_of_the_longest_suit_is_led_without_trumps(hand: ReadHand) -> None:
    assert usual_lead(hand("K8532.A43.Q32.J2"), Strain.NO_TRUMP) == "S3"


def test_the_top_of_a_sequence_is_led(hand: ReadHand) -> None:
    assert usual_lead(hand("KQJ53.A43.732.92"), Strain.NO_TRUMP) == "SK"
    assert usual_lead(hand("JT953.A43.732.92"), Strain.NO_TRUMP) == "SJ"
    assert usual_lead(hand("86532.A43.KQ2.J2"), Strain.SPADES) == "DK"


def test_a_singleton_is_led_against_a_suit_and_not_without_trumps(hand: ReadHand) -> None:
    assert usual_lead(hand("K8532.9.Q432.J32"), Strain.CLUBS) == "H9"
    assert usual_lead(hand("K8532.9.Q432.J32"), Strain.NO_TRUMP) == "S3"


def test_the_lowest_of_three_is_led(hand: ReadHand) -> None:
    assert usual_lead(hand("T98.Q72.Q873.J32"), Strain.DIAMONDS) in {"S8", "H2", "C2"}


def test_a_trump_is_led_by_who_has_nothing_else(hand: ReadHand) -> None:
    assert usual_lead(hand("AKQJT98765432..."), Strain.SPADES) == "SA"
