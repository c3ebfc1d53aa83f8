from collections.abc import Callable

import pytest

from daemon.movement.movement import Movement, TableSet

Said = Callable[[str], list[str]]
Codes = Callable[[str], list[str]]

FOUR_PAIRS = "4 3\n1 2 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n"


def test_sets_are_ns_ew_and_group_in_the_order_of_tables(
    movement_of: Callable[[str], Movement],
) -> None:
    assert movement_of(FOUR_PAIRS).rounds_sets == (
        (TableSet((1,), (2,), 1), TableSet((3,), (4,), 1)),
        (TableSet((1,), (3,), 2), TableSet((2,), (4,), 2)),
        (TableSet((1,), (4,), 3), TableSet((2,), (3,), 3)),
    )


def test_an_individual_set_is_north_south_east_west_and_group(
    movement_of: Callable[[str], Movement],
) -> None:
    assert movement_of("4 1 1 1 1\n1 2 3 4 A\n").rounds_sets == ((TableSet((1, 2), (3, 4), 1),),)


@pytest.mark.parametrize(
    "text",
    [
        FOUR_PAIRS.replace(" ", "\t"),
        FOUR_PAIRS.replace("\n", "\r\n"),
        FOUR_PAIRS.replace("\n", "\r"),
        FOUR_PAIRS.replace("1 2 A", "1- 2:A;").replace("2 3 C", ",,2-3-C , "),
        FOUR_PAIRS.replace("A\n", "A # the bar opens\n").replace("B\n", "B#\n"),
        FOUR_PAIRS.replace("B\n", "B\n\n# half time\n  \n----\n"),
        FOUR_PAIRS.rstrip("\n"),
    ],
)
def test_separators_comments_and_line_ends_change_nothing(
    text: str, movement_of: Callable[[str], Movement], said: Said
) -> None:
    assert movement_of(text) == movement_of(FOUR_PAIRS)
    assert said(text) == []


@pytest.mark.parametrize("header", ["4 3", "4 2 3 3 0"])
def test_a_round_may_run_over_several_lines_which_is_noted_once(
    header: str, movement_of: Callable[[str], Movement], said: Said
) -> None:
    split = f"{header}\n1 2 A\n 3 4 A\n1 3 B  2\n4\nB\n1 4 C  2 3 C\n"
    assert movement_of(split) == movement_of(FOUR_PAIRS)
    assert said(split) == [
        (
            "3:2: note: round 1 runs over 2 lines, and 1 other round too: not every program reads "
            "that (`tournamentd movement expand` writes a round on one line) [split-round]"
        )
    ]


def test_a_movement_may_have_a_set_on_every_line(
    movement_of: Callable[[str], Movement], codes: Codes
) -> None:
    one_each = FOUR_PAIRS.replace("  ", "\n")
    assert movement_of(one_each) == movement_of(FOUR_PAIRS)
    assert codes(one_each) == ["3:1 split-round"]


def test_text_below_the_last_round_is_noted_and_not_read(said: Said) -> None:
    assert said(f"{FOUR_PAIRS}\nQf=57.44\n  (Hallen, page 60)  \n") == [
        (
            "6:1: note: 2 lines of text below the last round: not read (other programs may want # "
            "before it) [trailing-text]"
        )
    ]


def test_text_behind_the_last_set_is_noted_and_not_read(said: Said) -> None:
    text = FOUR_PAIRS.rstrip("\n") + " Qf=57.44\n"
    assert said(text) == ["4:14: note: the text after the last set is not read [trailing-text]"]


def test_another_round_below_the_last_one_is_a_warning(said: Said) -> None:
    more = "1 2 D  3\n 4 D\n3 1 E  4 2 E\nQf=57\n"
    assert said(FOUR_PAIRS + more) == [
        (
            "5:1: warning: the header announces 3 rounds, and 5 were found: those after round 3 "
            "are not read; mend the header or take them away [extra-round]"
        ),
        (
            "8:1: note: 1 line of text below the last round: not read (other programs may want # "
            "before it) [trailing-text]"
        ),
    ]


@pytest.mark.parametrize(
    "rest", ["12 3", "1 2 D  3 4", "1 2 D  3 4A", "A B C D E F", "1 2 3 4 5 6 7"]
)
def test_numbers_that_make_no_whole_round_are_text(rest: str, codes: Codes) -> None:
    assert codes(f"{FOUR_PAIRS}{rest}\n") == ["5:1 trailing-text"]


def test_a_set_that_is_missing_is_said_and_costs_no_other_round_anything(
    said: Said,
) -> None:
    assert said("4 3\n1 2 A\n1 3 B  2 4 B\n1 4 C  2 9 C\n") == [
        (
            "2:5: error: round 1 has 1 set, but the header announces 2 tables: add what is missing "
            "(0 0 0 for a table that is not used) [too-short]"
        ),
        (
            "4:10: error: there is no pair 9: the header announces 4 pairs; mend the number or the "
            "header [number-range]"
        ),
    ]


