from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridge.auction import Bid, OtherCall
from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract, PassedOut, Played
from daemon.bridge.seat import Seat
from daemon.bridgesuite.out_file import read_out
from daemon.bridgesuite.record import HeldLine, OutFile, Place, Record, TimedCall
from daemon.problem import Problem, Severity, Source, Span

PASS, X = OtherCall.PASS, OtherCall.DOUBLE
DEVICE = "9774d56d682e549c1f2a"

# The three sample lines of Bridge Suite's file description.
SAMPLES = (
    (
        "1,1,1,101,N,false,false,2♡,+1,W,J♤,-140,1♤,0,X,6434,PASS,3212,2♡,5435,PASS,2411,PASS,2434,"
        "PASS,3210"
    ),
    (
        "1,2,1,110,E,true,false,3NT,-1,E,A♧,50,1NT,0,PASS,2421,2♧,3211,PASS,2090,2♢,3121,PASS,2109,"
        "2NT,4532,PASS,2019,3NT,6437,PASS,2033,PASS,2010,PASS,2100"
    ),
    "1,3,1,109,S,false,true,All Pass,,,,,PASS,0,PASS,2121,PASS,2310,PASS,5321",
)


def timed(*calls: tuple[Bid | OtherCall, int]) -> tuple[TimedCall, ...]:
    return tuple(TimedCall(call, time, alerted=False) for call, time in calls)


# What they say, written out by hand.
READ = (
    Record(
        line=2,
        text=SAMPLES[0],
        place=Place(table=1, board=1, ns=1, ew=101),
        dealer=Seat.NORTH,
        vulnerability=Vulnerability(ns=False, ew=False),
        outcome=Played(Contract(2, Strain.HEARTS), Seat.WEST, 1),
        lead=Card(Suit.SPADES, "J"),
        written_score=-140,
        ns_score=-140,
        auction=timed(
            (Bid(1, Strain.SPADES), 0),
            (X, 6434),
            (PASS, 3212),
            (Bid(2, Strain.HEARTS), 5435),
            (PASS, 2411),
            (PASS, 2434),
            (PASS, 3210),
        ),
    ),
    Record(
        line=3,
        text=SAMPLES[1],
        place=Place(table=1, board=2, ns=1, ew=110),
        dealer=Seat.EAST,
        vulnerability=Vulnerability(ns=True, ew=False),
        outcome=Played(Contract(3, Strain.NO_TRUMP), Seat.EAST, -1),
        lead=Card(Suit.CLUBS, "A"),
        written_score=50,
        ns_score=50,
        auction=timed(
            (Bid(1, Strain.NO_TRUMP), 0),
            (PASS, 2421),
            (Bid(2, Strain.CLUBS), 3211),
            (PASS, 2090),
            (Bid(2, Strain.DIAMONDS), 3121),
            (PASS, 2109),
            (Bid(2, Strain.NO_TRUMP), 4532),
            (PASS, 2019),
            (Bid(3, Strain.NO_TRUMP), 6437),
            (PASS, 2033),
            (PASS, 2010),
            (PASS, 2100),
        ),
    ),
    Record(
        line=4,
        text=SAMPLES[2],
        place=Place(table=1, board=3, ns=1, ew=109),
        dealer=Seat.SOUTH,
        vulnerability=Vulnerability(ns=False, ew=True),
        outcome=PassedOut(),
        lead=None,
        written_score=None,
        ns_score=0,
        auction=timed((PASS, 0), (PASS, 2121), (PASS, 2310), (PASS, 5321)),
    ),
)


def out(text: str) -> OutFile:
    return read_out(Source("OUT_T1.txt", text))


def test_the_samples_of_the_description_are_read_right_in_every_field(suite: Path) -> None:
    text = (suite / "OUT_T1.plain.txt").read_bytes().decode("utf-8")
    assert out(text) == OutFile(device=DEVICE, latest=3, lines=READ)


@pytest.mark.parametrize("form", ["blank_lines", "crlf", "nonl"])
def test_line_ends_and_blank_lines_change_nothing(suite: Path, form: str) -> None:
    found = out((suite / f"OUT_T1.plain_{form}.txt").read_bytes().decode("utf-8"))
    assert (found.device, found.latest, found.problems) == (DEVICE, 3, ())
    assert [(r.text, r.outcome, r.auction) for r in found.records] == [
        (r.text, r.outcome, r.auction) for r in READ
    ]


