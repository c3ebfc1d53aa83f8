"""Every open problem of plan, files and results, with the board it is about where known."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from daemon.problem import Problem, Severity, Span
from daemon.tournament.file_findings import file_problems
from daemon.tournament.gathering import Change, Claim
from daemon.tournament.matching import Stray
from daemon.tournament.merge import Merged
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.results import OpenProblem
from daemon.tournament.ruling import NotPlayedRuling
from daemon.tournament.settling import (
    ruling_for_change,
    ruling_for_conflict,
    ruling_for_held,
    ruling_for_stray,
)
from daemon.tournament.state import State
from daemon.tournament.verdict import Verdict
from daemon.tournament.wording import result_words, signed


def open_problems(state: State, merged: Merged) -> tuple[OpenProblem, ...]:
    """Everything that somebody should look at: files first, then the plays in order of play."""
    late = _late_changes(merged)
    vanished = defaultdict(list)
    for path, play in merged.vanished:
        vanished[play.key].append(path)
    found = [
        *(OpenProblem(problem) for problem in state.plan_problems if state.plan_is_refused),
        *(OpenProblem(problem) for _, problem in sorted(state.unplaced.items())),
        *(OpenProblem(problem) for _, problem in sorted(state.stale.items())),
        *file_problems([state.histories[path] for path in sorted(state.histories)]),
        *(_of_stray(stray, merged.verdicts) for stray in merged.strays),
    ]
    for key, verdict in merged.verdicts.items():
        found += _of_verdict(verdict, late.get(key, ()), vanished.get(key, ()))
    return tuple(found)


def _of_stray(stray: Stray, verdicts: Mapping[PlayKey, Verdict]) -> OpenProblem:
    place, ruling = stray.place, None
    if place is None:
        return OpenProblem(stray.problem, stray.section)
    if stray.play is not None:
        ruling = ruling_for_stray(verdicts[stray.play.key], stray)
    return OpenProblem(stray.problem, stray.section, place.board, place.ns, place.ew, ruling)


def _of_verdict(
    verdict: Verdict, late: Sequence[Change], vanished: Sequence[str]
) -> Iterator[OpenProblem]:
    """What is open about a play: nothing, once the director has ruled on it."""
    play = verdict.play
    if verdict.is_ruled:
        if isinstance(verdict.ruling, NotPlayedRuling) and verdict.claims:
            yield _about(play, _played_after_all(verdict))
        return
    for held in verdict.held:
        yield _about(play, held.line.problem, ruling_for_held(verdict, held.line))
    for claim in verdict.claims:
        for problem in claim.record.problems:
            yield _about(play, problem)
    if verdict.conflict:
        yield _about(play, _conflict(verdict), ruling_for_conflict(verdict))
    for change in late:
        yield _about(play, _late_correction(change), ruling_for_change(verdict, change))
    for path in vanished:
        yield _about(play, _vanished(path, play))


def _conflict(verdict: Verdict) -> Problem:
    said = [_says(claim) for claim in verdict.claims]
    until = "the tablets agree or the director rules; ask the table"
    if verdict.ruling is not None:
        said.append(f"the ruling says {verdict.ruling.words}")
        until = "they agree; ask the table, and overrule the tablets with [[assigned]]"
    return _at_claim(
        verdict.claims[0],
        Severity.ERROR,
        "result-conflict",
        f"{verdict.play}: {'; '.join(said)}; it counts for nobody until {until}",
    )


def _played_after_all(verdict: Verdict) -> Problem:
    said = "; ".join(_says(claim) for claim in verdict.claims)
    return _at_claim(
        verdict.claims[0],
        Severity.WARNING,
        "played-after-all",
        f"{verdict.play}: it was ruled not played, and {said}; it counts for nobody; if they did "
        f"play it, take the ruling out",
    )


def _says(claim: Claim) -> str:
    device = f" (device {claim.device})" if claim.device else ""
    return f"{claim.path}{device} says {result_words(claim.record.outcome, claim.record.ns_score)}"


def _at_claim(claim: Claim, severity: Severity, code: str, message: str) -> Problem:
    record = claim.record
    span = Span(record.line, 1, len(record.text))
    return Problem(severity, code, message, claim.path, span, record.text)


def _late_changes(merged: Merged) -> Mapping[PlayKey, Sequence[Change]]:
    """What became of each play when its opponents had gone, one change for each device of a file.

    A result that was put back to what it had been is none.
    """
    spans: dict[tuple[str, str, PlayKey], tuple[Change, Change]] = {}
    for change in merged.changes:
        about = (change.path, change.device, change.play.key)
        if about in spans or change.late:
            first, _ = spans.get(about, (change, change))
            spans[about] = (first, change)
    late = defaultdict(list)
    for first, last in spans.values():
        if first.old.outcome != last.new.outcome:
            net = Change(last.path, last.device, last.play, first.old, last.new, late=True)
            late[last.play.key].append(net)
    return late


def _late_correction(change: Change) -> Problem:
    old, new = change.old, change.new
    return Problem(
        Severity.WARNING,
        "late-correction",
        f"{change.play}: changed from {old.outcome} ({signed(old.ns_score)}) to {new.outcome} "
        f"({signed(new.ns_score)}) when the next round had begun; it is taken; ask both pairs "
        f"whether they agree: the ruling confirms it, and [[assigned]] puts the old result back",
        change.path,
        Span(new.line),
        new.text,
    )


def _vanished(path: str, play: Play) -> Problem:
    return Problem(
        Severity.WARNING,
        "result-vanished",
        f"{play}: the newest version of this file has no result any more; the last one is kept; "
        f"was the tablet reset?",
        path,
    )


def _about(play: Play, problem: Problem, ruling: str | None = None) -> OpenProblem:
    return OpenProblem(problem, play.section, play.board, play.ns, play.ew, ruling)
