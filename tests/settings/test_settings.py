"""A configuration: what its keys mean, and every mistake in it at once."""

from collections.abc import Callable
from datetime import date
from operator import attrgetter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.bridgesuite.file_name import DeviceKind
from daemon.bridgesuite.in_file import PairBoards
from daemon.bridgesuite.notation import Letters
from daemon.problem import Problem, Source, Span
from daemon.scoring.rules import Expected, MatchpointRules, SitOut, Ties, Unequal, Winners
from daemon.settings.model import (
    Encryption,
    Event,
    Folder,
    LogFormat,
    Method,
    Numbering,
    RankingRules,
    Scope,
    Scoring,
    Section,
    Settings,
    Stale,
    Watch,
)
from daemon.settings.reading import read_settings

Change = Callable[[str, str], tuple[Settings | None, tuple[Problem, ...]]]

SMALLEST = """\
[event]
name = "Tuesday pairs"
date = 2026-12-01

[folder]
path = "box"

[[section]]
name = "A"
movement = "howell.asc"
boards_per_round = 3
"""

LARGEST = """\
[event]
name = "Dinsdagavond – 3ª sessione"
date = 2026-12-01
state = "C:/club/state"
club = "Bridgeclub De Eik"
club_id = "0042"
director = "Rita Référée"

[folder]
kind = "local"
path = 'C:\\Dropbox\\tablets'
west = "W"
line_ending = "crlf"
stale = "archive"
watch = "poll"
rescan_seconds = 0.5
max_file_kb = 64
max_files = 500

[encryption]
secret_file = "../secret.txt"
require_encrypted = true

[[section]]
name = "A"
movement = "mitchell.asc"
boards_per_round = 4
first_board = 5
subfolder = "evening/green"
devices = ["pair", "board"]
pair_boards = "all"
numbering = "ns-ew-100"
absent = [3, 107]
names = "names.csv"
letters = "italian"

[[section]]
name = "B"
movement = "howell.asc"
boards_per_round = 3

[scoring]
method = "matchpoints"
matchpoint_unit = 1
unequal = "add-one"
expected = "per-board"
own_percentage = false

[ranking]
winners = "two"
scope = "event"
ties = "exact"
sitout = "average"

[rulings]
file = "decisions.toml"

[publish]
directory = "www"

[logging]
format = "json"
file = "log.txt"
"""


def read(text: str) -> tuple[Settings | None, list[str]]:
    found, problems = read_settings(Source("t.toml", text))
    assert (found is None) == bool(problems)
    return found, [problem.one_line() for problem in problems]


def test_the_smallest_configuration_has_the_defaults() -> None:
    found, problems = read(SMALLEST)
    assert problems == []
    assert found == Settings(
        Event("Tuesday pairs", date(2026, 12, 1), "state"),
        Folder("box", "O", "\n", Stale.REFUSE, Watch.EVENTS, 2.0, 1024, 10_000),
        (
            Section(
                "A",
                "howell.asc",
                3,
                first_board=1,
                subfolder="",
                devices=(DeviceKind.TABLE,),
                pair_boards=PairBoards.NS,
                numbering=Numbering.MOVEMENT,
                absent=(),
                names=None,
                letters=Letters.ENGLISH,
            ),
        ),
        Encryption(None, require_encrypted=False),
        Scoring(
            Method.MATCHPOINTS,
            MatchpointRules(2, Unequal.NEUBERG, Expected.SCHEDULED, own_percentage=True),
        ),
        RankingRules(Winners.AUTO, Scope.SECTION, Ties.SHOWN, SitOut.EXCLUDE),
        "rulings.toml",
        "live",
        LogFormat.AUTO,
        None,
    )


def test_every_key_is_read() -> None:
    found, problems = read(LARGEST)
    assert problems == []
    assert found == Settings(
        Event(
            "Dinsdagavond – 3ª sessione",
            date(2026, 12, 1),
            "C:/club/state",
            "Bridgeclub De Eik",
            "0042",
            "Rita Référée",
        ),
        Folder("C:\\Dropbox\\tablets", "W", "\r\n", Stale.ARCHIVE, Watch.POLL, 0.5, 64, 500),
        (
            Section(
                "A",
                "mitchell.asc",
                4,
                5,
                "evening/green",
                (DeviceKind.PAIR, DeviceKind.BOARD),
                PairBoards.ALL,
                Numbering.NS_EW_100,
                (3, 107),
                "names.csv",
                Letters.ITALIAN,
            ),
            Section("B", "howell.asc", 3, subfolder="B"),
        ),
        Encryption("../secret.txt", require_encrypted=True),
        Scoring(
            Method.MATCHPOINTS,
            MatchpointRules(1, Unequal.ADD_ONE, Expected.PER_BOARD, own_percentage=False),
        ),
        RankingRules(Winners.TWO, Scope.EVENT, Ties.EXACT, SitOut.AVERAGE),
        "decisions.toml",
        "www",
        LogFormat.JSON,
        "log.txt",
    )


