from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.bridge.contract import PassedOut
from daemon.problem import Problem, Severity
from daemon.publish import show
from daemon.tournament.results import OpenProblem, Ranking, Results, Status


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(43, 72) * 100, "59.72"),
        (Fraction(1, 200), "0.01"),
        (Fraction(-1, 200), "-0.01"),
        (Fraction(1, 201), "0.00"),
        (Fraction(-1, 201), "0.00"),
        (Fraction(2675, 1000), "2.68"),  # a float would be 2.67499...
        (Fraction(-2675, 1000), "-2.68"),
        (Fraction(150), "150.00"),
        (Fraction(9999, 1000), "10.00"),
    ],
)
def test_a_number_is_rounded_half_away_from_zero(value: Fraction, shown: str) -> None:
    assert show.decimal(value) == shown


def test_a_number_without_decimals_has_no_point() -> None:
    assert show.decimal(Fraction(-5, 2), places=0) == "-3"


@given(st.fractions())
def test_what_is_shown_is_at_most_half_a_hundredth_off(value: Fraction) -> None:
    assert abs(Fraction(show.decimal(value)) - value) <= Fraction(1, 200)


@pytest.mark.parametrize(
    ("values", "places"),
    [
        ([], 0),
        ([Fraction(3), None], 0),
        ([Fraction(3), Fraction(7, 2)], 2),
    ],
)
def test_a_column_has_decimals_only_when_one_of_its_numbers_needs_them(
    values: list[Fraction | None], places: int
) -> None:
    assert show.places_for(values) == places


def test_a_score_shows_whose_it_is() -> None:
    assert [show.signed(score) for score in (420, -50, 0)] == ["+420", "-50", "0"]


def test_a_passed_out_board_has_no_result() -> None:
    assert show.contract(PassedOut()) == "Pass"
    assert show.result(PassedOut()) == ""


def test_a_day_is_written_out() -> None:
    assert show.day(date(2026, 12, 1)) == "Tuesday 1 December 2026"


def test_an_unknown_method_keeps_its_name() -> None:
    assert show.method("butler") == "Butler IMPs"
    assert show.method("goulash") == "goulash"


@pytest.mark.parametrize(
    ("name", "section", "direction", "heading"),
    [
        ("A", "A", None, "Section A"),
        ("A", "A", "EW", "Section A, East-West"),
        ("A NS", "A", "NS", "Section A, North-South"),
        ("Ladies", "A", None, "Ladies"),
        ("Overall", None, "NS", "Overall, North-South"),
        ("Overall", None, None, "Overall"),
    ],
)
def test_a_list_is_headed_by_its_section_or_by_its_own_name(
    name: str, section: str | None, direction: str | None, heading: str
) -> None:
    assert show.title(Ranking(name, section, direction, ())) == heading


@pytest.mark.parametrize(
    ("name", "section", "direction", "heading"),
    [
        ("A Red", "A", None, "Section A, Red"),
        ("A NS Red", "A", "NS", "Section A, Red, North-South"),
        ("All sections Red", None, None, "All sections, Red"),
        ("All sections EW Red", None, "EW", "All sections, Red, East-West"),
    ],
)
def test_the_list_of_a_group_is_headed_by_it(
    name: str, section: str | None, direction: str | None, heading: str
) -> None:
    assert show.title(Ranking(name, section, direction, (), "Red")) == heading


def test_victory_points_are_told_beside_the_method(evening: Results) -> None:
    assert show.scoring(evening) == "Matchpoints"
    wbf = replace(evening, method="butler", unit="victory-points")
    assert show.scoring(wbf) == "Butler IMPs, victory points"


@pytest.mark.parametrize(
    ("ns", "ew", "words"),
    [
        ("190", "-190", "+190"),
        ("-30", "30", "-30"),
        ("0", "0", "0"),
        ("350/3", "-350/3", "+116.67"),
        ("50", "-10", "NS +50, EW -10"),
        ("50", None, "NS +50, EW -"),
        (None, "20", "NS -, EW +20"),
    ],
)
def test_a_datum_is_shown_as_ns_see_it_or_for_each_side(
    ns: str | None, ew: str | None, words: str
) -> None:
    sides = [None if side is None else Fraction(side) for side in (ns, ew)]
    assert show.datum(*sides) == words


def test_boards_in_a_row_are_shown_as_a_range() -> None:
    assert show.ranges([7, 1, 3, 2]) == "1-3, 7"
    assert show.ranges([]) == ""


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ({}, ""),
        ({"section": "A", "board": 7, "ns": 3, "ew": 9}, "section A, board 7, 3 against 9"),
        ({"board": 7, "ns": 3}, "board 7, NS 3"),
        ({"ew": 9}, "EW 9"),
    ],
)
def test_a_problem_says_what_it_is_about_as_far_as_that_is_known(
    found: dict[str, str | int], words: str
) -> None:
    problem = Problem(Severity.ERROR, "contract", "odd")
    about = OpenProblem(problem, **found)  # type: ignore[arg-type] # a table of cases
    assert show.about(about) == words


def test_notes_are_no_open_problems(evening: Results) -> None:
    codes = [found.problem.code for found in show.open_problems(evening)]
    assert codes == ["result-conflict", "score-mismatch"]


def test_progress_is_told_in_whole_sentences(evening: Results, empty: Results) -> None:
    assert show.progress(evening) == "4 of 6 results are in"
    assert show.progress(empty) == "No results are expected"


def with_status(evening: Results, status: Status, many: int) -> Results:
    """The same evening with so many lines of this status, and all others scored."""
    statuses = iter([status] * many)
    travellers = tuple(
        replace(
            one,
            lines=tuple(replace(line, status=next(statuses, Status.SCORED)) for line in one.lines),
        )
        for one in evening.travellers
    )
    return replace(evening, travellers=travellers)


def test_what_was_not_played_is_no_result_that_is_in(evening: Results) -> None:
    complete = replace(evening, complete=True, played=6)
    assert show.progress(complete) == "All results are in"
    one = with_status(complete, Status.NOT_PLAYED, 1)
    assert show.progress(one) == "5 results are in, 1 was not played"
    five = with_status(complete, Status.NOT_PLAYED, 5)
    assert show.progress(five) == "1 result is in, 5 were not played"
    so_far = with_status(evening, Status.NOT_PLAYED, 1)
    assert show.progress(so_far) == "3 of 6 results are in, 1 was not played"
