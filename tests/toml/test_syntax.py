"""What is wrong in a text that is not TOML, where, and what to write instead."""

import sys

import pytest

from daemon.problem import Source, Span
from daemon.toml import read_toml
from daemon.toml.diagnosis import diagnose
from daemon.toml.grammar import Refusal
from daemon.toml.statements import Statement


def problems_of(text: str) -> list[str]:
    document, problems = read_toml(Source("t.toml", text))
    assert document is None
    assert {problem.code for problem in problems} == {"toml-syntax"}
    assert all(problem.is_error and problem.file == "t.toml" for problem in problems)
    return [
        f"{problem.span.line}:{problem.span.column}-"
        f"{problem.span.column + problem.span.length - 1} {problem.message}"
        for problem in problems
        if problem.span
    ]


NO_DAY = "this is no day: a day is written as 2026-12-01 (year, month, day), without quotes"
BACKSLASH = (
    r"inside double quotes \ begins a code such as \n: write / in paths, "
    r"or put the text in single quotes ('C:\club')"
)
COMMA = "a comma is missing before this: one stands between every two values of a list"
LINE_FORMS = (
    'a line is a heading such as [event], a setting such as name = "..." (text in quotes), '
    "or a comment that begins with #"
)
OWN_LINE = "every setting has a line of its own, and a comment begins with #"
ENDS_BEFORE = (
    "the text ends before this: a comment begins with #, "
    "and a text with quotes in it stands in quotes of the other kind"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Text without quotes, and half of them.
        ("name = Tuesday pairs # x", '1:8-20 text stands in quotes: write "Tuesday pairs"'),
        ("name = é", '1:8-8 text stands in quotes: write "é"'),
        ('name = Tuesday"', "1:8-15 text stands between quotes, one at each end"),
        (f"name = {'x' * 41}", "1:8-48 text stands between quotes, one at each end"),
        ("a = [x, 1]", '1:6-6 text stands in quotes: write "x"'),
        ("a = [1,\n  x]", '2:3-3 text stands in quotes: write "x"'),
        ("boards = 12 boards", '1:10-18 text stands in quotes: write "12 boards"'),
        ('name = "Tuesday', '1:8-15 the text that begins here has no " at its end'),
        ("name = 'Tuesday", "1:8-15 the text that begins here has no ' at its end"),
        ('a = ["x,\n"y"]', '1:6-8 the text that begins here has no " at its end'),
        ("a = ['x,\n'y']", "1:6-8 the text that begins here has no ' at its end"),
        ('a = """x\nb = 2\n', '1:5-7 the text that begins here has no """ at its end'),
        ("a = '''x\nb = 2\n", "1:5-7 the text that begins here has no ''' at its end"),
        ('name = "The "big" game"', f"1:14-23 {ENDS_BEFORE}"),
        ('name = "x" // y', f"1:12-15 {ENDS_BEFORE}"),
        ("name = “Tuesday”", '1:8-8 “ is not a quote in TOML: write the straight quote "'),
        ("“name” = 1", '1:1-1 “ is not a quote in TOML: write the straight quote "'),
        # Paths of Windows.
        ('path = "C:\\Users"', f"1:11-11 {BACKSLASH}"),
        ('a = ["", "\\\n[', f"1:11-11 {BACKSLASH}"),
        ('path = "C:\\club"', f"1:11-11 {BACKSLASH}"),
        ('path = "\\ud800"', f"1:9-9 {BACKSLASH}"),
        # Values that look right.
        ("a = True", "1:5-8 write true, in small letters and without quotes"),
        ("a = no", "1:5-6 write false, in small letters and without quotes"),
        ("date = 01-12-2026", f"1:8-17 {NO_DAY}"),
        ("date = 1/12/2026", f"1:8-16 {NO_DAY}"),
        ("date = 2026-13-01", f"1:8-17 {NO_DAY}"),
        ("date = 2026-2-1 # x", f"1:8-15 {NO_DAY}"),
        ("date = 2026-02-30", "1:8-17 there is no such day or time: write a day as in 2026-12-01"),
        ("n = 2,5", "1:5-7 a number has a point, not a comma: write 2.5"),
        ("n = -007", "1:5-8 a number does not begin with 0: write -7"),
        ("n = .5", "1:5-6 a number has digits on both sides of its point"),
        ("n = 5.", "1:5-6 a number has digits on both sides of its point"),
        ("n = " + "9" * 5000, ("1:5-5004 this number has thousands of digits: "
         "write the one that is meant")),
        # Too little, too much.
        ("name =", "1:7-7 the value is missing: write it behind the ="),
        ("name = # x", "1:8-8 the value is missing: write it behind the ="),
        ("a = [1,,2]", "1:8-8 a value is missing before this ,"),
        ("a = {b = }", "1:10-10 a value is missing before this }"),
        ("n = 3,", "1:6-6 take this , out: the line ends behind its value"),
        ('n = "x";', "1:8-8 take this ; out: the line ends behind its value"),
        ("a = 1 b = 2", f"1:7-11 {OWN_LINE}"),
        ("a = [1]]", f"1:8-8 {OWN_LINE}"),
        ("a = {} }", f"1:8-8 {OWN_LINE}"),
        ("a = [\n1] x", "2:4-4 only a comment, which begins with #, may follow here"),
        ("name", "1:5-5 an = is missing between the name and its value"),
        ('name "x"', "1:6-6 an = is missing between the name and its value"),
        ('name: "x"', "1:5-5 write = here instead of :"),
        ('event name = "x"', "1:7-7 a name with blanks in it stands in quotes"),
        ("= 3", "1:1-1 the name before this = is missing"),
        ("é = 1", "1:1-1 a name with letters other than a to z stands in quotes"),
        ("naïve = 1", "1:3-3 a name with letters other than a to z stands in quotes"),
        ("a..b = 1", f"1:3-3 {LINE_FORMS}"),
        ("<<<", f"1:1-1 {LINE_FORMS}"),
        # Comments of other languages.
        ("// x", "1:1-2 a comment begins with #"),
        ("  ; x", "1:1-3 a comment begins with #"),
        ("-- x", "1:1-2 a comment begins with #"),
        ("REM x", "1:1-3 a comment begins with #"),
        # Lists and tables in braces.
        ("a = [1 2]", f"1:8-8 {COMMA}"),
        ('a = [\n "x"\n "y"\n]\nb = 1', f"3:2-2 {COMMA}"),
        ("a = [1", "1:5-5 this [ is not closed: its ] is missing"),
        ("a = [\n 1,\n\nb = 2", "1:5-5 this [ is not closed: its ] is missing"),
        ("a = [\n 1\n[b]", "1:5-5 this [ is not closed: its ] is missing"),
        ("a = {b = 1\nc = 2", "1:5-5 this { is not closed: its } is missing"),
        ("a = {b = 1 c = 2}", ("1:12-12 a comma is missing before this: "
         "one stands between every two settings")),
        ("a = {b = 1, b = 2}", ("1:18-18 a name is given twice within these braces: "
         "keep one of the two")),
        ("a = {b = 1, b.c = 2}", ("1:20-20 a name is given twice within these braces: "
         "keep one of the two")),
        # Headings.
        ("[event", "1:7-7 this heading is not closed: it stands between [ ]"),
        ("[[section]", "1:10-10 this heading is not closed: it stands between [[ ]]"),
        ("[section]]", "1:10-10 only a comment, which begins with #, may follow here"),
        ("[my event]", "1:5-10 a name with blanks or other signs in it stands in quotes"),
        ("[]", f"1:2-2 {LINE_FORMS}"),
        # What nobody sees.
        ('a = "x\x01"', "1:7-7 an invisible control character (U+0001) stands here: delete it"),
        ("# x\x7f", "1:4-4 an invisible control character (U+007F) stands here: delete it"),
        ("a = b\x01", '1:5-6 text stands in quotes: write "b\\u0001"'),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place_and_the_remedy(text: str, expected: str) -> None:
    assert problems_of(text) == [expected]


@pytest.mark.skipif(
    sys.version_info >= (3, 15),
    reason="from Python 3.15 on, tomllib reads TOML 1.1, which allows it",
)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "a = {b = 1,}",
            "1:12-12 the last value before a } has no comma behind it: take the comma out",
        ),
        ("a = {\n b = 1,\n c = 2 }", "1:6-6 a table in braces stands in one line, from { to }"),
    ],
)
def test_tables_in_braces_stand_in_one_line_and_end_without_a_comma(
    text: str, expected: str
) -> None:
    assert problems_of(text) == [expected]


