import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.problem import Problem, Severity, Source, Span, at_most, has_errors, split_lines

MOVEMENT = Source("howell.asc", "8 7 H g\r\n8 1 1  9 9 4\r\n")


def test_a_problem_is_one_line_with_place_severity_message_and_code() -> None:
    problem = MOVEMENT.error("pair-itself", "pair 9 meets itself; see the sheet", Span(2, 8, 3))
    assert problem.one_line() == (
        "howell.asc:2:8: error: pair 9 meets itself; see the sheet [pair-itself]"
    )


def test_a_problem_leaves_out_the_parts_of_its_place_that_are_not_known() -> None:
    about_a_file = Problem(Severity.WARNING, "out-stale", "is of last week", "OUT_2.txt")
    assert about_a_file.one_line() == "OUT_2.txt: warning: is of last week [out-stale]"
    about_nothing = Problem(Severity.NOTE, "sit-out", "pair 3 sits out", span=Span(2))
    assert about_nothing.one_line() == "note: pair 3 sits out [sit-out]"


def test_the_line_that_a_problem_shows_does_not_tell_it_from_another() -> None:
    problem = MOVEMENT.error("pair-itself", "pair 9 meets itself", Span(2, 8, 3))
    known = Problem(
        Severity.ERROR, "pair-itself", "pair 9 meets itself", "howell.asc", Span(2, 8, 3)
    )
    assert problem.excerpt is not None
    assert problem == known
    assert (problem != known) is False
    assert hash(problem) == hash(known)


@pytest.mark.parametrize(
    "other",
    [
        Problem(Severity.WARNING, "out-stale", "is of last week", "OUT_2.txt"),
        Problem(Severity.ERROR, "out-late", "is of last week", "OUT_2.txt"),
        Problem(Severity.ERROR, "out-stale", "is of this week", "OUT_2.txt"),
        Problem(Severity.ERROR, "out-stale", "is of last week", "OUT_3.txt"),
        Problem(Severity.ERROR, "out-stale", "is of last week", "OUT_2.txt", Span(1)),
        "is of last week",
    ],
)
def test_everything_else_does(other: object) -> None:
    stale = Problem(Severity.ERROR, "out-stale", "is of last week", "OUT_2.txt")
    assert (stale == other) is False
    assert stale != other


def test_on_a_terminal_carets_stand_below_the_place() -> None:
    problem = MOVEMENT.error("pair-itself", "pair 9 meets itself", Span(2, 8, 3))
    assert problem.with_caret() == (
        "howell.asc:2:8: error: pair 9 meets itself [pair-itself]\n  8 1 1  9 9 4\n         ^^^"
    )


def caret_of(text: str, column: int, length: int = 1) -> str:
    """Line of text and line of carets, as a terminal gets them."""
    return Source("f", text).error("c", "m", Span(1, column, length)).with_caret().split("\n", 1)[1]


def test_a_tab_counts_one_column_and_is_shown_as_four_blanks() -> None:
    assert caret_of("8\t1\t1", 5) == "  8    1    1\n            ^"
    assert caret_of("8\t1\t1", 2) == "  8    1    1\n   ^^^^"


def test_characters_that_take_no_room_or_two_move_the_caret_with_them() -> None:
    assert caret_of("2♡\ufe0e,+9", 5) == "  2♡\ufe0e,+9\n     ^"
    assert caret_of("Jose\u0301,9", 7) == "  Jose\u0301,9\n       ^"
    assert caret_of("横浜,9", 4) == "  横浜,9\n       ^"
    assert caret_of("横浜,9", 1, 2) == "  横浜,9\n  ^^^^"


@pytest.mark.parametrize("length", [0, 1, 5])
def test_a_place_behind_the_end_of_a_line_still_has_a_caret(length: int) -> None:
    assert caret_of("8 1", 4, length) == "  8 1\n     ^"


def test_without_a_line_of_text_there_is_no_caret() -> None:
    nowhere = MOVEMENT.warning("header", "the file is empty")
    assert nowhere.with_caret() == nowhere.one_line()
    behind = MOVEMENT.warning("too-short", "three rounds are missing", Span(3))
    assert behind.with_caret() == ("howell.asc:3:1: warning: three rounds are missing [too-short]")


def test_what_a_tablet_wrote_gives_a_terminal_no_orders() -> None:
    text = "1,1\x1b[2J\x9b,\u202e2\u2028\x00,\ud800"
    problem = Source("OUT_\x1b]0;2.txt", text).error("seat", "no seat:\r\n\x07", Span(1, 9))
    assert problem.with_caret() == (
        "OUT_�]0;2.txt:1:9: error: no seat:��� [seat]\n  1,1�[2J�,�2��,�\n          ^"
    )


