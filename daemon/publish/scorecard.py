"""A scorecard: what a pair, or a player of an individual tournament, played and is to play."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from daemon.bridge.seat import Side
from daemon.publish import show
from daemon.publish.environment import Made
from daemon.publish.language import Language
from daemon.publish.numbers import percentage
from daemon.publish.own_lines import OwnLine
from daemon.publish.pieces import Pieces
from daemon.publish.running_result import Chart, Running, chart, own_points, running_result
from daemon.publish.shown_line import points
from daemon.tournament.results import Row, Status


@dataclass(frozen=True, slots=True)
class CardLine:
    """A board; score, points and percentage are as the owner of the card sees them.

    `page` is the way to the own line of the traveller. `partners` are those who sat opposite in an
    individual tournament. `to_come`: nothing is known of it yet.
    """

    round: str
    board: int
    page: str
    side: str
    partners: Made
    opponents: Made
    play: Made
    score: str
    points: str
    percent: str
    to_come: bool


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A whole card. `rank`, `total` and `percent` are empty where rankings are hidden.

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
    lines: tuple[CardLine, ...]
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
    pieces: Pieces,
    *,
    hidden: bool,
) -> Scorecard:
    """Put a contestant's own lines into words and signs."""
    running = running_result(() if hidden else lines)
    first, last = _first_and_last(running, language)
    places = show.places_for(own_points(own) for own in lines)
    return Scorecard(
        row.section,
        row.contestant,
        row.names,
        "" if row.rank is None else str(row.rank),
        row.tied,
        "" if hidden else language.decimal(row.total, show.places_for([row.total])),
        "" if row.percent is None else language.percent(row.percent),
        row.boards,
        tuple(_line(own, row, language, pieces, places) for own in lines),
        first,
        last,
        len(running.values),
        chart(running),
        has_percent=any(own.line.top for own in lines),
        has_partners=any(len(own.partners) > 1 for own in lines),
    )


def _line(
    own: OwnLine,
    row: Row,
    language: Language,
    pieces: Pieces,
    places: int,
) -> CardLine:
    line, gained = own.line, own_points(own)
    score = None if line.score is None else line.score if own.side is Side.NS else -line.score
    others = tuple(number for number in own.partners if number != row.contestant)
    return CardLine(
        "" if line.round is None else str(line.round),
        own.board,
        f"{pieces.way(row.section, own.board)}#{row.contestant}",
        language.side(own.side),
        pieces.who(row.section, others),
        pieces.who(row.section, own.opponents),
        pieces.play(line),
        "" if score is None else language.signed(score),
        points(gained, places, language),
        _percent(gained, line.top, language),
        to_come=line.status is Status.MISSING,
    )


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
