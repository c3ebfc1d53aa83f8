"""Rounds are called when the clock says so, by clocks that a test moves."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from daemon.service.round_caller import RoundCaller
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import PlanRead, RulingsRead
from daemon.tournament.state import fold
from daemon.tournament.told import Told

# Three rounds of two boards, six minutes a board.
MITCHELL = "6 3 M\n1 4 A  2 5 B  3 6 C\n"
CONFIGURATION = """\
[event]
name = "Trial"
date = 2026-12-01

[folder]
path = "box"

[[section]]
name = "A"
movement = "mitchell.asc"
boards_per_round = 2

[clock]
first_round = "19:30"
minutes_per_board = 6
"""
SECOND = """
[[section]]
name = "B"
movement = "mitchell.asc"
boards_per_round = {boards}
"""


def local(wall: datetime) -> datetime:
    """The clocks here are an hour ahead of UTC."""
    return wall.replace(tzinfo=timezone(timedelta(hours=1)))


def concluded(rulings: str = "", more: str = "") -> Conclusion:
    texts = (("mitchell.asc", MITCHELL), ("tournament.toml", CONFIGURATION + more))
    plan = PlanRead("tournament.toml", texts)
    text = f"event = 2026-12-01\n{rulings}"
    return conclude(fold([plan, RulingsRead("rulings.toml", text)], None))


class Evening:
    """Somebody who looks at the clock now and then."""

    def __init__(self) -> None:
        self.now = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)
        self.caller = RoundCaller(lambda: self.now, local)

    def at(self, hour: int, minute: int, conclusion: Conclusion, second: int = 0) -> list[Told]:
        self.now = datetime(2026, 12, 1, hour - 1, minute, second, tzinfo=UTC)
        return list(self.caller.look(conclusion))

    def called(self, hour: int, minute: int, conclusion: Conclusion) -> list[str]:
        return [one.text for one in self.at(hour, minute, conclusion)]


@pytest.fixture
def evening() -> Evening:
    return Evening()


def ends(hour: int, minute: int) -> str:
    """How the log of this computer's place shows a moment of the place that is played at."""
    return f"{datetime(2026, 12, 1, hour - 1, minute, tzinfo=UTC).astimezone():%H:%M}"


def test_a_round_is_called_when_it_begins_and_once(evening: Evening) -> None:
    conclusion = concluded()
    assert evening.at(19, 29, conclusion, 59) == []
    assert evening.at(19, 30, conclusion) == [
        Told(
            "round.started",
            f"round 1 begins by the clock, and ends at {ends(19, 42)}",
            fields=(("section", "A"), ("round", 1)),
        )
    ]
    assert evening.at(19, 30, conclusion, 1) == []
    assert evening.called(19, 42, conclusion) == [
        f"round 2 begins by the clock, and ends at {ends(19, 54)}"
    ]


def test_who_begins_in_mid_evening_does_not_call_what_has_begun(evening: Evening) -> None:
    conclusion = concluded()
    assert evening.at(19, 45, conclusion) == []
    assert len(evening.at(19, 54, conclusion)) == 1


def test_after_a_sleep_only_the_round_that_is_on_is_called(evening: Evening) -> None:
    conclusion = concluded()
    assert evening.at(19, 0, conclusion) == []
    assert evening.called(19, 55, conclusion) == [
        f"round 3 begins by the clock, and ends at {ends(20, 6)}"
    ]


def test_a_round_that_is_put_off_after_it_was_called_is_called_again(evening: Evening) -> None:
    assert evening.at(19, 0, concluded()) == []
    assert len(evening.at(19, 42, concluded())) == 1
    put_off = concluded("[[clock]]\nfrom_round = 2\nminutes = 5\n")
    assert evening.at(19, 43, put_off) == []
    assert evening.called(19, 47, put_off) == [
        f"round 2 begins by the clock, and ends at {ends(19, 59)}"
    ]


def test_a_clock_that_is_started_by_hand_calls_its_rounds(evening: Evening) -> None:
    assert evening.at(19, 31, concluded()) == []
    later = concluded('[[clock]]\nfrom_round = 2\nbegins = "20:00"\n')
    assert evening.at(19, 59, later) == []
    assert len(evening.at(20, 0, later)) == 1


def test_sections_that_are_alike_are_called_together(evening: Evening) -> None:
    alike = concluded(more=SECOND.format(boards=2))
    assert evening.at(19, 0, alike) == []
    (told,) = evening.at(19, 42, alike)
    assert told.text == f"round 2 begins by the clock, and ends at {ends(19, 54)}"
    assert dict(told.fields)["section"] == "A, B"


def test_sections_that_differ_are_called_by_name(evening: Evening) -> None:
    differ = concluded(more=SECOND.format(boards=3))
    assert evening.at(19, 31, differ) == []
    assert evening.called(19, 42, differ) == [
        f"section A: round 2 begins by the clock, and ends at {ends(19, 54)}"
    ]
    assert evening.called(19, 48, differ) == [
        f"section B: round 2 begins by the clock, and ends at {ends(20, 6)}"
    ]


def test_nobody_calls_a_round_of_an_evening_that_is_closed(evening: Evening) -> None:
    assert evening.at(19, 0, concluded()) == []
    closed = concluded().state.plan_read
    assert closed is not None
    over = conclude(
        fold([closed, RulingsRead("rulings.toml", "event = 2026-12-01\nclosed = true\n")], None)
    )
    assert evening.at(19, 42, over) == []
