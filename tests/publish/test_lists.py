from fractions import Fraction

from msgspec.structs import replace

from daemon.publish.lists import Column, heading_of, shown
from daemon.tournament.results import Ranking, Results


def test_matchpoints_are_shown_with_maximum_and_percentage(evening: Results) -> None:
    list_shown = shown(evening.rankings[0])
    assert [str(column) for column in list_shown.columns] == [
        *("Rank", "No.", "Names", "Boards", "Total", "Max", "%"),
    ]
    assert list_shown.rows[0].cells[Column.TOTAL] == "6.40"
    assert list_shown.rows[0].cells[Column.MAXIMUM] == "8"


def test_imps_are_shown_with_the_average_per_board(evening: Results) -> None:
    ranking = evening.rankings[0]
    rows = tuple(
        replace(row, total=Fraction(-11), average=Fraction(-11, 2), maximum=None, percent=None)
        for row in ranking.rows
    )
    list_shown = shown(replace(ranking, rows=rows))
    assert [str(column) for column in list_shown.columns] == [
        *("Rank", "No.", "Names", "Boards", "Total", "Average"),
    ]
    assert list_shown.rows[0].cells[Column.TOTAL] == "-11"
    assert list_shown.rows[0].cells[Column.AVERAGE] == "-5.50"


def test_a_list_over_several_sections_says_which_one(evening: Results) -> None:
    first, second, _ = evening.rankings[0].rows
    rows = (first, replace(second, section="B"))
    assert Column.SECTION in shown(Ranking("Overall", None, None, rows)).columns


def test_a_list_over_one_section_need_not_say_which(evening: Results) -> None:
    rows = evening.rankings[0].rows
    assert Column.SECTION not in shown(Ranking("Overall", None, None, rows)).columns
    assert Column.SECTION not in shown(Ranking("A", "A", None, rows)).columns


def test_without_any_name_the_number_heads_the_row(evening: Results) -> None:
    ranking = evening.rankings[0]
    nameless = shown(replace(ranking, rows=tuple(replace(row, names=()) for row in ranking.rows)))
    assert Column.NAMES not in nameless.columns
    assert heading_of(nameless.columns) is Column.CONTESTANT
    assert heading_of(shown(ranking).columns) is Column.NAMES
