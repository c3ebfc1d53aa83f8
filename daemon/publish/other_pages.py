"""All files but the standings: what people look at, what programs fetch, what is printed."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from itertools import chain

from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.publish.document import Page
from daemon.publish.edition import editions
from daemon.publish.json_files import LaidOut, problems_json, travellers_json
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
from daemon.publish.public import Public
from daemon.publish.remembered import Remembered
from daemon.publish.sheets import Sheets
from daemon.tournament.results import Results, Traveller


def other_pages(shown: Public, travellers: Remembered[Traveller, LaidOut]) -> Iterator[Page]:
    """Those pages, the most urgent first.

    The pages that everybody looks at, what the director must see, what programs and spreadsheets
    fetch in their own time; then boards and scorecards, and all of them for paper. `travellers`
    remembers what those of the moment before were laid out as.
    """
    there = editions(shown.results)
    yield from assets()  # a page that is looked at before its style is there would stay without
    yield from (index_page(edition, _local) for edition in there)
    yield from (wall_page(edition, _local) for edition in there)
    yield from (progress_page(edition, _local) for edition in there)
    yield from _data(shown.results, there[0].names, travellers)
    own = own_lines(shown.cards)
    sheets = [(edition, Sheets(edition, own)) for edition in there]
    yield from chain.from_iterable(board_pages(edition, of) for edition, of in sheets)
    yield from chain.from_iterable(card_pages(edition, own, of) for edition, of in sheets)
    yield from chain.from_iterable(paper_pages(edition, own, of) for edition, of in sheets)


def _data(
    shown: Results, names: object, travellers: Remembered[Traveller, LaidOut]
) -> Iterator[Page]:
    """What programs and spreadsheets read; `names` says who is called what."""
    yield Page("problems.json", shown.problems, partial(problems_json, shown))
    yield Page("travellers.json", shown.travellers, partial(_all_travellers, shown, travellers))
    yield Page("standings.csv", (shown.rankings, shown.hidden), partial(standings_csv, shown))
    yield Page("travellers.csv", (names, shown.travellers), partial(travellers_csv, shown))


def _all_travellers(results: Results, travellers: Remembered[Traveller, LaidOut]) -> str:
    text = travellers_json(results, travellers)
    travellers.forget_others()
    return text


def _local(wall: datetime) -> datetime:
    """The moment when the clocks on the wall of this place show a time (naive)."""
    return wall.astimezone()
