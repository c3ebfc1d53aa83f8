from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.movement.asc import decode_asc, read_asc
from daemon.movement.movement import Movement, TableSet
from daemon.problem import Problem, Severity, Source, has_errors

Said = Callable[[str], list[str]]

# The examples of the ASC minimum standard and of its extension.
FOURTEEN_PAIRS = """\
14  7  6  6 0
 1- 2 A  3- 4 B  5- 6 C  7- 8 D  9-10 E 11-12 F 13-14 A\x20
 6- 3 A  7- 2 B 11-13 C  9- 4 D  5- 8 E  1-10 F 14-12 B\x20
12- 9 A  5-13 B  7- 4 C 11- 2 D  1- 6 E  8- 3 F 14-10 C\x20
 7-10 A  1- 8 B  3- 2 C  5-12 D  4-11 E  9-13 F 14- 6 D\x20
 4- 5 A 11-10 B  9- 8 C  1-13 D  3-12 E  6- 7 F  2-14 E\x20
11- 8 A  9- 6 B  1-12 C  3-10 D 13- 7 E  2- 5 F 14- 4 F"""

ELEVEN_PAIRS = """\
11  6  6  6 0 \x20
 1- 2 A  3- 4 B  5- 6 C  7- 8 D  9-10 E  0- 0 0 \x20
 5- 9 A  1- 7 B 11- 2 C  3-10 D  0- 0 0  4- 6 F \x20
 8- 6 A  0- 0 0  7-10 C  9- 1 D  4-11 E  2- 3 F \x20
10-11 A  9- 2 B  3- 8 C  0- 0 0  6- 1 E  5- 7 F \x20
 0- 0 0  6-10 B  1- 4 C 11- 5 D  7- 2 E  9- 8 F \x20
 4- 7 A 11- 8 B  0- 0 0  6- 2 D  3- 5 E 10- 1 F \x20
"""


def test_the_example_of_the_minimum_standard_is_read_without_a_word(
    movement_of: Callable[[str], Movement], said: Said
) -> None:
    movement = movement_of(FOURTEEN_PAIRS)
    assert (movement.contestants, movement.tables, movement.rounds) == (14, 7, 6)
    assert (movement.groups, movement.individual) == (6, False)
    assert movement.rounds_sets[0][0] == TableSet((1,), (2,), 1)
    assert movement.rounds_sets[4][6] == TableSet((2,), (14,), 5)
    assert movement.rounds_sets[5][6] == TableSet((14,), (4,), 6)
    assert said(FOURTEEN_PAIRS) == []


def test_an_odd_number_of_pairs_is_accepted(
    movement_of: Callable[[str], Movement], said: Said
) -> None:
    movement = movement_of(ELEVEN_PAIRS)
    assert [sets.index(None) + 1 for sets in movement.rounds_sets] == [6, 5, 2, 4, 1, 3]
    # One table is empty and one pair of eleven sits out in each of the six rounds: 11, 8, 5, 4,
    # 3 and 9 do.
    assert said(ELEVEN_PAIRS) == [
        "1:1: note: of 6 rounds pairs 3 to 5, 8, 9 and 11 play 5: a sit-out in the others [sit-out]"
    ]


def test_a_pair_that_is_absent_throughout_is_accepted_with_a_warning(
    movement_of: Callable[[str], Movement], said: Said
) -> None:
    twelve = ELEVEN_PAIRS.replace("11  6", "12  6", 1)
    assert movement_of(twelve).contestants == 12
    assert movement_of(twelve).rounds_sets == movement_of(ELEVEN_PAIRS).rounds_sets
    assert said(twelve)[0] == (
        "1:1: warning: pair 12 never plays: lower the first number of the header, or leave it so "
        "when a place is kept free [never-plays]"
    )


def test_the_short_howell_for_five_tables_has_seven_rounds_for_ten_pairs(
    movement_of: Callable[[str], Movement],
) -> None:
    movement = movement_of("10 7 H g\n8 1 1   5 3 2   10 7 3   6 2 4   4 9 5\n")
    assert (movement.contestants, movement.tables, movement.rounds) == (10, 5, 7)


MISTAKES = """\
 # Tuesday evening
14 7 6 6 0 x
-1- 2 A  3- 4 B  5- 6 C  7- 8 D  9-10 E 11-12 F 13-14 A
 6- 3 A  7- 2 B 11-13 C  9- 4 D  5- 8E   1-10 F 14.12 B
12- 9 A  5-13 B  7- 4 C 11- 2 D  1- 6 E  8- 3 F # 14-10 C
Coffee is served in the bar
+7-10 A  1- 8 B  3- 2 3  5-12 D  4-11 E  9-13 F 15- 6 D
 4- 5 A 11-10 B  9- 9 C  1-13 D  3-12 E  6- 7 FF 2-14 E
11- 8 A 11- 6 B  1-12 C  3–10 D 13- 7 E  2- 5 A 14- 4 F
"""


