"""Values and their places."""

import string
import tomllib
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.problem import Source, Span
from daemon.toml import Table, Value, read_toml
from daemon.toml.document import MAX_CHARACTERS
from daemon.toml.places import MAX_DEPTH, Place, survey

EVENING = """\
# Tuesday
[event]
name = "Clùb 𝄞" # text
date = 2026-12-01

[[section]]
name = 'A'
devices = ["pair",
  "table"]  # two lines
[section.extra]
a . "b c" = {x = 1, y.z = [2, {w = 3}]}
[[section]]
name = "B"
"""


def table_of(text: str) -> Table:
    document, problems = read_toml(Source("evening.toml", text))
    assert problems == ()
    assert document is not None
    assert document.source.text == text
    return document.table


def inner(table: Table, *path: str | int) -> Value:
    value = Value(table, table.span)
    for part in path:
        if isinstance(part, int):
            assert isinstance(value.content, tuple)
            value = value.content[part]
        else:
            assert isinstance(value.content, Table)
            found = value.content.value(part)
            assert found is not None
            value = found
    return value


def test_a_key_and_its_value_have_places_in_characters() -> None:
    event = inner(table_of(EVENING), "event").content
    assert isinstance(event, Table)
    assert event.keys() == ("name", "date")
    assert inner(event, "name") == Value("Clùb 𝄞", Span(3, 8, 8))
    assert event.span_of("name") == Span(3, 1, 4)
    assert event.value_span("name") == Span(3, 8, 8)
    assert inner(event, "date") == Value(date(2026, 12, 1), Span(4, 8, 10))


def test_a_key_that_is_not_there_has_the_place_of_its_table() -> None:
    event = inner(table_of(EVENING), "event").content
    assert isinstance(event, Table)
    assert "state" not in event
    assert "name" in event
    assert event.value("state") is None
    assert event.span_of("state") == event.value_span("state") == event.span == Span(2, 1, 7)


def test_entries_of_a_list_of_tables_have_the_places_of_their_headings() -> None:
    table = table_of(EVENING)
    first, second = inner(table, "section", 0).content, inner(table, "section", 1).content
    assert isinstance(first, Table)
    assert isinstance(second, Table)
    assert (first.span, first.name, first.heading) == (Span(6, 1, 11), "section", "[[section]]")
    assert (second.span, second.name) == (Span(12, 1, 11), "section")
    assert inner(second, "name") == Value("B", Span(13, 8, 3))
    assert table.span_of("section") == Span(6, 3, 7)


def test_of_a_value_of_several_lines_the_first_is_marked() -> None:
    devices = inner(table_of(EVENING), "section", 0, "devices")
    assert devices.span == Span(8, 11, 8)
    assert isinstance(devices.content, tuple)
    assert [item.span for item in devices.content] == [Span(8, 12, 6), Span(9, 3, 7)]


def test_dotted_keys_and_tables_in_braces_have_places_of_their_own() -> None:
    extra = inner(table_of(EVENING), "section", 0, "extra").content
    assert isinstance(extra, Table)
    assert (extra.span, extra.name, extra.heading) == (
        Span(10, 1, 15),
        "section.extra",
        "[section.extra]",
    )
    assert extra.span_of("a") == Span(11, 1, 1)
    deeper = inner(extra, "a").content
    assert isinstance(deeper, Table)
    assert deeper.span_of("b c") == Span(11, 5, 5)
    assert deeper.full_name("b c") == 'section.extra.a."b c"'
    assert inner(deeper, "b c", "x") == Value(1, Span(11, 18, 1))
    assert inner(deeper, "b c", "y", "z").span == Span(11, 27, 12)
    assert inner(deeper, "b c", "y", "z", 1, "w") == Value(3, Span(11, 36, 1))


def test_a_quoted_key_is_read_with_its_escapes_and_any_letters() -> None:
    table = table_of('"caf\\u00e9 é" = 1\n')
    assert table.keys() == ("café é",)
    assert table.span_of("café é") == Span(1, 1, 13)