def test_paths_keep_their_places_for_whoever_looks_at_the_disk() -> None:
    found, _ = read(LARGEST)
    assert found is not None
    assert found.event.state_span == Span(4, 9, 15)
    assert found.folder.path_span == Span(11, 8, 20)
    assert found.encryption.secret_file_span == Span(21, 15, 15)
    assert found.rulings_span == Span(56, 8, 16)
    assert found.publish_span == Span(59, 13, 5)
    assert found.log_span == Span(63, 8, 9)
    first = found.sections[0]
    assert first.span == Span(24, 1, 11)
    assert first.movement_span == Span(26, 12, 14)
    assert first.absent_span == Span(33, 10, 8)
    assert first.names_span == Span(34, 9, 11)


def test_day_and_name_tell_an_event_from_any_other() -> None:
    found, _ = read(SMALLEST)
    assert found is not None
    assert found.event.identity == "2026-12-01 Tuesday pairs"


def test_a_default_has_no_place() -> None:
    found, _ = read(SMALLEST)
    assert found is not None
    assert found.event.state_span is None
    assert found.rulings_span is None


def test_a_dozen_mistakes_are_told_at_once_in_the_order_of_the_text() -> None:
    found, problems = read("""\
[event]
name = "Tuesday pairs"
date = "2026-12-01"
stat = "state"

[folder]
path = 'box'
stale = "achive"
max_files = "100"
rescan_seconds = 0

[[section]]
name = "A/B"
movment = "howell.asc"
boards_per_round = 30.0
absent = [3, 12, 3]

[scoring]
method = "butlr"

[publish]
languages = "it"
""")
    assert found is None
    assert problems == [
        (
            "t.toml:3:8: error: event.date must be a day, not text: write it without quotes, "
            "2026-12-01 [config-type]"
        ),
        't.toml:4:1: error: event.stat is unknown; did you mean "state"? [config-unknown-key]',
        (
            't.toml:8:9: error: folder.stale must be "refuse", "archive" or "take", not "achive"; '
            'did you mean "archive"? [config-value]'
        ),
        (
            "t.toml:9:13: error: folder.max_files must be a whole number from 1 to 1000000, "
            "not text: take the quotes away [config-type]"
        ),
        (
            "t.toml:10:18: error: folder.rescan_seconds must be a number from 0.1 to 3600, not 0 "
            "[config-value]"
        ),
        (
            "t.toml:12:1: error: movement is missing under [[section]]: add movement = ... "
            "(text in quotes) [config-missing]"
        ),
        (
            "t.toml:13:8: error: section.name has a /, which names of files and folders cannot "
            "have on every computer: take it out [config-value]"
        ),
        (
            't.toml:14:1: error: section.movment is unknown; did you mean "movement"? '
            "[config-unknown-key]"
        ),
        (
            "t.toml:15:20: error: section.boards_per_round must be a whole number from 1 to 100, "
            "not a number with a point: write it without a point [config-type]"
        ),
        "t.toml:16:18: error: 3 stands twice in section.absent: take one out [config-value]",
        (
            't.toml:19:10: error: scoring.method must be "matchpoints", "cross-imps", "butler", '
            '"total-points" or "board-a-match", not "butlr"; did you mean "butler"? [config-value]'
        ),
        (
            "t.toml:22:13: error: publish.languages must be a list of languages in [ ], not text "
            "[config-type]"
        ),
    ]


def test_mistakes_of_writing_come_first_and_alone() -> None:
    found, problems = read('[event]\nname = Tuesday\nstat = "x"\nday = 1/12/2026\n')
    assert found is None
    assert problems == [
        't.toml:2:8: error: text stands in quotes: write "Tuesday" [toml-syntax]',
        (
            "t.toml:4:7: error: this is no day: a day is written as 2026-12-01 (year, month, day), "
            "without quotes [toml-syntax]"
        ),
    ]


