"""A change of the rulings is tried out before it is written, and nothing is worked out twice."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from daemon.directing import trying
from daemon.directing.trying import Stage, effects, preview
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import FileReceived, PlanRead, RulingsRead
from daemon.tournament.state import State, step

EVENT = "event = 2026-12-01\n"
ASSIGNED = '[[assigned]]\nboard = 1\nns = 1\nscore = 50\nreason = "slow"\n'
NOT_PLAYED = "[[not_played]]\nboard = 2\nns = 2\n"
RULED = "board 1, 1 against 4 (round 1, table 1): ruled NS +50, EW -50"
PATH = Path("rulings.toml")


def state_with(*texts: str) -> State:
    """A result has come in, and these texts of the rulings file one after the other."""
    configuration = (
        '[event]\nname = "Trial"\ndate = 2026-12-01\n\n[folder]\npath = "box"\n\n'
        '[[section]]\nname = "A"\nmovement = "m.asc"\nboards_per_round = 1\n'
    )
    read = PlanRead(
        "t.toml", (("m.asc", "6 3 M\n1 4 A  2 5 B  3 6 C\n"), ("t.toml", configuration))
    )
    line = "1,1,1,4,N,false,false,2♡,+1,W,J♤,-140\n"
    content = f"Latest 1  AndroidId 1111111111111111\n{line}".encode()
    state = step(State(), read, None)
    state = step(
        state, FileReceived("OUT_T1.txt", datetime(2026, 12, 1, tzinfo=UTC), content), None
    )
    for text in texts:
        state = step(state, RulingsRead(str(PATH), text), None)
    return state


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The states that were worked out while something was tried."""
    found: list[State] = []

    def counted(state: State) -> Conclusion:
        found.append(state)
        return conclude(state)

    monkeypatch.setattr(trying, "conclude", counted)
    return found


def stage_of(*texts: str) -> tuple[Stage, Stage]:
    """What the daemon knows, and the same without what it has worked out."""
    state = state_with(*texts)
    stage = Stage(state, None, PATH, known=conclude(state))
    return stage, replace(stage, known=None)


@pytest.mark.parametrize(
    ("texts", "before", "after"),
    [
        ((EVENT,), EVENT, EVENT + ASSIGNED),
        ((EVENT + ASSIGNED,), EVENT + ASSIGNED, EVENT),
        ((EVENT, EVENT + ASSIGNED), EVENT + ASSIGNED, EVENT + ASSIGNED + NOT_PLAYED),
        ((EVENT,), EVENT, EVENT + ASSIGNED.replace("board = 1", "board = 9")),
        ((NOT_PLAYED,), NOT_PLAYED, NOT_PLAYED + ASSIGNED),
    ],
)
def test_what_is_known_is_not_worked_out_again_and_the_preview_is_the_same(
    texts: tuple[str, ...], before: str, after: str, worked_out: list[State]
) -> None:
    stage, plain = stage_of(*texts)
    seen = preview(stage, before, after)
    assert len(worked_out) == 1
    assert preview(plain, before, after) == seen
    assert len(worked_out) == 3
    assert seen.words or seen.problems


@pytest.mark.parametrize(
    ("texts", "before"),
    [
        ((EVENT,), f"{EVENT}# a comment that the daemon has not read yet\n"),
        # An entry that is being typed stays what it was; tried out it is an error.
        ((EVENT + ASSIGNED, EVENT + ASSIGNED.replace("50", '"x"')), None),
        # Without a day it matters what stood in the file at the start.
        ((NOT_PLAYED, NOT_PLAYED + ASSIGNED), None),
        ((EVENT + ASSIGNED, "not TOML ["), None),
    ],
)
def test_where_other_rulings_are_in_force_everything_is_worked_out(
    texts: tuple[str, ...], before: str | None, worked_out: list[State]
) -> None:
    stage, plain = stage_of(*texts)
    text = texts[-1] if before is None else before
    assert stage.conclusion(text).results == plain.conclusion(text).results
    assert len(worked_out) == 2


def test_a_mark_at_the_beginning_of_the_file_makes_no_difference(worked_out: list[State]) -> None:
    stage, _ = stage_of(EVENT)
    assert stage.conclusion(f"\ufeff{EVENT}") is stage.known
    assert worked_out == []


def test_what_an_entry_does_is_what_would_not_be_ruled_without_it(worked_out: list[State]) -> None:
    stage, _ = stage_of(EVENT + NOT_PLAYED + ASSIGNED)
    assert stage.known is not None
    assert effects(stage, EVENT + NOT_PLAYED, stage.known) == (f"{RULED}, because: slow",)
    assert len(worked_out) == 1
