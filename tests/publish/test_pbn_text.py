import pytest

from daemon.publish.pbn_text import Column, several, string, table, tag


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tuesday pairs", '"Tuesday pairs"'),
        ('say "pass" \\ double', '"say \\"pass\\" \\\\ double"'),
        ("Søren Ångström é ß", '"Søren Ångström é ß"'),
        ("Łukasz Kőszegi", '"Lukasz Koszegi"'),
        ("Cafe\u0301", '"Café"'),
        ("Иван", '"????"'),
        ("tab\tand\nline", '"tab and line"'),
        ("bell\x07 \x85 \ud800", '"bell? ?"'),
        ("“quoted” … 4♠", '"\\"quoted\\" ... 4S"'),
        ("", '""'),
    ],
)
def test_a_string_has_only_what_latin_1_shows(text: str, expected: str) -> None:
    assert string(text) == expected


def test_a_string_is_cut_before_it_gets_too_long_and_never_within_an_escape() -> None:
    assert string("abcdef", 4) == '"abcd"'
    assert string('abc"def', 4) == '"abc"'
    assert string('abc"def', 5) == '"abc\\""'


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("#", '[Event " #"]'),
        ("##all", '[Event " ##all"]'),
        ("\uff03", '[Event " #"]'),
        ("a#", '[Event "a#"]'),
    ],
)
def test_a_value_is_never_a_reference_to_the_game_before(value: str, expected: str) -> None:
    assert tag("Event", value) == expected


def test_a_semicolon_stands_between_items_only() -> None:
    assert several(("Voss; Ada", "Stein, Bob")) == '"Voss, Ada;Stein, Bob"'


def test_columns_are_as_wide_as_their_widest_element() -> None:
    columns = (Column("Rank"), Column("Names", "L"), Column("NrBoards"))
    rows = (("1", '"Ada"', "9"), ("10", "?", "12"))
    assert list(table("TotalScoreTable", columns, rows)) == [
        '[TotalScoreTable "Rank\\2R;Names\\5L;NrBoards\\2R"]',
        ' 1 "Ada"  9',
        "10 ?     12",
    ]
