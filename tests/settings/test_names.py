"""The names of a section, as spreadsheets write them."""

import csv
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.problem import Source, Span
from daemon.settings.cells import rows
from daemon.settings.names import Entrant, read_names


def read(text: str) -> tuple[dict[int, tuple[str, ...]], list[str]]:
    """The names alone."""
    entrants, problems = read_names(Source("names.csv", text))
    names = {number: entrant.names for number, entrant in entrants.items()}
    return names, [problem.one_line() for problem in problems]


HEADER = "number,name1,id1,name2,id2\n"


def test_a_pair_has_two_names() -> None:
    assert read(f"{HEADER}1,Maud Terwolde,17,Gerrit Hoek,\n101,Anna,,Piet,9\n") == (
        {1: ("Maud Terwolde", "Gerrit Hoek"), 101: ("Anna", "Piet")},
        [],
    )


@pytest.mark.parametrize(
    "text",
    [
        "number,name1\n7,Anna",
        f"{HEADER}7,Anna,,,\n",
        f"{HEADER}7,Anna\n",
    ],
)
def test_a_player_of_an_individual_has_one_name(text: str) -> None:
    assert read(text) == ({7: ("Anna",)}, [])


@pytest.mark.parametrize(
    "text",
    [
        "number,name1,name2\n1,Anna,Piet\n",
        "number;name1;name2\n1;Anna;Piet\n",
        "number\tname1\tname2\n1\tAnna\tPiet\n",
        "sep=;\nnumber;name1;name2\n1;Anna;Piet\n",
        "\ufeffSEP=,\r\nnumber,name1,name2\r\n1,Anna,Piet\r\n",
        "\ufeffnumber;name1;name2\r\n1;Anna;Piet\r\n",
        "Name2,NUMBER, Name1 \nPiet,1,Anna",
        '"number","name1","name2"\n"1","Anna","Piet"',
        "\n,,\nnumber,name1,name2,,\n\n , ,\n 001 , Anna , Piet ,,,,\n;;;\n",
    ],
)
def test_spreadsheets_of_every_country_are_read(text: str) -> None:
    assert read(text) == ({1: ("Anna", "Piet")}, [])


def test_a_separator_and_quotes_within_quotes_belong_to_the_name() -> None:
    assert read('number,name1,name2\n1,"Berg, van den","Anna ""Ans"" B"\n') == (
        {1: ("Berg, van den", 'Anna "Ans" B')},
        [],
    )


def test_columns_that_are_not_used_are_told() -> None:
    assert read("number,name1,group,handicap,club,name1\n1,Anna,B,2.5,X,Bea\n") == (
        {1: ("Anna",)},
        [
            (
                "names.csv:1:29: warning: the column club is not read; the columns are "
                "number, name1, id1, name2, id2, group, handicap [names-column]"
            ),
            (
                "names.csv:1:34: warning: there are two columns name1: only the first is read "
                "[names-column]"
            ),
        ],
    )


BEGIN = "begin the file with a line number,name1,id1,name2,id2 [names-header]"


@pytest.mark.parametrize(
    ("text", "missing", "place"),
    [
        ("", "number and no column name1", "1:1"),
        ("\n\n", "number and no column name1", "1:1"),
        ("\n1,Anna,,Piet,\n", "number and no column name1", "2:1"),
        ("number,name\n1,Anna\n", "name1", "1:1"),
        ("nr;name1;group\n1;Anna;B\n", "number", "1:1"),
    ],
)
def test_without_its_header_a_file_is_not_read(text: str, missing: str, place: str) -> None:
    assert read(text) == (
        {},
        [f"names.csv:{place}: error: the first line has no column {missing}: {BEGIN}"],
    )


def test_a_line_that_is_wrong_is_told_and_the_others_are_kept() -> None:
    names, problems = read(
        "number,name1,name2\n"
        "1,Anna,Piet\n"
        "x,Bea,Kees\n"
        ",Bea,Kees\n"
        "0,Bea,Kees\n"
        "10000,Bea,Kees\n"
        "1.0,Bea,Kees\n"
        "１,Bea,Kees\n"
        "1,Carla,Dirk\n"
        "2,,Kees\n"
        "4,Berg, van den,Kees\n"
        '5,"Bea,Kees\n'
        "6,Bea\x07,Kees\n"
        f"7,Bea,{'x' * 61}\n"
        "8,a\u202eb,\n"
        '2,Eva,"Fred"\n'
    )
    assert names == {1: ("Anna", "Piet"), 2: ("Eva", "Fred")}
    no_number = "is no number of a pair or player: write 1 to 9999 [names-number]"
    assert problems == [
        f'names.csv:3:1: error: "x" {no_number}',
        f'names.csv:4:1: error: "" {no_number}',
        f'names.csv:5:1: error: "0" {no_number}',
        f'names.csv:6:1: error: "10000" {no_number}',
        f'names.csv:7:1: error: "1.0" {no_number}',
        f'names.csv:8:1: error: "１" {no_number}',
        (
            "names.csv:9:1: error: number 1 stands already in line 2: correct one of them "
            "[names-twice]"
        ),
        (
            "names.csv:10:3: error: there is a name2 and no name1: a single name stands under "
            "name1 [names-name]"
        ),
        (
            "names.csv:11:17: error: the header has 3 columns and here begins one more: a name "
            "with a separator in it stands between double quotes [names-fields]"
        ),
        (
            "names.csv:12:3: error: the quotes that begin here have no end in this line: "
            "close them [names-fields]"
        ),
        (
            "names.csv:13:3: error: this name has an invisible character (U+0007): write it anew "
            "[names-name]"
        ),
        "names.csv:14:7: error: this name has 61 characters: write at most 60 [names-name]",
        (
            "names.csv:15:3: error: this name has an invisible character (U+202E): write it anew "
            "[names-name]"
        ),
    ]


