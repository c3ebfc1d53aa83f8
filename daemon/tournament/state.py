"""The state of an event: a fold over the facts of its ledger, one fact at a time."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.bridgesuite.envelope import Secret
from daemon.bridgesuite.record import Place
from daemon.problem import Problem, Severity, has_errors
from daemon.tournament.accepting import Accepted, accept
from daemon.tournament.collecting import history_path
from daemon.tournament.entry import (
    EarlierLines,
    Fact,
    FilePushed,
    FileReceived,
    PlanRead,
    ReportAnswered,
    RulingsRead,
)
from daemon.tournament.history import FileHistory, new_history, take
from daemon.tournament.keeping import keep_played
from daemon.tournament.plan import Plan
from daemon.tournament.planning import plan_of_texts
from daemon.tournament.reading import place_file, read_placed
from daemon.tournament.repeated import without_replays
from daemon.tournament.resolving import Resolved, resolve
from daemon.tournament.ruling_entry import AcceptEntry
from daemon.tournament.rulings import RulingsText, no_rulings, read_rulings
from daemon.tournament.sources import path_in_folder
from daemon.tournament.version import Earlier, Version, let_in, untold


class State(Struct, frozen=True):
    """Everything that the facts so far come to, before it is merged and scored.

    `last` is the newest version of an OUT file that was let in; `latest` the newest content of
    every file, let in or not. What files said before is in the ledger alone, so that a state grows
    with what is known and not with how often it was sent. `unplaced` and `stale` say why a file is
    not read.
    `plan_problems` are those of the newest plan, which is not `plan` when one is an error.
    `ruled` is what the rulings come to by the plan (None without one); `accepted` is what the
    director accepted of files, as it was then.
    `pushed` are the IN files that we wrote: path and SHA-256. `earlier` are the fingerprints of
    lines that earlier events brought. `answered` are the files for the federation's report that
    were dealt with, in order. `changed` is when the last file or ruling came in (None where nobody
    noted the time).
    """

    plan: Plan | None = None
    plan_read: PlanRead | None = None
    plan_problems: tuple[Problem, ...] = ()
    last: Version | None = None
    latest: Mapping[str, bytes] = field(default_factory=dict)
    histories: Mapping[str, FileHistory] = field(default_factory=dict)
    unplaced: Mapping[str, Problem] = field(default_factory=dict)
    stale: Mapping[str, Problem] = field(default_factory=dict)
    rulings: RulingsText = field(default_factory=no_rulings)
    ruled: Resolved | None = None
    accepted: Accepted = field(default_factory=dict)
    pushed: frozenset[tuple[str, str]] = frozenset()
    earlier: frozenset[str] = frozenset()
    answered: tuple[ReportAnswered, ...] = ()
    changed: datetime | None = None

    @property
    def received(self) -> int:
        """How many versions of OUT files were let in."""
        return 0 if self.last is None else self.last.order

    @property
    def plan_is_refused(self) -> bool:
        """Whether the newest plan has errors, so that an older one (or none) is in force."""
        return has_errors(self.plan_problems)


def fold(facts: Iterable[Fact], secret: Secret | None) -> State:
    """The state after all these facts."""
    state, before = State(), list[Fact]()
    for fact in facts:
        state = step(state, fact, secret, lambda: let_in((one, None) for one in before))
        before.append(fact)
    return state


def step_at(
    state: State, fact: Fact, at: datetime, secret: Secret | None, earlier: Earlier = untold
) -> State:
    """The state after one more fact, which was noted at this moment."""
    after = step(state, fact, secret, earlier, at)
    return replace(after, changed=at) if isinstance(fact, (FileReceived, RulingsRead)) else after


def step(
    state: State,
    fact: Fact,
    secret: Secret | None,
    earlier: Earlier = untold,
    at: datetime | None = None,
) -> State:
    """The state after one more fact; `at` is when it was noted, where that is known.

    `earlier` tells the versions that were let in before it: they are read again by a new plan.
    Raises EarlierVersionsError where that plan comes and nobody can tell them.
    """
    match fact:
        case PlanRead():
            return _ruled(_replan(state, fact, secret, earlier))
        case RulingsRead():
            return _ruled(replace(state, rulings=read_rulings(fact, state.rulings)))
        case FileReceived():
            received = _receive(state, fact, at, secret)
            return _ruled_after(received) if _asks_the_files(received.rulings) else received
        case FilePushed() | EarlierLines() | ReportAnswered():
            return _remember(state, fact)
        case _:
            return state


def _remember(state: State, fact: FilePushed | EarlierLines | ReportAnswered) -> State:
    """Keep what no result depends on, so that it is known again."""
    if isinstance(fact, FilePushed):
        return replace(state, pushed=state.pushed | {(fact.name, fact.sha256)})
    if isinstance(fact, EarlierLines):
        return replace(state, earlier=state.earlier | fact.lines)
    return replace(state, answered=(*state.answered, fact))


def _ruled(state: State) -> State:
    """Resolve the rulings anew; what was accepted of files stays, and no later version changes it.

    That is done when the plan or the rulings have changed, and for what came in only where the
    rulings ask for it.
    """
    if state.plan is None:
        return state
    ruled = resolve(state.rulings, state.plan, _said(state))
    accepted = accept(state.accepted, ruled, state.histories.values())
    return replace(state, ruled=ruled, accepted=accepted)


def _ruled_after(received: State) -> State:
    """Resolve the same rulings by the same plan after a file came in.

    What is the same as before stays the same object: then nothing that follows from it has to be
    worked out anew.
    """
    again = _ruled(received)
    return replace(
        again,
        ruled=received.ruled if again.ruled == received.ruled else again.ruled,
        accepted=received.accepted if again.accepted == received.accepted else again.accepted,
    )


def _asks_the_files(rulings: RulingsText) -> bool:
    return any(isinstance(entry, AcceptEntry) for entry in rulings.entries)


def _said(state: State) -> Callable[[str, Place], bool]:
    """Whether any file has a line for a section and place; the files are asked when it matters."""

    @lru_cache(maxsize=1)
    def places() -> frozenset[tuple[str, Place]]:
        return frozenset(
            (history.section, place)
            for history in state.histories.values()
            for _, place in history.records
        )

    return lambda section, place: (section, place) in places()


def _replan(state: State, fact: PlanRead, secret: Secret | None, earlier: Earlier) -> State:
    """Read the plan, then all files again under it: letters, folders and tables may differ.

    A plan with an error is left alone: the last good one stays. What was played by the plan
    before stays too, where the new one has room for it.
    """
    plan, problems = plan_of_texts(fact)
    if plan is None:
        return replace(state, plan_problems=(*problems, _refused(fact)))
    if state.plan is not None and state.ruled is not None:
        before = state.ruled
        ruled = (before.plan.by_key[key].as_scheduled for key in before.rulings.on_play)
        plan = keep_played(state.plan, plan, state.histories.values(), ruled)
    again = replace(
        state,
        plan=plan,
        plan_read=fact,
        plan_problems=problems,
        last=None,
        histories={},
        unplaced={},
    )
    if state.last is not None:
        for received, at in earlier():
            again = _take(again, received, at, plan, secret)
    return again


def _refused(fact: PlanRead) -> Problem:
    return Problem(
        Severity.ERROR,
        "plan-refused",
        "the plan that was read last cannot be used, and the one before it stays in force: mend "
        "its errors",
        fact.configuration,
    )


def _receive(state: State, fact: FileReceived, at: datetime | None, secret: Secret | None) -> State:
    latest = {**state.latest, fact.name: fact.content}
    if fact.stale is not None:
        message = (
            f"{fact.stale}; it is read when its tablet writes it anew, or after a start with "
            f"--stale take"
        )
        problem = Problem(Severity.WARNING, "out-stale", message, fact.name)
        return replace(state, latest=latest, stale={**state.stale, fact.name: problem})
    stale = {name: problem for name, problem in state.stale.items() if name != fact.name}
    state = replace(state, latest=latest, stale=stale)
    if state.plan is None:
        return replace(state, last=_version(state, fact, at))
    return _take(state, fact, at, state.plan, secret)


def _version(state: State, fact: FileReceived, at: datetime | None) -> Version:
    return Version(state.received + 1, fact.modified, at)


def _take(
    state: State, fact: FileReceived, at: datetime | None, plan: Plan, secret: Secret | None
) -> State:
    """Read a version that was let in."""
    version = _version(state, fact, at)
    state = replace(state, last=version)
    placed = place_file(fact.name, plan)
    if isinstance(placed, Problem):
        return replace(state, unplaced={**state.unplaced, fact.name: placed})
    if placed is None:
        return state
    known = state.histories.get(path_in_folder(fact.name))
    lines = () if known is None else known.newest
    reading = read_placed(placed, fact.name, fact.content, plan, secret, lines)
    reading = without_replays(fact.name, reading, state.earlier)
    path = history_path(fact.name, reading, state.histories)
    if path is None:
        return state
    before = state.histories.get(path) or new_history(path, reading.section, reading.out)
    after = take(before, reading, version)
    return replace(state, histories={**state.histories, path: after})
