"""A board as its page shows it: the traveller, with the best for North-South on top."""

from dataclasses import dataclass
from fractions import Fraction

from daemon.bridge.seat import Side
from daemon.publish import show
from daemon.publish.environment import Made
from daemon.publish.language import Language
from daemon.publish.people import sides
from daemon.publish.pieces import Pieces
from daemon.publish.shown_line import places_of, points
from daemon.tournament.results import Traveller, TravellerLine


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of a traveller; `score` is as NS see it.

    `anchors` are the numbers by which a link finds the line.
    """

    ns: Made
    ew: Made
    anchors: tuple[int, ...]
    play: Made
    score: str
    score_value: int | None
    ns_points: str
    ew_points: str


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board with its lines, those with a score first.

    `datum` is what a Butler compares them with; empty in other methods.
    """

    section: str
    board: int
    dealer: str
    vulnerable: str
    datum: str
    lines: tuple[BoardLine, ...]


def shown_board(board: Traveller, language: Language, pieces: Pieces) -> ShownBoard:
    """Put a traveller into words and signs."""
    places = places_of(board.lines)
    anchored: set[int] = set()
    lines = []
    for line in sorted(board.lines, key=_best_for_ns_first):
        ns, ew = sides(line)
        # A line that could not be placed names those who stand on the board already.
        own = tuple(number for number in (*ns, *ew) if number not in anchored)
        anchored.update(own)
        lines.append(
            BoardLine(
                pieces.who(board.section, ns),
                pieces.who(board.section, ew),
                own,
                pieces.play(line),
                "" if line.score is None else language.signed(line.score),
                line.score,
                points(line.ns_points, places, language),
                points(line.ew_points, places, language),
            )
        )
    return ShownBoard(
        board.section,
        board.board,
        language.seat_name(board.dealer),
        language.vulnerability(board.vulnerable),
        _datum(board, language),
        tuple(lines),
    )


def _best_for_ns_first(line: TravellerLine) -> tuple[bool, int]:
    return line.score is None, -(line.score or 0)


def _datum(board: Traveller, language: Language) -> str:
    """One datum, or those of each deal of a fouled board."""
    both = dict.fromkeys(
        (line.ns_datum, line.ew_datum)
        for line in board.lines
        if line.ns_datum is not None or line.ew_datum is not None
    )
    return "; ".join(_one_datum(ns, ew, language) for ns, ew in both)


def _one_datum(ns: Fraction | None, ew: Fraction | None, language: Language) -> str:
    """As NS see it; both sides where EW's is not the opposite."""
    if ns is not None and ew == -ns:
        return _signed(ns, language)
    of = ((Side.NS, ns), (Side.EW, ew))
    return ", ".join(f"{language.side(side)} {_signed(value, language)}" for side, value in of)


def _signed(value: Fraction | None, language: Language) -> str:
    return "–" if value is None else language.signed(value, show.places_for([value]))