def test_a_comment_that_cuts_a_set_short_is_pointed_out(said: Said) -> None:
    assert said("4 3\n1 2 A # 3 4 A\n1 3 B  2 4 # B\n1 4 C  2 3 C\n") == [
        (
            "2:5: error: round 1 has 1 set, but the header announces 2 tables: add what is missing "
            "(0 0 0 for a table that is not used); the comment that starts at column 7 may cut it "
            "short [too-short]"
        ),
        (
            "3:10: error: round 2 ends in the middle of a set: after 4 NS, EW and group are not "
            "complete; the comment that starts at column 12 may cut it short [too-short]"
        ),
    ]


def test_a_missing_number_is_found_by_the_group_behind_it(said: Said) -> None:
    assert said("4 3\n1 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n") == [
        (
            "2:3: error: round 1, table 1: 1 number before group A, where NS and EW are wanted: "
            "add what is missing [too-short]"
        )
    ]


def test_a_missing_group_is_found_by_the_numbers_before_the_next(said: Said) -> None:
    assert said("4 3\n1 2 A  3 4 A\n1 3  2 4 B\n1 4 C  2 3 C\n") == [
        (
            "3:3: error: round 2, table 2: 4 numbers before group B, where NS and EW are wanted: "
            "add the group after 3 [too-short]"
        )
    ]


def test_a_number_too_many_is_found_by_the_group_behind_it(said: Said) -> None:
    assert said("4 3\n1 2 A  3 4 A\n1 3 2 B  2 4 B\n1 4 C  2 3 C\n") == [
        (
            "3:5: error: round 2, table 1: 3 numbers before group B, where NS and EW are wanted: "
            "take away what is too much, or add a group that is missing [too-long]"
        )
    ]


def test_an_individual_set_wants_four_players(said: Said) -> None:
    assert said("4 1 2 2 1\n1 2 3 A\n1 2 3 4 B\n") == [
        (
            "2:7: error: round 1, table 1: 3 numbers before group A, where N, S, E and W are "
            "wanted: add what is missing [too-short]"
        )
    ]


def test_a_zero_may_be_the_group_of_an_empty_table_among_letters(codes: Codes) -> None:
    assert codes("4 3 2 2 0\n1 2 A  0 0 0  3 A\n1 3 B  0 0 0  2 4 B\n") == ["2:17 too-short"]


def test_a_group_that_cannot_be_read_still_ends_its_set(codes: Codes) -> None:
    assert codes("4 3\n1 2 AA  3 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n") == [
        "2:5 token",
        "2:11 too-short",
    ]


def test_a_letter_without_numbers_is_a_set_without_contestants(codes: Codes) -> None:
    assert codes("4 3\n1 2 A  A\n1 3 B  2 4 B\n1 4 C  2 3 C\n") == ["2:8 too-short"]


def test_a_set_too_many_is_an_error(said: Said) -> None:
    assert said("4 3\n1 2 A  3 4 A\n1 3 B  2 4 B  5 6 A\n1 4 C  2 3 C\n") == [
        (
            "3:15: error: round 2 goes on after table 2, the last that the header announces: take "
            "the rest away or mend the header (a new round starts on a new line) [too-long]"
        )
    ]


def test_numbers_behind_the_last_set_are_no_text(codes: Codes) -> None:
    assert codes("4 3\n1 2 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 3 C  5\n") == ["4:15 too-long"]


def test_text_behind_a_last_round_that_is_not_right_is_part_of_it(codes: Codes) -> None:
    assert codes("4 3\n1 2 A  3 4 A\n1 3 B  2 4 B\n1 C 4  2 3 C Qf=57\n")[0] == "4:3 too-short"


def test_a_set_too_many_among_broken_ones_is_an_error(said: Said) -> None:
    assert said("4 3\n1 2 A  3 A  1 2 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n") == [
        (
            "2:10: error: round 1, table 2: 1 number before group A, where NS and EW are wanted: "
            "add what is missing [too-short]"
        ),
        (
            "2:17: error: round 1 has more sets than the 2 tables that the header announces: take "
            "away what is too much or mend the header [too-long]"
        ),
    ]


def test_a_line_without_end_is_not_read_to_its_end(codes: Codes) -> None:
    endless = "1 2 A  3 A  " + "1 2 " * 300
    assert codes(f"4 3\n{endless}\n1 3 B  2 4 B\n1 4 C  2 3 C\n") == [
        "2:10 too-short",
        "2:25 too-long",
    ]


