from collections.abc import Sequence
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.bridge import board as boards
from daemon.bridge.auction import Bid, Call, OtherCall, review
from daemon.bridge.board import Vulnerability
from daemon.bridge.card import RANKS, Card, Strain, Suit
from daemon.bridge.contract import Contract, Doubled, Outcome, PassedOut, Played
from daemon.bridge.score import score_ns
from daemon.bridge.seat import Seat
from daemon.bridgesuite.notation import Letters
from daemon.bridgesuite.out_file import read_out
from daemon.bridgesuite.out_writer import write_header, write_record
from daemon.bridgesuite.record import Place, Record, TimedCall
from daemon.problem import Source

PASS, X, XX = OtherCall.PASS, OtherCall.DOUBLE, OtherCall.REDOUBLE
NONE = Vulnerability(ns=False, ew=False)


def timed(calls: Sequence[tuple[Call, int]]) -> list[TimedCall]:
    return [TimedCall(call, time, alerted=False) for call, time in calls]


def test_a_header_is_written_as_the_devices_write_it() -> None:
    assert write_header(3, "9774d56d682e549c1f2a") == "Latest 3  AndroidId 9774d56d682e549c1f2a"


def test_the_samples_of_the_description_come_out_byte_for_byte() -> None:
    assert (
        write_record(
            Place(1, 1, 1, 101),
            Seat.NORTH,
            NONE,
            Played(Contract(2, Strain.HEARTS), Seat.WEST, 1),
            Card(Suit.SPADES, "J"),
            -140,
            timed(
                [
                    (Bid(1, Strain.SPADES), 0),
                    (X, 6434),
                    (PASS, 3212),
                    (Bid(2, Strain.HEARTS), 5435),
                    (PASS, 2411),
                    (PASS, 2434),
                    (PASS, 3210),
                ]
            ),
        )
        == "1,1,1,101,N,false,false,2♡,+1,W,J♤,-140,1♤,0,X,6434,PASS,3212,2♡,5435,PASS,2411,"
        "PASS,2434,PASS,3210"
    )
    assert (
        write_record(
            Place(1, 3, 1, 109),
            Seat.SOUTH,
            Vulnerability(ns=False, ew=True),
            PassedOut(),
            None,
            None,
            timed([(PASS, 0), (PASS, 2121), (PASS, 2310), (PASS, 5321)]),
        )
        == "1,3,1,109,S,false,true,All Pass,,,,,PASS,0,PASS,2121,PASS,2310,PASS,5321"
    )


@pytest.mark.parametrize(
    ("outcome", "lead", "score", "end"),
    [
        (
            Played(Contract(4, Strain.SPADES, Doubled.DOUBLED), Seat.SOUTH, 0),
            Card(Suit.HEARTS, "T"),
            590,
            "4♤X,=,S,10♡,590",
        ),
        (
            Played(Contract(3, Strain.NO_TRUMP, Doubled.REDOUBLED), Seat.EAST, -2),
            None,
            None,
            "3NTXX,-2,E,,",
        ),
    ],
)
def test_doubles_tens_and_empty_fields(
    outcome: Outcome, lead: Card | None, score: int | None, end: str
) -> None:
    written = write_record(Place(1, 1, 1, 101), Seat.NORTH, NONE, outcome, lead, score)
    assert written == f"1,1,1,101,N,false,false,{end}"


def test_west_deals_as_o_and_an_alert_stands_behind_its_call() -> None:
    written = write_record(
        Place(1, 4, 1, 2),
        Seat.WEST,
        Vulnerability(ns=True, ew=True),
        PassedOut(),
        None,
        None,
        [TimedCall(XX, 7, alerted=True), TimedCall(PASS, None, alerted=False)],
    )
    assert written == "1,4,1,2,O,true,true,All Pass,,,,,XX+,7,PASS,"


# What is written is read again


BIDS = [Bid(level, strain) for level in range(1, 8) for strain in Strain]


@st.composite
def auctions(draw: st.DrawFn, dealer: Seat) -> list[Call]:
    """A legal auction that is closed."""
    calls: list[Call] = []
    bids = 0
    while not review(dealer, calls).closed:
        # The next few bids only, so that not every auction climbs to 7NT at once.
        options: list[Call] = [PASS, *BIDS[bids : bids + 6]]
        options += [call for call in (X, XX) if review(dealer, [*calls, call]).fault is None]
        call = draw(st.just(PASS) | st.sampled_from(options))
        bids = call.order + 1 if isinstance(call, Bid) else bids
        calls.append(call)
    return calls