def test_all_mistakes_of_a_text_are_told_at_once() -> None:
    text = """\
[event]
name = Tuesday
date =
state = "ok"
[folder
path "x"
list = [
  "a", # ]
  "b"

[[section]]
first = 1
boards = x
text = \"\"\"
b = y
\\"\"\" \"\"\"
absent = [1 2]
"""
    assert problems_of(text) == [
        '2:8-14 text stands in quotes: write "Tuesday"',
        "3:7-7 the value is missing: write it behind the =",
        "5:8-8 this heading is not closed: it stands between [ ]",
        "6:6-6 an = is missing between the name and its value",
        "7:8-8 this [ is not closed: its ] is missing",
        '13:10-10 text stands in quotes: write "x"',
        f"17:13-13 {COMMA}",
    ]


def test_no_more_than_a_hundred_mistakes_are_told() -> None:
    assert len(problems_of("a = x\n" * 101)) == 100
    assert len(problems_of("a = 1\n" * 102)) == 100


def test_a_name_that_is_given_twice_is_told_with_the_line_of_the_first() -> None:
    text = """\
[folder]
path = "x"
west = "O"
"path" = "y"
path = "z"
"""
    assert problems_of(text) == [
        "4:1-6 folder.path is already given in line 2: keep one of the two",
        "5:1-4 folder.path is already given in line 2: keep one of the two",
    ]


