"""The results of a tournament at one moment: what every publisher shows."""

from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct, field

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Card
from daemon.bridge.contract import Outcome
from daemon.bridge.deal import Deal
from daemon.bridge.makeable import Makeable
from daemon.bridge.seat import Seat
from daemon.bridgesuite.record import TimedCall
from daemon.problem import Problem
from daemon.scoring.traveller import SideScore
from daemon.settings.model import Publishing
from daemon.tournament.round_clock import SectionClock


class Status(StrEnum):
    """How a scheduled board at a table stands."""

    SCORED = "scored"
    HELD = "held"
    ADJUSTED = "adjusted"
    NOT_PLAYED = "not-played"
    MISSING = "missing"


class TravellerLine(Struct, frozen=True):
    """One scheduled board at one table, or a line that came in and could not be placed.

    `ns` and `ew` are the numbers that people read. `round` is None where nobody can tell.
    `outcome`, `lead` and `score` (as NS see it) are None when there is none to show; the points
    are None unless the line counts. `sources` are the files that agree on it, `flags` the codes
    of open warnings. `award` is what an adjusted line got instead of a score, in words, and
    `ns_adjusted` and `ew_adjusted` are what each side is scored by then (as NS see the board).
    The datums are what a Butler compares each side with, as that side sees it; None in other
    methods.

    `ns_contestants` and `ew_contestants` are the numbers of who is ranked for it: one of a pair,
    two of an individual tournament (North and South, East and West); empty where nobody can tell.
    `top` is what the points are out of (0 in methods without a top). `auction` is what the device
    that is scored recorded. Lines of a fouled board whose `deal` differs were played with different
    cards.
    """

    round: int | None
    table: int
    ns: int
    ew: int
    status: Status
    outcome: Outcome | None = None
    lead: Card | None = None
    score: int | None = None
    ns_points: Fraction | None = None
    ew_points: Fraction | None = None
    award: str | None = None
    sources: tuple[str, ...] = ()
    device: str | None = None
    flags: tuple[str, ...] = ()
    ns_datum: Fraction | None = None
    ew_datum: Fraction | None = None
    ns_contestants: tuple[int, ...] = ()
    ew_contestants: tuple[int, ...] = ()
    top: Fraction | None = None
    ns_adjusted: SideScore | None = None
    ew_adjusted: SideScore | None = None
    auction: tuple[TimedCall, ...] = ()
    deal: int = 0


class Traveller(Struct, frozen=True):
    """All lines of a board in one section.

    `deal` is what lay in the board, by the hand records; None as long as it must not be shown, and
    where nobody knows. `makeable` is what is known of it double dummy; None without a deal.
    """

    section: str
    board: int
    dealer: Seat
    vulnerable: Vulnerability
    lines: tuple[TravellerLine, ...]
    deal: Deal | None = None
    makeable: Makeable | None = None


class Row(Struct, frozen=True):
    """One contestant in a ranking.

    `percent` is None when nothing can be compared (maximum 0); in methods without a top, such as
    IMPs, `maximum` is None too. `rank` is None for a contestant that has not played. `average` is
    points per board. `ids` are what a federation calls those with `names`, one by one, empty where
    that is not known; none when nobody's is. `before` is the rank when the round before was over;
    None where there was none.
    """

    rank: int | None
    tied: bool
    section: str
    contestant: int
    names: tuple[str, ...]
    boards: int
    total: Fraction
    maximum: Fraction | None
    percent: Fraction | None
    average: Fraction
    ids: tuple[str, ...] = ()
    before: int | None = None


class Ranking(Struct, frozen=True):
    """One list.

    `section` is None when it is over the whole event; `direction` is `NS` or `EW` when there are
    two winners; `group` is the line or category that the list is of, None for everybody's.
    """

    name: str
    section: str | None
    direction: str | None
    rows: tuple[Row, ...]
    group: str | None = None


class OpenProblem(Struct, frozen=True):
    """A problem that somebody should look at, with the board it is about where that is known.

    `ruling` is the text to paste into rulings.toml that would settle it; `device` is the one that
    it is about.
    """

    problem: Problem
    section: str | None = None
    board: int | None = None
    ns: int | None = None
    ew: int | None = None
    ruling: str | None = None
    device: str | None = None


class Results(Struct, frozen=True):
    """Everything that is published, complete at one moment.

    `unit`: what totals are counted in. `publishing` says how much of it everybody may see, and
    `hidden` that the rows tell nobody's rank or total (see `daemon.publish.public`). `changed` is
    when the last result or ruling came in. `clocks` say when rounds are played,
    where that is known.
    """

    event: str
    date: date
    method: str
    complete: bool
    final: bool
    played: int
    expected: int
    rankings: tuple[Ranking, ...]
    travellers: tuple[Traveller, ...]
    problems: tuple[OpenProblem, ...]
    unit: str = "matchpoints"
    club: str | None = None
    club_id: str | None = None
    director: str | None = None
    publishing: Publishing = field(default_factory=Publishing)
    hidden: bool = False
    changed: datetime | None = None
    clocks: tuple[SectionClock, ...] = ()
