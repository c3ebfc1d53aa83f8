"""What holds a line, field by field."""

from collections.abc import Callable

import pytest

from daemon.bridge.auction import OtherCall
from daemon.bridge.contract import PassedOut
from daemon.bridge.seat import Seat
from daemon.bridgesuite.notation import Letters
from daemon.bridgesuite.record import HeldLine, Place, Record, TimedCall
from daemon.problem import Span

SEVEN = "1,1,1,101,N,false,false"
Read = Callable[..., Record]
Hold = Callable[..., HeldLine]


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("hello", "line-fields", 1),
        ("1,1,1", "line-fields", 1),
        ("1,1,1,101,N,false", "line-fields", 1),
        (SEVEN, "line-fields", 1),
        (f"{SEVEN},", "line-fields", 1),
        (f"{SEVEN},2♡", "line-fields", 1),
        (f"{SEVEN},2♡,+1,W,J♤", "line-fields", 1),
        (f"{SEVEN},All Pass,,,", "line-fields", 1),
        ("1,1,1,101,X,false,false,60/40", "line-fields", 1),
        ("0,1,1,101,N,false,false,2♡,+1,W,J♤,-140", "line-number", 1),
        ("1,-1,1,101,N,false,false,2♡,+1,W,J♤,-140", "line-number", 3),
        ("1,1,,101,N,false,false,2♡,+1,W,J♤,-140", "line-number", 5),
        ("1,1,1,1000000,N,false,false,2♡,+1,W,J♤,-140", "line-number", 7),
        ("1,1,1,101,X,false,false,2♡,+1,W,J♤,-140", "seat", 11),
        ("1,1,1,101,N,,false,2♡,+1,W,J♤,-140", "line-fields", 13),
        (f"{SEVEN},,,,,", "contract", 25),
        (f"{SEVEN},,+1,W,J♤,-140", "contract", 25),
        (f"{SEVEN},2Z,+1,W,J♤,-140", "contract", 25),
        (f"{SEVEN},2Z,,W,J♤,-110", "contract", 25),
        (f"{SEVEN},8♡", "contract", 25),
        (f"{SEVEN},2?", "suit-lost", 25),
        (f"{SEVEN},All Pass,+1,,,", "contract", 34),
        (f"{SEVEN},2♡,+x,W,J♤,-140", "result-range", 28),
        (f"{SEVEN},2♡,-9,W,J♤,450", "result-range", 28),
        (f"{SEVEN},2♡,,W,J♤,-140", "result-range", 28),
        (f"{SEVEN},2♡,,W,J♤,", "result-range", 28),
        (f"{SEVEN},2♡,+1,,J♤,-140", "seat", 31),
        (f"{SEVEN},NP", "referee-score", 25),
        (f"{SEVEN},60/40,,,,50", "referee-score", 25),
    ],
)
def test_a_line_is_held_where_it_is_wrong(held: Hold, line: str, code: str, column: int) -> None:
    problem = held(line).problem
    assert problem.code == code
    assert problem.span is not None
    assert (problem.span.line, problem.span.column) == (2, column)
    assert problem.excerpt == line


def test_a_held_line_says_where_it_was_played_as_far_as_that_can_be_read(held: Hold) -> None:
    assert held(f"{SEVEN},2?,+1,W,J?,-140").place == Place(1, 1, 1, 101)
    assert held("1,1,1,1,N,false,false,2♡,+1,W,J♤,-140").place == Place(1, 1, 1, 1)
    assert held("1,x,1,101,N,false,false,2♡,+1,W,J♤,-140").place is None
    assert held("1,1,1,101").place is None


def test_a_missing_declarer_and_a_missing_contract_are_called_missing(held: Hold) -> None:
    assert held(f"{SEVEN},2♡,+1,,J♤,-140").problem.message == (
        "the declarer is missing: it must be N, E, S, W or O (West); correct it on the device, or "
        "enter the result as a ruling"
    )
    assert held(f"{SEVEN},,,,,").problem.message == (
        "the contract is missing: enter the board again on the device, or enter the result as a "
        "ruling"
    )


