"""State before, state after -> what to tell the director.

Every `Told` becomes one line of the log; its event is one of the catalogue's.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from daemon.problem import Severity
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.merge import Change, Verdict
from daemon.tournament.progress import current_round
from daemon.tournament.results import OpenProblem, Status

Value = str | int | None


class Level(StrEnum):
    """How loud to tell it."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Told:
    """Something to tell: an event of the catalogue, a sentence for people, and fields."""

    event: str
    text: str
    level: Level = Level.INFO
    fields: tuple[tuple[str, Value], ...] = field(default=())


_OWN_EVENT = {
    "out-unreadable": "out.unreadable",
    "out-stale": "out.stale",
    "device-changed": "device.changed",
    "result-conflict": "result.conflict",
}
# Told as what happened to the result, not as one more problem.
_TOLD_AS_CHANGE = frozenset({"late-correction"})


def story(before: Conclusion | None, after: Conclusion) -> tuple[Told, ...]:
    """What has happened between two conclusions, in an order that reads well."""
    return (
        *_plan(before, after),
        *_rounds(before, after),
        *_rulings(before, after),
        *_results(before, after),
        *_changes(before, after),
        *_problems(before, after),
    )


def _plan(before: Conclusion | None, after: Conclusion) -> Iterator[Told]:
    if before is not None and before.state.plan_read != after.state.plan_read:
        expected = len(after.plan.plays)
        yield Told(
            "plan.changed",
            f"the plan was read again: {expected} results are expected now",
            Level.WARNING,
            (("expected", expected),),
        )


def _rounds(before: Conclusion | None, after: Conclusion) -> Iterator[Told]:
    """The rounds that began: something came in for them."""
    for section in after.plan.sections:
        now = current_round(after, section.name)
        known = any(plan.name == section.name for plan in before.plan.sections) if before else False
        then = current_round(before, section.name) if before and known else 1
        if now > then:
            yield Told(
                "round.started",
                f"section {section.name}: the first result of round {now} came in",
                fields=(("section", section.name), ("round", now)),
            )


def _rulings(before: Conclusion | None, after: Conclusion) -> Iterator[Told]:
    for key, verdict in after.merged.verdicts.items():
        old = before.merged.verdicts.get(key) if before else None
        previous = old.ruling if old else None
        if verdict.ruling == previous:
            continue
        if verdict.ruling is None and previous is not None:
            yield Told(
                "ruling.withdrawn",
                f"{verdict.play}: the ruling ({previous.words}) was taken out; {_now(verdict)}",
                fields=_subject(verdict),
            )
        elif verdict.ruling is not None:
            reason = f", because: {verdict.ruling.reason}" if verdict.ruling.reason else ""
            yield Told(
                "ruling.applied",
                f"{verdict.play}: ruled {verdict.ruling.words}{reason}",
                fields=_subject(verdict),
            )


def _results(before: Conclusion | None, after: Conclusion) -> Iterator[Told]:
    for key, verdict in after.merged.verdicts.items():
        old = before.merged.verdicts.get(key) if before else None
        if verdict.status is not Status.SCORED or (old and old.status is Status.SCORED):
            continue
        if not verdict.claims:
            continue  # the ruling alone: it has been told
        settled = old is not None and old.status is Status.HELD
        yield Told(
            "result.settled" if settled else "result.entered",
            f"{verdict.play}: {_now(verdict)}",
            fields=(
                *_subject(verdict),
                ("contract", str(verdict.outcome)),
                ("score", verdict.score),
                ("source", ", ".join(verdict.sources)),
            ),
        )


def _now(verdict: Verdict) -> str:
    if verdict.status is Status.SCORED:
        return f"{verdict.outcome}, NS {verdict.score:+}"
    return f"it is {verdict.status} now"


def _changes(before: Conclusion | None, after: Conclusion) -> Iterator[Told]:
    known = set(before.merged.changes) if before else set()
    for change in after.merged.changes:
        if change not in known:
            yield _change(change)


def _change(change: Change) -> Told:
    old, new = change.old, change.new
    when = " (the next round had begun)" if change.late else ""
    return Told(
        "result.corrected",
        f"{change.play}: {old.outcome} ({old.ns_score:+}) became {new.outcome} "
        f"({new.ns_score:+}){when}",
        Level.WARNING if change.late else Level.INFO,
        (
            ("section", change.play.section),
            ("board", change.play.board),
            ("ns", change.play.ns),
            ("ew", change.play.ew),
            ("old", str(old.outcome)),
            ("new", str(new.outcome)),
            ("old_score", old.ns_score),
            ("new_score", new.ns_score),
            ("source", change.path),
            ("device", change.device or None),
        ),
    )


def _problems(before: Conclusion | None, after: Conclusion) -> Iterator[Told]:
    known = {one.problem: one for one in before.results.problems} if before else {}
    now = {one.problem: one for one in after.results.problems}
    for problem, one in now.items():
        if problem not in known and problem.code not in _TOLD_AS_CHANGE:
            yield _opened(one)
    for problem, one in known.items():
        if problem not in now:
            yield Told(
                "problem.settled",
                f"settled: {problem.message}",
                fields=(("code", problem.code), ("file", problem.file), *_about(one)),
            )


def _opened(one: OpenProblem) -> Told:
    problem = one.problem
    event = _OWN_EVENT.get(problem.code)
    if event is None:
        event = "result.held" if problem.is_error and one.board is not None else "problem.found"
    return Told(
        event,
        problem.message,
        Level.ERROR if problem.severity is Severity.ERROR else Level.WARNING,
        (
            ("code", problem.code),
            ("file", problem.file),
            ("line", problem.span.line if problem.span else None),
            *_about(one),
            ("ruling", one.ruling),
        ),
    )


def _about(one: OpenProblem) -> tuple[tuple[str, Value], ...]:
    return (("section", one.section), ("board", one.board), ("ns", one.ns), ("ew", one.ew))


def _subject(verdict: Verdict) -> tuple[tuple[str, Value], ...]:
    play = verdict.play
    return (
        ("section", play.section),
        ("round", play.round),
        ("table", play.table),
        ("board", play.board),
        ("ns", play.ns),
        ("ew", play.ew),
    )
