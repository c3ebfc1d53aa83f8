"""All files that results become, in the order in which people wait for them."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.publish.document import Page
from daemon.publish.json_files import (
    laid_out_ranking,
    laid_out_traveller,
    problems_json,
    standings_json,
    travellers_json,
)
from daemon.publish.page import index_html
from daemon.publish.remembered import Remembered
from daemon.tournament.results import Results

FILES: Mapping[str, Callable[[Results], str]] = {
    "standings.json": standings_json,
    "index.html": index_html,
    "problems.json": problems_json,
    "travellers.json": travellers_json,
    "standings.csv": standings_csv,
    "travellers.csv": travellers_csv,
}
"""The files that there always are: the standings, the page on the wall, what the director must see,
then what programs and spreadsheets fetch in their own time."""

_DEPENDS_ON: Mapping[str, Callable[[Results], object]] = {
    "standings.json": lambda results: (_head(results), results.rankings),
    "problems.json": lambda results: results.problems,
    "travellers.json": lambda results: results.travellers,
    "standings.csv": lambda results: results.rankings,
    "travellers.csv": lambda results: (results.rankings, results.travellers),
    "index.html": lambda results: results,
}


class Site:
    """Makes the pages of results, of one moment after the other.

    Parts of documents that did not change since the moment before are not made again.
    """

    def __init__(self) -> None:
        self._rankings = Remembered(laid_out_ranking)
        self._travellers = Remembered(laid_out_traveller)
        self._makers = {
            **FILES,
            "standings.json": self._standings,
            "travellers.json": self._all_travellers,
        }

    def pages(self, results: Results) -> Iterator[Page]:
        """The pages of these results, the most urgent first."""
        for name, make in self._makers.items():
            yield Page(name, _DEPENDS_ON[name](results), partial(make, results))

    def _standings(self, results: Results) -> str:
        text = standings_json(results, self._rankings)
        self._rankings.forget_others()
        return text

    def _all_travellers(self, results: Results) -> str:
        text = travellers_json(results, self._travellers)
        self._travellers.forget_others()
        return text


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
    )
