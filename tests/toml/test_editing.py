"""Changing one place of a TOML text; all that is not that place stays as it was, byte for byte."""

import tomllib
from collections.abc import Callable
from datetime import date, time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.toml.editing import (
    Block,
    EditError,
    Plain,
    add_entries,
    entries_of,
    entry_text,
    remove_entry,
    set_in_each,
    set_in_entry,
    set_key,
    set_value,
)


def add_entry(text: str, kind: str, values: dict[str, Plain]) -> str:
    """An entry at the end, as the `rule` command adds it."""
    return add_entries(text, entry_text(kind, values))


RULINGS = """\
# rulings of the club
event = 2026-12-01   # Tuesday

# pair 4 was late
[[result]]
board = 1  # first round
  score = 50
# checked with both pairs

# entries of several kinds stand among each other
[[artificial]]
board = 2
ns_award = "A+"

[[result]] # the second
board = 3
tables = [
  [1, 2], # closed room
  [3, 4],
]
reason = '''
[[result]]
of a kind'''
# the end
"""

CONFIG = """\
[event] # the evening
name = "Tuesday"
date = 2026-12-01 # a Tuesday
#state = "state"

[[section]]
name = "A"
absent = [4, # late
  11]  # ill
movement = "a.asc"

[[section]]
name = "B"

[[section]]
name = "C"
absent=[]
"""

Edit = Callable[[str], str]

EDITS: dict[str, Edit] = {
    "add": lambda text: add_entry(text, "result", {"board": 7, "score": -50}),
    "close": lambda text: set_key(text, "closed", value=True),
    "date": lambda text: set_key(text, "event", date(2026, 12, 8)),
    "remove": lambda text: remove_entry(text, "result", 2),
}


def test_an_entry_is_added_below_everything_else() -> None:
    assert add_entry(RULINGS, "split", {"board": 7, "ns": 3, "ns_score": -50}) == (
        RULINGS + "\n[[split]]\nboard = 7\nns = 3\nns_score = -50\n"
    )


def test_an_entry_is_the_first_thing_in_an_empty_text() -> None:
    assert add_entry("", "not_played", {"board": 7}) == "[[not_played]]\nboard = 7\n"


def test_a_last_line_without_an_end_gets_one_before_an_entry_is_added() -> None:
    assert add_entry("event = 2026-12-01", "accept", {"board": 7}) == (
        "event = 2026-12-01\n\n[[accept]]\nboard = 7\n"
    )


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (-1, "-1"),
        (60.5, "60.5"),
        (True, "true"),
        ("A+", '"A+"'),
        ('the "dummy" \\ said\nso', r'"the \"dummy\" \\ said\nso"'),
        (date(2026, 12, 1), "2026-12-01"),
        (time(19, 30), "19:30:00"),
        ([[1, 2], [3, 4]], "[[1, 2], [3, 4]]"),
        ([], "[]"),
        (
            [{"weight": 60, "score": 420}, {"weight": 40, "score": -50}],
            "[{weight = 60, score = 420}, {weight = 40, score = -50}]",
        ),
        ({"points": 100, "boards": 21}, "{points = 100, boards = 21}"),
    ],
)
def test_values_are_written_as_toml_in_one_line(value: Plain, written: str) -> None:
    assert entry_text("kind", {"key": value}) == f"[[kind]]\nkey = {written}\n"


def test_odd_names_are_quoted() -> None:
    assert entry_text("a kind", {"a key": 1}) == '[["a kind"]]\n"a key" = 1\n'


def test_entries_that_somebody_wrote_are_added_as_they_are() -> None:
    pasted = (
        "\n  [[result]] # from the slip\n  board = 7\n  score = 50\n\n[[accept]]\nboard = 8\n\n"
    )
    assert add_entries("event = 2026-12-01\n", pasted) == (
        "event = 2026-12-01\n\n"
        "  [[result]] # from the slip\n  board = 7\n  score = 50\n\n[[accept]]\nboard = 8\n"
    )


def test_lines_that_are_added_end_as_those_of_the_text_do() -> None:
    assert add_entries("event = 2026-12-01\r\n", "[[accept]]\nboard = 8") == (
        "event = 2026-12-01\r\n\r\n[[accept]]\r\nboard = 8\r\n"
    )


