"""What is odd about a line that is scored all the same."""

from collections.abc import Callable

import pytest

from daemon.bridge.contract import PassedOut
from daemon.bridgesuite.record import HeldLine, Record
from daemon.problem import Severity, Span

Read = Callable[..., Record]
Hold = Callable[..., HeldLine]

# Board 1: North deals, nobody is vulnerable. Board 2: East deals, NS are vulnerable.
BOARD_1 = "1,1,1,101,N,false,false"
BOARD_2 = "1,2,1,110,E,true,false"
OTHERWISE = "scored by the contract that is written; ask the table if in doubt"


def flags(record: Record) -> list[str]:
    return [problem.code for problem in record.problems]


def test_a_dealer_that_is_not_the_boards_is_flagged(record: Read) -> None:
    found = record("1,1,1,101,E,false,false,2♡,+1,W,J♤,-140")
    (problem,) = found.problems
    assert problem.one_line() == (
        "OUT_1.txt:2:11: warning: E is given as the dealer of board 1, which N deals: make sure "
        "that it is the right board [dealer-differs]"
    )


@pytest.mark.parametrize(
    ("given", "column", "shown"),
    [("false,false", 13, "None"), ("true,true", 18, "All"), ("false,true", 13, "EW")],
)
def test_another_vulnerability_is_flagged_and_the_boards_counts(
    record: Read, given: str, column: int, shown: str
) -> None:
    found = record(f"1,2,1,110,E,{given},4♡,+1,N,J♤,650")
    (problem,) = found.problems
    assert found.ns_score == 650
    assert problem.one_line() == (
        f"OUT_1.txt:2:{column}: warning: the vulnerability of board 2 is NS and not {shown}: "
        "scored with the board's; make sure that it is the right board [vulnerability-differs]"
    )


@pytest.mark.parametrize(
    ("end", "right", "message"),
    [
        (
            "2♡,+1,W,J♤,140",
            -140,
            "2♥ W +1 scores -140 for NS and not 140 (140 would be right with the other sign)",
        ),
        (
            "4♠X,=,N,J♡,420",
            590,
            "4♠X N = scores 590 for NS and not 420 (420 would be right undoubled)",
        ),
        (
            "4♠,=,N,J♡,620",
            420,
            "4♠ N = scores 420 for NS and not 620 (620 would be right vulnerable)",
        ),
        (
            "4♠,-1,N,J♡,100",
            -50,
            (
                "4♠ N -1 scores -50 for NS and not 100 "
                "(100 would be right doubled and with the other sign or vulnerable and with the "
                "other sign)"
            ),
        ),
        (
            "4♠,=,N,J♡,430",
            420,
            (
                "4♠ N = scores 420 for NS and not 430 "
                "(neither sign nor doubling nor vulnerability explains it)"
            ),
        ),
        ("4♠,=,N,J♡,", 420, "the score is missing, and 4♠ N = scores 420 for NS"),
        ("4♠,=,N,J♡,4x0", 420, "“4x0” is no score, and 4♠ N = scores 420 for NS"),
    ],
)
def test_a_score_that_does_not_fit_is_explained_and_the_contract_counts(
    record: Read, end: str, right: int, message: str
) -> None:
    found = record(f"{BOARD_1},{end}")
    (problem,) = found.problems
    assert found.ns_score == right
    assert (problem.severity, problem.code) == (Severity.WARNING, "score-mismatch")
    assert problem.message == f"{message}: scored as {right}; ask the table if in doubt"


@pytest.mark.parametrize("score", ["-140", "x"])
def test_a_board_passed_out_scores_nothing_whatever_is_written(record: Read, score: str) -> None:
    found = record(f"{BOARD_1},All Pass,,,,{score}")
    (problem,) = found.problems
    assert (found.outcome, found.ns_score) == (PassedOut(), 0)
    assert problem.code == "score-mismatch"
    assert problem.message == (
        f"a board passed out scores 0 and not “{score}”: scored as 0; ask the table if in doubt"
    )


# Doubles that the contract does not show


