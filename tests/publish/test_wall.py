import pytest

from daemon.publish.lists import Column
from daemon.publish.shown_lists import Cell, PageList, PageRow
from daemon.publish.wall import Screen, screens


def _list(title: str, length: int, *columns: Column) -> PageList:
    rows = tuple(
        PageRow(
            number,
            (),
            "",
            tied=False,
            climbed=None,
            cells={Column.RANK: Cell(str(number))},
        )
        for number in range(1, length + 1)
    )
    return PageList(title, columns or (Column.RANK, Column.CONTESTANT), rows, moves=False)


def _seen(*lists: PageList) -> list[list[tuple[str, int]]]:
    """Title and length of every column on every screen."""
    return [
        [(column.title, len(column.rows)) for column in screen.columns] for screen in screens(lists)
    ]


def test_two_lists_stand_side_by_side() -> None:
    assert _seen(_list("NS", 10), _list("EW", 9)) == [[("NS", 10), ("EW", 9)]]


def test_a_third_list_has_its_turn_after_them() -> None:
    assert _seen(_list("A", 8), _list("B", 8), _list("C", 8)) == [
        [("A", 8), ("B", 8)],
        [("C", 8)],
    ]


def test_a_long_list_stands_in_columns_of_the_same_length_that_say_which_ranks_they_have() -> None:
    assert _seen(_list("A", 40)) == [[("A · 1–20", 20), ("A · 21–40", 20)]]
    assert _seen(_list("A", 21)) == [[("A · 1–11", 11), ("A · 12–21", 10)]]


def test_a_very_long_list_goes_on_on_further_screens() -> None:
    assert _seen(_list("A", 50)) == [
        [("A · 1–17", 17), ("A · 18–34", 17)],
        [("A · 35–50", 16)],
    ]


def test_a_list_that_would_be_torn_begins_a_new_screen() -> None:
    assert _seen(_list("A", 5), _list("B", 30)) == [
        [("A", 5)],
        [("B · 1–15", 15), ("B · 16–30", 15)],
    ]


def test_the_columns_of_a_hidden_ranking_have_no_ranks_to_tell() -> None:
    assert _seen(_list("A", 30, Column.CONTESTANT)) == [[("A", 15), ("A", 15)]]


@pytest.mark.parametrize("length", [0, 1])
def test_a_short_list_is_shown_too(length: int) -> None:
    only = _list("A", length)
    assert screens([only]) == (Screen((only,), length),)


def test_nothing_is_no_screen() -> None:
    assert screens([]) == ()
