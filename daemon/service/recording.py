"""Which of the facts that came in the ledger does not hold yet."""

from collections.abc import Iterable, Iterator

from daemon.tournament.entry import (
    FilePushed,
    FileReceived,
    PlanRead,
    ReportAnswered,
    RulingsRead,
)
from daemon.tournament.state import State

Recorded = FileReceived | RulingsRead | PlanRead | FilePushed | ReportAnswered
"""What comes in while the daemon runs, and is written down."""


def new_facts(
    state: State, waiting: Iterable[Recorded], facts: Iterable[Recorded]
) -> Iterator[Recorded]:
    """Those of the facts that say something new.

    `state` is what the ledger holds, `waiting` what could not be written down yet.
    """
    latest = {_subject(fact): fact for fact in waiting}
    for fact in facts:
        before = latest.get(_subject(fact))
        known = _held(state, fact) if before is None else _said(before) == _said(fact)
        if not known:
            latest[_subject(fact)] = fact
            yield fact


def _subject(fact: Recorded) -> tuple[object, ...]:
    """What a fact is about: a later one about the same takes its place."""
    match fact:
        case FileReceived():
            return FileReceived, fact.name
        case FilePushed():
            return FilePushed, fact.name, fact.sha256
        case ReportAnswered():
            return ReportAnswered, fact.name, fact.sha256
        case _:
            return (type(fact),)


def _said(fact: Recorded) -> object:
    """What a fact says about its subject."""
    match fact:
        case FileReceived():
            return fact.content, fact.stale is None
        case RulingsRead():
            return fact.text
        case _:
            return fact


def _held(state: State, fact: Recorded) -> bool:
    """Whether the ledger says this already."""
    match fact:
        case FileReceived():
            let_in_now = fact.name in state.stale and fact.stale is None
            return state.latest.get(fact.name) == fact.content and not let_in_now
        case RulingsRead():
            return fact.text == state.rulings.text
        case PlanRead():
            return fact == state.plan_read
        case FilePushed():
            return (fact.name, fact.sha256) in state.pushed
        case ReportAnswered():
            return fact in state.answered