def test_an_empty_configuration_is_told_what_it_needs() -> None:
    assert read("")[1] == [
        (
            "t.toml:1:1: error: there is no section: add a heading [[section]], and below it name, "
            "movement and boards_per_round [config-missing]"
        ),
        (
            "t.toml:1:1: error: name is missing under [event]: add name = ... (text in quotes) "
            "[config-missing]"
        ),
        (
            "t.toml:1:1: error: date is missing under [event]: add date = ... "
            "(a day such as 2026-12-01) [config-missing]"
        ),
        (
            "t.toml:1:1: error: path is missing under [folder]: add path = ... (text in quotes) "
            "[config-missing]"
        ),
    ]


def test_a_day_with_a_time_is_told_the_day_alone(with_key: Change) -> None:
    found, problems = with_key("event", "date = 2026-12-01T19:30:00")
    assert found is None
    assert [problem.message for problem in problems] == [
        "event.date must be a day, not a day with a time: write the day alone, 2026-12-01"
    ]


BLANK = "is empty: write something between the quotes, or take the line out"
EDGES = "begins or ends with a blank: take it out"
CODES = (
    r"inside double quotes \t, \n and the like are codes: "
    "write / in paths, or put the path in single quotes"
)
NO_TEXT = "must be text, not true or false: put it in quotes"


@pytest.mark.parametrize(
    ("table", "line", "complaint", "code"),
    [
        ("event", 'name = "  "', BLANK, "value"),
        ("event", 'name = "x "', EDGES, "value"),
        ("event", f'name = "{"x" * 61}"', "has 61 characters: write at most 60", "value"),
        ("event", 'name = "a\\nb"',
         "has an invisible character (U+000A): write it anew, in one line", "value"),
        ("event", 'name = "a\\u202Eb"',
         "has an invisible character (U+202E): write it anew, in one line", "value"),
        ("event", "name = true", NO_TEXT, "type"),
        ("event", "date = 5", "must be a day, not a whole number: write it as in 2026-12-01",
         "type"),
        ("event", 'state = ""', BLANK, "value"),
        ("folder", "kind = 'locl'",
         'must be "local" or "dropbox", not "locl"; did you mean "local"?', "value"),
        ("folder", 'path = "C:\\temp"', f"has an invisible character (U+0009); {CODES}", "value"),
        ("folder", f'path = "{"x" * 1001}"', "has 1001 characters: write at most 1000", "value"),
        ("folder", "west = 'N'", 'must be "O" or "W", not "N"', "value"),
        ("folder", "line_ending = 'cr'",
         'must be "lf" or "crlf", not "cr"; did you mean "crlf"?', "value"),
        ("folder", "stale = true",
         'must be "refuse", "archive" or "take", not true or false', "type"),
        ("folder", "watch = 'event'",
         'must be "events" or "poll", not "event"; did you mean "events"?', "value"),
        ("folder", "rescan_seconds = 3601", "must be a number from 0.1 to 3600, not 3601", "value"),
        ("folder", "max_file_kb = 0", "must be a whole number from 1 to 102400, not 0", "value"),
        ("folder", "max_files = 1000001",
         "must be a whole number from 1 to 1000000, not 1000001", "value"),
        ("encryption", "secret_file = true", NO_TEXT, "type"),
        ("encryption", "require_encrypted = 'true'",
         "must be true or false, not text: take the quotes away", "type"),
        ("section", "movement = true", NO_TEXT, "type"),
        ("section", "boards_per_round = 0", "must be a whole number from 1 to 100, not 0", "value"),
        ("section", "boards_per_round = 101",
         "must be a whole number from 1 to 100, not 101", "value"),
        ("section", "first_board = 1001",
         "must be a whole number from 1 to 1000, not 1001", "value"),
        ("section", "devices = []",
         'is empty: it must be a list of "pair", "table" or "board" in [ ], one or more', "value"),
        ("section", "devices = 'pair'",
         'must be a list of "pair", "table" or "board" in [ ], not text', "type"),
        ("section", "pair_boards = 'both'", 'must be "ns" or "all", not "both"', "value"),
        ("section", "numbering = 'ns-ew'",
         'must be "movement" or "ns-ew-100", not "ns-ew"; did you mean "ns-ew-100"?', "value"),
        ("section", "absent = 3", "must be a list of pair numbers in [ ], not a whole number",
         "type"),
        ("section", "names = ''", BLANK, "value"),
        ("section", "letters = 'Italiano'",
         'must be "english" or "italian", not "Italiano"; did you mean "italian"?', "value"),
        ("scoring", "method = 'matchpoint'",
         ('must be "matchpoints", "cross-imps", "butler", "total-points" or "board-a-match", '
         'not "matchpoint"; did you mean "matchpoints"?'), "value"),
        ("scoring", "matchpoint_unit = 3", "must be 2 or 1, not 3", "value"),
        ("scoring", "unequal = 'none'",
         'must be "neuberg", "add-one", "ascherman" or "factor", not "none"', "value"),
        ("scoring", "expected = 'max'",
         'must be "scheduled", "per-board", "max-played" or "board-rows", not "max"', "value"),
        ("scoring", "own_percentage = 1", "must be true or false, not a whole number", "type"),
        ("ranking", "winners = 2", 'must be "auto", "one" or "two", not a whole number', "type"),
        ("ranking", "scope = 'sections'",
         'must be "section" or "event", not "sections"; did you mean "section"?', "value"),
        ("ranking", "ties = 'no'", 'must be "shown" or "exact", not "no"', "value"),
        ("ranking", "sitout = 'x'", 'must be "exclude" or "average", not "x"', "value"),
        ("rulings", "file = false", NO_TEXT, "type"),
        ("publish", "directory = '\\u0000'".replace("'", '"'),
         f"has an invisible character (U+0000); {CODES}", "value"),
        ("logging", "format = 'text'", 'must be "auto", "json" or "console", not "text"', "value"),
        ("logging", "file = ' x'", EDGES, "value"),
    ],
)  # fmt: skip
def test_every_key_says_what_it_must_be(
    table: str, line: str, complaint: str, code: str, with_key: Change
) -> None:
    found, problems = with_key(table, line)
    key, _, value = line.partition(" = ")
    assert found is None
    (problem,) = problems
    assert problem.message == f"{table}.{key} {complaint}"
    assert problem.code == f"config-{code}"
    assert problem.span is not None
    assert (problem.span.column, problem.span.length) == (len(key) + 4, len(value))


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("absent = [3, '4']",
         ("each value of section.absent must be a whole number from 1 to 9999, "
         "not text: take the quotes away"), 14),
        ("absent = [0]",
         "each value of section.absent must be a whole number from 1 to 9999, not 0", 11),
        ("absent = [3, 4, 3]", "3 stands twice in section.absent: take one out", 17),
        ("devices = ['table', 'tabel']",
         ('each value of section.devices must be "pair", "table" or "board", not "tabel"; '
         'did you mean "table"?'), 21),
        ("devices = ['table', 'table']", '"table" stands twice in section.devices: take one out',
         21),
        ("first_board = 999",
         ("the first board group would be 999 to 1001, and no board has a number above 1000: "
         "choose a lower first_board"), 15),
    ],
)  # fmt: skip
def test_a_list_is_told_the_value_that_is_wrong(
    line: str, message: str, column: int, with_key: Change
) -> None:
    found, problems = with_key("section", line)
    assert found is None
    assert [problem.message for problem in problems] == [message]
    assert [problem.span.column for problem in problems if problem.span] == [column]


