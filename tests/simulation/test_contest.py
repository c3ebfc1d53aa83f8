from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridge.auction import Bid
from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Strain
from daemon.bridge.contract import Doubled
from daemon.bridge.seat import Seat, Side
from daemon.simulation.contest import Bought, buy
from daemon.simulation.dealing import Deal, deal

DealOf = Callable[[str], Deal]
NONE = Vulnerability(ns=False, ew=False)


def often(deal: Deal, times: int = 40) -> Sequence[Bought]:
    """What so many tables come to."""
    dice = Random(3)
    return [buy(deal, NONE, dice) for _ in range(times)]


def most(bought: Sequence[Bought]) -> str:
    """The contract that is reached most often."""
    return Counter(str(one.contract) for one in bought).most_common(1)[0][0]


def test_game_is_reached_with_twenty_six_points_and_eight_spades(deal_of: DealOf) -> None:
    room = often(deal_of("AQ432.K32.KQ2.J2 KJ85.A4.J543.Q54"))
    assert most(room) == "4S"
    assert {one.declarer.side for one in room} == {Side.NS}


def test_game_without_trumps_is_reached_with_twenty_six_points_and_no_fit(
    deal_of: DealOf,
) -> None:
    assert most(often(deal_of("AQ32.K32.KQ2.J32 K8.A54.J543.KQ54"))) == "3NT"


def test_a_slam_is_reached_with_thirty_four_points(deal_of: DealOf) -> None:
    room = often(deal_of("AKQ.AQJ2.KQ3.K32 J432.K76.AJ4.QJ5"))
    assert sum(one.contract.level >= 6 for one in room) > len(room) * 0.7


def test_a_side_that_has_no_game_stays_low(deal_of: DealOf) -> None:
    room = often(deal_of("AQ32.K32.432.J32 K854.A54.J5.Q654"))
    assert sum(one.contract.level <= 3 for one in room) > len(room) * 0.8


def test_not_all_tables_come_to_the_same_contract(deal_of: DealOf) -> None:
    room = often(deal_of("AQ32.K32.432.J32 K854.A54.J5.Q654"))
    assert len({one.contract for one in room}) >= 4


@given(seed=st.integers(), ns=st.booleans(), ew=st.booleans())
def test_the_contract_is_higher_than_what_the_other_side_bid(
    *, seed: int, ns: bool, ew: bool
) -> None:
    dice = Random(seed)
    bought = buy(deal(dice), Vulnerability(ns=ns, ew=ew), dice)
    contract = bought.contract
    if bought.outbid is not None:
        assert Bid(contract.level, contract.strain).order > bought.outbid.order


def test_who_opens_the_suit_declares_it(deal_of: DealOf) -> None:
    # North opens one spade on five; South, with four of them, cannot be declarer in spades.
    room = often(deal_of("AQ432.K32.KQ32.2 KJ85.A54.J54.Q54"))
    spades = [one.declarer for one in room if one.contract.strain is Strain.SPADES]
    assert set(spades) == {Seat.NORTH}


def test_the_opener_declares_though_partner_is_longer_in_the_suit(deal_of: DealOf) -> None:
    # North opens one diamond with four; South, too weak to open, has five of them.
    room = often(deal_of("A32.K32.AKJ4.K32 54.A54.QT985.Q54"))
    diamonds = [one.declarer for one in room if one.contract.strain is Strain.DIAMONDS]
    assert diamonds
    assert set(diamonds) == {Seat.NORTH}


@pytest.fixture(scope="module")
def hundreds() -> tuple[Bought, ...]:
    """What is bought on 800 deals."""
    dice = Random(11)
    return tuple(buy(deal(dice), NONE, dice) for _ in range(800))


def test_contracts_are_doubled_now_and_then_and_hardly_ever_redoubled(
    hundreds: tuple[Bought, ...],
) -> None:
    doubled = Counter(one.contract.doubled for one in hundreds)
    assert doubled[Doubled.NO] > 0.94 * len(hundreds)
    assert doubled[Doubled.DOUBLED] > 5
    assert doubled[Doubled.REDOUBLED] < 0.01 * len(hundreds)


class Always(Random):
    """Dice with which everything happens that can."""

    def random(self) -> float:
        return 0.0


@pytest.mark.parametrize(
    ("hands", "doubled"),
    [
        ("AKQ.AQJ2.KQ3.K32 J432.K76.AJ4.QJ5", Doubled.REDOUBLED),  # a slam and more
        ("Q432.K32.Q32.J32 J865.A54.J54.Q54", Doubled.DOUBLED),  # EW are too high with 24 points
    ],
)
def test_only_who_expects_to_make_it_redoubles(
    deal_of: DealOf, hands: str, doubled: Doubled
) -> None:
    assert buy(deal_of(hands), NONE, Always(1)).contract.doubled is doubled


@pytest.mark.parametrize(("level", "least", "most"), [(7, 0.002, 0.03), (6, 0.03, 0.09)])
def test_slams_are_rare(
    hundreds: tuple[Bought, ...], level: int, least: float, most: float
) -> None:
    share = sum(one.contract.level == level for one in hundreds) / len(hundreds)
    assert least < share < most


def test_about_half_of_the_boards_are_games(hundreds: tuple[Bought, ...]) -> None:
    game = {"NT": 3, "S": 4, "H": 4, "D": 5, "C": 5}
    games = sum(one.contract.level >= game[one.contract.strain] for one in hundreds)
    assert 0.4 < games / len(hundreds) < 0.65
