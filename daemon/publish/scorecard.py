"""A scorecard: what a pair, or a player of an individual tournament, played and is to play."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from daemon.bridge.seat import Side
from daemon.publish import show
from daemon.publish.addresses import Addresses
from daemon.publish.language import Language
from daemon.publish.own_lines import OwnLine
from daemon.publish.people import People
from daemon.publish.running_result import Chart, Running, chart, own_points, running_result
from daemon.publish.seated import Seated, seated
from daemon.publish.shown_line import ShownPlay, points, shown_play
from daemon.tournament.results import Row, Status


class CardLine(Struct, frozen=True):
    """A board; score, points and percentage are as the owner of the card sees them.

    `page` leads to the own line of the traveller. `partners` are those who sat opposite in an
    individual tournament. `to_come`: nothing is known of it yet.
    """

    round: str
    board: int
    page: str
    side: str
    partners: tuple[Seated, ...]
    opponents: tuple[Seated, ...]
    play: ShownPlay
    score: str
    points: str
    percent: str
    to_come: bool


class Scorecard(Struct, frozen=True):
    """A whole card. `rank`, `total` and `percent` are empty where rankings are hidden.

    `running` are the results after each board that counts, in words, and `chart` their picture.
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
    known: People,
    language: Language,
    addresses: Addresses,
    *,
    hidden: bool,
) -> Scorecard:
    """Put a contestant's own lines into words and signs."""
    running = running_result(() if hidden else lines)
    shown = _after_each_board(running, language)
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
        tuple(_line(own, row, known, language, addresses, places) for own in lines),
        shown[0] if shown else "",
        shown[-1] if shown else "",
        len(shown),
        chart(running),
        has_percent=any(own.line.top for own in lines),
        has_partners=any(len(own.partners) > 1 for own in lines),
    )


def _line(
    own: OwnLine,
    row: Row,
    known: People,
    language: Language,
    addresses: Addresses,
    places: int,
) -> CardLine:
    line, gained = own.line, own_points(own)
    score = None if line.score is None else line.score if own.side is Side.NS else -line.score
    others = (number for number in own.partners if number != row.contestant)
    return CardLine(
        "" if line.round is None else str(line.round),
        own.board,
        f"{addresses.board(row.section, own.board)}#{row.contestant}",
        language.side(own.side),
        seated(row.section, others, known, addresses),
        seated(row.section, own.opponents, known, addresses),
        shown_play(line, language),
        "" if score is None else language.signed(score),
        points(gained, places, language),
        _percent(gained, line.top, language),
        to_come=line.status is Status.MISSING,
    )


def _percent(gained: Fraction | None, top: Fraction | None, language: Language) -> str:
    return "" if gained is None or not top else language.decimal(gained / top * 100, 1)


def _after_each_board(running: Running, language: Language) -> list[str]:
    if running.is_percent:
        return [language.percent(value, 1) for value in running.values]
    places = show.places_for(running.values)
    return [language.signed(value, places) for value in running.values]
