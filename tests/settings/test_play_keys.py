"""`[results]`, `[clock]`, `[devices]`, and what is carried over."""

from collections.abc import Callable
from datetime import time

import pytest

from daemon.bridgesuite.file_name import DeviceFile, DeviceKind
from daemon.problem import Problem, Source
from daemon.settings.model import (
    Bound,
    CarryMode,
    Clock,
    OnConflict,
    OnLateCorrection,
    RefereeScores,
    ResultRules,
    Settings,
)
from daemon.settings.reading import read_settings

Change = Callable[[str, str], tuple[Settings | None, tuple[Problem, ...]]]

SMALLEST = """\
[event]
name = "Tuesday pairs"
date = 2026-12-01

[folder]
path = "box"
"""
SECTION = """
[[section]]
name = "{name}"
movement = "howell.asc"
boards_per_round = 3
"""


def read(more: str, *sections: str) -> tuple[Settings | None, list[str]]:
    listed = "".join(SECTION.format(name=name) for name in sections or ("A",))
    found, problems = read_settings(Source("t.toml", f"{SMALLEST}{listed}\n{more}\n"))
    return found, [problem.one_line() for problem in problems]


def settings_of(more: str, *sections: str) -> Settings:
    found, problems = read(more, *sections)
    assert problems == []
    assert found is not None
    return found


def refused(more: str, *sections: str) -> str:
    found, problems = read(more, *sections)
    assert found is None
    (problem,) = problems
    return problem.partition("error: ")[2]


def test_without_keys_nothing_is_guessed() -> None:
    found = settings_of("")
    assert found.results == ResultRules(OnConflict.HOLD, OnLateCorrection.TAKE, RefereeScores.HOLD)
    assert found.clock == Clock(None, 7.5)
    assert found.devices == {}
    assert found.folder.silent_after is None
    assert (found.ranking.carry_over, found.ranking.carry_mode) == ((), CarryMode.SUM)


def test_what_counts_in_doubt_is_chosen() -> None:
    keys = 'conflict = "latest"\nlate_correction = "hold"\nreferee_scores = "read"'
    assert settings_of(f"[results]\n{keys}").results == ResultRules(
        OnConflict.LATEST, OnLateCorrection.HOLD, RefereeScores.READ
    )
    assert refused('[results]\nconflict = "newest"') == (
        'results.conflict must be "hold", "latest" or "ns", not "newest" [config-value]'
    )


@pytest.mark.parametrize("written", ['"19:30"', '"19.30"', "19:30:00"])
def test_the_first_round_begins_at_a_time_of_day(written: str) -> None:
    found = settings_of(f"[clock]\nfirst_round = {written}\nminutes_per_board = 8")
    assert found.clock == Clock(time(19, 30), 8.0)


def test_an_early_hour_needs_no_zero() -> None:
    assert settings_of('[clock]\nfirst_round = "9:05"').clock.first_round == time(9, 5)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            'first_round = "25:00"',
            'clock.first_round must be a time such as "19:30", not "25:00" [config-value]',
        ),
        (
            "first_round = 1930",
            ('clock.first_round must be a time such as "19:30", not a whole number [config-type]'),
        ),
        (
            "minutes_per_board = 0",
            "clock.minutes_per_board must be a number from 0.5 to 60, not 0 [config-value]",
        ),
    ],
)
def test_a_time_that_is_none_is_refused(line: str, message: str) -> None:
    assert refused(f"[clock]\n{line}") == message


def test_silence_is_counted_in_minutes(with_key: Change) -> None:
    found, _ = with_key("folder", "silent_after = 7.5")
    assert found is not None
    assert found.folder.silent_after == 7.5
    found, problems = with_key("folder", "silent_after = 0")
    assert [problem.message for problem in problems] == [
        "folder.silent_after must be a number from 1 to 1440, not 0"
    ]


def test_earlier_sessions_are_files() -> None:
    found = settings_of('[ranking]\ncarry_over = ["a.json", "b.csv"]\ncarry_mode = "mean"')
    assert (found.ranking.carry_over, found.ranking.carry_mode) == (
        *(("a.json", "b.csv"), CarryMode.MEAN),
    )
    assert refused('[ranking]\ncarry_over = ["a.json", "a.json"]') == (
        '"a.json" stands twice in ranking.carry_over: take one out [config-value]'
    )


def test_devices_are_bound_to_pairs_tables_and_boards() -> None:
    found = settings_of('[devices]\nab12 = "table 3"\n77 = "pair 12"\nc = " board 4 "')
    assert found.devices == {
        "ab12": Bound("A", DeviceFile(DeviceKind.TABLE, 3)),
        "77": Bound("A", DeviceFile(DeviceKind.PAIR, 12)),
        "c": Bound("A", DeviceFile(DeviceKind.BOARD, 4)),
    }


def test_with_several_sections_the_section_stands_first() -> None:
    found = settings_of('[devices]\na = "B table 3"\nb = "Red room table 3"', "B", "Red room")
    assert [bound.section for bound in found.devices.values()] == ["B", "Red room"]
    assert refused('[devices]\na = "table 3"', "B", "C") == (
        'say in which section, as in "B table 3"; the sections are B and C [config-value]'
    )
    assert refused('[devices]\na = "D table 3"', "B", "C") == (
        'there is no section "D"; the sections are B and C [config-value]'
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            'a = "tafel 3"',
            'devices.a is like "table 3", "pair 12" or "board 4", not "tafel 3" [config-value]',
        ),
        ("a = 3", "devices.a must be text, not a whole number: put it in quotes"),
        (
            '"a b" = "table 3"',
            (
                '"a b" is no AndroidId: copy it from the log, where it stands behind the word '
                "device [config-value]"
            ),
        ),
    ],
)
def test_a_device_that_is_bound_to_nothing_is_refused(line: str, message: str) -> None:
    assert refused(f"[devices]\n{line}").startswith(message)


def test_without_a_good_section_devices_are_left_alone() -> None:
    text = f'{SMALLEST}\n[devices]\na = "table 3"\n'
    found, problems = read_settings(Source("t.toml", text))
    assert found is None
    assert [problem.code for problem in problems] == ["config-missing"]