def test_a_name_may_return_in_another_entry_of_a_list() -> None:
    text = "[[section]]\nname = 1\n[section.a]\n[[section]]\nname = 1\n[section.a]\nx = 1\nx = 2"
    assert problems_of(text) == [
        "8:1-1 section.a.x is already given in line 7: keep one of the two"
    ]


def test_a_table_that_stands_twice_is_told_and_how_several_are_written() -> None:
    assert problems_of("[section]\nname = 1\n[section]\nname = 2") == [
        (
            "3:1-9 [section] stands already in line 1: put its keys together there; "
            "where several are meant, each of them begins with [[section]]"
        ),
        "4:1-4 section.name is already given in line 2: keep one of the two",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[section]\n[[section]]", "2:1-11 this and line 1"),
        ("[[section]]\n[section]", "2:1-9 this and line 1"),
        ("section = 1\n[[section]]", "2:1-11 this and line 1"),
    ],
)
def test_single_and_double_brackets_do_not_mix(text: str, expected: str) -> None:
    assert problems_of(text) == [
        (
            f"{expected} are written in different ways: where several are meant, "
            "each of them begins with [[section]], in double brackets"
        )
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[x]\na = 1\n  [x.a.b]\n", "Cannot overwrite a value"),
        ("a = {}\nx = 1\n  a.b = 12", "Cannot mutate immutable namespace ('a',)"),
    ],
)
def test_what_contradicts_in_other_ways_is_told_for_the_line(text: str, reason: str) -> None:
    last = text.splitlines()[-1]
    (problem,) = problems_of(text)
    assert problem == (
        f"3:3-{len(last)} this gives a name a second meaning, or adds to a list or table that is "
        f"complete: give it another name, or write all of it in one place (TOML: {reason})"
    )


PRIVATE = (
    "this cannot be read, and is not shown because it may hold a secret: "
    'a line is a heading such as [event], a setting such as name = "..." (text in quotes), '
    "or a comment that begins with #"
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("secret = hunter2", "1:10-16"),
        ('[encryption]\nhunter2 = "hunter2', "2:11-18"),
        ("[dropbox]\nhunter2", "2:8-8"),
        ('a = {password = "x", b = hunter2}', "1:26-32"),
        ("app_key = [\nhunter2]", "2:1-7"),
    ],
)
def test_what_may_be_a_secret_is_never_shown(text: str, place: str) -> None:
    _, problems = read_toml(Source("t.toml", text))
    assert problems_of(text) == [f"{place} {PRIVATE}"]
    assert not any("hunter2" in problem.with_caret() for problem in problems)


@pytest.mark.parametrize(
    "text",
    ['secret = "hunter2"\nsecret = "hunter2"', '[encryption]\na = "hunter2"\na = "hunter2"'],
)
def test_a_secret_that_stands_twice_is_not_shown_either(text: str) -> None:
    _, problems = read_toml(Source("t.toml", text))
    assert len(problems) == 1
    assert "hunter2" not in problems[0].with_caret()


def test_a_mistake_is_shown_with_its_line() -> None:
    _, (problem,) = read_toml(Source("t.toml", "a = 1\nname = Tuesday\n"))
    assert problem.with_caret() == (
        't.toml:2:8: error: text stands in quotes: write "Tuesday" [toml-syntax]\n'
        "  name = Tuesday\n"
        "         ^^^^^^^"
    )


def test_a_refusal_in_words_that_are_new_is_passed_on() -> None:
    statement = Statement(3, ("a = 1",), "", is_open=False)
    assert diagnose(statement, Refusal("Bad luck", 1, 5)) == (
        f"this cannot be read (Bad luck): {LINE_FORMS}",
        Span(3, 5, 1),
    )
