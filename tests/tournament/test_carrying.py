"""Published standings of an earlier session, read back."""

import json
from collections.abc import Callable
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.problem import Source
from daemon.publish.csv_files import standings_csv
from daemon.publish.json_files import standings_json
from daemon.scoring.sessions import Session
from daemon.scoring.tally import Tally
from daemon.tournament.carrying import Carried, read_standings
from daemon.tournament.results import Ranking, Results, Row


def read(text: str, name: str = "standings.csv") -> tuple[list[Carried], list[str]]:
    carried, problems = read_standings(Source(name, text))
    return list(carried), [problem.one_line() for problem in problems]


def brings(
    contestant: int,
    boards: int,
    total: str,
    maximum: str,
    percent: str | None = None,
    section: str | None = "A",
) -> Carried:
    """What is carried; the percentage is that of the total where none is given."""
    of_total = 100 * Fraction(total) / Fraction(maximum) if Fraction(maximum) else None
    return Carried(
        section,
        contestant,
        boards,
        Fraction(total),
        Fraction(maximum),
        of_total if percent is None else Fraction(percent),
    )


def row(contestant: int, boards: int, total: str, maximum: str, section: str = "A") -> Row:
    won, out_of = Fraction(total), Fraction(maximum)
    return Row(
        rank=1 if boards else None,
        tied=False,
        section=section,
        contestant=contestant,
        names=("Ada Voss", 'Bob "Bo" Stein, jr.'),
        boards=boards,
        total=won,
        maximum=out_of,
        percent=100 * won / out_of if out_of else None,
        average=won / boards if boards else Fraction(0),
    )


def results(*rankings: Ranking, method: str = "matchpoints", final: bool = True) -> Results:
    return Results(
        event="Tuesday pairs",
        date=date(2026, 12, 1),
        method=method,
        complete=True,
        final=final,
        played=84,
        expected=84,
        rankings=rankings,
        travellers=(),
        problems=(),
    )


HEADER = "section,contestant,boards,total,maximum,percent\n"
MITCHELL = results(
    Ranking("A NS", "A", "NS", (row(1, 24, "150.5", "252"), row(2, 21, "475/3", "252"))),
    Ranking("A EW", "A", "EW", (row(101, 24, "101.5", "252"), row(102, 0, "0", "0"))),
)


def test_the_json_that_was_published_is_read_back() -> None:
    text = (
        '{"event": "Tuesday pairs", "date": "2026-12-01", "method": "matchpoints", '
        '"complete": true, "final": true, "progress": {"played": 120, "expected": 120}, '
        '"rankings": [{"name": "A", "section": "A", "direction": null, "rows": ['
        '{"rank": 1, "tied": false, "contestant": 3, "names": [], "boards": 21, "total": 150.5, '
        '"maximum": 252, "percent": 59.72222222222222, "average": 7.166666666666667}]}]}'
    )
    assert read(text) == ([brings(3, 21, "150.5", "252")], [])
    assert read(f"\ufeff\r\n {text}") == read(text)


def test_numbers_are_what_the_decimal_text_says() -> None:
    text = standings_json(MITCHELL)
    carried, problems = read(text, "standings.json")
    assert '"total": 158.33333333333334' in text
    assert problems == []
    assert carried == [
        brings(1, 24, "150.5", "252"),
        brings(2, 21, "158.33333333333334", "252"),
        brings(101, 24, "101.5", "252"),
        brings(102, 0, "0", "0"),
    ]


def test_the_csv_that_was_published_is_read_back() -> None:
    carried, problems = read(standings_csv(MITCHELL))
    assert problems == []
    # A percentage of 62.83 is that of the total, rounded: the total is the more exact one.
    assert carried == [
        brings(1, 24, "150.5", "252"),
        brings(2, 21, "158.33", "252"),
        brings(101, 24, "101.5", "252"),
        brings(102, 0, "0", "0"),
    ]