def test_all_mistakes_of_a_file_are_named_at_once_with_their_places(said: Said) -> None:
    assert said(MISTAKES) == [
        (
            "1:1: warning: the header must be the first line, before any comment or empty line: "
            "other programs cannot read this file; move the comment below the header "
            "[comment-first]"
        ),
        (
            "2:12: error: x is no option: the options are g or l (groups as numbers or letters), H "
            "(Howell) and M (Mitchell); put # before a comment [option]"
        ),
        (
            "3:2: warning: -1: the minus is a separator, so this is read as 1: take the minus away "
            "[minus]"
        ),
        "4:37: error: 8E: a separator is missing; write 8 E [token]",
        (
            "4:49: error: 14.12: '.' does not separate; write 14 12 (separators are blanks, tabs "
            "and - , : ;) [token]"
        ),
        (
            "5:47: error: round 3 has 6 sets, but the header announces 7 tables: add what is "
            "missing (0 0 0 for a table that is not used); the comment that starts at column 49 "
            "may cut it short [too-short]"
        ),
        "6:1: error: this line is no part of a round: put # before it [token]",
        "7:1: error: +7: a number has no sign; write 7 [token]",
        "7:23: error: groups are letters here, and this is 3: write C [group]",
        (
            "7:49: error: there is no pair 15: the header announces 14 pairs; mend the number or "
            "the header [number-range]"
        ),
        (
            "8:21: error: pair 9 plays against itself in round 5 at table 3: put another pair in "
            "one of the places [pair-itself]"
        ),
        (
            "8:47: error: FF is no group: a group is one letter, and after Z they go on with a to "
            "z (27 to 52); or write all groups as numbers [token]"
        ),
        (
            "9:9: error: pair 11 plays twice in round 6, at tables 1 and 2: put another pair at "
            "one of them [pair-twice]"
        ),
        (
            "9:9: error: pair 11 meets group B twice, in rounds 5 and 6: one of these tables needs "
            "another group [group-twice]"
        ),
        (
            "9:26: error: 3–10: the character U+2013 (en dash) does not separate; write 3 10 "
            "(separators are blanks, tabs and - , : ;) [token]"
        ),
        (
            "9:42: error: pair 2 meets group A twice, in rounds 1 and 6: one of these tables needs "
            "another group [group-twice]"
        ),
        (
            "9:45: error: pair 5 meets group A twice, in rounds 5 and 6: one of these tables needs "
            "another group [group-twice]"
        ),
    ]


def test_a_place_shows_the_line_with_a_caret_below_it(
    read: Callable[[str], tuple[Movement | None, tuple[Problem, ...]]],
) -> None:
    _, problems = read("4 3\n1 2 A\t3 14 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n")
    (problem,) = (problem for problem in problems if problem.is_error)
    assert problem.with_caret() == (
        "m.asc:2:9: error: there is no pair 14: the header announces 4 pairs; mend the number or "
        "the header [number-range]\n"
        "  1 2 A    3 14 A\n"
        "             ^^"
    )


def test_more_than_2000_findings_are_counted_and_errors_come_before_warnings(
    read: Callable[[str], tuple[Movement | None, tuple[Problem, ...]]],
) -> None:
    rounds = "-1 1 A\n" * 2000
    movement, problems = read(f"2 1 2000 2000 0\n{rounds}")
    assert movement is None
    assert [problem.code for problem in problems[:-1]].count("pair-itself") == 2000
    # Left are pair 1 that meets group A again in 1,999 rounds, on both sides of the table, 2,000
    # times a minus, 1 and 1 who meet again, and pair 2 that never plays.
    assert problems[-1].severity is Severity.NOTE
    assert problems[-1].message == "6,000 more findings are not listed: mend these first"


NONSENSE = st.text(
    st.one_of(st.sampled_from("0123456789 \t-,:;#ABZaz.+gHMlh\r\n\n"), st.characters()),
    max_size=300,
)
HEADERS = st.sampled_from(
    ["4 3", "4 2 3 3 0", "4 3 H", "4 3 M", "4 1 3 3 1", "4 1 3 3 1 g H", "6 3 2 9 0 l", "", "3 2"]
)
SETS = st.lists(
    st.lists(
        st.sampled_from(["1 2 A", "3 4 B", "0 0 0", "1 3 2", "1 2 3 4 C", "3 0 A", "9", "AA", "#"]),
        max_size=4,
    ).map("  ".join),
    max_size=6,
).map("\n".join)


@given(NONSENSE)
@settings(max_examples=150, deadline=None)
def test_nonsense_is_reported_and_never_raised(text: str) -> None:
    movement, problems = read_asc(Source("m.asc", text))
    assert (movement is None) == has_errors(problems)


@given(HEADERS, SETS)
@settings(max_examples=150, deadline=None)
def test_what_is_almost_a_movement_is_reported_at_a_place_that_exists(
    header: str, rounds: str
) -> None:
    source = Source("m.asc", f"{header}\n{rounds}\n")
    movement, problems = read_asc(source)
    assert (movement is None) == has_errors(problems)
    for problem in problems:
        if problem.span is not None:
            line = source.lines[problem.span.line - 1]
            assert 1 <= problem.span.column <= len(line) or not line


@given(st.binary(max_size=300))
@settings(max_examples=100, deadline=None)
def test_bytes_of_any_kind_are_reported_and_never_raised(data: bytes) -> None:
    source, problems = decode_asc(data, "m.asc")
    assert (source is None) == has_errors(problems)
    if source is not None:
        read_asc(source)


@pytest.mark.parametrize(
    "text",
    [
        "1 " * 150_000,
        "4 2 3 3 0\n" + "1 " * 150_000,
        "4 2 3 3 0\n" + "1A1A1A " * 40_000,
        "4 2 3\n" + "1A 2 3.4 5\n" * 30_000,
        "Qf=57 hello\n" * 20_000,
        "1" * 300_000,
        "-" * 300_000,
        "4 2 3 3 0\n1 2 A  3 4 A\n" + "\n" * 100_000,
    ],
    ids=["ones", "a long round", "slips", "no header", "prose", "digits", "dashes", "empty lines"],
)
def test_a_great_deal_of_nonsense_gives_few_findings(text: str) -> None:
    movement, problems = read_asc(Source("m.asc", text))
    assert movement is None
    assert 1 <= len(problems) <= 2_001
