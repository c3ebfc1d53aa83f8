"""A board as its page shows it: the traveller, with the best for North-South on top."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from daemon.bridge.seat import Side
from daemon.publish import show
from daemon.publish.language import Language
from daemon.publish.patterns import Filling
from daemon.publish.people import sides
from daemon.publish.pieces import Pieces
from daemon.publish.shown_line import places_of, points
from daemon.tournament.results import Traveller, TravellerLine


class ShownBoard(Struct, frozen=True):
    """What a board tells above its lines.

    `datum` is what a Butler compares them with; empty in other methods.
    """

    section: str
    board: int
    dealer: str
    vulnerable: str
    datum: str


def shown_board(board: Traveller, language: Language) -> ShownBoard:
    """Put a board into words and signs."""
    return ShownBoard(
        board.section,
        board.board,
        language.seat_name(board.dealer),
        language.vulnerability(board.vulnerable),
        _datum(board, language),
    )


def board_lines(board: Traveller, language: Language, pieces: Pieces) -> Iterator[Filling]:
    """The lines of a traveller as NS see them, those with a score first, for `board_pattern`.

    `anchors` are the numbers by which a link finds the line.
    """
    places = places_of(board.lines)
    anchored: set[int] = set()
    for line in sorted(board.lines, key=_best_for_ns_first):
        ns, ew = sides(line)
        # A line that could not be placed names those who stand on the board already.
        own = tuple(number for number in (*ns, *ew) if number not in anchored)
        anchored.update(own)
        yield {
            "anchors": "".join(f'<span id="{number}"></span>' for number in own),
            "ns": pieces.who(board.section, ns),
            "ew": pieces.who(board.section, ew),
            "play": pieces.play(line),
            "sorted": "" if line.score is None else f' data-value="{line.score}"',
            "score": "" if line.score is None else language.signed(line.score),
            "ns_points": points(line.ns_points, places, language),
            "ew_points": points(line.ew_points, places, language),
        }


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
