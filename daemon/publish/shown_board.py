"""A board as its page shows it: the traveller, with the best for North-South on top."""

from fractions import Fraction

from msgspec import Struct

from daemon.bridge.seat import Side
from daemon.publish import show
from daemon.publish.addresses import Addresses
from daemon.publish.language import Language
from daemon.publish.people import People, sides
from daemon.publish.seated import Seated, seated
from daemon.publish.shown_line import ShownPlay, places_of, points, shown_play
from daemon.tournament.results import Traveller, TravellerLine


class BoardLine(Struct, frozen=True):
    """A line of a traveller; `score` is as NS see it.

    `anchors` are the numbers by which a link finds the line.
    """

    ns: tuple[Seated, ...]
    ew: tuple[Seated, ...]
    anchors: tuple[int, ...]
    play: ShownPlay
    score: str
    score_value: int | None
    ns_points: str
    ew_points: str


class ShownBoard(Struct, frozen=True):
    """A board with its lines, those with a score first.

    `datum` is what a Butler compares them with; empty in other methods.
    """

    section: str
    board: int
    dealer: str
    vulnerable: str
    datum: str
    lines: tuple[BoardLine, ...]


def shown_board(
    board: Traveller, known: People, language: Language, addresses: Addresses
) -> ShownBoard:
    """Put a traveller into words and signs."""
    places = places_of(board.lines)
    anchored: set[int] = set()
    lines = []
    for line in sorted(board.lines, key=_best_for_ns_first):
        ns, ew = (seated(board.section, of, known, addresses) for of in sides(line))
        # A line that could not be placed names those who stand on the board already.
        own = tuple(one.number for one in (*ns, *ew) if one.number not in anchored)
        anchored.update(own)
        lines.append(
            BoardLine(
                ns,
                ew,
                own,
                shown_play(line, language),
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