@pytest.mark.parametrize(
    ("end", "text"),
    [
        ("60/40", "60/40"),
        ("60/40,,,,", "60/40"),
        ("A+/A-,,,,,PASS,0,PASS,2100", "A+/A-"),
        ("60/40 , by the director, wrong board,,", "60/40 , by the director, wrong board"),
        ("Punteggio arbitrale, 60, 40", "Punteggio arbitrale, 60, 40"),
        ("3 VP", "3 VP"),
        ("?", "?"),
    ],
)
def test_the_words_of_a_director_run_to_the_end_of_the_line(
    held: Hold, end: str, text: str
) -> None:
    line = held(f"{SEVEN},{end}")
    assert (line.problem.code, line.referee_text) == ("referee-score", text)
    assert line.place == Place(1, 1, 1, 101)


def test_a_long_text_is_shown_as_far_as_there_is_room(held: Hold) -> None:
    line = held(f"{SEVEN},{'y' * 1000}")
    assert line.referee_text == "y" * 1000
    assert line.problem.message.startswith(f"“{'y' * 39}…” stands in the place of a contract")
    assert line.problem.span == Span(2, 25, 1000)


def test_letters_of_the_other_language_are_pointed_out(held: Hold) -> None:
    assert held(f"{SEVEN},2Q,+1,W,PJ,-140").problem.message == (
        '“2Q” is no contract: if the devices write Italian letters, set letters = "italian" for '
        "this section"
    )
    assert held(f"{SEVEN},2H,+1,W,PJ,-140", Letters.ITALIAN).problem.message == (
        '“2H” is no contract: if the devices write English letters, set letters = "english" for '
        "this section"
    )


def test_italian_letters_are_read_when_they_are_configured(record: Read) -> None:
    found = record(f"{SEVEN},2C,+1,W,PF,-140,1P,0", Letters.ITALIAN)
    assert (str(found.outcome), str(found.lead)) == ("2H W +1", "SJ")
    assert str(found.auction[0].call) == "1S"


def test_west_may_be_o_and_w_within_one_line(record: Read) -> None:
    found = record("1,4,1,101,O,true,true,2♡,+1,W,J♤,-140")
    assert found.dealer is Seat.WEST
    assert str(found.outcome) == "2H W +1"
    assert record("1,4,1,101,W,true,true,2♡,+1,O,J♤,-140").outcome == found.outcome


@pytest.mark.parametrize(
    "end",
    [
        *["All Pass,,,,", "All Pass,,,,,", "Pass,,,,", "PASS,0,,,0", "Tutti Passano,=,,,"],
        "All Pass,,N,J♤,",
        "All Pass,,,lead,",
    ],
)
def test_a_board_passed_out_needs_no_more(record: Read, end: str) -> None:
    found = record(f"{SEVEN},{end}")
    assert found.outcome == PassedOut()
    assert (found.ns_score, found.lead, found.problems) == (0, None, ())


@pytest.mark.parametrize("empty", [",,,,", ",,,,,"])
def test_a_board_passed_out_may_have_an_empty_field_more_before_its_auction(
    record: Read, empty: str
) -> None:
    found = record(f"{SEVEN},All Pass{empty},PASS,0,PASS,2121,PASS,2310,PASS,5321")
    assert [timed.milliseconds for timed in found.auction] == [0, 2121, 2310, 5321]
    assert found.problems == ()


def test_a_score_is_not_needed_when_passed_out_and_an_auction_never(record: Read) -> None:
    found = record(f"{SEVEN},2♡,+1,W,,-140")
    assert (found.auction, found.lead, found.problems) == ((), None, ())


def test_an_alert_stands_before_or_behind_a_call(record: Read) -> None:
    found = record(f"{SEVEN},2♡,+1,W,J♤,-140,1♤+,0,+X,6434")
    assert [timed.alerted for timed in found.auction] == [True, True]


@pytest.mark.parametrize("last", ["PASS", "PASS,", "PASS,x", "PASS,,,"])
def test_a_time_that_cannot_be_read_is_unknown(record: Read, last: str) -> None:
    found = record(f"{SEVEN},All Pass,,,,,PASS,0,PASS,2121,PASS,2310,{last}")
    assert found.auction[-1] == TimedCall(OtherCall.PASS, None, alerted=False)
    assert found.problems == ()


def test_two_lines_that_ran_together_are_pointed_out(record: Read) -> None:
    found = record(
        f"{SEVEN},2♡,+1,W,J♤,-140,1♤,0,X,6434,PASS,321,2,1,110,E,true,false,3NT,-1,E,A♧,50"
    )
    (problem,) = found.problems
    assert found.auction == ()
    assert problem.one_line() == (
        "OUT_1.txt:2:62: warning: call 4, “2”, is no call: two lines seem to have run together: "
        "check whether another board is missing [call-illegal]"
    )