def test_lost_suits_hold_what_they_leave_in_doubt(suite: Path) -> None:
    found = out((suite / "OUT_T1.plain_latin1_lossy.txt").read_bytes().decode("utf-8"))
    assert [line.line for line in found.held] == [2]
    assert [problem.one_line() for problem in found.all_problems] == [
        (
            "OUT_T1.txt:2:25: error: the suit of “2?” was lost in a wrong character set: ask the "
            "table for the contract and enter the result as a ruling; let the file be copied "
            "without changing it (it is UTF-8) [suit-lost]"
        ),
        (
            "OUT_T1.txt:3:33: warning: “A?” is no card: the result counts, and the lead is left "
            "out; correct it on the device if the lead matters [lead-unreadable]"
        ),
        (
            "OUT_T1.txt:3:55: warning: call 3, “2?”, is no call: the result counts as it is "
            "written, and the auction is left out [call-illegal]"
        ),
    ]
    assert [(record.ns_score, record.lead) for record in found.records] == [(50, None), (0, None)]


@pytest.mark.parametrize("sample", SAMPLES)
def test_of_all_prefixes_only_those_pass_that_end_behind_the_score_or_in_the_last_time(
    sample: str,
) -> None:
    header = f"Latest 3  AndroidId {DEVICE}\n"
    behind_the_score = len(",".join(sample.split(",")[:12]))
    last_time = range(sample.rindex(",") + 2, len(sample) + 1)
    passed = []
    for length in range(1, len(sample) + 1):
        (line,) = out(header + sample[:length]).lines
        if isinstance(line, Record):
            passed.append(length)
        else:
            assert line.problem.code == "line-torn", sample[:length]
    assert passed == [behind_the_score, *last_time]


def test_a_torn_line_is_held_until_the_file_changes() -> None:
    torn = "1,2,1,110,E,true,false,3NT,-1,E,A♧,5"
    (first, line) = out(f"Latest 2  AndroidId d\n{SAMPLES[0]}\n{torn}").lines
    assert isinstance(first, Record)
    assert line == HeldLine(
        line=3,
        text=torn,
        place=Place(1, 2, 1, 110),
        problem=Problem(
            Severity.WARNING,
            "line-torn",
            "the file stops in the middle of this line, so it is held until the file changes; "
            "if it stays like this, save the board again on the device",
            "OUT_T1.txt",
            Span(3, 1, 36),
        ),
    )


@pytest.mark.parametrize(
    "end",
    [
        "60/4",
        "A+",
        "NP",
        "60/40,,,",
        "wrong board, see the director, 60/40, and then some, and m",
        "2♡,,W,J♤,-11",
        "2♡,+1,W,J♤,-140,1♤\ufffd",
        "2♡,+1,W,J♤,-140\ufffd",
        "2♡,+1,W,J♤,-140,1♤,0,X,6,PASS,3,2♡,5,PASS,2,PASS,2,PASS,3210\ufffd",
        "60/40,,,,\ufffd",
        "2♡,+1,W,J♤,-140,",
        "2♡,+1,W,J♤,",
        "2♡,+1,W,J♤,140",
        "2♡,+1,W,J♤,-140,1♤,0,X,6434,PASS,3212,2♡,5435,PASS,2411,PASS,2434,PASS",
        "2♡,+1,W,J♤,-140,1♤,0,X,6434,PASS,3212,2♡,5435,PASS,2411,PASS,2434,PA",
    ],
)
def test_what_may_go_on_is_torn(end: str) -> None:
    (line,) = out(f"Latest 1  AndroidId d\n1,1,1,101,N,false,false,{end}").lines
    assert isinstance(line, HeldLine)
    assert line.problem.code == "line-torn"
    assert line.place == Place(1, 1, 1, 101)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1,1,1,101,N,false,false,60/40,,,,", "referee-score"),
        ("1,1,1,101,N,false,false,2?,+1,W,J?,-140", "suit-lost"),
        ("1,1,1,1,N,false,false,2♡,+1,W,J♤,-140", "line-number"),
        ("1,1,1,101,N,false,false,2♡,+6,W,J♤,-140", "result-range"),
    ],
)
def test_a_last_line_that_is_whole_is_held_for_what_is_wrong_with_it(line: str, code: str) -> None:
    (found,) = out(f"Latest 1  AndroidId d\n{line}").lines
    assert isinstance(found, HeldLine)
    assert found.problem.code == code