def test_numbers_alone_can_only_be_counted(said: Said) -> None:
    assert said("4 3\n1 2 1  3 4\n1 3 2  2 4 2\n1 4 3  2 3 3  7\n") == [
        (
            "2:10: error: round 1 has 5 values, but 2 sets of NS, EW and group make 6: look for a "
            "number that is missing or too many [too-short]"
        ),
        (
            "4:15: error: round 3 goes on after table 2, the last that the header announces: take "
            "the rest away or mend the header (a new round starts on a new line) [too-long]"
        ),
    ]


def test_missing_rounds_are_said_at_the_last_that_is_there(said: Said) -> None:
    assert said("4 3\n1 2 A  3 4 A\n1 3 B  2 4 B\n\nQf=57\n") == [
        (
            "3:1: error: the header announces 3 rounds, but the file has 2: add the missing ones "
            "or mend the header [too-short]"
        ),
        (
            "5:1: note: 1 line of text below the last round: not read (other programs may want # "
            "before it) [trailing-text]"
        ),
    ]


def test_one_round_alone_may_lack_its_option(said: Said) -> None:
    assert said("4 3\n1 2 A  3 4 B\n") == [
        (
            "2:1: error: the header announces 3 rounds, but the file has 1: add the missing ones "
            "or mend the header, or add H (Howell) or M (Mitchell) to the header when the other "
            "rounds follow from this one [too-short]"
        )
    ]


def test_a_header_alone_is_no_movement(said: Said) -> None:
    assert said("4 3\n") == [
        "1:1: error: there is no round below the header: add a line for every round [too-short]"
    ]


def test_text_between_rounds_is_an_error_and_the_rounds_are_read_on(said: Said) -> None:
    assert said("4 3\n1 2 A  3 4 A\n Rust voor de bar \n1 3 B  2 4 B\n1 4 C  2 9 C\n") == [
        "3:2: error: this line is no part of a round: put # before it [token]",
        (
            "5:10: error: there is no pair 9: the header announces 4 pairs; mend the number or the "
            "header [number-range]"
        ),
    ]


def test_tables_on_which_all_rounds_agree_against_the_header_are_one_error(said: Said) -> None:
    rounds = "1 2 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 9 C\n"
    nine = (
        "4:10: error: there is no pair 9: the header announces {} pairs; mend the number or the "
        "header [number-range]"
    )
    assert said(f"4 3 3 3 0\n{rounds}") == [
        (
            "1:1: error: every round has 2 sets, but the header announces 3 tables: mend the "
            "second number, or the rounds [header]"
        ),
        nine.format(4),
    ]
    assert said(f"6 3\n{rounds}") == [
        (
            "1:1: error: every round has 2 sets, but the header announces 3 tables: write five "
            "numbers (6 2 3 3 0), or the rounds [header]"
        ),
        nine.format(6),
    ]


def test_the_only_round_that_disagrees_with_the_header_is_one_error(said: Said) -> None:
    assert said("6 3 3 3 0 H\n1 2 A  3 4 B\n") == [
        (
            "1:1: error: the round has 2 sets, but the header announces 3 tables: mend the second "
            "number, or the rounds [header]"
        )
    ]


def test_pairs_that_are_announced_as_individuals_are_one_error(said: Said) -> None:
    assert said("4 2 3 3 1\n1 2 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n") == [
        (
            "1:1: error: every round has sets of NS, EW and group, as pairs have, but the header "
            "announces players: write 0 at its end [header]"
        )
    ]


def test_individuals_that_are_announced_as_pairs_are_one_error(said: Said) -> None:
    assert said("4 1 2 2 0\n1 2 3 4 A\n1 3 2 4 B\n") == [
        (
            "1:1: error: every round has sets of N, S, E, W and group, as individuals have, but "
            "the header announces pairs: write 1 at its end [header]"
        )
    ]
    assert said("4 2\n1 2 3 4 1  0 0 0 0 0\n1 3 2 4 2  0 0 0 0 0\n") == [
        (
            "1:1: error: every round has sets of N, S, E, W and group, as individuals have, but "
            "the header announces pairs: write five numbers, the last one 1 at its end [header]"
        )
    ]


@pytest.mark.parametrize(
    "rounds",
    [
        "1 2 A  3 4 B  0 0 0\n1 3 B  2 4 A\n",
        "1 2 A ?\n1 3 B ?\n",
        "1 2 A 3\n1 3 B 2\n",
    ],
)
def test_rounds_that_agree_on_nothing_else_leave_the_header_in_the_right(
    rounds: str, codes: Codes
) -> None:
    assert not any(code.startswith("1:1 ") for code in codes(f"4 2\n{rounds}"))


def test_more_tables_than_are_allowed_are_not_agreed_to(codes: Codes) -> None:
    line = "  ".join(["0 0 0"] * 501)
    assert codes(f"4 2 1 1 0\n{line}\n") == ["2:15 too-long"]
