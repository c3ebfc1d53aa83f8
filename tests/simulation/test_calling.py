from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.bridge.auction import Bid, OtherCall, review
from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled
from daemon.bridge.seat import Seat
from daemon.bridgesuite.record import TimedCall
from daemon.simulation.calling import timed_auction
from daemon.simulation.contest import Bought
from daemon.simulation.dealing import Deal, deal

DealOf = Callable[[str], Deal]

BIDS = st.builds(Bid, st.integers(1, 7), st.sampled_from(Strain))
CONTRACTS = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubled)
)


@settings(max_examples=200)
@given(
    st.integers(),
    st.sampled_from(Seat),
    CONTRACTS,
    st.sampled_from(Seat),
    st.none() | BIDS,
    st.integers(-1, 1),
)
def test_every_auction_is_allowed_and_closed_and_ends_in_the_contract(
    seed: int,
    dealer: Seat,
    contract: Contract,
    declarer: Seat,
    outbid: Bid | None,
    optimism: int,
) -> None:
    dice = Random(seed)
    bought = Bought(contract, declarer, outbid)
    auction = timed_auction(deal(dice), dealer, bought, optimism, dice)
    result = review(dealer, [timed.call for timed in auction])
    assert result.fault is None
    assert result.closed
    assert not result.overrun
    assert result.contract == contract
    assert result.declarer is declarer


@given(st.integers(), st.sampled_from(Seat))
def test_four_passes_when_nobody_bids(seed: int, dealer: Seat) -> None:
    dice = Random(seed)
    auction = timed_auction(deal(dice), dealer, None, 0, dice)
    assert [timed.call for timed in auction] == [OtherCall.PASS] * 4


@given(st.integers())
def test_the_first_call_takes_no_time_and_the_others_a_second_to_a_minute(seed: int) -> None:
    dice = Random(seed)
    bought = Bought(Contract(3, Strain.NO_TRUMP), Seat.NORTH, None)
    first, *others = timed_auction(deal(dice), Seat.EAST, bought, 0, dice)
    assert first.milliseconds == 0
    assert all(900 <= (timed.milliseconds or 0) <= 45_000 for timed in others)


def auctions(deal: Deal, dealer: Seat, bought: Bought, optimism: int = 0) -> set[str]:
    """All auctions of two hundred tables: `1H X Pass 1S`, alerts with an exclamation mark."""
    dice = Random(2)
    return {
        " ".join(map(shown, timed_auction(deal, dealer, bought, optimism, dice)))
        for _ in range(200)
    }


def shown(timed: TimedCall) -> str:
    return f"{timed.call}{'!' * timed.alerted}"


# NS have spades and 23 points, and only North can open; EW have ten hearts, East the better ones.
HEARTS = "AQ432.2.KQ2.J432 76.KQJ65.A76.987 KJ85.A4.J543.Q65 T9.T9873.T98.AKT"


def test_the_other_side_bids_as_far_as_it_is_ready_to(deal_of: DealOf) -> None:
    bought = Bought(Contract(4, Strain.SPADES), Seat.NORTH, Bid(3, Strain.HEARTS))
    found = auctions(deal_of(HEARTS), Seat.NORTH, bought)
    assert any("1S 2H " in auction for auction in found)
    assert any("3H" in auction for auction in found)
    assert not any("4H" in auction for auction in found)


def test_the_other_side_keeps_silent_when_it_is_not_ready_to_bid(deal_of: DealOf) -> None:
    bought = Bought(Contract(4, Strain.SPADES), Seat.NORTH, None)
    found = auctions(deal_of(HEARTS), Seat.NORTH, bought)
    assert "1S Pass 4S Pass Pass Pass" in found
    assert not any("H" in auction for auction in found)


def test_partner_raises_what_the_other_side_has_named(deal_of: DealOf) -> None:
    bought = Bought(Contract(4, Strain.SPADES), Seat.NORTH, Bid(3, Strain.HEARTS))
    found = auctions(deal_of(HEARTS), Seat.NORTH, bought)
    assert "1S 2H 2S 3H 4S Pass Pass Pass" in found


def test_the_stronger_hand_bids_no_trump_for_the_other_side(deal_of: DealOf) -> None:
    bought = Bought(Contract(2, Strain.SPADES), Seat.NORTH, Bid(1, Strain.NO_TRUMP))
    found = auctions(deal_of(HEARTS), Seat.NORTH, bought)
    assert "1S 1NT 2S Pass Pass Pass" in found  # East has ten points, West seven
    assert not any("Pass 1NT" in auction for auction in found)


def test_an_opening_hand_that_is_short_in_the_suit_doubles_for_takeout(deal_of: DealOf) -> None:
    deal = deal_of("KQJ432.2.Q32.432 A985.6543.54.765")
    bought = Bought(Contract(3, Strain.SPADES), Seat.NORTH, None)
    found = auctions(deal, Seat.NORTH, bought)
    assert any(" X " in auction for auction in found)
    assert all(auction.endswith("3S Pass Pass Pass") for auction in found)


def test_the_double_of_a_contract_comes_from_either_opponent(deal_of: DealOf) -> None:
    bought = Bought(Contract(4, Strain.SPADES, Doubled.DOUBLED), Seat.NORTH, None)
    found = auctions(deal_of(HEARTS), Seat.NORTH, bought)
    assert any(auction.endswith("4S X Pass Pass Pass") for auction in found)
    assert any(auction.endswith("4S Pass Pass X Pass Pass Pass") for auction in found)


def test_a_redouble_follows_the_double(deal_of: DealOf) -> None:
    bought = Bought(Contract(4, Strain.SPADES, Doubled.REDOUBLED), Seat.NORTH, None)
    found = auctions(deal_of(HEARTS), Seat.NORTH, bought)
    assert all(auction.endswith("X XX Pass Pass Pass") for auction in found)


def test_the_opener_opens_though_the_other_side_buys_the_board(deal_of: DealOf) -> None:
    bought = Bought(Contract(3, Strain.HEARTS), Seat.EAST, Bid(2, Strain.SPADES))
    found = auctions(deal_of(HEARTS), Seat.NORTH, bought)
    assert all(auction.startswith("1S ") for auction in found)
    assert "1S 2H 2S 3H Pass Pass Pass" in found


def test_an_opening_that_is_higher_than_the_contract_is_not_made(deal_of: DealOf) -> None:
    bought = Bought(Contract(1, Strain.HEARTS), Seat.EAST, None)
    found = auctions(deal_of(HEARTS), Seat.NORTH, bought)
    assert found == {"Pass 1H Pass Pass Pass"}


def test_alerts_are_shown(deal_of: DealOf) -> None:
    deal = deal_of("AQ32.K32.KQ2.K32 KJ85.A54.J543.Q5")
    bought = Bought(Contract(2, Strain.SPADES), Seat.NORTH, None)
    assert "1NT Pass 2C! Pass 2S Pass Pass Pass" in auctions(deal, Seat.NORTH, bought)