def test_a_torn_line_whose_numbers_may_go_on_has_no_place() -> None:
    (line,) = out("Latest 1  AndroidId d\n1,1,1,10").lines
    assert isinstance(line, HeldLine)
    assert line.place is None


def test_flags_that_no_cut_can_cause_do_not_hold_a_last_line() -> None:
    (line,) = out("Latest 1  AndroidId d\n1,2,1,101,N,false,false,3NT,-1,E,A♧,50").lines
    assert isinstance(line, Record)
    assert [problem.code for problem in line.problems] == [
        "dealer-differs",
        "vulnerability-differs",
    ]


def test_an_empty_file_says_nothing_and_is_no_problem() -> None:
    assert out("") == OutFile(None, None, ())
    assert out(" \n\n") == OutFile(None, None, ())


@pytest.mark.parametrize("torn", ["L", "Lat", " lates"])
def test_a_file_that_stops_in_the_first_word_of_its_header_says_nothing_yet(torn: str) -> None:
    assert out(torn) == OutFile(None, None, ())
    (line,) = out(f"{torn}\n").lines
    assert isinstance(line, HeldLine)


def test_a_file_with_nothing_but_its_header_is_no_problem() -> None:
    assert out("Latest 0  AndroidId 1111aaaa\n") == OutFile("1111aaaa", 0, ())


@pytest.mark.parametrize(
    ("header", "device", "latest"),
    [
        ("Latest 12  AndroidId abc\n", "abc", 12),
        ("latest 12 androidid abc\r\n", "abc", 12),
        (" Latest\t12\tAndroidId\tabc \n", "abc", 12),
        ("Latest   AndroidId abc\n", "abc", None),
        ("Latest 12  AndroidId \n", None, 12),
        ("Latest 12\n", None, 12),
        (f"Latest {'9' * 5000}  AndroidId abc\n", "abc", None),
        # Where the file stops the name may be half there.
        ("Latest 12  AndroidId ab", None, 12),
        ("Latest 12  Andr", None, 12),
    ],
)
def test_the_header_names_the_device(header: str, device: str | None, latest: int | None) -> None:
    assert out(header) == OutFile(device, latest, ())


def test_a_file_that_does_not_name_its_device_is_scored_with_a_warning() -> None:
    found = out(SAMPLES[0] + "\n")
    assert len(found.records) == 1
    assert [problem.one_line() for problem in found.problems] == [
        (
            "OUT_T1.txt:1:1: warning: no line “Latest ... AndroidId ...” says which device has "
            "written this file, so another device in its place would go unnoticed: the results "
            "count; look at the device [device-missing]"
        )
    ]


def test_a_second_header_of_the_same_device_is_no_problem() -> None:
    found = out(f"Latest 1  AndroidId d\n{SAMPLES[0]}\nLatest 2  AndroidId d\n{SAMPLES[1]}\n")
    assert (found.device, found.latest, found.problems) == ("d", 2, ())
    assert [record.line for record in found.records] == [2, 4]


def test_a_header_of_another_device_is_named() -> None:
    found = out(f"Latest 1  AndroidId one\n{SAMPLES[0]}\nLatest 2  AndroidId two\n{SAMPLES[1]}\n")
    assert (found.device, len(found.records)) == ("one", 2)
    assert [problem.one_line() for problem in found.problems] == [
        (
            "OUT_T1.txt:3:1: warning: device two has written into the file of device one: make "
            "sure that both were meant to record here; the results count [device-changed]"
        )
    ]


def test_garbage_does_not_lose_the_good_lines() -> None:
    found = out(f"Latest 1  AndroidId d\nhello\n{SAMPLES[0]}\n,,,\n{SAMPLES[1]}\n")
    assert [record.line for record in found.records] == [3, 5]
    assert [(line.line, line.problem.code) for line in found.held] == [
        (2, "line-fields"),
        (4, "line-fields"),
    ]


