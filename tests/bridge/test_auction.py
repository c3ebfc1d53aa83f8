import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridge.auction import AuctionReview, Bid, Call, CallFault, OtherCall, review
from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled
from daemon.bridge.seat import Seat

PASS, DOUBLE, REDOUBLE = OtherCall.PASS, OtherCall.DOUBLE, OtherCall.REDOUBLE
SEATS = "NESW"
LADDER = [Bid(level, strain) for level in range(1, 8) for strain in Strain]


def calls(text: str) -> list[Call]:
    """Read `1S X P XX`."""
    others = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
    return [others.get(word) or Bid(int(word[0]), Strain(word[1:])) for word in text.split()]


def follow(dealer: str, text: str) -> AuctionReview:
    return review(Seat(dealer), calls(text))


def shown(found: AuctionReview) -> str:
    """Say what was reached as `2H W`, or `-`."""
    if found.contract is None:
        assert found.declarer is None
        return "-"
    assert found.declarer is not None
    return f"{found.contract} {found.declarer}"


def test_bids_are_ordered_by_level_then_strain() -> None:
    assert [bid.order for bid in LADDER] == list(range(35))
    assert " ".join(str(bid) for bid in LADDER[:6]) == "1C 1D 1H 1S 1NT 2C"
    assert str(LADDER[-1]) == "7NT"


@pytest.mark.parametrize("level", [0, 8])
def test_a_bid_s_level_is_one_to_seven(level: int) -> None:
    with pytest.raises(ValueError, match=f"^a bid's level is 1 to 7, not {level}$"):
        Bid(level, Strain.CLUBS)


# The first three are the auctions of the OUT file in Bridge Suite's file description.
@pytest.mark.parametrize(
    ("dealer", "auction", "reached"),
    [
        ("N", "1S X P 2H P P P", "2H W"),
        ("E", "1NT P 2C P 2D P 2NT P 3NT P P P", "3NT E"),
        ("S", "P P P P", "-"),
        ("W", "P P P 1C P P P", "1C S"),
        ("N", "1H P 2H P 4H P P P", "4H N"),
        ("N", "1D P 1H P 4H P P P", "4H S"),
        ("S", "1NT 2H X P P P", "2HX W"),
        ("S", "1NT 2H X XX P P P", "2HXX W"),
        ("S", "1NT X P P XX P P P", "1NTXX S"),
        ("S", "1NT X XX 2C P P P", "2C E"),
        ("E", "1S P P X P P XX P P P", "1SXX E"),
    ],
)
def test_a_legal_auction_comes_to_its_last_bid(dealer: str, auction: str, reached: str) -> None:
    found = follow(dealer, auction)
    assert shown(found) == reached
    assert found.closed
    assert not found.overrun
    assert (found.fault, found.fault_at) == (None, None)


def test_declarer_is_who_first_named_the_strain_for_the_side_that_bought_it() -> None:
    # Both sides name spades; North is first of all, but EW play the contract, and West named it
    # for them before East did.
    assert shown(follow("N", "1S P 2C 2S P P 3C P P 3S P P X P P P")) == "3SX W"


def test_a_strain_named_only_by_the_opponents_does_not_make_them_declarer() -> None:
    assert shown(follow("N", "1H 2H P P P")) == "2H E"


@pytest.mark.parametrize(
    ("auction", "reached"),
    [("", "-"), ("P P P", "-"), ("1S", "1S N"), ("1S P P", "1S N"), ("1S X P P", "1SX N")],
)
def test_an_auction_without_its_last_passes_is_open(auction: str, reached: str) -> None:
    found = follow("N", auction)
    assert not found.closed
    assert not found.overrun
    assert shown(found) == reached


@pytest.mark.parametrize(
    ("auction", "reached"),
    [("1S P P P P", "1S N"), ("P P P P 1NT", "-"), ("1S P P P X", "1S N")],
)
def test_calls_after_the_auction_closed_are_an_overrun_and_change_nothing(
    auction: str, reached: str
) -> None:
    found = follow("N", auction)
    assert found.closed
    assert found.overrun
    assert found.fault is None
    assert shown(found) == reached