def test_the_last_board_may_be_a_thousand(with_key: Change) -> None:
    found, _ = with_key("section", "first_board = 998")
    assert found is not None


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ("encryption", "secret"),
        ("encryption", "Password"),
        ("encryption", "key"),
        ("encryption", "pin"),
        ("event", "secret"),
        ("section", "token"),
        ("folder", "passphrase"),
    ],
)
def test_a_secret_in_the_configuration_is_refused_and_never_shown(
    table: str, key: str, with_key: Change
) -> None:
    found, problems = with_key(table, f'{key} = "hunter2"')
    assert found is None
    (problem,) = problems
    assert problem.code == "config-secret"
    assert problem.message == (
        f"{table}.{key} must not stand in this file, which others read: write the secret into "
        'a file of its own and name that, encryption.secret_file = "secret.txt"'
    )
    assert problem.excerpt is None


@pytest.mark.parametrize(
    "text",
    [
        'encryption = "hunter2"',
        'encryption = ["hunter2"]',
        '[[encryption]]\nsecret = "hunter2"',
        '[encryption]\nsecrt = "hunter2"',
        '[encryption]\nx = "hunter2"',
        '[encryption]\nsecret_file = ["hunter2"]',
        '[encryption]\nrequire_encrypted = "hunter2"',
        'encryption.secret = "hunter2"',
        'encryption = {secret = "hunter2"}',
        'secret = "hunter2"',
        '[dropbox]\napp_secret = "hunter2"',
        "[encryption]\nsecret = hunter2",
        "[encryption]\nhunter2",
        '[encryption]\nsecret = "hunter2',
    ],
)
def test_no_mistake_about_a_secret_shows_it(text: str) -> None:
    found, problems = read_settings(Source("t.toml", text))
    assert found is None
    assert problems
    assert not any("hunter2" in problem.with_caret() for problem in problems)


