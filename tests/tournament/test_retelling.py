"""A ledger that is told again: the same state as from facts that somebody kept."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.tournament.conclusion import conclude
from daemon.tournament.entry import Entry, Fact, FileReceived, PlanRead, RulingsRead
from daemon.tournament.retelling import retell, versions
from daemon.tournament.state import State, step_at
from daemon.tournament.version import Version, let_in
from tests.tournament.conftest import (
    DAY,
    EIGHT,
    MOVEMENTS,
    SECTION,
    configuration,
    line,
    text,
)

GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
DOWN = line(1, 1, 1, 2, "3NT,-1,N,,-50")
SPADES = line(2, 1, 3, 4, "4P,=,N,,420")


def plan(section: str = SECTION) -> PlanRead:
    texts = {**MOVEMENTS, "tournament.toml": configuration(section)}
    return PlanRead("tournament.toml", tuple(texts.items()))


def received(name: str, content: str, stale: str | None = None) -> FileReceived:
    return FileReceived(name, EIGHT - timedelta(minutes=1), content.encode(), stale)


def entries(facts: Sequence[Fact]) -> list[Entry]:
    """A ledger of these facts, one a minute."""
    return [
        Entry(sequence, EIGHT + timedelta(minutes=sequence), f"{DAY} Trial", "local", fact)
        for sequence, fact in enumerate(facts, 1)
    ]


FACTS: Sequence[Fact] = (
    plan(),
    received("OUT_T1.txt", text(GAME)),
    received("OUT_T1.txt", text(GAME, DOWN)),
    received("OUT_T2.txt", text(SPADES)),
    received("OUT_T2.txt", text(SPADES), "it is old"),
    RulingsRead("rulings.toml", f"event = {DAY}\n[[not_played]]\nboard = 5\nns = 1\n"),
    plan(f'{SECTION}\nletters = "italian"'),
    plan(SECTION.replace("small.asc", "changed.asc")),
    plan(f"{SECTION}\nabsent = [9]"),
)


@settings(max_examples=25)
@given(facts=st.permutations(FACTS))
def test_after_every_entry_the_state_is_that_of_facts_that_were_kept(facts: list[Fact]) -> None:
    told = entries(facts)
    state, noted = State(), [(one.fact, one.at) for one in told]
    for number, (entry, after) in enumerate(retell(lambda: told, None)):
        state = step_at(state, entry.fact, entry.at, None, partial(let_in, noted[:number]))
        assert after == state


def test_entries_that_come_while_it_is_told_belong_to_no_plan_before_them() -> None:
    """The daemon goes on writing while somebody asks for the standings."""
    told = entries([plan(), received("OUT_T1.txt", text(GAME)), plan(f"{SECTION}\nabsent = []")])
    later = entries([*(one.fact for one in told), received("OUT_T1.txt", text(GAME, DOWN))])
    reading = iter([told])
    *_, (_, state) = retell(lambda: next(reading, later), None)
    assert state.received == 1
    assert conclude(state).merged.changes == ()


def test_a_version_is_known_by_its_place_and_its_times_also_after_a_new_plan() -> None:
    told = entries([*FACTS[:3], plan(f'{SECTION}\nletters = "italian"')])
    *_, (_, state) = retell(lambda: told, None)
    first, second = (
        Version(order, EIGHT - timedelta(minutes=1), EIGHT + timedelta(minutes=order + 1))
        for order in (1, 2)
    )
    assert state.last == second
    history = state.histories["OUT_T1.txt"]
    assert (tuple(history.versions.values()), history.last) == ((second,), second)
    assert first not in history.versions.values()


def test_what_was_set_aside_is_no_version() -> None:
    told = entries(FACTS)
    assert [(fact.name, at) for fact, at in versions(told)] == [
        (fact.name, EIGHT + timedelta(minutes=minutes))
        for fact, minutes in ((FACTS[1], 2), (FACTS[2], 3), (FACTS[3], 4))
        if isinstance(fact, FileReceived)
    ]