def test_a_key_in_a_message_shows_nothing_invisible() -> None:
    assert table_of("").full_name("a\n\u202e") == '"a\\u000A\\u202E"'


def test_every_type_is_what_toml_says_and_numbers_with_a_point_are_exact() -> None:
    text = """\
s = "x"
i = -1_000
f = 55.55
e = 1e99999999999999999999
b = true
d = 2026-12-01
dt = 2026-12-01T19:30:00
t = 19:30:00
l = []
t2 = {}
"""
    table = table_of(text)
    found = {key: inner(table, key).content for key in table.keys()}  # noqa: SIM118  no mapping
    beyond_bounds, empty = found.pop("e"), found.pop("t2")
    assert isinstance(beyond_bounds, Decimal)
    assert beyond_bounds.is_nan()
    assert isinstance(empty, Table)
    assert empty.keys() == ()
    assert found == {
        "s": "x",
        "i": -1000,
        "f": Decimal("55.55"),
        "b": True,
        "d": date(2026, 12, 1),
        "dt": datetime(2026, 12, 1, 19, 30),  # noqa: DTZ001  that is what stands there
        "t": time(19, 30),
        "l": (),
    }


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_any_kind_are_read(end: str) -> None:
    table = table_of(f"a = 1{end}[b]{end}c = 'x'{end}")
    assert inner(table, "b", "c") == Value("x", Span(3, 5, 3))


def test_a_byte_order_mark_is_passed_over() -> None:
    table = table_of("\ufeffa = 1\n")
    assert inner(table, "a") == Value(1, Span(1, 6, 1))
    document, problems = read_toml(Source("x", "\ufeff"))
    assert document is not None
    assert problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 40 + "]" * 40,
        "a = " + "{a = " * 40 + "1" + "}" * 40,
        ".".join("a" * 40) + " = 1",
        "[" + " . ".join(["'x y'"] * 40) + "]",
        "\n".join(["a = {b = [", "{ " + ".".join("c" * 31) + " = [1] }", "]}"]),
    ],
)
def test_what_is_nested_very_deeply_is_refused(text: str) -> None:
    document, problems = read_toml(Source("x.toml", text))
    assert document is None
    (problem,) = problems
    assert problem.message == (
        "this is nested more than 32 levels deep, which nothing in such a file is: "
        "take out what is not needed"
    )
    assert problem.code == "toml-syntax"


def test_what_is_nested_very_deeply_may_be_a_secret() -> None:
    _, (problem,) = read_toml(Source("x.toml", f"secret.{'a.' * 32}b = 'hunter2'"))
    assert problem.excerpt is None


def test_what_is_nested_as_deeply_as_may_be_is_read() -> None:
    depth = MAX_DEPTH - 1
    assert table_of("a = " + "[" * depth + "]" * depth).keys() == ("a",)


@pytest.mark.parametrize("text", ["a = " + "[" * 50_000, "a = " + "[" * 20_000 + "]" * 20_000])
def test_brackets_without_end_are_refused_and_nothing_breaks(text: str) -> None:
    document, problems = read_toml(Source("x.toml", text))
    assert document is None
    assert [problem.one_line() for problem in problems] == [
        "x.toml:1:5: error: this is nested too deeply: take out what is not needed [toml-syntax]"
    ]


def test_a_file_that_is_too_long_is_refused_without_reading_it() -> None:
    document, problems = read_toml(Source("x.toml", "#" * (MAX_CHARACTERS + 1)))
    assert document is None
    assert [problem.one_line() for problem in problems] == [
        (
            "x.toml:1:1: error: this file has 200001 characters and at most 200000 are read: "
            "is it the right file? [toml-syntax]"
        )
    ]


def plain(value: Value) -> Any:  # noqa: ANN401  whatever TOML can say
    if isinstance(value.content, Table):
        table = value.content
        return {key: plain(inner(table, key)) for key in table.entries}
    if isinstance(value.content, tuple):
        return [plain(item) for item in value.content]
    return value.content