@pytest.mark.parametrize(
    ("end", "outcome", "score", "message"),
    [
        (
            "4♠,-1,N,J♡,-100",
            "4SX N -1",
            -100,
            (
                "the contract shows no double, and the score -100 is that of 4♠X: scored as "
                "doubled; ask the table if in doubt"
            ),
        ),
        (
            "4♠,=,N,J♡,880",
            "4SXX N =",
            880,
            (
                "the contract shows no double, and the score 880 is that of 4♠XX: scored as "
                "redoubled; ask the table if in doubt"
            ),
        ),
    ],
)
def test_a_double_is_inferred_from_a_score_that_fits_it(
    record: Read, end: str, outcome: str, score: int, message: str
) -> None:
    found = record(f"{BOARD_1},{end}")
    (problem,) = found.problems
    assert (str(found.outcome), found.ns_score) == (outcome, score)
    assert (problem.code, problem.message) == ("double-inferred", message)
    assert problem.span == Span(2, 25, 2)


def test_a_double_is_inferred_from_the_auction_when_the_score_says_nothing(record: Read) -> None:
    found = record(f"{BOARD_1},4♠,=,N,J♡,,4♠,0,X,1,PASS,1,PASS,1,PASS,1")
    assert str(found.outcome) == "4SX N ="
    assert [problem.message for problem in found.problems] == [
        (
            "the contract shows no double, and the auction ends in 4♠X: scored as doubled; ask the "
            "table if in doubt"
        ),
        (
            "the score is missing, and 4♠X N = scores 590 for NS: scored as 590; ask the table if "
            "in doubt"
        ),
    ]


def test_a_score_that_proves_the_contract_undoubled_outweighs_the_auction(record: Read) -> None:
    found = record(f"{BOARD_1},4♠,=,N,J♡,420,4♠,0,X,1,PASS,1,PASS,1,PASS,1")
    (problem,) = found.problems
    assert str(found.outcome) == "4S N ="
    assert (problem.code, problem.message) == (
        "contract-differs",
        f"the auction ends in 4♠X and the contract is 4♠: {OTHERWISE}",
    )


def test_an_auction_in_another_contract_says_nothing_about_a_double(record: Read) -> None:
    found = record(f"{BOARD_1},4♠,=,N,J♡,,3♠,0,X,1,PASS,1,PASS,1,PASS,1")
    assert (str(found.outcome), flags(found)) == (
        "4S N =",
        ["score-mismatch", "contract-differs"],
    )


def test_an_auction_that_is_open_or_wrong_says_nothing_about_a_double(record: Read) -> None:
    for auction in ("4♠,0,X,1", "X,0,4♠,0,X,1,PASS,1,PASS,1,PASS,1", "4♠,0,PASS,1,X,1"):
        assert str(record(f"{BOARD_1},4♠,=,N,J♡,,{auction}").outcome) == "4S N ="


def test_one_down_vulnerable_is_not_taken_for_one_down_doubled(record: Read) -> None:
    # On board 1 nobody is vulnerable; the line has NS vulnerable, and -100 is its 4♠ one down.
    found = record("1,1,1,101,N,true,false,4♠,-1,N,J♡,-100")
    assert (str(found.outcome), found.ns_score) == ("4S N -1", -50)
    assert flags(found) == ["vulnerability-differs", "score-mismatch"]
    assert found.problems[1].message == (
        "4♠ N -1 scores -50 for NS and not -100 (-100 would be right doubled or vulnerable): "
        "scored as -50; ask the table if in doubt"
    )


def test_a_double_that_is_written_is_not_taken_away(record: Read) -> None:
    found = record(f"{BOARD_1},4♠X,-1,N,J♡,-50")
    assert (str(found.outcome), found.ns_score, flags(found)) == (
        "4SX N -1",
        -100,
        ["score-mismatch"],
    )


# Results that are left empty


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        ("2♡,,W,J♤,-110", "2H W ="),
        ("2♡X,,W,J♤,-470", "2HX W ="),
        ("2♡,,W,J♤,-470", "2HX W ="),
    ],
)
def test_an_empty_result_is_made_exactly_when_the_score_proves_it(
    record: Read, end: str, outcome: str
) -> None:
    assert str(record(f"{BOARD_1},{end}").outcome) == outcome