@pytest.mark.parametrize("published", [standings_json, standings_csv])
def test_a_list_over_all_sections_says_the_section_in_each_row(
    published: Callable[[Results], str],
) -> None:
    everybody = Ranking(
        "All sections",
        None,
        None,
        (row(1, 24, "150.5", "252", "=A"), row(1, 24, "101.5", "252", "B-2; -x")),
    )
    assert read(published(results(everybody))) == (
        [
            brings(1, 24, "150.5", "252", section="=A"),
            brings(1, 24, "101.5", "252", section="B-2; -x"),
        ],
        [],
    )


@pytest.mark.parametrize("published", [standings_json, standings_csv])
def test_a_contestant_in_the_lists_of_both_directions_is_added_up(
    published: Callable[[Results], str],
) -> None:
    both = results(
        Ranking("A NS", "A", "NS", (row(1, 12, "80", "120"), row(2, 12, "60", "120"))),
        Ranking("A EW", "A", "EW", (row(2, 12, "60", "120"), row(1, 8, "50", "80"))),
    )
    assert read(published(both)) == (
        [brings(1, 20, "130", "200"), brings(2, 24, "120", "240")],
        [],
    )


def test_percentage_points_in_either_direction_count_for_what_could_be_won_there() -> None:
    text = (
        "direction,contestant,boards,total,maximum,percent\n"
        "NS,1,12,60,120,53.00\nEW,1,4,20,40,48.00\n"
    )
    assert read(text) == (
        # (53 x 120 + 48 x 40) / 160
        [brings(1, 16, "80", "160", "51.75", None)],
        [
            (
                "standings.csv: note: the percentage is not total / maximum for 1: the difference "
                "is carried over as percentage points; correct the file if that is not meant "
                "[carried-points]"
            )
        ],
    )


def test_a_contestant_that_compared_nothing_in_either_direction_has_no_percentage() -> None:
    text = "direction,contestant,boards,total,maximum\nNS,1,2,0,0\nEW,1,1,0,0\n"
    assert read(text) == ([brings(1, 3, "0", "0", section=None)], [])


def test_what_is_carried_is_a_session() -> None:
    carried = brings(1, 24, "126", "252", "52.5")
    assert carried.session == Session(Tally(24, Fraction(126), Fraction(252)), Fraction("52.5"))


@pytest.mark.parametrize(
    "text",
    [
        "contestant,boards,total,maximum\n3,21,150.5,252\n",
        "contestant;boards;total;maximum\r\n3;21;150,5;252\r\n",
        'contestant,boards,total,maximum\n3,21,"150,5",252',
        "sep=;\nContestant;BOARDS; total ;maximum;remark\n003;21;+150.50;252;sick\n;;;\n",
        "\ufeffmaximum\ttotal\tboards\tcontestant\n252\t150.5\t21\t3\n",
        "contestant,boards,total,maximum,percent\n3,21,150.5,252,59.7%\n4,,,,\n",
        "contestant,boards,total,maximum,percent\n3,21,150.5,252,\n",
    ],
)
def test_a_csv_that_somebody_made_is_read(text: str) -> None:
    assert read(text) == ([brings(3, 21, "150.5", "252", section=None)], [])


def test_a_percentage_that_differs_by_more_than_rounding_is_kept_and_told() -> None:
    rows = "".join(f"A,{number},24,126,252,51.5\n" for number in range(1, 8))
    carried, problems = read(f"{HEADER}A,9,24,126,252,50.00\n{rows}")
    assert carried[0] == brings(9, 24, "126", "252", "50")
    assert carried[1] == brings(1, 24, "126", "252", "51.5")
    assert problems == [
        (
            "standings.csv: note: the percentage is not total / maximum for A 1, A 2, A 3, A 4, "
            "A 5 and 2 more: the difference is carried over as percentage points; correct the "
            "file if that is not meant [carried-points]"
        )
    ]


