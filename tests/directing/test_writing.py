"""Two who write at the same time lose nothing."""

import threading
from datetime import date
from pathlib import Path

import pytest
from filelock import FileLock

from daemon.directing import rewriting
from daemon.directing.rewriting import LOCK_FILE, RewriteError, taking_turns
from daemon.directing.rulings_text import Sheet
from daemon.directing.trying import Stage
from daemon.directing.writing import Written, write
from daemon.problem import Source
from daemon.toml.editing import entries_of
from daemon.tournament.entry import PlanRead
from daemon.tournament.planning import make_plan
from daemon.tournament.state import State, step

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


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    (tmp_path / "state").mkdir()
    return Sheet(
        tmp_path / "rulings.toml", date(2026, 12, 1), tmp_path / "t.toml", tmp_path / "state"
    )


@pytest.fixture
def stage(sheet: Sheet) -> Stage:
    texts = {"t.toml": CONFIGURATION, "mitchell.asc": "6 3 M\n1 4 A  2 5 B  3 6 C\n"}
    assert make_plan(Source("t.toml", CONFIGURATION), texts)[1] == ()
    state = step(State(), PlanRead("t.toml", tuple(texts.items())), None)
    return Stage(state, None, sheet.path)


def test_entries_that_are_written_at_the_same_time_all_stand_there(
    sheet: Sheet, stage: Stage
) -> None:
    errors: list[BaseException] = []

    def rule(board: int, pair: int) -> None:
        try:
            write(sheet, stage, Written(f"[[not_played]]\nboard = {board}\nns = {pair}\n"))
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            errors.append(error)

    threads = [
        threading.Thread(target=rule, args=(board, pair)) for board in (1, 2, 3) for pair in (1, 2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(entries_of(sheet.path.read_text())) == 6


def test_who_holds_it_for_long_is_told(sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewriting, "_LOCK_SECONDS", 0.05)
    with (
        FileLock(sheet.state / LOCK_FILE),
        pytest.raises(RewriteError, match=r"^somebody else is writing rulings at this moment: "),
        taking_turns(sheet.state),
    ):
        pytest.fail("it is not our turn")


def test_before_the_first_start_nobody_has_to_wait(tmp_path: Path) -> None:
    with taking_turns(tmp_path / "state"):
        assert list(tmp_path.iterdir()) == []