def test_a_form_that_is_still_empty_says_nothing() -> None:
    assert read(f"{HEADER}1,,,,\n2\n3,Anna,,,\n2,Eva,,,\n2,,,,\n") == (
        {3: ("Anna",), 2: ("Eva",)},
        [],
    )


def test_all_that_is_wrong_in_a_line_is_told() -> None:
    names, problems = read_names(Source("names.csv", "number,name1,name2\nx,,a\x00b\n"))
    assert names == {}
    assert [(problem.code, problem.span) for problem in problems] == [
        ("names-number", Span(2, 1, 1)),
        ("names-name", Span(2, 3, 1)),
        ("names-name", Span(2, 4, 3)),
    ]


def test_a_file_that_is_far_too_long_is_not_read() -> None:
    assert read("x" * 200_001) == (
        {},
        [
            (
                "names.csv:1:1: error: this file has 200001 characters: is it the right one? "
                "[names-header]"
            )
        ],
    )


LINE = st.text(alphabet='a1",;\t é', min_size=1, max_size=20)


@given(LINE)
@settings(max_examples=300, deadline=None)
def test_cells_are_those_of_the_csv_module_and_their_places_cover_the_line(line: str) -> None:
    found = rows(Source("names.csv", f"sep=,\nx\n{line}"))[1:]
    for row in found:
        expected = next(csv.reader([line]))
        assert [cell.text for cell in row.cells] == [text.strip(" \t") for text in expected]
        for before, after in zip(row.cells, row.cells[1:], strict=False):
            assert line[after.span.column - 2] == ","
            assert after.span.column > before.span.column


@given(st.text(max_size=60) | st.lists(LINE, max_size=5).map(lambda x: HEADER + "\n".join(x)))
@settings(max_examples=200, deadline=None)
def test_nonsense_is_told_and_never_an_exception(text: str) -> None:
    names, problems = read_names(Source("names.csv", text))
    assert all(1 <= number <= 9999 and people for number, people in names.items())
    for problem in problems:
        assert problem.span is not None
        assert "\n" not in problem.message
        assert problem.with_caret()


def entrants(text: str) -> tuple[dict[int, Entrant], list[str]]:
    found, problems = read_names(Source("names.csv", text))
    return found, [problem.one_line() for problem in problems]


def test_an_id_belongs_to_the_name_beside_it() -> None:
    assert entrants(f"{HEADER}1,Maud,0017,Gerrit,\n2,Anna,,Piet,NL-9\n3,Bea\n") == (
        {
            1: Entrant(("Maud", "Gerrit"), ids=("0017", "")),
            2: Entrant(("Anna", "Piet"), ids=("", "NL-9")),
            3: Entrant(("Bea",)),
        },
        [],
    )


def test_an_id_of_nobody_is_passed_over() -> None:
    assert entrants(f"{HEADER}1,Maud,17,,18\n2,,7,,8\n") == (
        {1: Entrant(("Maud",), ids=("17",))},
        [],
    )


def test_an_id_that_cannot_be_one_is_left_out_and_its_player_stays() -> None:
    text = f"{HEADER}1,Maud,{'9' * 21},Gerrit,1\u20282\n2,Anna,{'9' * 21},Piet,NL-9\n"
    assert entrants(text) == (
        {
            1: Entrant(("Maud", "Gerrit")),
            2: Entrant(("Anna", "Piet"), ids=("", "NL-9")),
        },
        [
            (
                "names.csv:2:8: warning: this id has 21 characters and is left out: write at most "
                "20, what the federation calls the player [names-id]"
            ),
            (
                "names.csv:2:37: warning: this id has an invisible character (U+2028) and is left "
                "out: write it anew [names-id]"
            ),
            (
                "names.csv:3:8: warning: this id has 21 characters and is left out: write at most "
                "20, what the federation calls the player [names-id]"
            ),
        ],
    )


def test_an_id_a_group_and_a_handicap_stand_beside_each_other() -> None:
    text = "number,name1,id1,name2,id2,group,handicap\n1,Anna,17,Piet,,Line 1,2.5\n"
    assert entrants(text) == (
        {1: Entrant(("Anna", "Piet"), "Line 1", Fraction("2.5"), ("17", ""))},
        [],
    )


def test_a_pair_may_have_a_group_and_a_handicap() -> None:
    text = (
        "number;name1;name2;group;handicap\n"
        "1;Anna;Piet;Line 1;2,5\n2;Bea;Koos;;-1.25\n3;Eva;Rik;Line 2;\n4;;;Line 2;+3\n"
    )
    assert entrants(text) == (
        {
            1: Entrant(("Anna", "Piet"), "Line 1", Fraction("2.5")),
            2: Entrant(("Bea", "Koos"), None, Fraction("-1.25")),
            3: Entrant(("Eva", "Rik"), "Line 2"),
            4: Entrant((), "Line 2", Fraction(3)),
        },
        [],
    )


def test_a_handicap_that_is_no_number_and_a_group_that_is_no_name_are_told() -> None:
    text = f"number,name1,group,handicap\n1,Anna,B,much\n2,Bea,B\u202e,1\n3,Eva,{'x' * 61},1\n"
    assert entrants(text) == (
        {},
        [
            (
                'names.csv:2:10: error: "much" is no handicap: write a number like 2.5 or -1 '
                "[names-handicap]"
            ),
            (
                "names.csv:3:7: error: this group has an invisible character (U+202E): "
                "write it anew [names-name]"
            ),
            ("names.csv:4:7: error: this group has 61 characters: write at most 60 [names-name]"),
        ],
    )
