"""All files that results become, in the order in which people wait for them."""

from collections.abc import Iterator
from functools import partial

from daemon.publish.document import Page
from daemon.publish.json_files import laid_out_ranking, laid_out_traveller, standings_json
from daemon.publish.public import public
from daemon.publish.remembered import Remembered
from daemon.tournament.results import Results

FILES = (
    *("standings.json", "index.html", "problems.json"),
    *("travellers.json", "standings.csv", "travellers.csv"),
)
"""The files that there always are."""

FOR_THE_DIRECTOR = frozenset({"problems.json"})
"""Those of them for the director's programs: they tell what players are not to see yet."""


class Site:
    """Makes the pages of results, of one moment after the other.

    Parts of documents that did not change since the moment before are not made again.
    """

    def __init__(self) -> None:
        self._rankings = Remembered(laid_out_ranking)
        self._travellers = Remembered(laid_out_traveller)

    def pages(self, results: Results) -> Iterator[Page]:
        """The pages of these results, the most urgent first: the standings, before anything else.

        Nothing of the others is thought of, not even how they are made, before the standings are
        taken: who starts the daemon, and who waits for a result, waits for nothing else.
        """
        shown = public(results)
        yield self._standings_page(shown.results)
        from daemon.publish.other_pages import other_pages  # noqa: PLC0415 - as said above

        yield from other_pages(shown, self._travellers)

    def _standings_page(self, shown: Results) -> Page:
        key = (_head(shown), shown.rankings)
        return Page("standings.json", key, partial(self._standings, shown))

    def _standings(self, results: Results) -> str:
        text = standings_json(results, self._rankings)
        self._rankings.forget_others()
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
        results.hidden,
    )
