from collections.abc import Callable

import pytest

from daemon.movement.movement import Movement

Said = Callable[[str], list[str]]

HOWELL = "8 1 1   5 3 2   10 7 3   6 2 4   4 9 5\n"
IN_NUMBERS = "1 2 1  3 4 1\n1 3 2  2 4 2\n1 4 3  2 3 3\n"
IN_LETTERS = "1 2 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n"


@pytest.mark.parametrize("header", ["10 7 H g", "10 7 g H", "10 5 7 7 0 H", "10 7,H;g"])
def test_options_stand_behind_the_numbers_in_any_order(
    header: str, movement_of: Callable[[str], Movement]
) -> None:
    assert movement_of(f"{header}\n{HOWELL}") == movement_of(f"10 7 H\n{HOWELL}")


@pytest.mark.parametrize("header", ["4 3 g", "4 2 3 3 0 g", "4 3"])
def test_g_announces_groups_as_numbers_and_may_be_absent(
    header: str, movement_of: Callable[[str], Movement]
) -> None:
    assert movement_of(f"{header}\n{IN_NUMBERS}") == movement_of(f"4 3\n{IN_LETTERS}")


@pytest.mark.parametrize("header", ["4 3 l", "4 2 3 3 0 L"])
def test_l_announces_groups_as_letters(header: str, movement_of: Callable[[str], Movement]) -> None:
    assert movement_of(f"{header}\n{IN_LETTERS}") == movement_of(f"4 3\n{IN_LETTERS}")


def test_below_the_header_the_same_letters_are_groups(
    movement_of: Callable[[str], Movement],
) -> None:
    movement = movement_of("2 1 4 52 0\n1 2 H\n1 2 M\n1 2 g\n1 2 l\n")
    groups = [here.group for sets in movement.rounds_sets for here in sets if here]
    assert groups == [8, 13, 33, 38]


@pytest.mark.parametrize(("option", "meant"), [("h", "H"), ("m", "M")])
def test_h_and_m_in_lower_case_are_no_options(option: str, meant: str, said: Said) -> None:
    assert said(f"2 1 {option}\n1 2 A\n") == [
        f"1:5: error: {option} in lower case is no option: write {meant} [option]"
    ]


def test_g_in_upper_case_is_no_option(said: Said) -> None:
    assert said(f"4 3 G\n{IN_NUMBERS}") == [
        "1:5: error: G in upper case is no option: write g [option]"
    ]


def test_options_stand_apart(said: Said) -> None:
    assert said(f"10 7 Hg\n{HOWELL}") == ["1:6: error: Hg: options stand apart; write H g [option]"]


@pytest.mark.parametrize(("word", "option"), [("Howell", "H"), ("mitchell", "M")])
def test_a_name_is_written_as_its_option(word: str, option: str, said: Said) -> None:
    assert said(f"2 1 {word}\n1 2 A\n") == [
        f"1:5: error: {word} is no option: write {option} [option]"
    ]


@pytest.mark.parametrize("word", ["x", "gold"])
def test_any_other_word_is_no_option(word: str, said: Said) -> None:
    assert said(f"2 1 {word}\n1 2 A\n") == [
        (
            f"1:5: error: {word} is no option: the options are g or l (groups as numbers or "
            "letters), H (Howell) and M (Mitchell); put # before a comment [option]"
        )
    ]


def test_h_and_m_exclude_each_other(said: Said) -> None:
    assert said("2 1 H M\n1 2 A\n") == [
        (
            "1:7: error: H and M together: a movement is a Howell or a Mitchell; take one of them "
            "away [option]"
        )
    ]


def test_g_and_l_exclude_each_other(said: Said) -> None:
    assert said("2 1 l g\n1 2 A\n") == [
        (
            "1:7: error: g and l together: groups are numbers (g) or letters (l); take one of them "
            "away [option]"
        )
    ]


def test_numbers_come_before_options(said: Said) -> None:
    assert said(f"4 2 3 g 3 0\n{IN_NUMBERS}") == [
        (
            "1:9: error: the number 3 stands after the option g: all numbers come first, then the "
            "options [header]"
        )
    ]


@pytest.mark.parametrize(("option", "rounds"), [("g", IN_LETTERS), ("l", IN_NUMBERS)])
def test_groups_are_what_the_option_says(option: str, rounds: str, said: Said) -> None:
    announced, found = ("numbers", "letters") if option == "g" else ("letters", "numbers")
    assert said(f"4 3 {option}\n{rounds}") == [
        (
            f"1:5: error: {option} says that groups are {announced}, but they are {found}: take "
            f"{option} away, or write the groups as {announced} [option]"
        )
    ]


def test_more_rounds_than_contestants_cannot_follow_from_the_first(said: Said) -> None:
    assert said("4 2 5 5 0 H\n1 2 A  3 4 B\n") == [
        "1:11: error: 5 rounds are more than H can make of 4 pairs: at most 4 [header]"
    ]
    assert said("4 2 5 5 0 M\n1 2 A  3 4 B\n") == [
        "1:11: error: 5 rounds are more than M can make of 4 pairs: at most 4 [header]"
    ]


def test_a_mitchell_of_individuals_is_written_in_full(said: Said) -> None:
    assert said("4 1 1 1 1 M\n1 2 3 4 A\n") == [
        (
            "1:11: error: M (Mitchell) is for pairs, and the fifth number says individuals: write "
            "every round in full, without M [option]"
        )
    ]


def test_a_misspelt_option_does_not_keep_rounds_that_are_there_from_being_read(
    codes: Callable[[str], list[str]],
) -> None:
    assert codes("4 3 h\n1 2 A  3 4 A\n1 3 B  2 9 B\n1 4 C  2 3 C\n") == [
        "1:5 option",
        "3:10 number-range",
    ]