def test_a_key_under_the_wrong_heading_is_told_the_right_one(with_key: Change) -> None:
    found, problems = with_key("event", "absent = [3]")
    assert found is None
    assert [problem.message for problem in problems] == [
        "event.absent is unknown; absent belongs under [[section]]"
    ]


def test_a_misspelt_heading_is_told_the_likely_one() -> None:
    assert read(f"{SMALLEST}[rankings]\nties = 'exact'\n")[1] == [
        't.toml:12:1: error: rankings is unknown; did you mean "ranking"? [config-unknown-key]'
    ]


def test_a_section_in_single_brackets_is_told_and_read_all_the_same() -> None:
    text = SMALLEST.replace("[[section]]", "[section]").replace("= 3", "= 0")
    assert read(text)[1] == [
        (
            "t.toml:8:1: error: section can stand several times: write [[section]], in double "
            "brackets [config-type]"
        ),
        (
            "t.toml:11:20: error: section.boards_per_round must be a whole number from 1 to 100, "
            "not 0 [config-value]"
        ),
    ]


def test_a_list_of_sections_without_one_is_told() -> None:
    text = "section = []\n" + SMALLEST.partition("[[section]]")[0]
    assert read(text)[1] == [
        (
            "t.toml:1:1: error: there is no section: add a heading [[section]], and below it name, "
            "movement and boards_per_round [config-missing]"
        )
    ]


def sections(*lines: str) -> str:
    head = SMALLEST.partition("[[section]]")[0]
    return head + "\n".join(
        f"[[section]]\nmovement = 'm.asc'\nboards_per_round = 3\n{line}" for line in lines
    )


def folders(text: str) -> list[str]:
    found, problems = read(text)
    assert problems == []
    assert found is not None
    return list(map(attrgetter("subfolder"), found.sections))


def test_a_single_section_lies_in_the_folder_itself() -> None:
    assert folders(sections("name = 'A'")) == [""]
    assert folders(sections("name = 'A'\nsubfolder = 'x'")) == ["x"]


def test_several_sections_have_subfolders_of_their_names() -> None:
    assert folders(
        sections("name = 'A'", "name = 'B'\nsubfolder = 'x/y z'", "name = 'C'\nsubfolder = ''")
    ) == ["A", "x/y z", ""]


def test_two_sections_have_two_names_whatever_the_capitals() -> None:
    text = sections("name = 'Ligne É'", "name = 'B'", "name = 'ligne e\u0301'")
    assert read(text)[1] == [
        (
            "t.toml:19:8: error: ligne e\u0301 is also the name of the section in line 11 "
            "(capitals make no difference): give each a name of its own [config-value]"
        )
    ]


@pytest.mark.parametrize(
    ("lines", "place", "first"),
    [
        (("name = 'A'\nsubfolder = 'x'", "name = 'B'\nsubfolder = 'X'"), "17:13", 12),
        (("name = 'A'", "name = 'B'\nsubfolder = 'a'"), "16:13", 8),
        (("name = 'A'\nsubfolder = 'b'", "name = 'B'"), "13:1", 12),
        (("name = 'A'\nsubfolder = ''", "name = 'B'\nsubfolder = ''"), "17:13", 12),
    ],
)
def test_two_sections_have_two_subfolders(lines: tuple[str, str], place: str, first: int) -> None:
    assert read(sections(*lines))[1] == [
        (
            f"t.toml:{place}: error: the section in line {first} has its files in the same folder, "
            "and the files have the same names: give each section a subfolder of its own "
            "[config-value]"
        )
    ]


def test_sections_without_a_name_are_not_compared() -> None:
    missing = "name is missing under [[section]]: add name = ... (text in quotes)"
    assert read(sections("", ""))[1] == [
        f"t.toml:8:1: error: {missing} [config-missing]",
        f"t.toml:12:1: error: {missing} [config-missing]",
    ]