@pytest.mark.parametrize(
    "end", ["2♡,,W,J♤,-140", "2♡,,W,J♤,", "2♡X,,W,J♤,-110", "2♡,,W,J♤,x", "2♡,,W,J♤,110"]
)
def test_an_empty_result_is_held_when_the_score_proves_nothing(held: Hold, end: str) -> None:
    problem = held(f"{BOARD_1},{end}").problem
    contract = "2♥X" if "X" in end else "2♥"
    assert (problem.code, problem.message) == (
        "result-range",
        (
            f"the result is missing, and the score does not show that {contract} was made exactly: "
            "correct it on the device, or enter the result as a ruling"
        ),
    )


def test_an_empty_result_is_not_doubled_when_the_vulnerability_is_in_doubt(held: Hold) -> None:
    assert held("1,1,1,101,N,true,true,2♡,,W,J♤,-470").problem.code == "result-range"


# The auction


@pytest.mark.parametrize(
    ("auction", "code", "column", "message"),
    [
        (
            "1♤,0,PASS,1,4♤,1,PASS,1,PASS,1,PASS,1",
            "contract-differs",
            25,
            "the auction ends in 4♠ and the contract is 2♥",
        ),
        (
            "PASS,0,PASS,1,PASS,1,PASS,1",
            "contract-differs",
            25,
            "the auction ends in four passes and the contract is 2♥",
        ),
        (
            "1♤,0,PASS,1,PASS,1,2♡,1,1NT,1,PASS,1,2♡,1,PASS,1,PASS,1,PASS,1",
            "call-illegal",
            65,
            "call 5, 1NT, is not higher than the bid before it",
        ),
        ("X,0,2♡,1", "call-illegal", 41, "call 1, X, doubles nothing that the other side has bid"),
        ("1♤,0,2♡,1", "auction-open", 46, "the auction is not closed by passes"),
        (
            "PASS,0,2♡,1,PASS,1,PASS,1,PASS,1,PASS,1",
            "auction-overrun",
            74,
            "calls follow after the auction was closed",
        ),
    ],
)
def test_an_odd_auction_is_flagged_and_the_contract_counts(
    record: Read, auction: str, code: str, column: int, message: str
) -> None:
    found = record(f"{BOARD_1},2♡,+1,W,J♤,-140,{auction}")
    problem = next(problem for problem in found.problems if problem.code == code)
    assert (str(found.outcome), found.ns_score) == ("2H W +1", -140)
    assert problem.message == f"{message}: {OTHERWISE}"
    assert problem.span is not None
    assert problem.span.column == column


def test_a_declarer_who_did_not_name_the_suit_first_is_flagged(record: Read) -> None:
    # East bids hearts first, so East declares although West raised.
    found = record(f"{BOARD_1},2♡,+1,W,J♤,-140,PASS,0,1♡,1,PASS,1,2♡,1,PASS,1,PASS,1,PASS,1")
    (problem,) = found.problems
    assert problem.one_line() == (
        "OUT_1.txt:2:31: warning: by the auction E is declarer and not W: scored with the "
        "declarer that is written; ask the table if in doubt [declarer-differs]"
    )


def test_another_declarer_in_another_strain_is_one_finding(record: Read) -> None:
    found = record(f"{BOARD_1},2♡,+1,W,J♤,-140,1♤,0,PASS,1,PASS,1,PASS,1")
    assert flags(found) == ["contract-differs"]


def test_an_auction_beside_a_board_passed_out_is_flagged(record: Read) -> None:
    found = record(f"{BOARD_1},All Pass,,,,,1♤,0,PASS,1,PASS,1,PASS,1")
    assert (found.outcome, flags(found)) == (PassedOut(), ["contract-differs"])
    assert found.problems[0].message == (
        f"the auction ends in 1♠ and the contract is four passes: {OTHERWISE}"
    )


def test_flags_are_warnings_and_come_in_the_order_of_the_line(record: Read) -> None:
    found = record("1,2,1,110,N,false,false,4♡,+1,W,J?,-650,1♡,0,X,1")
    assert flags(found) == [
        "dealer-differs",
        "vulnerability-differs",
        "score-mismatch",
        "lead-unreadable",
        "auction-open",
    ]
    assert {problem.severity for problem in found.problems} == {Severity.WARNING}
