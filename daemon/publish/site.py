"""All files that results become, in the order in which people wait for them."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from itertools import chain

from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.publish.document import Page
from daemon.publish.edition import editions
from daemon.publish.json_files import problems_json, standings_json, travellers_json
from daemon.publish.own_lines import own_lines
from daemon.publish.pages import (
    assets,
    board_pages,
    card_pages,
    index_page,
    paper_pages,
    progress_page,
    wall_page,
)
from daemon.publish.public import public
from daemon.tournament.results import Results

_DATA: Mapping[str, Callable[[Results], str]] = {
    "problems.json": problems_json,
    "travellers.json": travellers_json,
    "standings.csv": standings_csv,
    "travellers.csv": travellers_csv,
}
_DEPENDS_ON: Mapping[str, Callable[[Results], object]] = {
    "problems.json": lambda results: results.problems,
    "travellers.json": lambda results: results.travellers,
    "standings.csv": lambda results: results.rankings,
    "travellers.csv": lambda results: (results.rankings, results.travellers),
}
FILES = ("standings.json", "index.html", *_DATA)
"""The files that there always are."""


def site(results: Results) -> Iterator[Page]:
    """The pages of these results, the most urgent first.

    The standings, the pages that everybody looks at, what the director must see, what programs and
    spreadsheets fetch in their own time; then boards and scorecards, and all of them for paper.
    """
    public_ones = public(results)
    shown = public_ones.results
    there = editions(shown)
    yield Page(
        "standings.json", (_head(shown), shown.rankings), partial(standings_json, shown)
    )
    yield from (index_page(edition, _local) for edition in there)
    yield from assets()
    yield from (wall_page(edition, _local) for edition in there)
    yield from (progress_page(edition, _local) for edition in there)
    for name, make in _DATA.items():
        yield Page(name, (_DEPENDS_ON[name](shown), shown.hidden), partial(make, shown))
    own = own_lines(public_ones.cards)
    yield from chain.from_iterable(board_pages(edition) for edition in there)
    yield from chain.from_iterable(card_pages(edition, own) for edition in there)
    yield from chain.from_iterable(paper_pages(edition, own) for edition in there)


def _local(wall: datetime) -> datetime:
    """The moment when the clocks on the wall of this place show a time (naive)."""
    return wall.astimezone()


def _head(results: Results) -> tuple[object, ...]:
    """What a document begins with, see `event_head`."""
    return (
        results.event,
        results.date,
        results.method,
        results.unit,
        results.complete,
        results.final,
        results.played,
        results.expected,
        results.hidden,
    )
