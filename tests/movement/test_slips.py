from collections.abc import Callable

import pytest

Said = Callable[[str], list[str]]

SEPARATORS = "(separators are blanks, tabs and - , : ;)"
AFTER_Z = (
    "is no group: a group is one letter, and after Z they go on with a to z (27 to 52); or write "
    "all groups as numbers"
)
NEITHER = "is neither a number nor a group; put # before a comment"


def said_of(slip: str, said: Said) -> list[str]:
    """What is said about a slip in the first set of a movement of two pairs and one table."""
    return said(f"2 1 1 1 0\n{slip}\n")


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("1 2A", 3, "2A: a separator is missing; write 2 A"),
        ("1-2A", 3, "2A: a separator is missing; write 2 A"),
        ("+1 2 A", 1, "+1: a number has no sign; write 1"),
        ("1 +2 A", 3, "+2: a number has no sign; write 2"),
        ("1.2 A", 1, f"1.2: '.' does not separate; write 1 2 {SEPARATORS}"),
        ("1/2/A", 1, f"1/2/A: '/' does not separate; write 1 2 A {SEPARATORS}"),
        ("1–2 A", 1, "1–2: the character U+2013 (en dash) does not separate; write 1 2 "
         + SEPARATORS),
        ("1\u00a02 A", 1, ("1<U+00A0>2: the character U+00A0 (no-break space) does not separate; "
         f"write 1 2 {SEPARATORS}")),
        ("\u00a01 2 A", 1, ("<U+00A0>1: the character U+00A0 (no-break space) does not separate; "
         f"write 1 {SEPARATORS}")),
        ("1 2 AA", 5, f"AA {AFTER_Z}"),
        ("1 2 [", 5, f"[ {AFTER_Z}"),
        ("1 2 Ab", 5, f"Ab {NEITHER}"),
        ("1 2 ?", 5, f"? {NEITHER}"),
        ("1 2 ²", 5, f"² {NEITHER}"),
        ("1 ٢ A", 3, f"٢ {NEITHER}"),
        ("1 2 AAA3", 5, f"AAA3 {NEITHER}"),
        ("1 2 " + "A1" * 21, 5, f"A1A1A1A1A1A1A1A1A1A1A... {NEITHER}"),
        ("1 2 12345678901", 5, "12345678901 holds a number that is too large: mend it"),
        ("1 2 2345678901A", 5, "2345678901A holds a number that is too large: mend it"),
    ],
)  # fmt: skip
def test_a_slip_is_explained_where_it_stands_and_hides_nothing_else(
    line: str, column: int, message: str, said: Said
) -> None:
    assert said_of(line, said) == [f"2:{column}: error: {message} [token]"]


def test_what_is_meant_by_a_slip_is_checked_as_well(
    codes: Callable[[str], list[str]],
) -> None:
    assert codes("2 1 1 1 0\n1.9 A\n") == ["2:1 token", "2:3 number-range"]


@pytest.mark.parametrize("line", ["-1 2 A", " -1-2-A", "\t-1 2 A"])
def test_a_minus_before_a_set_is_a_separator(line: str, said: Said) -> None:
    column = line.index("1") + 1
    assert said_of(line, said) == [
        (
            f"2:{column}: warning: -1: the minus is a separator, so this is read as 1: take the "
            "minus away [minus]"
        )
    ]


@pytest.mark.parametrize("line", ["1 -2 A", "1- 2 -A", "--1 2 A", "- 1 2 A", "1-2-A", ";1 2 A"])
def test_a_minus_anywhere_else_separates_without_a_word(line: str, said: Said) -> None:
    assert said_of(line, said) == []