@pytest.mark.parametrize(
    ("auction", "fault", "at", "reached"),
    [
        ("1S 1H P P P", CallFault.INSUFFICIENT, 1, "1H E"),
        ("1S 1S P P P", CallFault.INSUFFICIENT, 1, "1S E"),
        ("1NT P 1S P P P", CallFault.INSUFFICIENT, 2, "1S S"),
        ("X P P P P", CallFault.NOTHING_TO_DOUBLE, 0, "-"),
        ("1S P X P P P", CallFault.NOTHING_TO_DOUBLE, 2, "1S N"),
        ("1S X P X P P P", CallFault.NOTHING_TO_DOUBLE, 3, "1SX N"),
        ("1S X XX X P P P", CallFault.NOTHING_TO_DOUBLE, 3, "1SXX N"),
        ("XX P P P P", CallFault.NOTHING_TO_REDOUBLE, 0, "-"),
        ("1S P XX P P P", CallFault.NOTHING_TO_REDOUBLE, 2, "1S N"),
        ("1S X P XX P P P", CallFault.NOTHING_TO_REDOUBLE, 3, "1SX N"),
        ("1S X XX P XX P P P", CallFault.NOTHING_TO_REDOUBLE, 4, "1SXX N"),
    ],
)
def test_a_call_that_is_not_allowed_is_named_with_its_place(
    auction: str, fault: CallFault, at: int, reached: str
) -> None:
    found = follow("N", auction)
    assert (found.fault, found.fault_at) == (fault, at)
    assert shown(found) == reached
    assert found.closed


def test_the_first_of_several_faults_is_named() -> None:
    found = follow("N", "2S XX 1H P P P")
    assert (found.fault, found.fault_at) == (CallFault.NOTHING_TO_REDOUBLE, 1)
    assert shown(found) == "1H S"


def test_a_new_bid_ends_a_double() -> None:
    assert shown(follow("N", "1S X 2S P P P")) == "2S N"


def test_faults_are_worded_for_a_sentence_that_begins_with_the_call() -> None:
    assert [f"X {fault}" for fault in CallFault] == [
        "X is not higher than the bid before it",
        "X doubles nothing that the other side has bid",
        "X redoubles nothing that the other side has doubled",
    ]


@st.composite
def legal_auctions(draw: st.DrawFn) -> tuple[str, list[Call]]:
    """A dealer and a closed auction: at each turn one of the calls that the Laws allow."""
    dealer = draw(st.sampled_from(SEATS))
    made: list[Call] = []
    while not (len(made) >= 4 and all(call is PASS for call in made[-3:])):
        bids = [(at, call) for at, call in enumerate(made) if isinstance(call, Bid)]
        choices: list[Call] = [PASS, PASS]
        if bids:
            at, highest = bids[-1]
            doubles = [place for place in range(at + 1, len(made)) if made[place] is not PASS]
            last_by_them = (len(made) - (doubles[-1] if doubles else at)) % 2 == 1
            if last_by_them and len(doubles) < 2:
                choices.append(REDOUBLE if doubles else DOUBLE)
            choices += LADDER[LADDER.index(highest) + 1 :][:6]
        else:
            choices += LADDER[:10]
        made.append(draw(st.sampled_from(choices)))
    return dealer, made


@given(legal_auctions())
def test_a_legal_auction_is_closed_without_fault_and_its_parts_agree(
    auction: tuple[str, list[Call]],
) -> None:
    dealer, made = auction
    found = review(Seat(dealer), made)
    assert (found.closed, found.overrun, found.fault) == (True, False, None)
    turns = [SEATS[(SEATS.index(dealer) + turn) % 4] for turn in range(len(made))]
    bids = [at for at, call in enumerate(made) if isinstance(call, Bid)]
    if not bids:
        assert shown(found) == "-"
        return
    last = bids[-1]
    bid = made[last]
    assert isinstance(bid, Bid)
    raised = made[last:].count(DOUBLE) + made[last:].count(REDOUBLE)
    doubled = [Doubled.NO, Doubled.DOUBLED, Doubled.REDOUBLED][raised]
    assert found.contract == Contract(bid.level, bid.strain, doubled)
    side = {turns[last], SEATS[(SEATS.index(turns[last]) + 2) % 4]}
    named = [
        turn
        for turn, call in zip(turns, made, strict=True)
        if isinstance(call, Bid) and call.strain is bid.strain and turn in side
    ]
    assert found.declarer == named[0]


@given(legal_auctions(), st.sampled_from([PASS, DOUBLE, REDOUBLE, *LADDER]))
def test_what_follows_a_closed_auction_never_changes_it(
    auction: tuple[str, list[Call]], more: Call
) -> None:
    dealer, made = auction
    before = review(Seat(dealer), made)
    after = review(Seat(dealer), [*made, more])
    assert after.overrun
    assert (after.contract, after.declarer) == (before.contract, before.declarer)


@given(st.sampled_from(SEATS), st.lists(st.sampled_from([PASS, DOUBLE, REDOUBLE, *LADDER])))
def test_any_calls_at_all_can_be_followed(dealer: str, made: list[Call]) -> None:
    found = review(Seat(dealer), made)
    assert (found.contract is None) == (found.declarer is None)
    assert (found.fault is None) == (found.fault_at is None)
    assert found.closed or not found.overrun