@st.composite
def written_records(draw: st.DrawFn) -> Record:
    """A record that is right in every respect."""
    number = st.integers(1, 999_999)
    ns = draw(number)
    place = Place(
        draw(number), draw(st.integers(1, 64)), ns, draw(number.filter(lambda n: n != ns))
    )
    dealer, vulnerability = boards.dealer(place.board), boards.vulnerability(place.board)
    calls = draw(auctions(dealer))
    end = review(dealer, calls)
    outcome: Outcome = PassedOut()
    lead = None
    if end.contract is not None:
        level = end.contract.level
        result = draw(st.integers(-level - 6, 7 - level))
        outcome = Played(end.contract, cast("Seat", end.declarer), result)
        cards = st.builds(Card, st.sampled_from(Suit), st.sampled_from(RANKS))
        lead = draw(st.none() | cards)
    score = score_ns(outcome, vulnerability)
    return Record(
        line=2,
        text="",
        place=place,
        dealer=dealer,
        vulnerability=vulnerability,
        outcome=outcome,
        lead=lead,
        written_score=None if isinstance(outcome, PassedOut) else score,
        ns_score=score,
        auction=tuple(
            TimedCall(call, draw(st.integers(0, 10**7)), draw(st.booleans()))
            for call in draw(st.sampled_from([calls, []]))
        ),
    )


def write(record: Record) -> str:
    return write_record(
        record.place,
        record.dealer,
        record.vulnerability,
        record.outcome,
        record.lead,
        record.written_score,
        record.auction,
    )


@settings(max_examples=60)
@given(written_records(), st.sampled_from(Letters), st.sampled_from(["", "\n", "\r\n"]))
def test_what_is_written_is_read_again_without_a_flag(
    record: Record, letters: Letters, line_end: str
) -> None:
    text = write(record)
    source = Source("OUT_1.txt", f"{write_header(7, 'abc')}\n{text}{line_end}")
    found = read_out(source, letters)
    (line,) = found.lines
    assert (found.device, found.latest, found.problems) == ("abc", 7, ())
    assert isinstance(line, Record)
    assert write(line) == text
    assert line == Record(
        2,
        text,
        record.place,
        record.dealer,
        record.vulnerability,
        record.outcome,
        record.lead,
        record.written_score,
        record.ns_score,
        record.auction,
    )


# Nonsense


fields = st.sampled_from(
    (
        *("", " ", "1", "2", "101", "N", "O", "W", "true", "false", "=", "+1", "-9", "-140", "50"),
        *("2♡", "4♤X", "2?", "All Pass", "60/40", "J♤", "10♡", "PASS", "X", "1NT", "Latest"),
        *("\ufffd", "é"),
    )
)
lines = st.one_of(
    st.lists(fields, max_size=20).map(",".join),
    st.lists(fields, max_size=12).map(lambda rest: ",".join(["1,1,1,2,N,false,false", *rest])),
    st.text(max_size=60),
)


@given(st.lists(lines, max_size=6), st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(Letters))
def test_nonsense_is_held_and_nothing_is_raised(
    texts: list[str], line_end: str, letters: Letters
) -> None:
    source = Source("OUT_1.txt", line_end.join(texts))
    out = read_out(source, letters)
    assert len(out.lines) <= len(source.lines)
    for record in out.records:
        assert not any(problem.is_error for problem in record.problems)
        assert record.ns_score == score_ns(record.outcome, boards.vulnerability(record.place.board))
        assert source.lines[record.line - 1] == record.text
    for held in out.held:
        assert held.problem.span is not None
        assert held.problem.span.line == held.line


@settings(max_examples=60)
@given(written_records(), st.data())
def test_a_line_that_is_cut_never_gives_another_result(record: Record, data: st.DataObject) -> None:
    text = write(record)
    cut = text[: data.draw(st.integers(0, len(text)))]
    for line in read_out(Source("OUT_1.txt", f"Latest 1  AndroidId a\n{cut}")).lines:
        if isinstance(line, Record):
            assert (line.place, line.outcome, line.ns_score) == (
                record.place,
                record.outcome,
                record.ns_score,
            )