@pytest.mark.parametrize("entries", ["", "# nothing\n", "board = 7\n[[result]]\nboard = 8\n"])
def test_what_does_not_begin_with_a_heading_is_not_added(entries: str) -> None:
    with pytest.raises(EditError) as caught:
        add_entries(RULINGS, entries)
    assert str(caught.value) == (
        "an entry begins with its kind in double brackets, as in [[result]]"
    )


@pytest.mark.parametrize("before", ["result = [{board = 1}]\n", "[result]\nboard = 1\n"])
def test_an_entry_that_does_not_fit_what_stands_there_is_refused(before: str) -> None:
    with pytest.raises(EditError) as caught:
        add_entry(before, "result", {"board": 2})
    assert str(caught.value) == (
        "this cannot be changed without changing more, for the way in which it is written: write "
        "it as an entry in double brackets or a key of its own, or change it by hand"
    )


def test_the_entries_of_a_text_come_with_their_lines() -> None:
    assert entries_of(RULINGS) == (
        Block("result", 1, 5, 7, "[[result]]\nboard = 1  # first round\n  score = 50\n"),
        Block("artificial", 1, 11, 13, '[[artificial]]\nboard = 2\nns_award = "A+"\n'),
        Block("result", 2, 15, 23, "\n".join(RULINGS.split("\n")[14:23]) + "\n"),
    )


def test_tables_of_an_entry_belong_to_it() -> None:
    text = "[[correction]]\ncontestant = 4\n# from last week\n[correction.carried]\npoints = 9\n"
    assert entries_of(f"{text}\n[other]\n") == (
        Block("correction", 1, 1, 5, text),
        Block("other", 1, 7, 7, "[other]\n"),
    )
    assert remove_entry(text, "correction", 1) == ""


def test_an_entry_is_taken_out_and_comments_stay() -> None:
    assert remove_entry(RULINGS, "result", 1) == RULINGS.replace(
        "[[result]]\nboard = 1  # first round\n  score = 50\n", "", 1
    )


def test_a_blank_line_goes_with_an_entry_where_two_would_be_left() -> None:
    assert remove_entry("a = 1\n\n[[b]]\n\n[[c]]\n", "b", 1) == "a = 1\n\n[[c]]\n"
    assert remove_entry("a = 1\n\n[[b]]\n[[c]]\n", "b", 1) == "a = 1\n\n[[c]]\n"
    assert remove_entry("a = 1\n[[b]]\n\n[[c]]\n", "b", 1) == "a = 1\n\n[[c]]\n"
    assert remove_entry("\n[[b]]\n", "b", 1) == ""


def test_a_table_in_single_brackets_is_taken_out_as_well() -> None:
    assert remove_entry("[result]\nboard = 1\n# odd\n", "result", 1) == "# odd\n"


def test_an_entry_that_is_not_there_cannot_be_taken_out() -> None:
    with pytest.raises(EditError, match=r"^there is no \[\[result\]\] number 3; there are 2$"):
        remove_entry(RULINGS, "result", 3)


def test_an_entry_in_two_places_is_not_taken_out_by_half() -> None:
    text = "[[correction]]\n[[result]]\n[correction.carried]\npoints = 9\n"
    with pytest.raises(EditError, match=r"^this cannot be changed without changing more"):
        remove_entry(text, "correction", 1)


def test_a_key_at_the_top_is_replaced_where_it_stands() -> None:
    assert set_key(RULINGS, "event", date(2026, 12, 8)) == RULINGS.replace(
        "event = 2026-12-01   #", "event = 2026-12-08   #"
    )


def test_a_new_key_follows_the_last_one_above_the_first_heading() -> None:
    assert set_key(RULINGS, "closed", value=True) == RULINGS.replace(
        "# Tuesday\n", "# Tuesday\nclosed = true\n"
    )


def test_a_new_key_is_the_first_line_where_no_other_is_above_the_headings() -> None:
    assert set_key("# ours\n[[result]]\nevent = 1\n", "event", value=2) == (
        "event = 2\n# ours\n[[result]]\nevent = 1\n"
    )
    assert set_key("", "event", value=2) == "event = 2\n"
    assert set_key("a = 1", "event", value=2) == "a = 1\nevent = 2\n"


