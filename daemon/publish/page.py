"""The page that everybody looks at: `index.html`, one file without script or outside help."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined

from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract, Played
from daemon.publish import lists, show
from daemon.publish.characters import harmless
from daemon.publish.lists import ShownList
from daemon.publish.missing import held, missing
from daemon.tournament.results import Results, Status, Traveller, TravellerLine

REFRESH_SECONDS = 20

_ROWS_ON_A_SCREEN = 24

_NOTES = {
    Status.HELD: "held",
    Status.ADJUSTED: "adjusted",
    Status.NOT_PLAYED: "not played",
    Status.MISSING: "not in yet",
}
_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

_Shown = TypeVar("_Shown")


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a traveller as the page shows it; what is not known is empty or None.

    `note` says in words why a line is not an ordinary score, and what it got instead.
    """

    ns: int
    ew: int
    contract: Contract | None
    passed_out: bool
    declarer: str
    lead: Card | None
    result: str
    score: str
    ns_points: str
    ew_points: str
    note: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board with its lines, those with a score first and the best for NS on top.

    `datum` is what a Butler compares them with; empty in other methods.
    """

    anchor: str
    board: int
    dealer: str
    vulnerable: str
    datum: str
    lines: tuple[ShownLine, ...]


@dataclass(frozen=True, slots=True)
class ShownSection:
    """The boards of a section. `heading` is empty when there is only one section."""

    heading: str
    boards: tuple[ShownBoard, ...]


def index_html(results: Results) -> str:
    """Text of `index.html`. While the results are not final it asks to be loaded again."""
    return _TEMPLATE.render(
        results=results,
        day=show.day(results.date),
        method=show.scoring(results),
        state=show.state(results),
        progress=show.progress(results),
        held=held(results),
        missing=missing(results),
        lists=_beside_each_other([lists.shown(ranking) for ranking in results.rankings]),
        problems=show.open_problems(results),
        sections=_sections(results.travellers),
        refresh_seconds=REFRESH_SECONDS,
    )


def _beside_each_other(shown: list[ShownList]) -> list[ShownList]:
    """Divide a long list that stands alone, so that a screen on the wall has room for all."""
    if len(shown) != 1 or len(shown[0].rows) <= _ROWS_ON_A_SCREEN:
        return shown
    whole = shown[0]
    half = (len(whole.rows) + 1) // 2
    return [
        replace(whole, rows=whole.rows[:half]),
        replace(whole, title=f"{whole.title}, continued", rows=whole.rows[half:]),
    ]


def _sections(travellers: tuple[Traveller, ...]) -> list[ShownSection]:
    points = [
        value
        for traveller in travellers
        for line in traveller.lines
        for value in (line.ns_points, line.ew_points)
    ]
    places = show.places_for(points)
    names = list(dict.fromkeys(traveller.section for traveller in travellers))
    return [
        ShownSection(
            heading=f"Section {name}" if len(names) > 1 else "",
            boards=tuple(
                _board(traveller, f"s{place}b{traveller.board}", places)
                for traveller in travellers
                if traveller.section == name
            ),
        )
        for place, name in enumerate(names, start=1)
    ]


def _board(traveller: Traveller, anchor: str, places: int) -> ShownBoard:
    lines = sorted(traveller.lines, key=_best_for_ns_first)
    return ShownBoard(
        anchor=anchor,
        board=traveller.board,
        dealer=traveller.dealer.name.capitalize(),
        vulnerable=str(traveller.vulnerable),
        datum=_datum(traveller),
        lines=tuple(_line(line, places) for line in lines),
    )


def _datum(traveller: Traveller) -> str:
    """One datum, or those of each deal of a fouled board."""
    both = dict.fromkeys(
        (line.ns_datum, line.ew_datum)
        for line in traveller.lines
        if line.ns_datum is not None or line.ew_datum is not None
    )
    return "; ".join(show.datum(ns, ew) for ns, ew in both)


def _best_for_ns_first(line: TravellerLine) -> tuple[bool, int]:
    return line.score is None, -(line.score or 0)


def _line(line: TravellerLine, places: int) -> ShownLine:
    played = line.outcome if isinstance(line.outcome, Played) else None
    note = _NOTES.get(line.status, "")
    return ShownLine(
        ns=line.ns,
        ew=line.ew,
        contract=None if played is None else played.contract,
        passed_out=line.outcome is not None and played is None,
        declarer="" if played is None else str(played.declarer),
        lead=line.lead,
        result="" if line.outcome is None else show.result(line.outcome),
        score="" if line.score is None else show.signed(line.score),
        ns_points=_points(line.ns_points, places),
        ew_points=_points(line.ew_points, places),
        note=note if line.award is None else f"{note} {line.award}".strip(),
        flags=line.flags,
    )


def _points(value: Fraction | None, places: int) -> str:
    return "" if value is None else show.decimal(value, places)


def _suit_name(suit: Suit | Strain) -> str:
    return _SUIT_NAMES[suit.value]


def _minus(text: str) -> str:
    """A number with a real minus sign, as wide as a plus."""
    return text.replace("-", "−")


def _harmless(value: _Shown) -> _Shown | str:
    """What the page prints: a text without what steers; markup was made harmless before."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return harmless(value)
    return value


def _template_environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("daemon.publish"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_harmless,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"about": show.about, "minus": _minus, "suit_name": _suit_name}
    return environment


_TEMPLATE = _template_environment().get_template("index.html")
