"""All files that results become, in the order in which people wait for them."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.publish.document import Page
from daemon.publish.json_files import problems_json, standings_json, travellers_json
from daemon.publish.page import index_html
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


def site(results: Results) -> Iterator[Page]:
    """The pages of these results, the most urgent first."""
    for name, make in FILES.items():
        yield Page(name, _DEPENDS_ON[name](results), partial(make, results))


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