BAD_ROWS = [
    (
        "A,0,24,126,252,",
        '3: error: "0" is no number of a pair or player: write 1 to 9999 [carried-contestant]',
    ),
    (
        "A,,24,126,252,",
        "3: error: nothing is no number of a pair or player: write 1 to 9999 [carried-contestant]",
    ),
    (
        "A,3,24.5,126,252,",
        '5: error: "24.5" is no number of boards: write 0 to 9999 [carried-value]',
    ),
    (
        "A,3,24,many,252,",
        '8: error: "many" is no total: write a number like 150.25 [carried-value]',
    ),
    (
        "A,3,24,126,,50",
        "12: error: nothing is no maximum: write a number like 150.25 [carried-value]",
    ),
    (
        "A,3,24,126,1e999999999,50",
        '12: error: "1e999999999" is no maximum: write a number like 150.25 [carried-value]',
    ),
    (
        "A,3,24,126,252,half",
        '16: error: "half" is no percent: write a number like 150.25 [carried-value]',
    ),
    (
        "A,3,24,126,-252,",
        "12: error: the maximum -252 is below 0: write what could have been won [carried-value]",
    ),
    (
        "A,3,24,150,5,252",
        (
            "12: error: the total 150 is more than the maximum 5: correct them, with a point in "
            "numbers [carried-value]"
        ),
    ),
    (
        "A,3,24,0,0,55.5",
        (
            "10: error: there is a percentage and a maximum of 0: write the maximum (where only a "
            "percentage is known, write it as the total, with a maximum of 100) [carried-value]"
        ),
    ),
    (
        'A,3,24,"126,252,',
        (
            "8: error: the quotes that begin here have no end in this line: close them "
            "[carried-fields]"
        ),
    ),
    (
        "A,3,24,126,5,252,50",
        (
            "18: error: the header has 6 columns and here begins one more: write numbers with a "
            "point, and a name with a separator between double quotes [carried-fields]"
        ),
    ),
    (
        "A\u202e,3,24,126,252,",
        "1: error: this section has an invisible character (U+202E): write it anew [carried-value]",
    ),
]


@pytest.mark.parametrize(("wrong", "message"), BAD_ROWS)
def test_a_row_that_is_wrong_is_told_with_its_place_and_the_others_are_kept(
    wrong: str, message: str
) -> None:
    carried, problems = read(f"{HEADER}A,1,24,126,252,50\n{wrong}\nA,2,24,100,252,\n")
    assert problems == [f"standings.csv:3:{message}"]
    assert carried == [brings(1, 24, "126", "252"), brings(2, 24, "100", "252")]


def test_everything_that_is_wrong_in_a_row_is_told_at_once() -> None:
    _, problems = read(f"{HEADER}A,x,y,126,252,50\n")
    assert problems == [
        (
            'standings.csv:2:3: error: "x" is no number of a pair or player: write 1 to 9999 '
            "[carried-contestant]"
        ),
        'standings.csv:2:5: error: "y" is no number of boards: write 0 to 9999 [carried-value]',
    ]


def test_a_contestant_stands_in_a_list_once() -> None:
    carried, problems = read(f"{HEADER}A,1,24,126,252,\nB,1,24,126,252,\nA,1,24,120,252,\n")
    assert carried == [brings(1, 24, "126", "252"), brings(1, 24, "126", "252", section="B")]
    assert problems == [
        (
            "standings.csv:4:3: error: contestant 1 stands here a second time, with another "
            "result: take one of the rows out (who played both ways has one row with direction "
            "NS and one with EW) [carried-twice]"
        )
    ]


def test_a_further_list_may_repeat_what_a_contestant_has() -> None:
    text = "direction,contestant,boards,total,maximum\n" + "NS,1,24,126,252\n" * 2
    assert read(f"{text}EW,1,4,20,40\nNS,1,24,126,252\n,1,24,126,252\n") == (
        [brings(1, 28, "146", "292", section=None)],
        [],
    )


