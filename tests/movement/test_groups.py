from collections.abc import Callable

import pytest

from daemon.movement.groups import group_letter
from daemon.movement.movement import Movement

Said = Callable[[str], list[str]]


def groups_of(movement: Movement) -> list[int]:
    return [here.group for sets in movement.rounds_sets for here in sets if here]


def in_turn(*groups: str) -> str:
    """Pairs that play the groups one after another, pair 1 against everybody else."""
    rounds = "".join(f"1 {pair} {group}\n" for pair, group in enumerate(groups, start=2))
    return f"{len(groups) + 1} 1 {len(groups)} {{}} 0\n{rounds}"


def without_notes(problems: list[str]) -> list[str]:
    return [problem for problem in problems if ": note: " not in problem]


def test_capitals_are_1_to_26_and_small_letters_27_to_52() -> None:
    assert [group_letter(group) for group in (1, 26, 27, 52)] == ["A", "Z", "a", "z"]
    assert [group_letter(group) for group in (0, 53)] == ["0", "53"]


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        (in_turn("A", "Z", "a", "z").format(52), [1, 26, 27, 52]),
        (in_turn("1", "26", "53").format(60), [1, 26, 53]),
        (in_turn("C", "E").format(5), [3, 5]),
    ],
)
def test_a_group_is_an_index_into_the_boards_and_need_not_be_dense(
    text: str, groups: list[int], movement_of: Callable[[str], Movement]
) -> None:
    assert groups_of(movement_of(text)) == groups


def test_when_a_group_is_beyond_the_header_all_take_the_place_of_their_rank(
    movement_of: Callable[[str], Movement], said: Said
) -> None:
    text = in_turn("C", "H", "E").format(5)
    movement = movement_of(text)
    assert (groups_of(movement), movement.groups) == ([1, 3, 2], 5)
    assert without_notes(said(text)) == [
        (
            "3:5: warning: group H is beyond the 5 groups that the header announces: the groups "
            "take the boards in their order, C the first and H the last; write the groups from A "
            "or 1 on, or mend the header, if that is not meant [group-rank]"
        )
    ]


def test_upper_and_lower_case_are_different_groups(
    movement_of: Callable[[str], Movement], said: Said
) -> None:
    text = in_turn("B", "A", "b").format(3)
    assert groups_of(movement_of(text)) == [2, 1, 3]
    (warning,) = without_notes(said(text))
    assert warning.startswith(
        "4:5: warning: group b is beyond the 3 groups that the header announces (upper and lower "
        "case are different groups): "
    )


@pytest.mark.parametrize(("again", "other"), [("C", "A"), ("3", "1"), ("9", "7"), ("q", "B")])
def test_findings_call_a_group_as_the_file_does(again: str, other: str, said: Said) -> None:
    twice = f"meets group {again} twice, in rounds 1 and 3: one of these tables needs another group"
    errors = [one for one in said(in_turn(again, other, again).format(3)) if ": error: " in one]
    assert errors == [f"4:1: error: pair 1 {twice} [group-twice]"]


def test_more_groups_than_the_header_announces_are_an_error(said: Said) -> None:
    assert said(in_turn("A", "C", "B").format(2)) == [
        (
            "3:5: error: group C is beyond the 2 groups that the header announces, and 3 are used: "
            "mend the fourth number, or the groups [group]"
        )
    ]
    assert said("4 2\n1 2 A  3 4 B\n1 3 C  2 4 D\n") == [
        (
            "3:5: error: group C is beyond the 2 groups that the header announces, and 4 are used: "
            "write five numbers, or the groups [group]"
        )
    ]


def test_letters_among_numbers_are_an_error_that_names_the_number(said: Said) -> None:
    assert said(in_turn("1", "B", "3").format(3)) == [
        "3:5: error: groups are numbers here, and this is B: write 2 [group]"
    ]


def test_numbers_among_letters_are_an_error_that_names_the_letter(said: Said) -> None:
    assert said(in_turn("A", "2", "C", "60").format(4)) == [
        "3:5: error: groups are letters here, and this is 2: write B [group]",
        "5:5: error: groups are letters here, and this is 60: write a letter [group]",
    ]


def test_a_group_that_cannot_be_told_breaks_no_other_rule(said: Said) -> None:
    assert len(said(in_turn("A", "??", "C", "!!").format(4))) == 2


@pytest.mark.parametrize(("option", "last"), [("H", "C"), ("H g", "3")])
def test_under_h_groups_are_those_of_the_header(option: str, last: str, said: Said) -> None:
    groups = ("1", "4") if "g" in option else ("A", "D")
    first = "A" if last == "C" else "1"
    assert said(f"4 2 3 3 0 {option}\n4 1 {groups[0]}  2 3 {groups[1]}\n") == [
        (
            f"2:12: error: group {groups[1]} is beyond the 3 groups that the header announces; "
            f"under H groups are {first} to {last}: mend it, or the header [group]"
        )
    ]


def test_a_curtailed_mitchell_needs_five_numbers(said: Said) -> None:
    first = "1 8 A  2 9 B  3 10 C  4 11 D  5 12 E  6 13 F  7 14 G"
    hint = (
        "is beyond the 5 groups that the header announces; under M groups are A to E: write five "
        "numbers when there are more groups than rounds (14 7 5 7 0 M) [group]"
    )
    assert said(f"14 5 M\n{first}\n") == [
        f"2:44: error: group F {hint}",
        f"2:52: error: group G {hint}",
    ]
