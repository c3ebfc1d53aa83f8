"""The plan's files on the disk, edited as editors do it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from daemon.problem import Problem, Severity, Source
from daemon.service.house import PlanFound
from daemon.service.messages import PlanArrived, PlanRefused
from daemon.service.plan_files import PlanFiles
from daemon.tournament.entry import PlanRead
from daemon.tournament.planning import make_plan

PATIENCE_SECONDS = 20
CONFIGURATION = """\
[event]
name = "Trial"
date = 2026-12-01

[folder]
path = "box"

[[section]]
name = "A"
movement = "mitchell.asc"
boards_per_round = 1
"""


@dataclass
class Desk:
    """A configuration that somebody edits, a clock that a test moves, and what was posted."""

    directory: Path
    seconds: float = 0.0
    reads: int = 0
    posted: list[PlanArrived | PlanRefused] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.config.write_text(CONFIGURATION)
        self.movement.write_text("6 3 M\n1 4 A  2 5 B  3 6 C\n")
        found = self.read()
        assert found.settings is not None
        assert found.plan_read is not None
        self.files = PlanFiles(
            found.settings, found.plan_read, self.read, self.posted.append, lambda: self.seconds
        )
        self.settle()
        assert self.posted == []

    @property
    def config(self) -> Path:
        return self.directory / "tournament.toml"

    @property
    def movement(self) -> Path:
        return self.directory / "mitchell.asc"

    def read(self) -> PlanFound:
        """As the command line does it, in short."""
        self.reads += 1
        files = (self.config, self.movement)
        try:
            source = Source("tournament.toml", self.config.read_text("utf-8"))
        except OSError:
            gone = Problem(Severity.ERROR, "config-file", "it is missing", "tournament.toml")
            return PlanFound(None, None, (gone,), (self.config,), None)
        texts = {"tournament.toml": source.text, "mitchell.asc": self.movement.read_text("utf-8")}
        plan, problems = make_plan(source, texts)
        if plan is None:
            return PlanFound(None, None, problems, (self.config,), source)
        read = PlanRead("tournament.toml", tuple(sorted(texts.items())))
        return PlanFound(read, plan.settings, problems, files, source)

    def write(self, text: str) -> None:
        """As an editor that writes in place."""
        self.config.write_text(text)

    def look(self, *, after: float) -> None:
        self.seconds += after
        self.files.look()

    def settle(self) -> None:
        """Long enough for everything that is quiet to be read."""
        for _ in range(10):
            self.look(after=0.5)

    def texts(self) -> list[str]:
        """The configurations that were posted."""
        arrived = [one for one in self.posted if isinstance(one, PlanArrived)]
        return [dict(one.read.texts)["tournament.toml"] for one in arrived]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


ABSENT = CONFIGURATION + "absent = [4]\n"
BROKEN = CONFIGURATION + "absent = [4\n"


def test_what_was_saved_is_read_after_a_second_of_quiet(desk: Desk) -> None:
    desk.write(ABSENT)
    desk.look(after=0)
    desk.look(after=0.9)
    assert desk.posted == []
    desk.look(after=0.1)
    assert desk.texts() == [ABSENT]
    desk.settle()
    assert len(desk.posted) == 1


def test_while_nothing_changes_nothing_is_read(desk: Desk) -> None:
    before = desk.reads
    desk.settle()
    assert desk.reads == before


def test_a_movement_that_changes_is_read_again(desk: Desk) -> None:
    desk.movement.write_text("6 3 M\n1 4 B  2 5 C  3 6 A\n")
    desk.settle()
    (arrived,) = desk.posted
    assert isinstance(arrived, PlanArrived)
    assert dict(arrived.read.texts)["mitchell.asc"] == "6 3 M\n1 4 B  2 5 C  3 6 A\n"


def test_an_editor_that_truncates_and_writes_does_not_flicker(desk: Desk) -> None:
    desk.write("")
    desk.look(after=0)
    desk.look(after=0.7)
    desk.write(ABSENT[:40])
    desk.look(after=0.7)
    desk.write(ABSENT)
    desk.settle()
    assert desk.posted == [PlanArrived(desk.read().plan_read)]  # type: ignore[arg-type] # it is there


def test_an_editor_that_renames_or_leaves_a_swap_file_does_not_flicker(desk: Desk) -> None:
    swap = desk.config.with_name(".tournament.toml.swp")
    swap.write_text("half a thought")
    desk.config.rename(desk.config.with_name("tournament.toml~"))
    desk.look(after=0)
    desk.look(after=0.9)
    swap.write_text(ABSENT)
    swap.rename(desk.config)
    desk.settle()
    assert desk.texts() == [ABSENT]
    assert len(desk.posted) == 1


def test_saving_the_same_again_is_no_news(desk: Desk) -> None:
    desk.config.unlink()
    desk.write(CONFIGURATION)
    desk.settle()
    assert desk.posted == []


def test_errors_are_posted_once_with_their_place_and_their_end_too(desk: Desk) -> None:
    desk.write(BROKEN)
    desk.settle()
    (refused,) = desk.posted
    assert isinstance(refused, PlanRefused)
    (problem,) = refused.problems
    assert problem.one_line().startswith("tournament.toml:12:")
    desk.write(CONFIGURATION)
    desk.settle()
    assert desk.texts() == [CONFIGURATION]
    assert len(desk.posted) == 2


def test_of_a_second_broken_text_only_what_is_new_is_posted(desk: Desk) -> None:
    desk.write(CONFIGURATION + "absnt = [4]\n")
    desk.settle()
    desk.write(CONFIGURATION + "# a line more\nabsnt = [4]\nnames = 3\n")
    desk.settle()
    first, second = desk.posted
    assert isinstance(first, PlanRefused)
    assert isinstance(second, PlanRefused)
    assert [one.code for one in first.problems] == ["config-unknown-key"]
    assert [one.code for one in second.problems] == ["config-type"]


def test_what_is_missing_is_read_when_it_is_back(desk: Desk) -> None:
    desk.config.rename(desk.directory / "away")
    desk.settle()
    assert [type(one) for one in desk.posted] == [PlanRefused]
    (desk.directory / "away").rename(desk.config)
    desk.settle()
    assert desk.texts() == [CONFIGURATION]


def test_a_text_that_changes_while_it_is_read_is_left_to_a_later_look(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write(ABSENT)
    read = desk.files._read

    def slow() -> PlanFound:
        found = read()
        desk.write(CONFIGURATION + "absent = [5]\n")
        return found

    desk.look(after=0)
    with monkeypatch.context() as context:
        context.setattr(desk.files, "_read", slow)
        desk.look(after=1)
    assert desk.posted == []
    desk.settle()
    assert desk.texts() == [CONFIGURATION + "absent = [5]\n"]


@pytest.mark.parametrize(
    ("old", "new", "key", "place"),
    [
        ('name = "Trial"', 'name = "Trail"', "event.name", "2:8"),
        ("2026-12-01", "2026-12-08", "event.date", "3:8"),
        ("\n\n[folder]", '\nstate = "other"\n\n[folder]', "event.state", "4:9"),
    ],
)
def test_another_event_is_refused_with_what_to_do(
    desk: Desk, old: str, new: str, key: str, place: str
) -> None:
    desk.write(ABSENT.replace(old, new, 1))
    desk.settle()
    (refused,) = desk.posted
    assert isinstance(refused, PlanRefused)
    (problem,) = refused.problems
    assert problem.one_line() == (
        f"tournament.toml:{place}: error: {key} cannot change while the event runs, so nothing of "
        "this change is taken: set it back, or, for another evening, stop the daemon and use "
        "`tournamentd next CONFIG` [plan-event]"
    )


def test_a_section_with_another_subfolder_is_refused_with_what_to_do(desk: Desk) -> None:
    desk.write(CONFIGURATION + 'subfolder = "A"\n')
    desk.settle()
    (refused,) = desk.posted
    assert isinstance(refused, PlanRefused)
    (problem,) = refused.problems
    assert problem.one_line() == (
        'tournament.toml:8:1: error: section A has the subfolder "A" now, and the daemon has not '
        "opened that, so nothing of this change is taken: stop the daemon and start it again, or "
        'set the subfolder back; a section that has begun keeps its files with subfolder = "" '
        "[plan-subfolder]"
    )


def test_what_was_opened_at_the_start_is_told_and_the_rest_is_taken(desk: Desk) -> None:
    text = ABSENT.replace('path = "box"', 'path = "other"')
    desk.write(text)
    desk.settle()
    (arrived,) = desk.posted
    assert isinstance(arrived, PlanArrived)
    assert desk.texts() == [text]
    (warning,) = arrived.warnings
    assert warning.one_line() == (
        "tournament.toml:6:8: warning: folder.path was changed, and that takes effect at the next "
        "start (stop the daemon and start it again when it suits: nothing is lost); everything "
        "else holds now [plan-later]"
    )
    desk.write(text + "# once is enough\n")
    desk.settle()
    assert isinstance(desk.posted[-1], PlanArrived)
    assert desk.posted[-1].warnings == ()


@pytest.mark.parametrize(
    "addition",
    [
        '[rulings]\nfile = "r.toml"\n',
        '[publish]\ndirectory = "web"\n',
        '[logging]\nformat = "json"\n',
        '[logging]\nfile = "t.log"\n',
        '[encryption]\nsecret_file = "s.txt"\n',
    ],
)
def test_what_takes_effect_at_the_next_start_is_named(desk: Desk, addition: str) -> None:
    desk.write(f"{CONFIGURATION}\n{addition}")
    desk.settle()
    (arrived,) = desk.posted
    assert isinstance(arrived, PlanArrived)
    key = addition.partition("]")[0][1:] + "." + addition.partition("\n")[2].partition(" ")[0]
    assert [one.message.partition(" ")[0] for one in arrived.warnings] == [key]


def test_reports_for_the_federation_begin_or_end_at_the_next_start(desk: Desk) -> None:
    line = CONFIGURATION.count("\n") + 2
    desk.write(f'{CONFIGURATION}\n[frbe]\nclub = 618\ntype = "OPE"\n')
    desk.settle()
    desk.write(CONFIGURATION)
    desk.settle()
    added, removed = desk.posted
    assert isinstance(added, PlanArrived)
    assert [one.message.partition(",")[0] for one in added.warnings] == ["frbe was changed"]
    assert added.warnings[0].span is not None
    assert added.warnings[0].span.line == line
    assert isinstance(removed, PlanArrived)
    assert removed.warnings == ()


def test_a_setting_that_was_taken_out_is_told_at_the_beginning(tmp_path: Path) -> None:
    (tmp_path / "tournament.toml").write_text(CONFIGURATION)
    desk = Desk(tmp_path)
    desk.write(f'{CONFIGURATION}\n[publish]\ndirectory = "web"\n')
    desk.settle()
    found = desk.read()
    assert found.settings is not None
    assert found.plan_read is not None
    posted: list[PlanArrived | PlanRefused] = []
    files = PlanFiles(found.settings, found.plan_read, desk.read, posted.append, lambda: 0.0)
    files._quiet = desk.files._quiet
    desk.files = files
    desk.settle()
    desk.write(CONFIGURATION)
    desk.settle()
    (arrived,) = posted
    assert isinstance(arrived, PlanArrived)
    assert arrived.warnings[0].one_line().startswith("tournament.toml:1:1: warning: publish.")


def test_an_error_that_nobody_foresaw_does_not_end_the_daemon(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> PlanFound:
        raise RuntimeError("no home directory")

    desk.write(ABSENT)
    with monkeypatch.context() as context:
        context.setattr(desk.files, "_read", fail)
        desk.settle()
    assert "The plan could not be read again" in caplog.text
    (refused,) = desk.posted
    assert isinstance(refused, PlanRefused)
    assert refused.problems[0].message == (
        "the plan could not be read (RuntimeError: no home directory): undo what was changed last, "
        "and look with `tournamentd check`"
    )
    desk.settle()
    assert desk.texts() == [ABSENT]


def test_it_looks_until_it_is_asked_to_leave(desk: Desk) -> None:
    thread = threading.Thread(target=desk.files.run)
    thread.start()
    desk.files.leave()
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()
