"""The round clock: planned, moved by the director, over midnight and when the clocks change."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import PlanRead, RulingsRead
from daemon.tournament.round_clock import SectionClock
from daemon.tournament.state import fold
from daemon.tournament.story import story

# Three tables, three rounds of two boards, six minutes a board: rounds of twelve minutes.
MITCHELL = "6 3 M\n1 4 A  2 5 B  3 6 C\n"
EVENT = """\
[event]
name = "Trial"
date = 2026-12-01

[folder]
path = "box"
"""
SECTION = """
[[section]]
name = "A"
movement = "mitchell.asc"
boards_per_round = 2
"""
CLOCK = """
[clock]
first_round = "19:30"
minutes_per_board = 6
"""
NO_CLOCK = CLOCK.replace('first_round = "19:30"\n', "")
ONE = EVENT + SECTION + CLOCK
TWO = EVENT + SECTION + SECTION.replace('"A"', '"B"').replace("= 2", "= 3") + CLOCK


def concluded(rulings: str = "", configuration: str = ONE) -> Conclusion:
    texts = (("mitchell.asc", MITCHELL), ("tournament.toml", configuration))
    plan = PlanRead("tournament.toml", texts)
    text = f"event = 2026-12-01\n{rulings}"
    return conclude(fold([plan, RulingsRead("rulings.toml", text)], None))


def shown(clock: SectionClock) -> list[str]:
    return [f"{one.begins.shown:%H:%M}-{one.ends.shown:%H:%M}" for one in clock.rounds]


def times(rulings: str = "", configuration: str = ONE) -> list[str]:
    """Begin and end of every round of the only section, by the clocks on the wall."""
    conclusion = concluded(rulings, configuration)
    assert [problem.problem.message for problem in conclusion.results.problems] == []
    (clock,) = conclusion.results.clocks
    return shown(clock)


def entry(body: str) -> str:
    return f"[[clock]]\n{body}\n"


def refused(body: str, configuration: str = ONE) -> str:
    """What is wrong with an entry; the clock runs as if it did not stand there."""
    conclusion = concluded(entry(body), configuration)
    (problem,) = conclusion.results.problems
    assert problem.problem.is_error
    assert conclusion.results.clocks == concluded("", configuration).results.clocks
    return problem.problem.message


def test_rounds_follow_each_other_from_the_first_one_on() -> None:
    assert times() == ["19:30-19:42", "19:42-19:54", "19:54-20:06"]


def test_without_a_first_round_there_is_no_clock() -> None:
    assert concluded("", EVENT + SECTION + NO_CLOCK).results.clocks == ()


def test_each_section_has_the_time_that_its_boards_take() -> None:
    one, two = concluded("", TWO).results.clocks
    assert (one.section, shown(one)) == ("A", ["19:30-19:42", "19:42-19:54", "19:54-20:06"])
    assert (two.section, shown(two)) == ("B", ["19:30-19:48", "19:48-20:06", "20:06-20:24"])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # The evening slips: the round before goes on for longer.
        ("from_round = 2\nminutes = 10", ["19:30-19:52", "19:52-20:04", "20:04-20:16"]),
        ("from_round = 3\nminutes = -5", ["19:30-19:42", "19:42-19:49", "19:49-20:01"]),
        ('from_round = 2\nbegins = "20:00"', ["19:30-20:00", "20:00-20:12", "20:12-20:24"]),
        ("from_round = 1\nbegins = 19:45:00", ["19:45-19:57", "19:57-20:09", "20:09-20:21"]),
        # A break: the round before ends when it was to end.
        ("from_round = 3\nbreak = 15", ["19:30-19:42", "19:42-19:54", "20:09-20:21"]),
        (
            'from_round = 3\nbegins = "20:00"\nbreak = 15',
            ["19:30-19:42", "19:42-20:00", "20:15-20:27"],
        ),
        (
            "from_round = 2\nminutes_per_board = 8",
            ["19:30-19:42", "19:42-19:58", "19:58-20:14"],
        ),
    ],
)
def test_the_director_moves_the_clock(body: str, expected: list[str]) -> None:
    assert times(entry(body)) == expected


def test_what_is_moved_twice_is_moved_by_both() -> None:
    twice = entry("from_round = 2\nminutes = 10") + entry("from_round = 2\nminutes = -4")
    assert times(twice) == ["19:30-19:48", "19:48-20:00", "20:00-20:12"]


def test_of_two_times_the_one_that_was_written_last_counts() -> None:
    twice = entry('from_round = 2\nbegins = "20:00"') + entry('from_round = 2\nbegins = "19:50"')
    assert times(twice) == ["19:30-19:50", "19:50-20:02", "20:02-20:14"]


def test_one_section_may_be_moved_alone() -> None:
    one, two = concluded(entry('from_round = 2\nminutes = 6\nsection = "B"'), TWO).results.clocks
    assert shown(one) == ["19:30-19:42", "19:42-19:54", "19:54-20:06"]
    assert shown(two) == ["19:30-19:54", "19:54-20:12", "20:12-20:30"]


def test_the_director_starts_a_clock_by_hand() -> None:
    by_hand = entry('from_round = 1\nbegins = "20:00"')
    expected = ["20:00-20:12", "20:12-20:24", "20:24-20:36"]
    assert times(by_hand, EVENT + SECTION + NO_CLOCK) == expected


def test_a_clock_may_be_started_when_play_is_under_way() -> None:
    (clock,) = concluded(
        entry('from_round = 2\nbegins = "20:00"'), EVENT + SECTION + NO_CLOCK
    ).results.clocks
    assert [one.round for one in clock.rounds] == [2, 3]
    assert shown(clock) == ["20:00-20:12", "20:12-20:24"]


def test_a_round_after_midnight_is_on_the_next_day() -> None:
    late = ONE.replace("19:30", "23:30")
    (clock,) = concluded(entry('from_round = 3\nbegins = "00:05"'), late).results.clocks
    assert clock.rounds[2].begins.shown == datetime(2026, 12, 2, 0, 5)  # noqa: DTZ001 - on a wall
    assert shown(clock) == ["23:30-23:42", "23:42-00:05", "00:05-00:17"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("from_round = 4\nminutes = 5", "there is no round 4: the last one is 3"),
        (
            'from_round = 2\nbegins = "19:20"',
            "round 2 would begin at 19:20, and round 1 begins at 19:30: give a later time",
        ),
        (
            "from_round = 3\nminutes = -30",
            "round 3 would begin at 19:24, and round 2 begins at 19:42: give a later time",
        ),
        (
            'from_round = 2\nminutes = 5\nsection = "C"',
            'there is no section "C"; the section is A',
        ),
        (
            "from_round = 2",
            (
                'say what changes: begins = "20:45", minutes = 10 (later; -5: earlier), break = 15 '
                "before the round, or minutes_per_board = 8"
            ),
        ),
        (
            'from_round = 2\nbegins = "20:00"\nminutes = 5',
            "begins and minutes both say when the round begins: take one out",
        ),
    ],
)
def test_a_clock_that_cannot_be_moved_so_says_why(body: str, message: str) -> None:
    assert refused(body) == message


def test_an_entry_that_is_missing_its_round_is_told() -> None:
    assert refused("minutes = 5").startswith("from_round is missing under [[clock]]")


def test_a_clock_that_does_not_run_cannot_be_moved_by_minutes() -> None:
    assert refused("from_round = 2\nminutes = 5", EVENT + SECTION + NO_CLOCK) == (
        "nobody said yet when round 2 begins: write first_round under [clock] in the "
        'configuration, or begins = "19:30" here'
    )


def test_a_wrong_entry_hinders_no_other() -> None:
    both = entry("from_round = 9\nminutes = 5") + entry("from_round = 2\nminutes = 10")
    conclusion = concluded(both)
    assert len(conclusion.results.problems) == 1
    assert shown(conclusion.results.clocks[0])[1] == "19:52-20:04"


def test_rulings_of_another_day_do_not_move_the_clock() -> None:
    texts = (("mitchell.asc", MITCHELL), ("tournament.toml", ONE))
    old = "event = 2026-11-24\n" + entry("from_round = 2\nbreak = 9")
    plan = PlanRead("tournament.toml", texts)
    (clock,) = conclude(fold([plan, RulingsRead("rulings.toml", old)], None)).results.clocks
    assert shown(clock) == ["19:30-19:42", "19:42-19:54", "19:54-20:06"]


# What is on now.


def local(wall: datetime) -> datetime:
    """The clocks here are an hour ahead of UTC."""
    return wall.replace(tzinfo=timezone(timedelta(hours=1)))


def at(hour: int, minute: int) -> datetime:
    return datetime(2026, 12, 1, hour - 1, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("hour", "minute", "on", "coming"),
    [
        (19, 29, None, 1),
        (19, 30, 1, 2),
        (19, 53, 2, 3),
        (19, 54, None, 3),  # the break
        (20, 8, None, 3),
        (20, 9, 3, None),
        (20, 21, None, None),
    ],
)
def test_a_round_is_on_from_its_beginning_to_its_end(
    hour: int, minute: int, on: int | None, coming: int | None
) -> None:
    (clock,) = concluded(entry("from_round = 3\nbreak = 15")).results.clocks
    now = at(hour, minute)
    current, following = clock.on(now, local), clock.next(now, local)
    assert (current and current.round) == on
    assert (following and following.round) == coming


def test_a_round_does_not_get_longer_in_the_night_in_which_the_clocks_go_back() -> None:
    """At 3:00 of summer time it is 2:00 of winter time; a moment is after what was shown."""
    changed = datetime(2026, 10, 25, 1, 0, tzinfo=UTC)

    def rome(wall: datetime) -> datetime:
        summer = wall.replace(tzinfo=timezone(timedelta(hours=2)))
        return summer if summer < changed else wall.replace(tzinfo=timezone(timedelta(hours=1)))

    night = ONE.replace("2026-12-01", "2026-10-24").replace("19:30", "23:30")
    texts = (("mitchell.asc", MITCHELL), ("tournament.toml", night.replace("= 6", "= 60")))
    clock = conclude(fold([PlanRead("tournament.toml", texts)], None)).results.clocks[0]
    moments = [one.begins.at(rome) for one in clock.rounds] + [clock.rounds[-1].ends.at(rome)]
    assert moments[0] == datetime(2026, 10, 24, 21, 30, tzinfo=UTC)
    assert [later - moments[0] for later in moments] == [timedelta(hours=2 * n) for n in range(4)]


# What is told.


def told(before: str, after: str, configuration: str = ONE) -> list[tuple[str, str]]:
    lines = story(concluded(before, configuration), concluded(after, configuration))
    return [(one.event, one.text) for one in lines]


def test_a_move_is_told_with_what_it_comes_to() -> None:
    moved = entry('from_round = 2\nminutes = 10\nreason = "coffee"')
    assert told("", moved) == [
        (
            "ruling.applied",
            (
                "the clock: round 2 begins 10 minutes later, because: coffee; round 2 begins at "
                "19:52 now, and the last one ends at 20:16"
            ),
        )
    ]
    assert told(moved, "") == [
        (
            "ruling.withdrawn",
            "this was taken out: the clock: round 2 begins 10 minutes later",
        )
    ]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("minutes = -1", "round 2 begins 1 minute earlier"),
        ('begins = "20:00"', "round 2 begins at 20:00"),
        ("break = 15", "a break of 15 minutes comes before round 2"),
        (
            "minutes = 5\nminutes_per_board = 7.5",
            "round 2 begins 5 minutes later and a board takes 7.5 minutes from round 2 on",
        ),
        ("minutes = 0", "round 2 begins as planned"),
    ],
)
def test_a_move_is_told_in_words(body: str, words: str) -> None:
    ((_, text),) = told("", entry(f"from_round = 2\n{body}"))
    assert text.startswith(f"the clock: {words}; round 2 begins at ")


def test_sections_that_differ_are_told_one_by_one() -> None:
    assert told("", entry("from_round = 2\nminutes = 10"), TWO) == [
        (
            "ruling.applied",
            (
                "the clock: round 2 begins 10 minutes later; section A: round 2 begins at 19:52 "
                "now, and the last one ends at 20:16; section B: round 2 begins at 19:58 now, and "
                "the last one ends at 20:34"
            ),
        )
    ]
    ((_, text),) = told("", entry('from_round = 2\nminutes = 10\nsection = "B"'), TWO)
    assert text == (
        "the clock: section B, round 2 begins 10 minutes later; section B: round 2 begins at 19:58 "
        "now, and the last one ends at 20:34"
    )
