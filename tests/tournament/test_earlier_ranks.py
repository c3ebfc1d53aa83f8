"""The small evening (see conftest); scores as NS see them, a top of 2 on each board.

After round 1 pairs 1 and 4 have 3 of 4, 2 and 3 have 1. After round 2 pair 4 has 6 of 8, 1 and 3
have 4, pair 2 has 2.
"""

from datetime import UTC, datetime

from msgspec.structs import replace

from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.earlier_ranks import earlier_rankings
from daemon.tournament.entry import FileReceived, RulingsRead, Started
from daemon.tournament.rounds_over import rounds_over
from daemon.tournament.state import State, step, step_at
from tests.tournament.conftest import EIGHT, Desk, line, text

ROUND_1 = (
    line(1, 1, 1, 2, "4S,=,N,H2,420"),
    line(2, 1, 3, 4, "2S,=,N,H2,110"),
    line(1, 2, 1, 2, "2S,=,N,H2,110"),
    line(2, 2, 3, 4, "2S,=,N,H2,110"),
)
ROUND_2 = (
    line(1, 3, 1, 3, "2S,-1,N,H2,-50"),
    line(2, 3, 4, 2, "2S,=,N,H2,110"),
    line(1, 4, 1, 3, "2S,=,N,H2,110"),
    line(2, 4, 4, 2, "2S,=,N,H2,110"),
)
ROUND_3 = (
    line(1, 5, 1, 4, "2S,=,N,H2,110"),
    line(2, 5, 2, 3, "2S,=,N,H2,110"),
    line(1, 6, 1, 4, "2S,=,N,H2,110"),
    line(2, 6, 2, 3, "2S,=,N,H2,110"),
)
AFTER_1 = {1: 1, 2: 3, 3: 3, 4: 1}
AFTER_2 = {1: 2, 2: 4, 3: 2, 4: 1}


def _told(desk: Desk, *lines: str) -> None:
    """Each table's file has these lines now."""
    for table in "12":
        own = [one for one in lines if one.startswith(f"{table},")]
        if own:
            desk.out(f"OUT_T{table}.txt", text(*own, device=f"tablet{table}"))


def _before(conclusion: Conclusion) -> dict[int, int | None]:
    (ranking,) = conclusion.results.rankings
    return {row.contestant: row.before for row in ranking.rows}


def _ranks(conclusion: Conclusion) -> dict[int, int | None]:
    (ranking,) = conclusion.results.rankings
    return {row.contestant: row.rank for row in ranking.rows}


def test_nobody_stood_anywhere_before_the_first_round_is_over(desk: Desk) -> None:
    _told(desk, *ROUND_1[:3])
    assert _before(desk.now) == {1: None, 2: None, 3: None, 4: None}
    assert desk.now.earlier is None


def test_when_a_round_is_over_nobody_has_moved_yet(desk: Desk) -> None:
    _told(desk, *ROUND_1)
    assert _ranks(desk.now) == _before(desk.now) == AFTER_1


def test_while_a_round_is_played_all_are_compared_with_the_end_of_the_one_before(
    desk: Desk,
) -> None:
    _told(desk, *ROUND_1, *ROUND_2[:2])
    assert _ranks(desk.now) != AFTER_1
    assert _before(desk.now) == AFTER_1


def test_at_the_end_the_last_round_is_what_everybody_has_moved_in(desk: Desk) -> None:
    _told(desk, *ROUND_1, *ROUND_2, *ROUND_3)
    assert desk.now.results.complete
    assert _before(desk.now) == AFTER_2


def test_a_correction_of_an_old_result_counts_for_then_as_well(desk: Desk) -> None:
    _told(desk, *ROUND_1, *ROUND_2, ROUND_3[0])
    assert _before(desk.now) == AFTER_2
    _told(desk, *ROUND_1, *ROUND_2, ROUND_3[0], line(1, 1, 1, 2, "4S,-1,N,H2,-50"))
    # Pair 1 has no longer beaten 3 on board 1 but lost: 1 and 4 change places with 2 and 3.
    assert _before(desk.now) == {1: 4, 2: 2, 3: 1, 4: 2}


def test_what_was_known_of_rounds_that_are_over_is_not_worked_out_again(desk: Desk) -> None:
    _told(desk, *ROUND_1, *ROUND_2)
    before = desk.now
    _told(desk, *ROUND_1, *ROUND_2, ROUND_3[0])
    after = conclude(desk.state, before)
    assert before.earlier is not None
    assert after.earlier is not None
    assert after.earlier.rankings is before.earlier.rankings
    assert after.results == desk.now.results


def test_it_is_worked_out_again_when_a_round_ends_or_an_old_result_changes(desk: Desk) -> None:
    _told(desk, *ROUND_1)
    first = desk.now
    _told(desk, *ROUND_1, *ROUND_2)
    second = conclude(desk.state, first)
    assert _before(second) == AFTER_2
    corrected = line(1, 1, 1, 2, "4S,-1,N,H2,-50")
    _told(desk, *ROUND_1, *ROUND_2, corrected)
    third = conclude(desk.state, second)
    assert third.results == desk.now.results
    assert _before(third) != AFTER_2


def test_what_was_the_same_by_then_is_not_ranked_again(desk: Desk) -> None:
    _told(desk, *ROUND_1, *ROUND_2)
    now = desk.now
    known = now.earlier
    assert known is not None
    rounds = rounds_over(now.results.travellers)
    other = replace(known, until={"A": 0})
    again = earlier_rankings(rounds, known.ruled, known.merged, other)
    assert again == known
    assert again is not None
    assert again.rankings is known.rankings


def test_the_results_know_when_the_last_file_or_ruling_came_in() -> None:
    nine = datetime(2026, 12, 1, 21, tzinfo=UTC)
    state = step_at(State(), Started("1"), nine, None)
    assert state.changed is None
    state = step_at(state, FileReceived("OUT_1.txt", EIGHT, b""), nine, None)
    assert state.changed == nine
    later = nine.replace(minute=5)
    state = step_at(state, RulingsRead("rulings.toml", ""), later, None)
    assert state.changed == later
    assert step(state, Started("1"), None).changed == later


def test_when_the_last_change_came_stands_in_the_results(desk: Desk) -> None:
    nine = datetime(2026, 12, 1, 21, tzinfo=UTC)
    received = FileReceived("OUT_T1.txt", EIGHT, text(ROUND_1[0]).encode())
    assert conclude(step_at(desk.state, received, nine, None)).results.changed == nine
