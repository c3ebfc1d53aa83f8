import tracemalloc
from collections.abc import Callable

import pytest

from daemon.movement.movement import Movement

Said = Callable[[str], list[str]]

FIVE_OR_TWO = (
    "five numbers (contestants, tables, rounds, groups, and 0 for pairs or 1 for individuals) or "
    "two (pairs, rounds)"
)
ROUNDS = "1 2 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n"


def test_five_numbers_say_contestants_tables_rounds_groups_and_pairs_or_individuals(
    movement_of: Callable[[str], Movement],
) -> None:
    movement = movement_of(f"4 2 3 3 0\n{ROUNDS}")
    assert (movement.contestants, movement.tables, movement.rounds) == (4, 2, 3)
    assert (movement.groups, movement.individual) == (3, False)
    assert movement_of("4 1 1 1 1\n1 2 3 4 A\n").individual


def test_two_numbers_say_pairs_and_rounds(movement_of: Callable[[str], Movement]) -> None:
    assert movement_of(f"4 3\n{ROUNDS}") == movement_of(f"4 2 3 3 0\n{ROUNDS}")


@pytest.mark.parametrize("header", ["04-2:3,3;0", " \t4  2 3 3 0 # four pairs", "4 2 3 3 0 l"])
def test_the_header_may_use_every_separator_and_carry_a_comment(
    header: str, movement_of: Callable[[str], Movement]
) -> None:
    assert movement_of(f"{header}\n{ROUNDS}") == movement_of(f"4 2 3 3 0\n{ROUNDS}")


@pytest.mark.parametrize(
    ("header", "count"),
    [("4", "1 number"), ("4 2 3", "3 numbers"), ("4 2 3 3 0 0", "6 numbers")],
)
def test_another_number_of_numbers_is_never_guessed_at(header: str, count: str, said: Said) -> None:
    assert said(f"{header}\n{ROUNDS}") == [
        f"1:1: error: the header has {count}; it needs {FIVE_OR_TWO} [header]"
    ]


def test_four_numbers_are_an_error_that_shows_what_is_missing(said: Said) -> None:
    assert said(f"4 2 3 3\n{ROUNDS}") == [
        (
            f"1:1: error: the header has 4 numbers; it needs {FIVE_OR_TWO}: is the last one "
            "missing (4 2 3 3 0 for pairs)? [header]"
        )
    ]


def test_a_line_of_numbers_without_end_is_not_counted(said: Said) -> None:
    assert said("7 " * 300) == [
        f"1:1: error: the header has over 200 numbers; it needs {FIVE_OR_TWO} [header]"
    ]


def test_two_numbers_and_odd_pairs_ask_for_five_numbers(said: Said) -> None:
    rounds = "1 2 A  3 4 A  0 0 0\n1 3 B  2 5 B  0 0 0\n"
    assert said(f"5 2\n{rounds}") == [
        (
            "1:1: error: two numbers mean a table for every two pairs, and 5 is odd: write five "
            "numbers, such as 5 3 2 2 0 (contestants, tables, rounds, groups, 0 for pairs) [header]"
        )
    ]


@pytest.mark.parametrize("bye", ["", "  0 0 0"])
def test_the_tables_of_odd_pairs_are_those_of_the_rounds_when_looking_for_more(
    bye: str, codes: Callable[[str], list[str]]
) -> None:
    assert codes(f"5 2\n1 2 A  3 4 A{bye}\n1 1 B  2 5 B{bye}\n") == [
        "1:1 header",
        "3:3 pair-itself",
    ]


def test_the_fifth_number_is_0_or_1(said: Said) -> None:
    assert said(f"4 2 3 3 2\n{ROUNDS}") == [
        (
            "1:9: error: the fifth number is 2: write 0 for a movement of pairs, or 1 for one of "
            "individuals [header]"
        )
    ]


@pytest.mark.parametrize(
    ("header", "column", "noun"),
    [
        ("0 2 3 3 0", 1, "contestants"),
        ("4 0 3 3 0", 3, "tables"),
        ("4 2 0 3 0", 5, "rounds"),
        ("4 2 3 0 0", 7, "groups"),
        ("4 0", 3, "rounds"),
    ],
)
def test_nothing_can_be_zero(header: str, column: int, noun: str, said: Said) -> None:
    assert said(f"{header}\n{ROUNDS}") == [
        f"1:{column}: error: a movement with 0 {noun} cannot be played: mend this number [header]"
    ]