KEYS = st.sampled_from(["a", "b-1", '"c d"', "'é'", "a.b", 'x . "é".y'])
SCALARS = st.sampled_from(
    ["1", "-0x0", '"é𝄞"', "'\\'", "2026-12-01", "true", "19:30:00", '"""q""""', "0.5", '""']
)
VALUES = st.recursive(
    SCALARS,
    lambda values: (
        st.lists(values, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.lists(st.tuples(KEYS, values), max_size=2, unique_by=lambda pair: pair[0][0]).map(
            lambda pairs: "{" + ", ".join(f"{key} = {value}" for key, value in pairs) + "}"
        )
    ),
    max_leaves=6,
)
LINES = (
    st.tuples(KEYS, VALUES).map(lambda pair: f"{pair[0]} = {pair[1]} # é")
    | KEYS.map(lambda key: f"[{key}]")
    | KEYS.map(lambda key: f"[[ {key} ]]")
    | st.just("  # x = [")
)


@given(st.lists(LINES, max_size=6))
@settings(max_examples=150, deadline=None)
def test_values_are_those_of_tomllib_and_places_show_their_text(lines: list[str]) -> None:
    text = "\n".join(lines)
    document, problems = read_toml(Source("x.toml", text))
    try:
        expected = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        assert document is None
        assert problems
        return
    assert document is not None
    assert plain(Value(document.table, Span(1))) == expected
    waiting = [Value(document.table, Span(1))]
    while waiting:
        value = waiting.pop()
        if isinstance(value.content, Table):
            for key, entry in value.content.entries.items():
                waiting.append(entry.value)
                assert key in shown(lines, entry.key)
        elif isinstance(value.content, tuple):
            waiting.extend(value.content)
        else:
            assert tomllib.loads(f"x = {shown(lines, value.span)}", parse_float=Decimal) == {
                "x": value.content
            }


def shown(lines: list[str], span: Span) -> str:
    return lines[span.line - 1][span.column - 1 : span.column - 1 + span.length]


FRAGMENTS = [
    *("a", "b.c", '"q r"', "=", " = ", "1", "07", '"t"', "'l'", '"""m"""', '"""', "'''", '"', "'"),
    *("[", "]", "[[", "]]", "{", "}", ",", ".", "\n", "\n", "\r\n", "\r", "# c\n", "\\", "é", "“"),
    *(
        "\x00",
        "\x01",
        "\ufeff",
        "\u2028",
        "\ud800",
        "nan",
        "0x1F",
        "2026-12-01",
        "true",
        "yes",
        ":",
    ),
]
NONSENSE = (
    st.lists(st.sampled_from(FRAGMENTS), max_size=20).map("".join)
    | st.text(max_size=40)
    | st.text(alphabet=string.printable, max_size=40)
)


@given(NONSENSE)
@settings(max_examples=400, deadline=None)
def test_nonsense_is_never_an_exception_and_a_refusal_says_where(text: str) -> None:
    source = Source("x.toml", text)
    document, problems = read_toml(source)
    assert (document is None) == bool(problems)
    for problem in problems:
        assert problem.code == "toml-syntax"
        assert problem.span is not None
        assert 1 <= problem.span.line <= max(1, len(source.lines))
        assert "\n" not in problem.message
        assert problem.with_caret().startswith("x.toml:")


@given(NONSENSE)
@settings(max_examples=200, deadline=None)
def test_places_are_sought_in_nonsense_without_an_exception(text: str) -> None:
    source = Source("x.toml", text)
    for place in survey(source, source.lines).places.values():
        assert place.value.line <= len(source.lines)


def test_what_is_no_setting_has_no_place() -> None:
    source = Source("x.toml", "a = \nb = 2\n[[c]]\nname = Tuesday\nd = 2")
    assert survey(source, source.lines).places == {
        ("b",): Place(Span(2, 1, 1), Span(2, 5, 1)),
        ("c",): Place(Span(3, 3, 1), Span(3, 3, 1)),
        ("c", 0): Place(Span(3, 1, 5), Span(3, 1, 5)),
    }