def test_ten_different_mistakes_are_all_named_with_line_and_column(
    read: Callable[..., OutFile],
) -> None:
    text = (
        "1,1,1,101,N,false,false,2♡,+1,W\n"
        "1,x,1,101,N,false,false,2♡,+1,W,J♤,-140\n"
        "1,1,5,5,N,false,false,2♡,+1,W,J♤,-140\n"
        "1,1,1,101,N,false,maybe,2♡,+1,W,J♤,-140\n"
        "1,1,1,101,N,false,false,8♡,+1,W,J♤,-140\n"
        "1,1,1,101,N,false,false,2?,+1,W,J♤,-140\n"
        "1,1,1,101,N,false,false,2♡,+7,W,J♤,-140\n"
        "1,1,1,101,N,false,false,2♡,+1,Z,J♤,-140\n"
        "1,1,1,101,N,false,false,60/40,,,,\n"
        " 1,1,1,101,N,false,false,2♡,+1,W,J♤,140\n"
    )
    whole = "or enter the result as a ruling"
    assert [problem.one_line() for problem in read(text).all_problems] == [
        (
            "OUT_1.txt:2:1: error: a result needs 12 fields separated by commas, and this line has "
            f"10: enter the board again on the device, {whole} [line-fields]"
        ),
        (
            f"OUT_1.txt:3:3: error: “x” is no board number: correct it on the device, {whole} "
            "[line-number]"
        ),
        (
            "OUT_1.txt:4:7: error: pair 5 cannot play against itself: correct NS and EW on the "
            f"device, {whole} [line-number]"
        ),
        (
            "OUT_1.txt:5:19: error: “maybe” does not say whether EW are vulnerable: it must be "
            "true or false; enter the board again on the device [line-fields]"
        ),
        f"OUT_1.txt:6:25: error: “8♡” is no contract: correct it on the device, {whole} [contract]",
        (
            "OUT_1.txt:7:25: error: the suit of “2?” was lost in a wrong character set: ask the "
            "table for the contract and enter the result as a ruling; let the file be copied "
            "without changing it (it is UTF-8) [suit-lost]"
        ),
        (
            "OUT_1.txt:8:28: error: 2♥ can go from -8 to +5, and not +7: correct it on the device, "
            f"{whole} [result-range]"
        ),
        (
            "OUT_1.txt:9:31: error: “Z” is no seat for the declarer: it must be N, E, S, W or O "
            f"(West); correct it on the device, {whole} [seat]"
        ),
        (
            "OUT_1.txt:10:25: warning: “60/40” stands in the place of a contract: if it is the "
            "director's score, settle the board with a ruling; if not, enter the board again on "
            "the device [referee-score]"
        ),
        (
            "OUT_1.txt:11:37: warning: 2♥ W +1 scores -140 for NS and not 140 (140 would be right "
            "with the other sign): scored as -140; ask the table if in doubt [score-mismatch]"
        ),
    ]


REFEREE = "1,4,1,2,W,true,true,60/40,,,,"
STRANGE_LEAD = "1,1,1,101,N,false,false,2♡,+1,W,A?,-140"
TEXTS = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["", f"Latest 3  AndroidId {DEVICE}\n"]),
        st.lists(st.sampled_from([*SAMPLES, REFEREE, STRANGE_LEAD, "x"]), max_size=6).map(
            lambda lines: "".join(f"{one}\n" for one in lines)
        ),
        st.sampled_from(["", *SAMPLES, SAMPLES[0][:-5], SAMPLES[0][:30], REFEREE]),
    ),
)


@given(before=TEXTS, text=TEXTS)
def test_what_is_known_of_an_earlier_version_changes_nothing(before: str, text: str) -> None:
    source = Source("OUT_T1.txt", text)
    assert read_out(source, known=out(before).lines) == read_out(source)


def test_a_line_that_stands_where_it_stood_is_the_same_object_and_one_below_shares_its_parts() -> (
    None
):
    (known,) = out(f"{SAMPLES[0]}\n").records
    source = Source("OUT_T1.txt", f"{SAMPLES[0]}\n{SAMPLES[0]}\n")
    first, second = read_out(source, known=[known]).records
    assert first is known
    assert (second.line, second.text) == (2, known.text)
    assert (second.auction, second.place) == (known.auction, known.place)
    assert second.auction is known.auction
    assert second.place is known.place
