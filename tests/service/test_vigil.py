"""Silence and lateness, by clocks that a test moves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from daemon.service.vigil import LONGEST_STEP, Silence, Vigil, longer, patience
from daemon.settings.model import Clock, Event, Folder, Settings
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import FileReceived
from daemon.tournament.state import fold
from daemon.tournament.told import Level, Told

if TYPE_CHECKING:
    from daemon.tournament.entry import PlanRead

MakePlan = Callable[..., "PlanRead"]
CLOCK = "[clock]\nfirst_round = 19:30:00\nminutes_per_board = 6"


class Evening:
    """Half past seven, and what was told since."""

    def __init__(self, plan: PlanRead, files: dict[str, bytes]) -> None:
        self.plan = plan
        self.files = files
        self.seconds = 1000.0
        self.now = datetime(2026, 12, 1, 19, 30).astimezone().astimezone(UTC)
        self.vigil = Vigil(lambda: self.now, lambda: self.seconds)
        self.conclusion = self.conclude(0)

    def conclude(self, files: int) -> Conclusion:
        """What so many of the three files come to."""
        received = [
            FileReceived(name, self.now, content)
            for name, content in list(self.files.items())[:files]
        ]
        return conclude(fold([self.plan, *received], None))

    def comes(self, number: int) -> list[Told]:
        """The next file comes in."""
        self.conclusion = self.conclude(number)
        return list(self.vigil.heard(list(self.files)[number - 1]))

    def passes(self, minutes: int, *, awake: bool = True) -> list[Told]:
        """Minutes pass, and what is told in them; a computer that sleeps does not look."""
        self.now += timedelta(minutes=0 if awake else minutes)
        told: list[Told] = []
        for _ in range(minutes if awake else 0):
            self.now += timedelta(minutes=1)
            self.seconds += 60
            told += self.vigil.look(self.conclusion)
        return told


@pytest.fixture
def evening(plan_read: MakePlan, whole_evening: dict[str, bytes]) -> Evening:
    return Evening(plan_read(), whole_evening)


@pytest.fixture
def timed(plan_read: MakePlan, whole_evening: dict[str, bytes]) -> Evening:
    return Evening(plan_read(section=CLOCK), whole_evening)


def test_silence_lasts_as_long_as_the_computer_is_awake() -> None:
    silence = longer(Silence(), 100.0)
    assert silence == Silence(0.0, 100.0)
    assert longer(silence, 160.0) == Silence(60.0, 160.0)
    assert longer(silence, 100.0 + 8 * 3600) == Silence(LONGEST_STEP, 100.0 + 8 * 3600)
    assert longer(silence, 40.0) == Silence(0.0, 40.0)


def test_the_director_is_told_after_the_time_of_two_boards() -> None:
    event = Event("Trial", datetime(2026, 12, 1).astimezone().date())
    assert patience(Settings(event, Folder("box"), ())) == 900
    assert patience(Settings(event, Folder("box"), (), clock=Clock(minutes_per_board=8))) == 960
    assert patience(Settings(event, Folder("box", silent_after=20), ())) == 1200


def test_before_the_first_file_nothing_is_due(evening: Evening) -> None:
    assert evening.passes(60) == []


def test_silence_is_told_once_and_its_end(evening: Evening) -> None:
    assert evening.comes(1) == []
    assert evening.passes(14) == []
    assert evening.passes(1) == [
        Told(
            "sync.silent",
            "nothing came in from any tablet for 15 minutes, and 6 results are missing: is the "
            "Dropbox client running, is the Wi-Fi up? The last file was OUT_T1.txt, at 19:30.",
            Level.WARNING,
            (("missing", 6),),
        )
    ]
    assert evening.passes(60) == []
    assert evening.comes(2) == [
        Told(
            "sync.restored",
            "files come in again, after 75 minutes of silence",
            fields=(("file", "OUT_T2.txt"),),
        )
    ]
    assert [told.event for told in evening.passes(15)] == ["sync.silent"]


def test_every_file_begins_the_silence_anew(evening: Evening) -> None:
    evening.comes(1)
    assert evening.passes(14) == []
    assert evening.comes(2) == []
    assert evening.passes(14) == []


def test_when_nothing_is_missing_silence_is_golden(evening: Evening) -> None:
    evening.comes(1)
    evening.comes(2)
    evening.comes(3)
    assert evening.passes(60) == []


def test_after_a_start_there_is_no_last_file(evening: Evening) -> None:
    evening.conclusion = evening.conclude(1)
    told = evening.passes(16)
    assert [one.text.partition("? ")[2] for one in told] == [
        "No file has come in since the daemon started."
    ]


def test_a_computer_that_slept_does_not_cry_at_once(evening: Evening) -> None:
    evening.comes(1)
    evening.passes(5)
    evening.seconds += 8 * 3600  # a clock that counts the sleep too
    assert evening.passes(8, awake=False) == []
    assert evening.passes(7) == []
    assert [told.event for told in evening.passes(5)] == ["sync.silent"]


def test_a_clock_on_the_wall_that_jumps_changes_nothing(evening: Evening) -> None:
    evening.comes(1)
    evening.now += timedelta(days=365)
    assert evening.passes(14) == []
    evening.now -= timedelta(days=700)
    assert [told.event for told in evening.passes(1)] == ["sync.silent"]


def test_a_folder_that_is_away_is_not_called_silent_as_well(evening: Evening) -> None:
    evening.comes(1)
    evening.vigil.folder_lost()
    assert evening.passes(60) == []
    evening.vigil.folder_back()
    assert evening.passes(15) == []
    assert [told.event for told in evening.passes(1)] == ["sync.silent"]


def test_with_a_clock_results_are_due_before_any_file_came(timed: Evening) -> None:
    silent = [told for told in timed.passes(17) if told.event == "sync.silent"]
    assert silent == []
    silent = [told for told in timed.passes(1) if told.event == "sync.silent"]
    assert [told.text.partition(":")[0] for told in silent] == [
        "nothing came in from any tablet for 12 minutes, and 9 results are missing"
    ]


def test_a_round_that_is_late_is_told_once_with_its_tables(timed: Evening) -> None:
    timed.comes(1)
    late = [told for told in timed.passes(60) if told.event == "round.late"]
    assert late[0] == Told(
        "round.late",
        "section A: round 1 should have ended at 19:36, and not all of it came in (table 2: board "
        "2; table 3: board 3): ask these tables whether they have played and entered them",
        Level.WARNING,
        (("section", "A"), ("round", 1), ("missing", 2)),
    )
    assert [dict(told.fields)["round"] for told in late] == [1, 2, 3]


def test_without_a_client_on_this_computer_the_question_is_about_the_tablets(
    plan_read: MakePlan, whole_evening: dict[str, bytes]
) -> None:
    read = plan_read()
    keys = 'kind = "dropbox"\npath = "/box"\n\n[dropbox]\napp_key = "abcde12345"\n'
    # What stands behind the path in the configuration belongs to the folder.
    text = dict(read.texts)["tournament.toml"].replace("rescan_seconds = 3600.0", "")
    text = text.replace("rescan_seconds = 3600", "").replace('path = "box"', keys.rstrip())
    online = Evening(replace(read, texts=(read.texts[0], ("tournament.toml", text))), whole_evening)
    online.comes(1)
    (told,) = online.passes(20)
    assert told.event == "sync.silent"
    assert "are the tablets online, and do they share this folder?" in told.text
