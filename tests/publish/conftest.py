"""A small evening, invented: three tables, two boards, one result held and one still to come.

North-South sit still as 1, 2 and 3. Board 1 has a made contract, one by EW with an overtrick, and
a passed-out board; board 2 an adjusted score, a missing and a held one. Pair 7 never came.
"""

from datetime import date
from fractions import Fraction

import pytest
from msgspec.structs import replace

from daemon.bridge.auction import Bid, Call, OtherCall
from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract, Doubled, PassedOut, Played
from daemon.bridge.seat import Seat
from daemon.bridgesuite.record import TimedCall
from daemon.problem import Problem, Severity, Span
from daemon.scoring.traveller import Award, Compared, Weighted
from daemon.tournament.results import (
    OpenProblem,
    Ranking,
    Results,
    Row,
    Status,
    Traveller,
    TravellerLine,
)

ADA_AND_BOB = Row(
    rank=1,
    tied=False,
    section="A",
    contestant=1,
    names=("Ada Voss", "Bob Stein"),
    boards=2,
    total=Fraction(32, 5),
    maximum=Fraction(8),
    percent=Fraction(80),
    average=Fraction(16, 5),
)
CLEO_AND_DIRK = Row(
    rank=2,
    tied=True,
    section="A",
    contestant=2,
    names=("Cleo de Vries", "Dirk Ångström"),
    boards=1,
    total=Fraction(1),
    maximum=Fraction(4),
    percent=Fraction(25),
    average=Fraction(1),
)
ELSA_AND_FINN = Row(
    rank=2,
    tied=True,
    section="A",
    contestant=3,
    names=("Elsa Rossi", "Finn O'Hara"),
    boards=1,
    total=Fraction(1),
    maximum=Fraction(4),
    percent=Fraction(25),
    average=Fraction(1),
)
IDA_AND_JULES = Row(
    rank=1,
    tied=False,
    section="A",
    contestant=5,
    names=("Ida Peeters", "Jules Bianchi"),
    boards=2,
    total=Fraction(43, 9),
    maximum=Fraction(8),
    percent=Fraction(4300, 72),
    average=Fraction(43, 18),
)
PAIR_7 = Row(
    rank=None,
    tied=False,
    section="A",
    contestant=7,
    names=(),
    boards=0,
    total=Fraction(0),
    maximum=Fraction(0),
    percent=None,
    average=Fraction(0),
)

BOARD_1 = Traveller(
    section="A",
    board=1,
    dealer=Seat.NORTH,
    vulnerable=Vulnerability(ns=False, ew=False),
    lines=(
        TravellerLine(
            round=1,
            table=1,
            ns=1,
            ew=4,
            status=Status.SCORED,
            outcome=Played(Contract(2, Strain.HEARTS), Seat.WEST, 1),
            lead=Card(Suit.SPADES, "J"),
            score=-140,
            ns_points=Fraction(1, 3),
            ew_points=Fraction(11, 3),
            sources=("OUT_1.txt",),
            device="tablet-1",
            flags=("score-mismatch",),
        ),
        TravellerLine(
            round=1,
            table=2,
            ns=2,
            ew=5,
            status=Status.SCORED,
            outcome=Played(Contract(4, Strain.SPADES, Doubled.DOUBLED), Seat.NORTH, 0),
            lead=Card(Suit.HEARTS, "T"),
            score=590,
            ns_points=Fraction(4),
            ew_points=Fraction(0),
            sources=("OUT_2.txt", "OUT_2_copy.txt"),
            device="tablet-2",
        ),
        TravellerLine(
            round=1,
            table=3,
            ns=3,
            ew=6,
            status=Status.SCORED,
            outcome=PassedOut(),
            score=0,
            ns_points=Fraction(2),
            ew_points=Fraction(2),
            sources=("OUT_3.txt",),
        ),
    ),
)
BOARD_2 = Traveller(
    section="A",
    board=2,
    dealer=Seat.EAST,
    vulnerable=Vulnerability(ns=True, ew=False),
    lines=(
        TravellerLine(
            round=2,
            table=1,
            ns=1,
            ew=5,
            status=Status.ADJUSTED,
            ns_points=Fraction(12, 5),
            ew_points=Fraction(8, 5),
            award="60 % / 40 %",
        ),
        TravellerLine(round=2, table=2, ns=2, ew=6, status=Status.MISSING),
        TravellerLine(
            round=2,
            table=3,
            ns=3,
            ew=4,
            status=Status.HELD,
            outcome=Played(Contract(3, Strain.NO_TRUMP), Seat.EAST, -1),
            lead=Card(Suit.SPADES, "A"),
            score=50,
            sources=("OUT_3.txt",),
            flags=("result-conflict",),
        ),
    ),
)

