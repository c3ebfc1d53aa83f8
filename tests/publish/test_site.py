"""Whatever changes, exactly the pages that look otherwise are made again."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from msgspec.structs import replace

from daemon.publish.site import Site
from daemon.settings.model import LanguageCode, Publishing, TravellersShown
from daemon.tournament.results import Results, Row, Status


def _board(results: Results, place: int, **changes: object) -> Results:
    """The first line of a board is otherwise."""
    board = results.travellers[place]
    line = replace(board.lines[0], **changes)
    boards = list(results.travellers)
    boards[place] = replace(board, lines=(line, *board.lines[1:]))
    return replace(results, travellers=tuple(boards))


def _row(results: Results, changed: Callable[[Row], Row]) -> Results:
    """The first row of the first list is otherwise."""
    first, *others = results.rankings
    rows = (changed(first.rows[0]), *first.rows[1:])
    return replace(results, rankings=(replace(first, rows=rows), *others))


def _changed(before: Results, after: Results) -> set[str]:
    """The pages that are made again; they are those, and only those, that look otherwise.

    What programs read has nothing of where a pair stood before, but is made again for it.
    """
    then = {page.name: page for page in Site().pages(before)}
    now = {page.name: page for page in Site().pages(after)}
    by_key = {name for name in now if name not in then or then[name].key != now[name].key}
    looks = {name for name in now if name not in then or then[name].make() != now[name].make()}
    assert looks <= by_key
    assert by_key - looks <= {"standings.json", "standings.csv"}
    return looks


def test_nothing_new_makes_nothing(exported: Results) -> None:
    assert _changed(exported, replace(exported)) == set()


def test_a_lead_that_came_late_changes_its_board_and_the_cards_of_four_players(
    exported: Results,
) -> None:
    assert _changed(exported, _board(exported, 0, lead=None)) == {
        *("travellers.json", "travellers.csv", "boards/A-1.html"),
        *("pairs/A-1.html", "pairs/A-4.html"),
    }


def test_a_rank_changes_the_lists_and_the_own_card(exported: Results) -> None:
    after = _row(exported, lambda row: replace(row, rank=3, total=Fraction(1), percent=Fraction(9)))
    assert _changed(exported, after) == {
        *("standings.json", "standings.csv", "index.html", "wall.html"),
        "pairs/A-1.html",
    }


def test_what_is_for_paper_changes_with_the_rest_when_all_is_in(exported: Results) -> None:
    done = replace(exported, complete=True)
    assert {"travellers.html", "scorecards.html"} <= _changed(exported, done)
    assert {"travellers.html", "scorecards.html"} <= _changed(done, _board(done, 0, lead=None))


def test_two_who_change_places_change_no_page_of_a_board(exported: Results) -> None:
    first, *others = exported.rankings
    turned = replace(first, rows=tuple(reversed(first.rows)))
    changed = _changed(exported, replace(exported, rankings=(turned, *others)))
    assert not any(name.startswith(("boards/", "pairs/")) for name in changed)


def test_where_a_pair_stood_before_changes_the_lists_alone(exported: Results) -> None:
    after = _row(exported, lambda row: replace(row, before=2))
    assert _changed(exported, after) == {"index.html", "wall.html"}


def test_a_result_that_came_in_changes_what_tells_how_far_it_is(exported: Results) -> None:
    after = replace(exported, played=5)
    assert _changed(exported, after) == {
        *("standings.json", "index.html", "wall.html", "progress.html"),
    }


def test_who_asks_what_was_played_on_a_board_of_others_gets_it_when_all_have_played_it(
    exported: Results,
) -> None:
    waiting = replace(exported, publishing=Publishing(travellers=TravellersShown.FINISHED))
    board = waiting.travellers[1]
    lines = tuple(
        replace(line, status=Status.NOT_PLAYED) if line.status is Status.MISSING else line
        for line in board.lines
    )
    after = replace(
        waiting,
        travellers=(waiting.travellers[0], replace(board, lines=lines), *waiting.travellers[2:]),
    )
    changed = _changed(waiting, after)
    assert {"boards/A-2.html", "travellers.json", "pairs/A-1.html", "pairs/A-5.html"} <= changed
    assert "boards/A-1.html" not in changed


def test_a_new_name_changes_every_page_where_it_stands(exported: Results) -> None:
    after = _row(exported, lambda row: replace(row, names=("Ada Voss", "Bo Stein")))
    then = {page.name: page for page in Site().pages(exported)}
    for page in Site().pages(after):
        if page.make() != then[page.name].make():
            assert page.key != then[page.name].key, page.name


@pytest.mark.parametrize("final", [False, True])
def test_the_end_changes_all_pages_in_all_languages(exported: Results, *, final: bool) -> None:
    publishing = Publishing(languages=(LanguageCode.ENGLISH, LanguageCode.FRENCH))
    before = replace(exported, publishing=publishing, final=final)
    after = replace(before, final=not final)
    pages = {page.name for page in Site().pages(after) if page.name.endswith(".html")}
    assert pages <= _changed(before, after)


def test_what_the_director_has_open_changes_the_problems_alone(exported: Results) -> None:
    assert _changed(exported, replace(exported, problems=exported.problems[:1])) == {
        "problems.json",
    }
