"""Asking tables for values: what is found, and how what is wrong is told."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any

import pytest

from daemon.problem import Source, Span
from daemon.toml import (
    Kind,
    Reading,
    choice,
    day,
    distinct,
    either,
    filled,
    list_of,
    number,
    one_of,
    read_toml,
    such,
    text,
    truth,
    whole,
)


class Stale(StrEnum):
    REFUSE = "refuse"
    ARCHIVE = "archive"
    TAKE = "take"


Open = Callable[[str], Reading]


@pytest.fixture
def opened() -> Open:
    def open_text(written: str) -> Reading:
        source = Source("r.toml", written)
        document, problems = read_toml(source)
        assert document is not None, problems
        return Reading(source, document.table, "ruling")

    return open_text


def told(reading: Reading) -> list[str]:
    return [problem.one_line() for problem in reading.problems()]


RULINGS = """\
[[artificial]]
board = 7
ns_award = "A+"
ew_award = 45.5
tables = [[1, 2], [3]]

[[artificial]]
bord = 8
ns_award = true

[[artificial]]
board = 9
outcomes = [{weight = 60, score = 420}, {weight = 40, scores = -50}]
"""


def test_one_bad_entry_does_not_stop_the_others(opened: Open) -> None:
    root = opened(RULINGS)
    good, bad, inner = root.children("artificial")
    award = either(number(0, 100), text)
    assert good.need("board", whole(1, 1000)) == 7
    assert good.get("ns_award", award) == "A+"
    assert good.get("ew_award", award) == Decimal("45.5")
    assert good.get("tables", list_of(list_of(whole(1, 99), "tables"), "groups")) == ((1, 2), (3,))
    assert good.get("reason", text) is None
    assert good.get("reason", text, "none given") == "none given"
    assert bad.need("board", whole(1, 1000)) is None
    assert bad.get("ns_award", award) is None
    assert inner.get("board", whole(1, 1000)) == 9
    outcomes = inner.children("outcomes")
    assert [outcome.get("weight", whole(0, 100)) for outcome in outcomes] == [60, 40]
    assert [outcome.get("score", whole(-7600, 7600)) for outcome in outcomes] == [420, None]
    assert bad.unknown() == ("bord",)
    root.refuse_unknown()
    assert good.problems() == ()
    assert told(bad) == [
        (
            "r.toml:7:1: error: board is missing under [[artificial]]: "
            "add board = ... (a whole number from 1 to 1000) [ruling-missing]"
        ),
        'r.toml:8:1: error: artificial.bord is unknown; did you mean "board"? [ruling-unknown-key]',
        (
            "r.toml:9:12: error: artificial.ns_award must be a number from 0 to 100, or text in "
            "quotes, not true or false [ruling-type]"
        ),
    ]
    assert told(inner) == [
        (
            'r.toml:13:55: error: artificial.outcomes.scores is unknown; did you mean "score"? '
            "[ruling-unknown-key]"
        ),
    ]
    assert root.problems() == (*bad.problems(), *inner.problems())


def test_an_unknown_key_is_told_where_it_belongs_or_what_is_known(opened: Open) -> None:
    root = opened('[event]\npath = "x"\nname = "y"\nnámes = 1\n'.replace("námes", '"é\\n"'))
    root.child("event").get("name", text)
    root.child("folder").get("path", text)
    root.child("output").get("path", text)
    root.refuse_unknown()
    assert told(root) == [
        (
            "r.toml:2:1: error: event.path is unknown; path belongs under [folder] or [output] "
            "[ruling-unknown-key]"
        ),
        'r.toml:4:1: error: event."é\\u000A" is unknown; known here: name [ruling-unknown-key]',
    ]


def test_a_key_that_was_refused_is_not_unknown_as_well(opened: Open) -> None:
    root = opened("a = 1\nb = 2")
    root.refuse("b", "later", "b is for later")
    assert root.unknown() == ("a",)
    root.get("a", whole(1, 1))
    root.refuse_unknown()
    assert told(root) == ["r.toml:2:1: error: b is for later [ruling-later]"]


def test_what_is_missing_in_the_text_itself_has_no_heading(opened: Open) -> None:
    root = opened("")
    root.need("event", day)
    assert told(root) == [
        (
            "r.toml:1:1: error: event is missing: add event = ... (a day such as 2026-12-01) "
            "[ruling-missing]"
        )
    ]


def test_what_is_missing_in_a_table_is_told_at_its_heading(opened: Open) -> None:
    root = opened("# x\n[event]\n")
    root.child("event").need("name", text)
    root.child("folder").need("path", text)
    assert told(root) == [
        (
            "r.toml:1:1: error: path is missing under [folder]: add path = ... (text in quotes) "
            "[ruling-missing]"
        ),
        (
            "r.toml:2:1: error: name is missing under [event]: add name = ... (text in quotes) "
            "[ruling-missing]"
        ),
    ]


def test_a_table_of_another_form_is_told_and_nothing_is_missed_in_it(opened: Open) -> None:
    root = opened("event = 1\nlists = [1]\n[[folder]]\n[result]\nboard = 7\n")
    root.child("event").need("name", text)
    root.child("folder").need("path", text)
    root.child("lists").need("x", text)
    (result,) = root.children("result")
    assert result.get("board", whole(1, 9)) == 7
    assert root.children("nothing") == ()
    assert told(root) == [
        (
            "r.toml:1:9: error: event must be a table (a heading [event] and its keys below it), "
            "not a whole number [ruling-type]"
        ),
        (
            "r.toml:2:9: error: lists must be a table (a heading [lists] and its keys below it), "
            "not a list [ruling-type]"
        ),
        (
            "r.toml:3:3: error: folder stands only once: write [folder], in single brackets "
            "[ruling-type]"
        ),
        (
            "r.toml:4:1: error: result can stand several times: write [[result]], in double "
            "brackets [ruling-type]"
        ),
    ]


def test_what_is_no_table_in_a_list_of_tables_is_left_out(opened: Open) -> None:
    root = opened("a = [{x = 1}, 2, {x = 3}]\nb = 'x'")
    assert [entry.get("x", whole(1, 9)) for entry in root.children("a")] == [1, 3]
    assert root.children("b") == ()
    assert told(root) == [
        (
            "r.toml:1:15: error: a must be a table (a heading [[a]] and its keys below it), "
            "not a whole number [ruling-type]"
        ),
        (
            "r.toml:2:5: error: b must be a table (a heading [[b]] and its keys below it), "
            "not text [ruling-type]"
        ),
    ]


def test_a_problem_with_a_secret_shows_no_line(opened: Open) -> None:
    root = opened('[encryption]\nx = "hunter2"\n[event]\nx = "shown"')
    root.child("encryption").get("x", truth)
    root.child("event").get("x", truth)
    secret, other = root.problems()
    assert secret.with_caret() == (
        "r.toml:2:5: error: encryption.x must be true or false, not text [ruling-type]"
    )
    assert other.excerpt == 'x = "shown"'


def test_a_reading_tells_its_own_findings(opened: Open) -> None:
    root = opened("a = 1")
    root.tell("value", "a is odd", Span(1, 5))
    assert told(root) == ["r.toml:1:5: error: a is odd [ruling-value]"]


NUMBERS = whole(1, 100)
STALE = choice(Stale)
UNIT = one_of({2: "two", 1: "one"})
ENDS = one_of({"lf": "\n", "crlf": "\r\n"})
ABSENT = distinct(list_of(NUMBERS, "pair numbers"))
DEVICES = filled(list_of(STALE, "ways"))
SHORT = such(text, lambda written: "is too long" if len(written) > 3 else None)


@pytest.mark.parametrize(
    ("kind", "written", "expected"),
    [
        (text, "''", ""),
        (text, '"""x\ny"""', "x\ny"),
        (truth, "false", False),
        (day, "2026-12-01", date(2026, 12, 1)),
        (NUMBERS, "1", 1),
        (NUMBERS, "100", 100),
        (number(0, 100), "0", Decimal(0)),
        (number("0.1", 100), "0.1", Decimal("0.1")),
        (STALE, '"take"', Stale.TAKE),
        (UNIT, "1", "one"),
        (ENDS, '"crlf"', "\r\n"),
        (ABSENT, "[]", ()),
        (ABSENT, "[3, 1]", (3, 1)),
        (DEVICES, '["take", "take"]', (Stale.TAKE, Stale.TAKE)),
        (SHORT, '"abc"', "abc"),
        (one_of({"local": "local"}), '"local"', "local"),
    ],
)
def test_a_value_of_its_kind_is_read(
    kind: Kind[Any],
    written: str,
    expected: object,
    opened: Open,
) -> None:
    root = opened(f"k = {written}")
    found = root.get("k", kind)
    assert found == expected
    assert type(found) is type(expected)
    assert root.problems() == ()


IS_WHOLE = "k must be a whole number from 1 to 100, not"
IS_STALE = 'k must be "refuse", "archive" or "take", not'


@pytest.mark.parametrize(
    ("kind", "written", "column", "aspect", "message"),
    [
        (text, "1", 5, "type", "k must be text, not a whole number: put it in quotes"),
        (text, "2026-12-01", 5, "type", "k must be text, not a day: put it in quotes"),
        (text, "['a']", 5, "type", "k must be text, not a list: write one text, in quotes"),
        (truth, '"True"', 5, "type", "k must be true or false, not text: take the quotes away"),
        (truth, "1", 5, "type", "k must be true or false, not a whole number"),
        (day, "2026-12-01T19:30:00", 5, "type",
         "k must be a day, not a day with a time: write the day alone, 2026-12-01"),
        (day, "'2026-12-01'", 5, "type",
         "k must be a day, not text: write it without quotes, 2026-12-01"),
        (day, "'1 December'", 5, "type",
         "k must be a day, not text: write it as in 2026-12-01, without quotes"),
        (day, "20261201", 5, "type",
         "k must be a day, not a whole number: write it as in 2026-12-01"),
        (day, "19:30:00", 5, "type", "k must be a day, not a time: write it as in 2026-12-01"),
        (NUMBERS, "0", 5, "value", f"{IS_WHOLE} 0"),
        (NUMBERS, "101", 5, "value", f"{IS_WHOLE} 101"),
        (NUMBERS, "0x" + "f" * 5000, 5, "value", f"{IS_WHOLE} one so large"),
        (NUMBERS, "true", 5, "type", f"{IS_WHOLE} true or false"),
        (NUMBERS, "' 7'", 5, "type", f"{IS_WHOLE} text: take the quotes away"),
        (NUMBERS, "3.0", 5, "type", f"{IS_WHOLE} a number with a point: write it without a point"),
        (NUMBERS, "3.5", 5, "type", f"{IS_WHOLE} a number with a point"),
        (NUMBERS, "inf", 5, "type", f"{IS_WHOLE} a number with a point"),
        (NUMBERS, "{}", 5, "type", f"{IS_WHOLE} a table"),
        (number("0.1", 2), "2.01", 5, "value", "k must be a number from 0.1 to 2, not 2.01"),
        (number("0.1", 2), "0", 5, "value", "k must be a number from 0.1 to 2, not 0"),
        (number("0.1", 2), "nan", 5, "value", "k must be a number from 0.1 to 2, not NaN"),
        (number("0.1", 2), "false", 5, "type",
         "k must be a number from 0.1 to 2, not true or false"),
        (STALE, '"Archve"', 5, "value", f'{IS_STALE} "Archve"; did you mean "archive"?'),
        (STALE, '"zzz"', 5, "value", f'{IS_STALE} "zzz"'),
        (STALE, '"\\u001b[1m\\n"', 5, "value", f'{IS_STALE} "\\u001B[1m\\u000A"'),
        (STALE, '"' + "z" * 61 + '"', 5, "value", f'{IS_STALE} "{"z" * 60}..."'),
        (STALE, "1", 5, "type", f"{IS_STALE} a whole number"),
        (UNIT, "3", 5, "value", "k must be 2 or 1, not 3"),
        (UNIT, "true", 5, "type", "k must be 2 or 1, not true or false"),
        (UNIT, "'2'", 5, "type", "k must be 2 or 1, not text: take the quotes away"),
        (one_of({"local": 1}), '"x"', 5, "value", 'k must be "local", not "x"'),
        (ABSENT, "3", 5, "type", "k must be a list of pair numbers in [ ], not a whole number"),
        (ABSENT, "[1, '2']", 9, "type",
         "each value of k must be a whole number from 1 to 100, not text: take the quotes away"),
        (ABSENT, "[1, 2, 1]", 12, "value", "1 stands twice in k: take one out"),
        (DEVICES, "[]", 5, "value", "k is empty: it must be a list of ways in [ ], one or more"),
        (DEVICES, "'take'", 5, "type", "k must be a list of ways in [ ], not text"),
        (SHORT, "'abcd'", 5, "value", "k is too long"),
        (SHORT, "1", 5, "type", "k must be text, not a whole number: put it in quotes"),
        (either(NUMBERS, text), "101", 5, "value", f"{IS_WHOLE} 101"),
        (either(SHORT, NUMBERS), "'abcd'", 5, "value", "k is too long"),
        (either(NUMBERS, truth), "'x'", 5, "type",
         "k must be a whole number from 1 to 100, or true or false, not text"),
        (distinct(list_of(truth, "answers")), "[true, true]", 12, "value",
         "true stands twice in k: take one out"),
    ],
)  # fmt: skip
def test_a_value_of_another_kind_is_told_and_the_default_stands(
    kind: Kind[Any],
    written: str,
    column: int,
    aspect: str,
    message: str,
    opened: Open,
) -> None:
    root = opened(f"k = {written}")
    assert root.get("k", kind, "default") == "default"
    assert told(root) == [f"r.toml:1:{column}: error: {message} [ruling-{aspect}]"]


def test_every_wrong_value_of_a_list_is_told(opened: Open) -> None:
    root = opened("k = [0, 1, 1, 'x', 1]")
    assert root.get("k", list_of(NUMBERS, "numbers")) is None
    assert [problem.span for problem in root.problems()] == [Span(1, 6, 1), Span(1, 15, 3)]


def test_every_repetition_in_a_list_is_told(opened: Open) -> None:
    root = opened("k = [1, 2, 1, 2, 1]")
    assert root.get("k", ABSENT) is None
    assert [problem.span for problem in root.problems()] == [
        Span(1, 12, 1),
        Span(1, 15, 1),
        Span(1, 18, 1),
    ]