CONFLICT = OpenProblem(
    problem=Problem(
        Severity.ERROR,
        "result-conflict",
        "two tablets differ on board 2: ask the table, then paste the ruling",
        "OUT_3.txt",
        Span(2, 1),
    ),
    section="A",
    board=2,
    ns=3,
    ew=4,
    ruling='[[accept]]\nboard = 2\nns = 3\nfile = "OUT_3.txt"\n',
)
MISMATCH = OpenProblem(
    problem=Problem(
        Severity.WARNING,
        "score-mismatch",
        "2♥ W +1 is 140, the tablet wrote 110: scored as 140, nothing to do if that is right",
        "OUT_1.txt",
    ),
    board=1,
)
CORRECTED = OpenProblem(
    problem=Problem(Severity.NOTE, "result-corrected", "board 1: 110 became 140", "OUT_1.txt")
)


@pytest.fixture
def evening() -> Results:
    """Matchpoints with two winners, in the middle of play."""
    return Results(
        event="Tuesday pairs",
        date=date(2026, 12, 1),
        method="matchpoints",
        complete=False,
        final=False,
        played=4,
        expected=6,
        rankings=(
            Ranking("A", "A", "NS", (ADA_AND_BOB, CLEO_AND_DIRK, ELSA_AND_FINN)),
            Ranking("A", "A", "EW", (IDA_AND_JULES, PAIR_7)),
        ),
        travellers=(BOARD_1, BOARD_2),
        problems=(CONFLICT, CORRECTED, MISMATCH),
    )


@pytest.fixture
def empty() -> Results:
    """Before anything is planned or played."""
    return Results(
        event="Tuesday pairs",
        date=date(2026, 12, 1),
        method="matchpoints",
        complete=False,
        final=False,
        played=0,
        expected=0,
        rankings=(),
        travellers=(),
        problems=(),
    )


def _calls(*calls: tuple[Call, int | None] | tuple[Call, int, str]) -> tuple[TimedCall, ...]:
    return tuple(TimedCall(call[0], call[1], alerted=len(call) > 2) for call in calls)


PASS = OtherCall.PASS
# North deals; West opens in fourth seat and East raises. The time of the last pass was cut off.
TWO_HEARTS = _calls(
    *((PASS, 0), (PASS, 2121), (PASS, 5499)),
    (Bid(1, Strain.HEARTS), 5500, "alerted"),
    *((PASS, 59_499), (Bid(2, Strain.HEARTS), 59_500, "alerted"), (PASS, 125_000)),
    *((PASS, 3_725_000), (PASS, None)),
)
ONE_CLUB = _calls((Bid(1, Strain.CLUBS), 0), (PASS, 1000), (PASS, 1000), (PASS, 1000))
PASSED_OUT = _calls((PASS, 0), (PASS, 900), (PASS, 901), (PASS, 902))

SCORED = tuple(
    replace(
        line,
        ns_contestants=(line.ns,),
        ew_contestants=(line.ew,),
        top=Fraction(4),
        auction=auction,
    )
    for line, auction in zip(BOARD_1.lines, (TWO_HEARTS, ONE_CLUB, PASSED_OUT), strict=True)
)
ARTIFICIAL = replace(
    BOARD_2.lines[0],
    ns_contestants=(1,),
    ew_contestants=(5,),
    top=Fraction(4),
    ns_adjusted=Award(Fraction(60), floor=True),
    ew_adjusted=Award(Fraction(40), ceiling=True),
)
BOARD_3 = Traveller(
    section="A",
    board=3,
    dealer=Seat.SOUTH,
    vulnerable=Vulnerability(ns=False, ew=True),
    lines=(
        TravellerLine(
            round=3,
            table=1,
            ns=1,
            ew=6,
            status=Status.ADJUSTED,
            outcome=Played(Contract(3, Strain.NO_TRUMP), Seat.NORTH, 0),
            score=400,
            ns_points=Fraction(3),
            ew_points=Fraction(1),
            award="3NT N =, NS +400, EW -400",
            ns_contestants=(1,),
            ew_contestants=(6,),
            top=Fraction(4),
        ),
        TravellerLine(
            round=3,
            table=2,
            ns=2,
            ew=4,
            status=Status.ADJUSTED,
            ns_points=Fraction(1),
            ew_points=Fraction(2),
            award="NS -50, EW +100",
            ns_contestants=(2,),
            ew_contestants=(4,),
            top=Fraction(4),
            ns_adjusted=Compared(-50),
            ew_adjusted=Compared(100),
        ),
        TravellerLine(
            round=3,
            table=3,
            ns=3,
            ew=5,
            status=Status.ADJUSTED,
            ns_points=Fraction(5, 4),
            ew_points=Fraction(11, 4),
            award="NS 50% of 400 and 50% of -50",
            ns_contestants=(3,),
            ew_contestants=(5,),
            top=Fraction(4),
            ns_adjusted=Weighted(((Fraction(1, 2), 400), (Fraction(1, 2), -50))),
            ew_adjusted=Weighted(((Fraction(1, 2), 400), (Fraction(1, 2), -50))),
        ),
    ),
)


