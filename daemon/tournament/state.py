"""The state of an event: a fold over the facts of its ledger, one fact at a time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from daemon.bridgesuite.envelope import Secret
from daemon.problem import Problem, Severity, Source
from daemon.tournament.entry import Fact, FilePushed, FileReceived, PlanRead, RulingsRead
from daemon.tournament.history import FileHistory, new_history, take
from daemon.tournament.plan import Plan
from daemon.tournament.planning import make_plan
from daemon.tournament.reading import read_version
from daemon.tournament.rulings import RulingsText, no_rulings, read_rulings


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the facts so far come to, before it is merged and scored.

    `received` are all versions of OUT files that were let in, in order; `latest` the newest
    content of every file, let in or not. `unplaced` and `stale` say why a file is not read.
    `pushed` are the IN files that we wrote: path and SHA-256.
    """

    plan: Plan | None = None
    plan_read: PlanRead | None = None
    plan_problems: tuple[Problem, ...] = ()
    received: tuple[FileReceived, ...] = ()
    latest: Mapping[str, bytes] = field(default_factory=dict)
    histories: Mapping[str, FileHistory] = field(default_factory=dict)
    unplaced: Mapping[str, Problem] = field(default_factory=dict)
    stale: Mapping[str, Problem] = field(default_factory=dict)
    rulings: RulingsText = field(default_factory=no_rulings)
    pushed: frozenset[tuple[str, str]] = frozenset()


def fold(facts: Iterable[Fact], secret: Secret | None) -> State:
    """The state after all these facts."""
    state = State()
    for fact in facts:
        state = step(state, fact, secret)
    return state


def step(state: State, fact: Fact, secret: Secret | None) -> State:
    """The state after one more fact."""
    match fact:
        case PlanRead():
            return _replan(state, fact, secret)
        case RulingsRead():
            return replace(state, rulings=read_rulings(fact, state.rulings))
        case FileReceived():
            return _receive(state, fact, secret)
        case FilePushed():
            return replace(state, pushed=state.pushed | {(fact.name, fact.sha256)})
        case _:
            return state


def _replan(state: State, fact: PlanRead, secret: Secret | None) -> State:
    """Read the plan, then all files again under it: letters, folders and tables may differ.

    A plan with an error is left alone: the last good one stays.
    """
    texts = dict(fact.texts)
    configuration = Source(fact.configuration, texts[fact.configuration])
    plan, problems = make_plan(configuration, texts)
    if plan is None:
        return replace(state, plan_problems=problems)
    again = replace(
        state,
        plan=plan,
        plan_read=fact,
        plan_problems=problems,
        received=(),
        histories={},
        unplaced={},
    )
    for received in state.received:
        again = _receive(again, received, secret)
    return again


def _receive(state: State, fact: FileReceived, secret: Secret | None) -> State:
    latest = {**state.latest, fact.name: fact.content}
    if fact.stale is not None:
        problem = Problem(Severity.WARNING, "out-stale", fact.stale, fact.name)
        return replace(state, latest=latest, stale={**state.stale, fact.name: problem})
    state = replace(
        state,
        latest=latest,
        received=(*state.received, fact),
        stale={name: problem for name, problem in state.stale.items() if name != fact.name},
    )
    if state.plan is None:
        return state
    reading = read_version(fact.name, fact.content, state.plan, secret)
    if reading is None:
        return state
    if reading.section is None or reading.out is None:
        if reading.problem is None:
            return state
        return replace(state, unplaced={**state.unplaced, fact.name: reading.problem})
    before = state.histories.get(fact.name) or new_history(fact.name, reading.section, reading.out)
    return replace(state, histories={**state.histories, fact.name: take(before, reading)})