def test_at_least_one_table_can_be_filled(said: Said) -> None:
    assert said("1 1 1 1 0\n1 0 A\n") == [
        "1:1: error: nobody can play: a table needs 2 pairs [header]"
    ]
    assert said("3 1 1 1 1\n1 2 3 0 A\n") == [
        "1:1: error: nobody can play: a table needs 4 players [header]"
    ]


def test_counts_have_bounds_and_all_that_are_beyond_are_named(said: Said) -> None:
    assert said("1001 501 2001 100001 0\n") == [
        "1:1: error: 1,001 contestants are more than the 1,000 that are allowed [too-large]",
        "1:6: error: 501 tables are more than the 500 that are allowed [too-large]",
        "1:10: error: 2,001 rounds are more than the 2,000 that are allowed [too-large]",
        "1:15: error: 100,001 groups are more than the 100,000 that are allowed [too-large]",
    ]
    assert said("1000 500 201 201 0\n") == [
        (
            "1:1: error: 500 tables in 201 rounds are more than the 100,000 sets that are allowed "
            "[too-large]"
        )
    ]


def test_a_huge_header_eats_no_memory(said: Said) -> None:
    tracemalloc.start()
    said("1000 500 2000 2000 0 M\n1 2 A\n")
    said("1000 2000 H\n1 2 A\n")
    said("999999999 999999999 999999999 999999999 1 H\n1 2 3 4 A\n")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 500_000


def test_comments_before_the_header_are_passed_over_with_a_warning(said: Said) -> None:
    assert said(f"\n# Tuesday\n4 3\n{ROUNDS}") == [
        (
            "1:1: warning: the header must be the first line, before any comment or empty line: "
            "other programs cannot read this file; move the comment below the header "
            "[comment-first]"
        )
    ]


def test_text_before_the_header_is_an_error_and_the_header_is_read_all_the_same(
    said: Said,
) -> None:
    rounds = ROUNDS.replace("1 3 B", "1 9 B")
    assert said(f"Howell for 4 pairs\n4 3\n{rounds}") == [
        (
            f"1:1: error: the first line must be the header, {FIVE_OR_TWO}: take this text away, "
            "or put it below the header behind # [header]"
        ),
        (
            "4:3: error: there is no pair 9: the header announces 4 pairs; mend the number or the "
            "header [number-range]"
        ),
    ]


@pytest.mark.parametrize("text", ["Dear players,\n" * 3, "Dear players,\n" * 50 + ROUNDS])
def test_a_letter_is_no_movement(text: str, said: Said) -> None:
    assert said(text) == [
        (
            f"1:1: error: the first line must be the header, {FIVE_OR_TWO}: take this text away, "
            "or put it below the header behind # [header]"
        )
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing but a comment\n", " - \n"])
def test_a_file_without_a_header_is_no_movement(text: str, said: Said) -> None:
    assert said(text) == [
        (
            " error: there is no movement in this file: its first line must be the header, "
            f"{FIVE_OR_TWO} [header]"
        )
    ]


def test_a_missing_header_is_noticed(said: Said) -> None:
    assert said("1- 2 A  3- 4 A\n1- 3 B  2- 4 B\n") == [
        (
            f"1:1: error: this is a round, and the header is missing: put {FIVE_OR_TWO} above it "
            "[header]"
        )
    ]


def test_slips_below_an_unusable_header_are_reported_with_it(
    codes: Callable[[str], list[str]],
) -> None:
    assert codes("4 2 3\n1 2A  3 4 A\nhalf time, now the coffee\n1.3 B  2 4 B\n") == [
        "1:1 header",
        "2:3 token",
        "4:1 token",
    ]


def test_a_slip_in_the_header_is_reported_and_read_as_meant(said: Said) -> None:
    assert said("4 2 3.3 0\n1 2 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 9 C\n") == [
        (
            "1:5: error: 3.3: '.' does not separate; write 3 3 (separators are blanks, tabs and "
            "- , : ;) [token]"
        ),
        (
            "4:10: error: there is no pair 9: the header announces 4 pairs; mend the number or the "
            "header [number-range]"
        ),
    ]


def test_a_minus_before_the_header_is_a_separator(said: Said) -> None:
    assert said(f"-4 3\n{ROUNDS}") == [
        (
            "1:2: warning: -4: the minus is a separator, so this is read as 4: take the minus away "
            "[minus]"
        )
    ]