def test_json_has_the_names_that_programs_rely_on() -> None:
    problem = MOVEMENT.error("token", "'\x1b' is no number", Span(2, 8, 3))
    assert json.loads(json.dumps(problem.as_json())) == {
        "file": "howell.asc",
        "line": 2,
        "column": 8,
        "severity": "error",
        "code": "token",
        "message": "'�' is no number",
    }
    assert Problem(Severity.NOTE, "sit-out", "pair 3 sits out").as_json() == {
        "file": None,
        "line": None,
        "column": None,
        "severity": "note",
        "code": "sit-out",
        "message": "pair 3 sits out",
    }


def test_a_source_knows_its_name_and_the_line_that_it_points_into() -> None:
    found = [
        MOVEMENT.error("c", "m", Span(1)),
        MOVEMENT.warning("c", "m", Span(2)),
        MOVEMENT.note("c", "m", Span(0)),
    ]
    assert [(problem.file, problem.severity) for problem in found] == [
        ("howell.asc", Severity.ERROR),
        ("howell.asc", Severity.WARNING),
        ("howell.asc", Severity.NOTE),
    ]
    assert [problem.excerpt for problem in found] == ["8 7 H g", "8 1 1  9 9 4", None]


def test_only_errors_are_errors() -> None:
    error, warning, note = (
        MOVEMENT.error("c", "m"),
        MOVEMENT.warning("c", "m"),
        MOVEMENT.note("c", "m"),
    )
    assert [problem.is_error for problem in (error, warning, note)] == [True, False, False]
    assert has_errors([note, error])
    assert not has_errors((warning, note))
    assert not has_errors(())


def test_the_same_problem_with_another_excerpt_is_the_same_problem() -> None:
    assert Source("f", "1 2").error("c", "m", Span(1)) == Source("f", "1 3").error(
        "c", "m", Span(1)
    )
    assert Source("f", "1 2").error("c", "m", Span(1)) != Source("f", "1 2").error(
        "c", "m", Span(1, 2)
    )


def test_places_are_in_the_order_of_reading() -> None:
    assert sorted([Span(2, 1), Span(1, 9), Span(1, 9, 2), Span(1, 2)]) == [
        Span(1, 2),
        Span(1, 9),
        Span(1, 9, 2),
        Span(2, 1),
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("\n", ("",)),
        ("a", ("a",)),
        ("a\n", ("a",)),
        ("a\nb", ("a", "b")),
        ("a\r\nb\rc\n", ("a", "b", "c")),
        ("a\n\n", ("a", "")),
        ("a\n\rb", ("a", "", "b")),
        ("a\x85b\u2028c\u2029d\x0be\x0cf\x1cg", ("a\x85b\u2028c\u2029d\x0be\x0cf\x1cg",)),
    ],
)
def test_lines_end_at_lf_cr_lf_and_cr_only(text: str, lines: tuple[str, ...]) -> None:
    assert split_lines(text) == lines


@given(
    st.lists(st.text(st.characters(exclude_characters="\r\n"))),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_lines_that_were_written_one_by_one_are_read_again(lines: list[str], end: str) -> None:
    assert split_lines("".join(line + end for line in lines)) == tuple(lines)


@given(st.text(), st.integers(1, 30), st.integers(0, 30))
def test_a_problem_is_always_shown_as_three_lines(text: str, column: int, length: int) -> None:
    source = Source("f", text.replace("\n", " ").replace("\r", " ") + ".")
    head, line, carets = source.error("c", "m", Span(1, column, length)).with_caret().split("\n")
    shown = min(column, len(source.text) + 1)  # a place behind the end is at the end
    assert head == f"f:1:{shown}: error: m [c]"
    assert line.endswith(".")
    assert set(carets) == {" ", "^"}
    assert not any(char in carets.strip() for char in " \t")


def test_of_a_very_long_line_the_surroundings_of_the_place_are_shown() -> None:
    source = Source("f", f"{'a' * 300}X{'b' * 300}")
    _, line, carets = source.error("c", "m", Span(1, 301)).with_caret().split("\n")
    assert line == f"  …{'a' * 80}X{'b' * 119}…"
    assert carets == f"  {' ' * 81}^"


@pytest.mark.parametrize(
    ("text", "index", "place"),
    [
        ("ab\r\ncd", 5, Span(2, 2)),
        ("ab\r\ncd", 3, Span(1, 3)),
        ("ab\rcd", 6, Span(2, 3)),
        ("ab\n", 3, Span(1, 3)),
        ("", 0, Span(1, 1)),
    ],
)
def test_a_place_is_found_by_its_index_whatever_ends_the_lines(
    text: str, index: int, place: Span
) -> None:
    assert Source("f", text).place_of(index) == place


def test_of_too_many_problems_the_errors_are_kept_and_the_rest_is_counted() -> None:
    warnings = [MOVEMENT.warning("w", "m", Span(1, column)) for column in range(1, 4)]
    error = MOVEMENT.error("e", "m", Span(3))
    kept = at_most([*warnings, error], 2)
    assert [problem.code for problem in kept] == ["w", "e", "more-findings"]
    assert kept[-1].message == "2 more findings are not listed: mend these first"
