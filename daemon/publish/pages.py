"""The pages for players: each with its name, what it depends on, and how it is made."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache, partial
from importlib.resources import files

from daemon.publish import show
from daemon.publish.deals import shown_deal
from daemon.publish.document import Page
from daemon.publish.edition import Edition
from daemon.publish.missing import held
from daemon.publish.own_lines import OwnLines
from daemon.publish.page_words import being_checked, progress
from daemon.publish.progress_grid import grids
from daemon.publish.replacing import Replace, replace_file, replace_soon
from daemon.publish.round_times import Local, round_times
from daemon.publish.sheets import Sheets
from daemon.publish.shown_lists import PageList, page_list
from daemon.publish.shown_par import shown_par
from daemon.publish.wall import screens
from daemon.tournament.results import Results, Row, Traveller

_ASSETS = ("page.css", "live.js")


@cache
def assets() -> tuple[Page, ...]:
    """The style sheet and the script of all pages."""
    shipped = files("daemon.publish") / "assets"
    texts = {name: (shipped / name).read_text(encoding="utf-8") for name in _ASSETS}
    return tuple(Page(name, text, partial(str, text)) for name, text in texts.items())


def index_page(edition: Edition, local: Local) -> Page:
    """The standings, with the way to everything else."""
    results = edition.results
    key = (edition.head, results.rankings, edition.addresses.sections, _boards(results))
    return Page(
        edition.name("index.html"),
        (key, _moment(results), _deadline(results)),
        partial(index_html, edition, local),
    )


def index_html(edition: Edition, local: Local) -> str:
    """The text of that page."""
    return edition.render(
        "index.html",
        "index.html",
        lists=_lists(edition),
        boards=_boards(edition.results),
        addresses=edition.addresses,
        **_how_far(edition, local),
    )


def wall_page(edition: Edition, local: Local) -> Page:
    """The standings for a screen on the wall, list after list."""
    results = edition.results
    return Page(
        edition.name("wall.html"),
        (edition.head, results.rankings, _moment(results), _deadline(results)),
        lambda: edition.render(
            "wall.html", "wall.html", screens=screens(_lists(edition)), **_how_far(edition, local)
        ),
    )


def progress_page(edition: Edition, local: Local) -> Page:
    """A grid of rounds by tables: what is in, expected, late, being checked."""
    shown = grids(edition.results)
    return Page(
        edition.name("progress.html"),
        (edition.head, shown, _moment(edition.results), _deadline(edition.results)),
        lambda: edition.render(
            "progress.html", "progress.html", grids=shown, **_how_far(edition, local)
        ),
    )


def board_pages(edition: Edition, sheets: Sheets) -> Iterator[Page]:
    """A page for each board of each section."""
    for section, boards in _of_sections(edition.results).items():
        numbers = [board.board for board in boards]
        for place, board in enumerate(boards):
            beside = numbers[place - 1] if place else None, *numbers[place + 1 : place + 2]
            name = edition.addresses.board(section, board.board)
            yield Page(
                edition.name(name),
                (edition.head, board, edition.names, beside, len(edition.addresses.sections)),
                partial(_board_html, edition, name, board, sheets, beside),
                _replace(edition.results),
            )


def card_pages(edition: Edition, own: OwnLines, sheets: Sheets) -> Iterator[Page]:
    """A scorecard for each contestant."""
    for who, row in edition.rows.items():
        name = edition.addresses.contestant(*who)
        yield Page(
            edition.name(name),
            (edition.head, _told(row), own.get(who, ()), edition.names),
            partial(_card_html, edition, name, row, sheets),
            _replace(edition.results),
        )


def paper_pages(edition: Edition, own: OwnLines, sheets: Sheets) -> Iterator[Page]:
    """All boards, and all scorecards, to be printed at once when all results are in.

    Until then they are empty: they would change with every result, and a large field's are large.
    """
    results = edition.results
    done = results.complete or results.final
    yield Page(
        edition.name("travellers.html"),
        (edition.head, done and (results.travellers, edition.names)),
        lambda: edition.render(
            "travellers.html",
            "travellers.html",
            boards=map(sheets.board, results.travellers if done else ()),
            addresses=edition.addresses,
        ),
    )
    yield Page(
        edition.name("scorecards.html"),
        (edition.head, done and (own, edition.names, tuple(map(_told, edition.rows.values())))),
        lambda: edition.render(
            "scorecards.html",
            "scorecards.html",
            cards=map(sheets.card, edition.rows.values() if done else ()),
            addresses=edition.addresses,
        ),
    )


def _board_html(
    edition: Edition, name: str, board: Traveller, sheets: Sheets, beside: Sequence[int | None]
) -> str:
    before, *after = beside
    sheet = sheets.board(board)
    return edition.render(
        "board.html",
        name,
        board=sheet.shown,
        lines=sheet.lines,
        deal=shown_deal(board),
        par=shown_par(None if board.makeable is None else board.makeable.par, edition.language),
        before=before,
        after=after[0] if after else None,
        addresses=edition.addresses,
    )


def _card_html(edition: Edition, name: str, row: Row, sheets: Sheets) -> str:
    sheet = sheets.card(row)
    return edition.render(
        "pair.html",
        name,
        card=sheet.shown,
        lines=sheet.lines,
        individual=edition.is_individual,
        addresses=edition.addresses,
    )


def _replace(results: Results) -> Replace:
    """How the pages of boards and contestants are replaced.

    Final ones are for good: perhaps nobody starts the program again that would make them anew.
    """
    return replace_file if results.final else replace_soon


def _told(row: Row) -> tuple[object, ...]:
    """What a scorecard tells of a row; not where the pair stood before."""
    return row.section, row.contestant, row.rank, row.tied, row.boards, row.total, row.percent


def _lists(edition: Edition) -> list[PageList]:
    results = edition.results
    return [
        page_list(one, edition.language, edition.addresses, hidden=results.hidden)
        for one in results.rankings
    ]


def _how_far(edition: Edition, local: Local) -> dict[str, object]:
    """What the pages tell that change with every result."""
    results, language = edition.results, edition.language
    deadline = _deadline(results)
    return {
        "progress": progress(results, language),
        "checked": being_checked(results, language),
        "clocks": round_times(results, language, local),
        "deadline": deadline,
        "deadline_shown": "" if deadline is None else language.time(deadline.astimezone().time()),
    }


def _moment(results: Results) -> tuple[object, ...]:
    """How far the event is, for the keys of pages."""
    counted = results.played, results.expected, held(results), show.not_played(results)
    return counted, results.complete, results.clocks


def _deadline(results: Results) -> datetime | None:
    """Until when results may be questioned; None while play goes on, and when it is settled."""
    if results.changed is None or results.final or not results.complete:
        return None
    return results.changed + timedelta(minutes=results.publishing.correction_minutes)


def _boards(results: Results) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The numbers of the boards of every section."""
    return tuple(
        (section, tuple(board.board for board in boards))
        for section, boards in _of_sections(results).items()
    )


def _of_sections(results: Results) -> dict[str, list[Traveller]]:
    boards: dict[str, list[Traveller]] = {}
    for board in results.travellers:
        boards.setdefault(board.section, []).append(board)
    return boards