SIGN = "which names of files and folders cannot have on every computer: take it out"
WINDOWS = "is a name that Windows keeps for itself: choose another"


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        *((f"ab{sign}c", f"has a {sign}, {SIGN}") for sign in '<>:"|?*'),
        (".A", "begins with ., and sync clients pass over such folders: take it out"),
        ("~A", "begins with ~, and sync clients pass over such folders: take it out"),
        ("A.", "ends with a point, which Windows drops: take it out"),
        ("A ", EDGES),
        ("con", WINDOWS),
        ("Nul.x", WINDOWS),
        ("COM1", WINDOWS),
        ("lpt³.txt", WINDOWS),
        ("nul .txt", WINDOWS),
        ("CONIN$", WINDOWS),
    ],
)
def test_a_section_and_its_subfolder_have_names_that_every_system_can_write(
    written: str, complaint: str, with_key: Change
) -> None:
    for key in ("name", "subfolder"):
        found, problems = with_key("section", f"{key} = '{written}'")
        assert found is None
        assert [problem.message for problem in problems] == [f"section.{key} {complaint}"]
        assert [problem.code for problem in problems] == ["config-value"]


@pytest.mark.parametrize("written", ["A", "Groen 2", "Élite", "COM", "COM10", "console", "a.b"])
def test_other_names_are_fine(written: str, with_key: Change) -> None:
    for key in ("name", "subfolder"):
        found, problems = with_key("section", f"{key} = '{written}'")
        assert problems == ()
        assert found is not None


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("a\\b", "has a \\: write / between folders"),
        ("/a", "does not begin in folder.path: write only what comes after that"),
        ("C:/a", "does not begin in folder.path: write only what comes after that"),
        ("C:a", "does not begin in folder.path: write only what comes after that"),
        ("..", "leads out of folder.path: take the .. out"),
        ("a/../../b", "leads out of folder.path: take the .. out"),
        (".", "has a / or . too many: write the names of folders with one / between them"),
        ("a//b", "has a / or . too many: write the names of folders with one / between them"),
        ("a/", "has a / or . too many: write the names of folders with one / between them"),
        ("a/nul", WINDOWS),
        ("a/b /c", EDGES),
        ("a./b", "ends with a point, which Windows drops: take it out"),
        ("/".join(["a" * 50] * 4), "has 203 characters: write at most 200"),
    ],
)
def test_a_subfolder_lies_within_the_folder(written: str, complaint: str, with_key: Change) -> None:
    found, problems = with_key("section", f"subfolder = '{written}'")
    assert found is None
    assert [problem.message for problem in problems] == [f"section.subfolder {complaint}"]


def test_places_do_not_tell_two_settings_apart() -> None:
    first, second = read(SMALLEST)[0], read(f"# a comment\n{SMALLEST}")[0]
    assert first is not None
    assert second is not None
    assert first == second
    assert first.sections[0].span != second.sections[0].span
    for part in (first, first.event, first.folder, first.encryption, first.sections[0]):
        spans = [name for name in part.__struct_fields__ if name.endswith("span")]
        assert spans
        elsewhere = replace(part, **dict.fromkeys(spans, Span(99, 9, 9)))
        assert elsewhere == part


PIECES = st.sampled_from(
    [
        *SMALLEST.splitlines(),
        *LARGEST.splitlines(),
        *("[section]", "section = [1]", "event = []", "absent = [[1]]", "x = 0x" + "f" * 4000),
        *("boards_per_round = nan", 'date = ""', "movement = {a = 1}", "[a.b]", '"" = 1', "]"),
    ]
)


@given(st.lists(PIECES, max_size=12).map("\n".join) | st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_nonsense_is_told_and_never_an_exception(text: str) -> None:
    found, problems = read_settings(Source("t.toml", text))
    assert (found is None) == bool(problems)
    for problem in problems:
        assert problem.span is not None
        assert "\n" not in problem.message
        assert problem.with_caret()


@pytest.mark.parametrize("key", ["club", "club_id", "director"])
def test_what_is_for_exports_is_a_name_and_may_be_left_out(key: str, with_key: Change) -> None:
    found, problems = with_key("event", f'{key} = "007"')
    assert problems == ()
    assert found is not None
    assert getattr(found.event, key) == "007"
    found, problems = with_key("event", f"{key} = 7")
    assert found is None
    assert [problem.code for problem in problems] == ["config-type"]


def test_what_is_for_exports_is_unknown_when_it_is_not_given() -> None:
    found, _ = read(SMALLEST)
    assert found is not None
    assert (found.event.club, found.event.club_id, found.event.director) == (None, None, None)
