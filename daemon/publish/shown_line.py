"""What was played on a board, as pages show it: contract, declarer, lead, result."""

from fractions import Fraction

from msgspec import Struct

from daemon.bridge.card import Card
from daemon.bridge.contract import Contract, Played, show_result
from daemon.publish import show
from daemon.publish.adjusted_words import adjusted_words
from daemon.publish.language import Language
from daemon.publish.page_words import note
from daemon.tournament.results import Status, TravellerLine


class ShownPlay(Struct, frozen=True):
    """What is not known is empty or None.

    `note` says in words why a line is not an ordinary score, and what it got instead; `open` that
    the director has still to look at it.
    """

    contract: Contract | None
    passed_out: bool
    declarer: str
    lead: Card | None
    result: str
    note: str
    open: bool


def shown_play(line: TravellerLine, language: Language) -> ShownPlay:
    """Put a line of a traveller into words and signs."""
    played = line.outcome if isinstance(line.outcome, Played) else None
    return ShownPlay(
        contract=None if played is None else played.contract,
        passed_out=line.outcome is not None and played is None,
        declarer="" if played is None else language.seat(played.declarer),
        lead=line.lead,
        result="" if played is None else _result(played.result),
        note=note(line.status, adjusted_words(line, language), language),
        open=bool(line.flags) and line.status is not Status.HELD,
    )


def points(value: Fraction | None, places: int, language: Language) -> str:
    """So many decimals; empty for nothing."""
    return "" if value is None else language.decimal(value, places)


def places_of(lines: tuple[TravellerLine, ...]) -> int:
    """How many decimals the points of these lines need."""
    return show.places_for(value for line in lines for value in (line.ns_points, line.ew_points))


def _result(over: int) -> str:
    """`=`, `+1`, `−2`."""
    return show_result(over).replace("-", "−")