def test_a_value_in_a_table_is_replaced() -> None:
    changed = set_value(CONFIG, "event", "date", date(2026, 12, 8))
    assert changed == CONFIG.replace("date = 2026-12-01 # a", "date = 2026-12-08 # a")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("event.date = 2026-12-01 # x\n", "event.date = 2026-12-08 # x\n"),
        (
            "event = {name = 'T', date = 2026-12-01} # x\n",
            "event = {name = 'T', date = 2026-12-08} # x\n",
        ),
        (
            "[event]\nname = 'T'\n\n[folder]\n",
            "[event]\nname = 'T'\ndate = 2026-12-08\n\n[folder]\n",
        ),
        ('["event"]\n"date"=2026-12-01\n', '["event"]\n"date"=2026-12-08\n'),
        (
            "folder.path = 'x'\nevent.name = 'T'\n[event.date]\nday = 1\n",
            None,
        ),
    ],
)
def test_a_table_may_be_written_in_any_way(before: str, after: str | None) -> None:
    if after is None:
        with pytest.raises(EditError):
            set_value(before, "event", "date", date(2026, 12, 8))
    else:
        assert set_value(before, "event", "date", date(2026, 12, 8)) == after


def test_a_value_needs_its_table() -> None:
    with pytest.raises(EditError) as caught:
        set_value("[folder]\ndate = 1\n", "event", "date", 2)
    assert str(caught.value) == "there is no table [event]: write it, and this key below it"


def test_a_table_that_stands_several_times_has_no_value_of_its_own() -> None:
    with pytest.raises(EditError) as caught:
        set_value("[[event]]\ndate = 1\n", "event", "date", 2)
    assert str(caught.value) == ("event stands several times or is no table: write it as [event]")


def test_every_section_that_has_a_key_gets_the_value() -> None:
    assert set_in_each(CONFIG, "section", "absent", []) == CONFIG.replace(
        "absent = [4, # late\n  11]  # ill", "absent = []  # ill"
    )


def test_sections_in_braces_get_the_value_too() -> None:
    text = 'section = [{name = "A", absent = [1]}, {name = "B"}, {absent = [2]}] # all\n'
    assert set_in_each(text, "section", "absent", []) == (
        'section = [{name = "A", absent = []}, {name = "B"}, {absent = []}] # all\n'
    )


@pytest.mark.parametrize("text", ["", "[event]\nabsent = [1]\n", "[section]\nname = 'A'\n"])
def test_where_no_section_has_the_key_nothing_changes(text: str) -> None:
    assert set_in_each(text, "section", "absent", []) == text


def test_a_line_in_a_list_or_a_text_is_no_heading() -> None:
    text = 'a = [\n[true]\n,\n]\nb = """\n[[result]]\nclosed = 1\n"""\n[[result]]\n'
    assert [block.first for block in entries_of(text)] == [9]
    assert set_key(text, "closed", value=True) == text.replace(
        '1\n"""\n', '1\n"""\nclosed = true\n'
    )


@pytest.mark.parametrize("edit", [*EDITS.values(), entries_of])
def test_a_text_that_is_no_toml_is_refused(edit: Callable[[str], object]) -> None:
    with pytest.raises(EditError, match=r"^line 2, column 8 cannot be read \(.*\): mend it first$"):
        edit("event = 2026-12-01\nclosed yes\n")


@pytest.mark.parametrize("name", EDITS)
@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_the_ends_of_lines_stay_as_they_are(name: str, end: str) -> None:
    edit = EDITS[name]
    assert edit(RULINGS.replace("\n", end)) == edit(RULINGS).replace("\n", end)


def test_where_ends_of_lines_differ_each_keeps_its_own() -> None:
    text = "event = 2026-12-01\n# one\r\nb = [\r\n1]\n"
    assert set_key(text, "event", 1) == "event = 1\n# one\r\nb = [\r\n1]\n"
    assert set_key(text, "b", [2]) == "event = 2026-12-01\n# one\r\nb = [2]\n"


@pytest.mark.parametrize("name", EDITS)
def test_the_mark_of_notepad_stays_in_its_place(name: str) -> None:
    edit = EDITS[name]
    for text in (RULINGS, RULINGS.partition("\n")[2]):
        assert edit(f"\ufeff{text}") == f"\ufeff{edit(text)}"


def test_the_mark_of_notepad_is_no_part_of_an_entry() -> None:
    assert entries_of("\ufeff[[result]]\n") == (Block("result", 1, 1, 1, "[[result]]\n"),)
    assert remove_entry("\ufeff[[result]]\n", "result", 1) == "\ufeff"
    assert add_entries("", "\ufeff[[result]]\n") == "[[result]]\n"