WANTED = "name the standings.json or standings.csv that the earlier session published"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "contestant,points\n1,20\n",
            (
                "1:1: error: the first line has no column boards and no column total and no column "
                f"maximum: {WANTED}, or begin your own with a line "
                "section,contestant,boards,total,maximum [carried-header]"
            ),
        ),
        (
            "",
            (
                "1:1: error: the first line has no column contestant and no column boards and no "
                f"column total and no column maximum: {WANTED}, or begin your own with a line "
                "section,contestant,boards,total,maximum [carried-header]"
            ),
        ),
        (
            "contestant,boards,total,maximum,Total\n1,24,126,252,120\n",
            (
                "1:33: error: there are two columns total: rename the one that does not count "
                "[carried-header]"
            ),
        ),
    ],
)
def test_a_csv_without_the_columns_is_refused(text: str, message: str) -> None:
    assert read(text) == ([], [f"standings.csv:{message}"])


AGAIN = "copy the file again from where it was published"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '\ufeff{"rankings": [\r\n  {"rows": [}\r\n',
            (
                f":2:13: error: this JSON cannot be read from here on (Expecting value): {AGAIN} "
                "[carried-syntax]"
            ),
        ),
        (
            "[" * 200_000,
            f": error: this JSON has lists within lists without end: {WANTED} [carried-form]",
        ),
        (
            "[1]",
            (
                ': error: this JSON is no standings: there is no list "rankings" in it; '
                f"{WANTED} [carried-form]"
            ),
        ),
        (
            '{"rankings": {}}',
            (
                ': error: this JSON is no standings: there is no list "rankings" in it; '
                f"{WANTED} [carried-form]"
            ),
        ),
        (
            '{"method": "cross-imps", "rankings": []}',
            (
                ': error: these standings are in "imps", and this session is in "matchpoints", '
                "which cannot be added up: take the file out of carry_over [carried-method]"
            ),
        ),
        (
            '{"rankings": [{"section": "A"}]}',
            f': error: list 1 has no "rows": {AGAIN} [carried-form]',
        ),
        ('{"rankings": [7]}', f': error: list 1 has no "rows": {AGAIN} [carried-form]'),
        (
            '{"rankings": [{"rows": [[]]}]}',
            f": error: row 1 of list 1: this is no row: {AGAIN} [carried-form]",
        ),
        (
            (
                '{"rankings": [{"rows": [{"contestant": [], "boards": true, "total": {}, '
                '"maximum": NaN}]}]}'
            ),
            (
                ': error: row 1 of list 1: "[...]" is no number of a pair or player: write 1 to '
                "9999 [carried-contestant]"
            ),
        ),
    ],
)
def test_json_that_is_no_standings_is_refused(text: str, message: str) -> None:
    carried, problems = read(text, "earlier.json")
    assert carried == []
    assert problems[0] == f"earlier.json{message}"


def test_json_values_of_another_kind_are_told_one_by_one() -> None:
    text = (
        '{"rankings": [{"section": 7, "rows": [{"contestant": 1, "boards": true, "total": {}, '
        f'"maximum": NaN, "percent": {"9" * 5000}}}, '
        '{"contestant": 2, "boards": 24, "total": 126, "maximum": 252, "percent": null}]}]}'
    )
    carried, problems = read(text, "earlier.json")
    assert carried == [brings(2, 24, "126", "252", section="7")]
    place = "earlier.json: error: row 1 of list 1:"
    assert problems == [
        f'{place} "true" is no number of boards: write 0 to 9999 [carried-value]',
        f'{place} "{{...}}" is no total: write a number like 150.25 [carried-value]',
        f'{place} "NaN" is no maximum: write a number like 150.25 [carried-value]',
        f'{place} "{"9" * 60}..." is no percent: write a number like 150.25 [carried-value]',
    ]


