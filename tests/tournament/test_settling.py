"""What is offered to paste into the rulings file settles what it is offered for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.tournament.referee import read_awards
from daemon.tournament.results import OpenProblem, Status
from tests.tournament.conftest import Desk, key, line, text

PLAYED = (
    *("3NT,=,N,,400", "3NT,-1,N,,-50", "All Pass,,,,", "4♠,=,S,,420", "4♠,=,S,,590"),
    *(
        "60/40,,,,",
        "A+/A-,,,,",
        "NP,,,,",
        "ask me,,,,",
        "4?,=,N,,420",
        "4?,=,N,,421",
        "3NT,+7,N,,400",
    ),
    *("3NT,=,Q,,400", "8♠,=,S,,450", "4♠,=,S,,-420"),
)
# Planned ones, and such as are not in the plan, in one way or another.
PLACES = ((1, 1, 1, 2), (1, 1, 2, 1), (1, 1, 1, 3), (2, 1, 1, 2), (1, 3, 1, 3), (9, 9, 9, 8))
LINES = st.builds(
    lambda place, played: line(*place, played), st.sampled_from(PLACES), st.sampled_from(PLAYED)
)
FILES = st.dictionaries(
    st.sampled_from(["OUT_T1.txt", "OUT_1.txt", "OUT_T1 (1).txt"]),
    st.tuples(st.lists(LINES, max_size=5), st.booleans()),
    min_size=1,
)


SETTLED = {Status.SCORED, Status.ADJUSTED, Status.NOT_PLAYED}


def topic(one: OpenProblem) -> tuple[str, str | None, int | None, int | None, int | None]:
    return one.problem.code, one.problem.file, one.board, one.ns, one.ew


@given(files=FILES)
def test_a_ruling_that_is_offered_settles_the_problem_when_it_is_pasted(
    files: dict[str, tuple[list[str], bool]],
) -> None:
    desk = Desk()
    desk.plan()
    for number, (name, (lines, torn)) in enumerate(sorted(files.items())):
        content = text(*lines, device=f"device{number}")
        desk.out(name, content[:-2] if torn else content)
    done = desk.now.results.played
    for one in desk.problems:
        if one.ruling is None:
            # Nothing can be offered where nobody can tell which play it is, or nothing is held.
            assert one.board in {None, 9} or not one.problem.is_error
            continue
        desk.rule(one.ruling)
        assert desk.state.rulings.problems == ()
        assert topic(one) not in {topic(other) for other in desk.problems}
        if one.problem.is_error:
            assert desk.now.results.played >= done
        desk.rule()


@pytest.mark.parametrize(
    ("played", "offered"), [("All Pass,,,,0", "score = 0"), ("60/40,,,,0", "# an example")]
)
def test_no_score_is_offered_only_where_nobody_bid(played: str, offered: str) -> None:
    desk = Desk()
    desk.plan()
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, played).replace(",N,", ",Q,", 1)))
    (one,) = desk.problems
    assert one.problem.code == "seat"
    assert one.ruling is not None
    assert offered in one.ruling


def test_a_ruling_is_offered_for_the_section_that_it_is_about() -> None:
    desk = Desk()
    bodies = [f'name = "{name}"\nmovement = "small.asc"\nboards_per_round = 2' for name in "AB"]
    desk.plan(*bodies)
    desk.out("B/OUT_T1.txt", text(line(1, 1, 1, 2, "60/40,,,,")))
    (one,) = desk.problems
    assert one.ruling is not None
    desk.rule(one.ruling)
    assert desk.codes() == []
    assert desk.now.merged.verdicts[key(1, 1, 2, "B")].status is Status.ADJUSTED
    assert desk.now.merged.verdicts[key(1, 1, 2, "A")].status is Status.MISSING


def test_tablets_that_differ_beside_the_directors_words_are_chosen_between() -> None:
    desk = Desk()
    desk.plan()
    game, down = "3NT,=,N,,400", "3NT,-1,N,,-50"
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, game), line(1, 1, 2, 1, game), device="aaaa"))
    desk.out("OUT_1.txt", text(line(1, 1, 1, 2, down), device="bbbb"))
    desk.out("OUT_2.txt", text(line(1, 1, 1, 2, "ask me,,,,"), device="cccc"))
    ruling = desk.the_problem("pairs-swapped").ruling
    assert ruling is not None
    desk.rule(ruling)
    assert desk.codes() == []


def test_an_overruling_entry_may_stand_behind_the_slip_that_it_replaces() -> None:
    desk = Desk()
    desk.plan()
    slip = '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = "-1"\n'
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,400")))
    desk.rule(slip)
    (one,) = desk.problems
    assert one.ruling is not None
    desk.rule(slip, one.ruling)
    assert desk.codes() == ["rulings-twice"]
    assert desk.verdict(1, 1, 2).score == -50
    desk.rule(one.ruling)
    assert desk.codes() == []


def test_a_directors_score_is_read_in_the_ways_that_it_is_written() -> None:
    assert {written: read_awards(written) for written in ("60/40", "60% / 40 %", " 100/0 ")} == {
        "60/40": ("60%", "40%"),
        "60% / 40 %": ("60%", "40%"),
        " 100/0 ": ("100%", "0%"),
    }
    assert read_awards("a+ / a-") == ("A+", "A-")
    assert read_awards("A/A") == ("A", "A")
    for other in ("", "NP", "60", "101/40", "60/400", "A+/60", "60/40/20"):
        assert read_awards(other) is None