@pytest.fixture
def exported(evening: Results) -> Results:
    """The evening with all that exports show: auctions, ids, a club, and all kinds of scores.

    On board 1 the auction of table 2 does not lead to its contract.
    """
    ns, ew = evening.rankings
    ada = replace(ADA_AND_BOB, ids=("12345", ""))
    ida = replace(IDA_AND_JULES, ids=("", "777"))
    pairs_4_and_6 = tuple(
        replace(PAIR_7, rank=rank, contestant=number, boards=2, total=Fraction(1))
        for rank, number in ((2, 4), (3, 6))
    )
    return replace(
        evening,
        club='Club "Łódź" & friends',
        club_id="0042",
        director="Rita Référée",
        rankings=(
            replace(ns, rows=(ada, *ns.rows[1:])),
            replace(ew, rows=(ida, *pairs_4_and_6, PAIR_7)),
        ),
        travellers=(
            replace(BOARD_1, lines=SCORED),
            replace(BOARD_2, lines=(ARTIFICIAL, *BOARD_2.lines[1:])),
            BOARD_3,
        ),
    )


@pytest.fixture
def grouped(exported: Results) -> Results:
    """The evening as a Butler with lists of groups: 1 and 3 are Red, and of EW 5 is Blue.

    On board 1 the first line has a datum.
    """
    ns, ew = (
        replace(
            ranking,
            name=f"A {ranking.direction}",
            rows=tuple(replace(row, maximum=None, percent=None) for row in ranking.rows),
        )
        for ranking in exported.rankings
    )
    red = replace(
        ns, name="A NS Red", group="Red", rows=(ns.rows[0], replace(ns.rows[2], tied=False))
    )
    blue = replace(ew, name="A EW Blue", group="Blue", rows=(replace(ew.rows[0], rank=None),))
    board = exported.travellers[0]
    line = replace(board.lines[0], ns_datum=Fraction(190), ew_datum=Fraction(-190))
    return replace(
        exported,
        method="butler",
        unit="imps",
        rankings=(ns, red, ew, blue),
        travellers=(
            replace(board, lines=(line, *board.lines[1:])),
            *exported.travellers[1:],
        ),
    )


@pytest.fixture
def individual(evening: Results) -> Results:
    """Four players on one board: North 1 and South 12 against East 3 and West 104."""
    line = replace(
        SCORED[0], ns=112, ew=404, ns_contestants=(1, 12), ew_contestants=(3, 104), auction=()
    )
    names = {1: ("Ada Voss",), 3: ("Cleo de Vries",), 12: (), 104: ("Dirk Ångström",)}
    rows = tuple(
        replace(ADA_AND_BOB, rank=rank, contestant=number, names=name, ids=(), boards=1)
        for rank, (number, name) in enumerate(names.items(), 1)
    )
    return replace(
        evening,
        rankings=(Ranking("A", "A", None, rows),),
        travellers=(replace(BOARD_1, lines=(line,)),),
    )


@pytest.fixture
def sections(exported: Results) -> Results:
    """The same evening in two sections, with the same numbers in both."""
    rankings = tuple(
        replace(ranking, section=name, rows=tuple(replace(row, section=name) for row in rows))
        for name in ("A", "B & C")
        for ranking in exported.rankings
        for rows in (ranking.rows,)
    )
    travellers = tuple(
        replace(board, section=name) for name in ("A", "B & C") for board in exported.travellers
    )
    return replace(exported, rankings=rankings, travellers=travellers)