_COMMENTS = st.sampled_from(["", "# ours", "  # [[result]]", "\t", '# "half', "#'''"])
_VALUES = st.sampled_from(["1", "'x' # why", "[1, # one\n  2]", '"""\n[[result]]\n"""', "{a = 1}"])
_KEYS = st.lists(
    st.tuples(st.sampled_from(["board", "score", "reason", "ns"]), _VALUES, _COMMENTS),
    max_size=3,
    unique_by=lambda key: key[0],
)
_ENTRIES = st.lists(
    st.tuples(st.sampled_from(["result", "split", "moved"]), _KEYS, _COMMENTS), max_size=5
)


def _lines(keys: list[tuple[str, str, str]]) -> str:
    return "".join(f"{key} = {value}\n{comment}\n" for key, value, comment in keys)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Keys, then entries of several kinds, with comments everywhere."""
    text = _lines(draw(_KEYS))
    for kind, keys, comment in draw(_ENTRIES):
        text += f"[[{kind}]] {comment}\n{_lines(keys)}"
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


def _without_a_line(text: str) -> set[str]:
    lines = text.splitlines(keepends=True)
    return {"".join(lines[:index] + lines[index + 1 :]) for index in range(len(lines))}


@settings(max_examples=60)
@given(texts())
def test_adding_changes_nothing_that_was_there_and_taking_out_undoes_it(text: str) -> None:
    added = add_entry(text, "split", {"board": 7})
    assert added.startswith(text)
    number = len(tomllib.loads(added)["split"])
    assert remove_entry(added, "split", number) == text


@settings(max_examples=60)
@given(texts())
def test_a_new_key_is_one_new_line_and_nothing_else(text: str) -> None:
    changed = set_key(text, "closed", value=True)
    assert text in _without_a_line(changed)
    assert tomllib.loads(changed) == {**tomllib.loads(text), "closed": True}
    assert set_key(changed, "closed", value=False) == changed.replace(
        "closed = true", "closed = false"
    )


@settings(max_examples=60)
@given(texts(), st.data())
def test_what_is_taken_out_is_the_entry_alone(text: str, data: st.DataObject) -> None:
    blocks = entries_of(text)
    if not blocks:
        return
    block = data.draw(st.sampled_from(blocks))
    left = remove_entry(text, block.kind, block.number)
    comments = [line for line in text.splitlines() if line.lstrip().startswith("#")]
    gone = [line for line in block.text.splitlines() if line.lstrip().startswith("#")]
    assert len([x for x in left.splitlines() if x.lstrip().startswith("#")]) == (
        len(comments) - len(gone)
    )
    expected = tomllib.loads(text)
    del expected[block.kind][block.number - 1]
    if not expected[block.kind]:
        del expected[block.kind]
    assert tomllib.loads(left) == expected


SECTIONS = """\
[[section]]  # the open one
name = "A"
boards_per_round = 3   # or 2

# the other
[[section]]
name = "B"
hands = "old.pbn" # of today
[section.more]
key = 1

[clock]
"""


def test_a_key_comes_behind_the_last_of_its_entry() -> None:
    expected = SECTIONS.replace("# or 2\n", '# or 2\nhands = "a.pbn"\n')
    assert set_in_entry(SECTIONS, "section", 1, "hands", "a.pbn") == expected


def test_a_key_of_an_entry_gets_another_value_and_keeps_its_comment() -> None:
    expected = SECTIONS.replace("old.pbn", "new.pbn")
    assert set_in_entry(SECTIONS, "section", 2, "hands", "new.pbn") == expected


def test_a_key_for_an_entry_that_is_not_there_is_refused() -> None:
    with pytest.raises(EditError, match=r"there is no \[\[section\]\] number 3; there are 2"):
        set_in_entry(SECTIONS, "section", 3, "hands", "a.pbn")
    inline = 'section = [{name = "A"}]\n'
    with pytest.raises(EditError, match=r"there is no \[\[section\]\] number 1; there are 0"):
        set_in_entry(inline, "section", 1, "hands", "a.pbn")


def test_the_mark_and_the_line_ends_of_a_text_stay_with_a_new_key() -> None:
    text = "\ufeff" + SECTIONS.replace("\n", "\r\n")
    changed = set_in_entry(text, "section", 1, "hands", "a.pbn")
    assert changed == text.replace("# or 2\r\n", '# or 2\r\nhands = "a.pbn"\r\n')
