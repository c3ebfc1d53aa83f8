"""Table by table: what is owed, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from daemon.web.tables import Field, Owed, Playing, field_of
from daemon.web.view import ago, as_local, clock_time, span

if TYPE_CHECKING:
    from tests.web.conftest import Browser, House, MakeHouse

Line = Callable[..., str]
CLOCK = '\n[clock]\nfirst_round = "20:00"\nminutes_per_board = 10\n'


def field(house: House) -> Field:
    look = house.premises.window.look()
    return field_of(house.conclusion, look.came, as_local, house.now)


@pytest.fixture
def rounds(house: House, line: Line) -> House:
    """Round 1 is in at all tables; table 1 has played round 2, ten minutes later."""
    for table, (board, ew) in {1: (1, 4), 2: (2, 5), 3: (3, 6)}.items():
        house.receives(f"OUT_T{table}.txt", line(table, board, table, ew))
    house.passes(minutes=10)
    house.receives("OUT_T1.txt", line(1, 1, 1, 4), line(1, 2, 1, 6))
    return house


def test_a_round_that_is_being_played_is_not_owed(rounds: House) -> None:
    now = field(rounds)
    assert now.owed == ()
    assert now.playing == (Playing("A", 2, results=2, tables=2),)
    assert now.later == 3


def test_it_is_owed_from_when_the_next_round_began(
    rounds: House, line: Line, evening: datetime
) -> None:
    rounds.passes(minutes=10)
    rounds.receives("OUT_T1.txt", line(1, 1, 1, 4), line(1, 2, 1, 6), line(1, 3, 1, 5))
    rounds.passes(minutes=7)
    since = evening + timedelta(minutes=20)
    assert field(rounds).owed == (
        Owed(since, "A", 2, 2, 2, 4, (3,)),
        Owed(since, "A", 2, 3, 3, 5, (1,)),
    )


def test_with_a_clock_it_is_owed_from_the_end_of_the_round(
    make_house: MakeHouse, line: Line, evening: datetime
) -> None:
    house = make_house(more=CLOCK)
    house.receives("OUT_T1.txt", line(1, 1, 1, 4))
    assert field(house).owed == ()
    house.passes(minutes=12)
    since = evening + timedelta(minutes=10)
    assert field(house).owed == (
        Owed(since, "A", 1, 2, 2, 5, (2,)),
        Owed(since, "A", 1, 3, 3, 6, (3,)),
    )


def test_with_a_clock_a_round_is_played_from_its_time_on(make_house: MakeHouse) -> None:
    house = make_house(more=CLOCK)
    assert field(house).playing == (Playing("A", 1, results=3, tables=3),)
    assert field(house).later == 6


def test_a_table_is_behind_those_in_the_middle(rounds: House, line: Line) -> None:
    rounds.receives("OUT_T2.txt", line(2, 2, 2, 5), line(2, 3, 2, 4))
    states = {one.table: one for one in field(rounds).tables}
    assert {table: (one.round, one.behind) for table, one in states.items()} == {
        1: (3, 0),
        2: (3, 0),
        3: (2, 1),
    }
    assert (states[1].came, states[1].expected, states[1].held) == (2, 3, 0)


def test_a_table_says_when_it_was_heard_last(rounds: House, evening: datetime) -> None:
    heard = {one.table: one.heard for one in field(rounds).tables}
    assert heard == {1: evening + timedelta(minutes=10), 2: evening, 3: evening}


def test_what_is_held_is_counted(conflict: House) -> None:
    assert [one.held for one in field(conflict).tables] == [1, 0, 0]


def test_the_page_says_so_in_words(rounds: House, line: Line, browser: Browser) -> None:
    rounds.passes(minutes=10)
    rounds.receives("OUT_T1.txt", line(1, 1, 1, 4), line(1, 2, 1, 6), line(1, 3, 1, 5))
    rounds.passes(minutes=67)
    page = browser.page()
    assert '<th scope="row" class="number">2</th><td class="number">2</td><td>board 3</td>' in page
    assert "<strong>1 h 07</strong>" in page
    assert "<strong>1 behind</strong>" not in page  # two of three are at round 2


def test_times_are_said_as_people_say_them(evening: datetime) -> None:
    now = evening + timedelta(hours=2, minutes=5)
    assert ago(evening, now) == "2 h 05 ago"
    assert ago(now - timedelta(minutes=12), now) == "12 min ago"
    assert ago(now - timedelta(seconds=59), now) == "just now"
    assert ago(now + timedelta(minutes=3), now) == "just now"
    assert ago(None, now) == ""
    assert span(now - timedelta(minutes=59, seconds=59), now) == "59 min"
    assert (clock_time(evening), clock_time(None)) == ("20:00", "")