def test_provisional_standings_are_read_with_a_warning() -> None:
    text = standings_json(results(Ranking("A", "A", None, (row(1, 2, "3", "4"),)), final=False))
    assert read(text, "earlier.json") == (
        [brings(1, 2, "3", "4")],
        [
            (
                "earlier.json: warning: these standings are provisional: close that session "
                "(tournamentd close) and take its final ones, or leave it at that if nothing will "
                "change [carried-provisional]"
            )
        ],
    )


def test_a_file_of_millions_of_characters_is_not_read() -> None:
    carried, problems = read("x" * 2_000_001)
    assert carried == []
    assert problems == [
        (
            "standings.csv:1:1: error: this file has 2000001 characters: is it the right one? "
            "Name a standings.json or standings.csv [carried-form]"
        )
    ]


def test_very_small_numbers_of_json_are_exact() -> None:
    text = (
        '{"rankings": [{"rows": [{"contestant": 1, "boards": 1, "total": 1e-05, "maximum": 4}]}]}'
    )
    assert read(text) == ([brings(1, 1, "0.00001", "4", section=None)], [])


TOTALS = st.fractions(0, 250, max_denominator=24)
ROWS = st.dictionaries(
    st.tuples(st.sampled_from(["A", "B"]), st.integers(1, 9999)),
    st.tuples(st.integers(1, 30), TOTALS),
    max_size=8,
)


@given(ROWS)
def test_whatever_is_published_as_json_is_carried_as_it_was(
    published: dict[tuple[str, int], tuple[int, Fraction]],
) -> None:
    rows = tuple(
        row(number, boards, str(total), "250", section)
        for (section, number), (boards, total) in published.items()
    )
    carried, problems = read(standings_json(results(Ranking("All sections", None, None, rows))))
    assert problems == []
    assert [(each.section, each.contestant) for each in carried] == list(published)
    for each, (boards, total) in zip(carried, published.values(), strict=True):
        assert each.boards == boards
        assert each.maximum == 250
        assert abs(each.total - total) < Fraction(1, 10**12)
        assert each.percent == each.total * 100 / 250


@given(ROWS)
def test_whatever_is_published_as_csv_is_carried_to_two_decimals(
    published: dict[tuple[str, int], tuple[int, Fraction]],
) -> None:
    rows = tuple(
        row(number, boards, str(total), "250", section)
        for (section, number), (boards, total) in published.items()
    )
    carried, problems = read(standings_csv(results(Ranking("All sections", None, None, rows))))
    assert problems == []
    for each, (boards, total) in zip(carried, published.values(), strict=True):
        assert each.boards == boards
        assert abs(each.total - total) <= Fraction("0.005")
        assert each.percent == each.total * 100 / 250


CELLS = st.sampled_from(
    [*("1", "2", "24", "126", "252", "50", "-3", "1e-3", "1e9", "x", "", '"', "%", "NS", "A")]
) | st.text(max_size=4)
NONSENSE_CSV = st.lists(st.lists(CELLS, max_size=8).map(",".join), max_size=6).map(
    lambda lines: "\n".join([HEADER.strip(), *lines])
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["rows", "section", "contestant", "boards", "total", "maximum", "percent"]
            ),
            parts,
            max_size=7,
        )
    ),
    max_leaves=20,
)
NONSENSE_JSON = st.lists(VALUES, max_size=3).map(lambda lists: json.dumps({"rankings": lists}))


@given(st.one_of(NONSENSE_CSV, NONSENSE_JSON, st.text(), st.text().map("{{{}".format)))
def test_nonsense_gives_problems_and_never_a_crash(text: str) -> None:
    carried, problems = read_standings(Source("standings.csv", text))
    assert len({(each.section, each.contestant) for each in carried}) == len(carried)
    for each in carried:
        assert each.boards >= 0
        assert each.maximum >= 0
        assert (each.percent is None) == (each.maximum == 0)
    for problem in problems:
        assert problem.code.startswith("carried-")
        assert problem.file == "standings.csv"
        assert "\n" not in problem.one_line()
