"""A small evening, invented: three tables, two boards, one result held and one still to come.

North-South sit still as 1, 2 and 3. Board 1 has a made contract, one by EW with an overtrick, and
a passed-out board; board 2 an adjusted score, a missing and a held one. Pair 7 never came.
"""

from datetime import date
from fractions import Fraction

import pytest

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract, Doubled, PassedOut, Played
from daemon.bridge.seat import Seat
from daemon.problem import Problem, Severity, Span
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
