import pytest

from daemon.bridge.auction import Bid, Call, OtherCall
from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled, Outcome, PassedOut, Played
from daemon.bridge.seat import Seat
from daemon.bridgesuite.record import TimedCall
from daemon.publish.pbn_auction import auction_section, fits, time_table

_OTHER = {"P": OtherCall.PASS, "X": OtherCall.DOUBLE, "XX": OtherCall.REDOUBLE}


def auction(text: str) -> tuple[TimedCall, ...]:
    """`1NT! P P X`: a call with ! is alerted; each takes a second."""
    return tuple(
        TimedCall(_call(word.rstrip("!")), 1000, alerted=word.endswith("!"))
        for word in text.split()
    )


def _call(word: str) -> Call:
    return _OTHER[word] if word in _OTHER else Bid(int(word[0]), Strain(word[1:]))


ONE_NO_TRUMP = Played(Contract(1, Strain.NO_TRUMP), Seat.NORTH, 0)
ONE_NO_TRUMP_DOUBLED = Played(Contract(1, Strain.NO_TRUMP, Doubled.DOUBLED), Seat.NORTH, -1)


@pytest.mark.parametrize(
    ("text", "outcome", "expected"),
    [
        ("1NT P P P", ONE_NO_TRUMP, True),
        ("1NT X P P P", ONE_NO_TRUMP_DOUBLED, True),
        ("P P P P", PassedOut(), True),
        ("1NT P", ONE_NO_TRUMP, True),
        ("", ONE_NO_TRUMP, True),
        ("1NT X P P P", ONE_NO_TRUMP, False),
        ("P 1NT P P P", ONE_NO_TRUMP, False),
        ("1NT P P P", PassedOut(), False),
        ("P P P P", ONE_NO_TRUMP, False),
        ("1NT 1C P P P", ONE_NO_TRUMP, False),
        ("1NT P P P P", ONE_NO_TRUMP, False),
    ],
)
def test_an_auction_fits_when_it_is_legal_and_may_have_come_to_the_outcome(
    text: str, outcome: Outcome, *, expected: bool
) -> None:
    assert fits(auction(text), Seat.NORTH, outcome) is expected


def test_four_calls_stand_in_a_line_and_all_alerts_share_a_note() -> None:
    assert list(auction_section(auction("1NT! P 2C! P 2H P 4H P P P"), Seat.EAST)) == [
        '[Auction "E"]',
        "1NT =1= Pass 2C =1= Pass",
        "2H Pass 4H Pass",
        "Pass Pass",
        '[Note "1:Alerted"]',
    ]


def test_doubles_are_written_as_the_standard_has_them() -> None:
    assert list(auction_section(auction("1NT X XX P P P"), Seat.NORTH)) == [
        '[Auction "N"]',
        "1NT X XX Pass",
        "Pass Pass",
    ]


def test_an_auction_that_is_not_closed_ends_in_a_star() -> None:
    assert list(auction_section(auction("1NT P P"), Seat.SOUTH)) == [
        '[Auction "S"]',
        "1NT Pass Pass *",
    ]


def test_times_are_whole_seconds_with_the_milliseconds_beside_them() -> None:
    call = OtherCall.PASS
    times = (499, 500, 60_000, 3_599_499, 3_599_500, None)
    calls = tuple(TimedCall(call, milliseconds, alerted=False) for milliseconds in times)
    assert list(time_table(calls)) == [
        '[AuctionTimeTable "Time\\8R;Milliseconds\\7R"]',
        "       0     499",
        "       1     500",
        "   01:00   60000",
        "   59:59 3599499",
        "01:00:00 3599500",
        "       ?       ?",
    ]
