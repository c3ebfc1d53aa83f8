"""All files that results become, in the order in which people wait for them."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from itertools import chain

from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.publish.document import Page
from daemon.publish.edition import editions
from daemon.publish.json_files import (
    laid_out_ranking,
    laid_out_traveller,
    problems_json,
    standings_json,
    travellers_json,
)
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
from daemon.publish.remembered import Remembered
from daemon.tournament.results import Results

FILES = (
    *("standings.json", "index.html", "problems.json"),
    *("travellers.json", "standings.csv", "travellers.csv"),
)
"""The files that there always are."""


class Site:
    """Makes the pages of results, of one moment after the other.

    Parts of documents that did not change since the moment before are not made again.
    """

    def __init__(self) -> None:
        self._rankings = Remembered(laid_out_ranking)
        self._travellers = Remembered(laid_out_traveller)
        self._assets = tuple(assets())

    def pages(self, results: Results) -> Iterator[Page]:
        """The pages of these results, the most urgent first.

        The standings, the pages that everybody looks at, what the director must see, what programs
        and spreadsheets fetch in their own time; then boards and scorecards, and all of them for
        paper.
        """
        shown = public(results)
        yield from self._first(shown.results)
        there = editions(shown.results)
        yield from (index_page(edition, _local) for edition in there)
        yield from self._assets
        yield from (wall_page(edition, _local) for edition in there)
        yield from (progress_page(edition, _local) for edition in there)
        yield from self._data(shown.results, there[0].names)
        own = own_lines(shown.cards)
        yield from chain.from_iterable(board_pages(edition) for edition in there)
        yield from chain.from_iterable(card_pages(edition, own) for edition in there)
        yield from chain.from_iterable(paper_pages(edition, own) for edition in there)

    def _first(self, shown: Results) -> Iterator[Page]:
        key = (_head(shown), shown.rankings)
        yield Page("standings.json", key, partial(self._standings, shown))

    def _data(self, shown: Results, names: object) -> Iterator[Page]:
        """What programs and spreadsheets read; `names` says who is called what."""
        yield Page("problems.json", shown.problems, partial(problems_json, shown))
        yield Page("travellers.json", shown.travellers, partial(self._all_travellers, shown))
        yield Page("standings.csv", (shown.rankings, shown.hidden), partial(standings_csv, shown))
        yield Page("travellers.csv", (names, shown.travellers), partial(travellers_csv, shown))

    def _standings(self, results: Results) -> str:
        text = standings_json(results, self._rankings)
        self._rankings.forget_others()
        return text

    def _all_travellers(self, results: Results) -> str:
        text = travellers_json(results, self._travellers)
        self._travellers.forget_others()
        return text


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
