"""A scorecard: what a pair, or a player of an individual tournament, played and is to play."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from daemon.bridge.seat import Side
from daemon.publish import show
from daemon.publish.language import Language
from daemon.publish.numbers import percentage
from daemon.publish.own_lines import OwnLine
from daemon.publish.patterns import Filling
from daemon.publish.pieces import Pieces
from daemon.publish.running_result import Chart, Running, chart, own_points, running_result
from daemon.publish.shown_line import points
from daemon.tournament.results import Row, Status


class Scorecard(Struct, frozen=True):
    """What a card tells above its lines.

    `rank`, `total` and `percent` are empty where rankings are hidden.
    `first` and `last` are the results after the first and the last of the `counted` boards that
    count, in words, and `chart` is the picture of all of them.
    """

    section: str
    number: int
    names: tuple[str, ...]
    rank: str
    tied: bool
    total: str
    percent: str
    boards: int
    first: str
    last: str
    counted: int
    chart: Chart | None
    has_percent: bool
    has_partners: bool


def scorecard(
    row: Row,
    lines: Sequence[OwnLine],
    language: Language,
    *,
    hidden: bool,
) -> Scorecard:
    """Put what a contestant's own lines come to into words and signs."""
    running = running_result(() if hidden else lines)
    first, last = _first_and_last(running, language)
    return Scorecard(
        row.section,
        row.contestant,
        row.names,
        "" if row.rank is None else str(row.rank),
        row.tied,
        "" if hidden else language.decimal(row.total, show.places_for([row.total])),
        "" if row.percent is None else language.percent(row.percent),
        row.boards,
        first,
        last,
        len(running.values),
        chart(running),
        has_percent=any(own.line.top for own in lines),
        has_partners=any(len(own.partners) > 1 for own in lines),
    )


def card_lines(
    row: Row, lines: Sequence[OwnLine], language: Language, pieces: Pieces
) -> Iterator[Filling]:
    """A contestant's own lines, for `card_pattern`: scores and points are as it sees them.

    `page` is the way to the same line of the traveller. `partners` are those who sat opposite in an
    individual tournament.
    """
    places = show.places_for(map(own_points, lines))
    for own in lines:
        line, gained = own.line, own_points(own)
        score = None if line.score is None else line.score if own.side is Side.NS else -line.score
        others = tuple(number for number in own.partners if number != row.contestant)
        yield {
            "kind": ' class="to-come"' if line.status is Status.MISSING else "",
            "round": "" if line.round is None else str(line.round),
            "board": str(own.board),
            "page": f"{pieces.way(row.section, own.board)}#{row.contestant}",
            "side": language.side(own.side),
            "partners": pieces.who(row.section, others),
            "opponents": pieces.who(row.section, own.opponents),
            "play": pieces.play(line),
            "score": "" if score is None else language.signed(score),
            "points": points(gained, places, language),
            "percent": _percent(gained, line.top, language),
        }


def _percent(gained: Fraction | None, top: Fraction | None, language: Language) -> str:
    return "" if gained is None or not top else language.decimal(percentage(gained, top), 1)


def _first_and_last(running: Running, language: Language) -> tuple[str, str]:
    """In words; empty where no board counts."""
    values = running.values
    if not values:
        return "", ""
    if running.is_percent:
        return language.percent(values[0], 1), language.percent(values[-1], 1)
    places = show.places_for(values)
    return language.signed(values[0], places), language.signed(values[-1], places)
