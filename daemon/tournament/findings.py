"""Every open problem of plan, files and results, with the board it is about where known."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.problem import Problem, Severity, Span
from daemon.settings.model import OnLateCorrection, ResultRules
from daemon.tournament.claim import Change, Claim
from daemon.tournament.file_findings import (
    identity_of_file,
    problems_among_files,
    problems_of_file,
)
from daemon.tournament.gathering import Gathered
from daemon.tournament.late import LATE_CORRECTION
from daemon.tournament.matching import Stray
from daemon.tournament.merge import Merged
from daemon.tournament.plan import Plan
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.results import OpenProblem, Status
from daemon.tournament.ruling import NotPlayedRuling, Ruling
from daemon.tournament.settling import (
    acknowledge,
    acknowledge_file,
    ruling_for_change,
    ruling_for_conflict,
    ruling_for_held,
    ruling_for_stray,
)
from daemon.tournament.state import State
from daemon.tournament.verdict import Verdict
from daemon.tournament.wording import result_words, signed


class Findings(Struct, frozen=True):
    """Everything that somebody should look at.

    `problems` are those of files first, then those of plays in the order of play. The rest is what
    they are put together from: `merged`, the problems of each file and of the plays that have
    some, and the problems among files.
    """

    problems: tuple[OpenProblem, ...] = ()
    merged: Merged = field(default_factory=Merged)
    of_files: Mapping[str, tuple[OpenProblem, ...]] = field(default_factory=dict)
    of_plays: Mapping[PlayKey, tuple[OpenProblem, ...]] = field(default_factory=dict)
    among_files: tuple[OpenProblem, ...] = ()


_NONE_YET = Findings()


def find(state: State, plan: Plan, merged: Merged, before: Findings = _NONE_YET) -> Findings:
    """Look for everything that is odd.

    `before` is what was found earlier: what it has of files and plays about which nothing is new
    is taken from there. The result is the same without it.
    """
    if not merged.gathered.goes_on_from(before.merged.gathered):
        before = _NONE_YET
    among = before.among_files
    if not _are_same_files(merged, before.merged):
        histories = [state.histories[path] for path in merged.gathered.files]
        among = tuple(map(_with_entry, problems_among_files(histories)))
    of_files = _of_files(state, plan, merged, before)
    of_plays = _of_plays(plan, merged, before)
    problems = (
        *(OpenProblem(problem) for problem in state.plan_problems if state.plan_is_refused),
        *(OpenProblem(problem) for _, problem in sorted(state.unplaced.items())),
        *(OpenProblem(problem) for _, problem in sorted(state.stale.items())),
        *chain.from_iterable(of_files.values()),
        *among,
        *(_of_stray(stray, merged.verdicts) for stray in merged.strays),
        *chain.from_iterable(of_plays[key] for key in sorted(of_plays, key=plan.turn.__getitem__)),
    )
    return Findings(problems, merged, of_files, of_plays, among)


def _are_same_files(merged: Merged, before: Merged) -> bool:
    """Whether the files are those of before, from the same devices; only lines may be new."""
    now, then = merged.gathered, before.gathered
    return now.files.keys() == then.files.keys() and all(
        _identity(now, path) == _identity(then, path) for path in now.files_since(then)
    )


def _identity(gathered: Gathered, path: str) -> object:
    history = gathered.files[path].history
    return None if history is None else identity_of_file(history)


def _of_files(
    state: State, plan: Plan, merged: Merged, before: Findings
) -> Mapping[str, tuple[OpenProblem, ...]]:
    """The problems of each file by itself, by path."""
    files, bound = merged.gathered.files, plan.settings.devices
    anew = {
        path: tuple(map(_with_entry, problems_of_file(state.histories[path], bound)))
        for path in merged.gathered.files_since(before.merged.gathered)
    }
    of_files = {**before.of_files, **anew}
    if before.of_files.keys() == files.keys():
        return of_files
    return {path: of_files[path] for path in files}


def _of_plays(
    plan: Plan, merged: Merged, before: Findings
) -> Mapping[PlayKey, tuple[OpenProblem, ...]]:
    """The problems of each play that has any."""
    rules = plan.settings.results
    vanished = defaultdict(list)
    for path, play in merged.vanished:
        vanished[play.key].append(path)
    of_plays = dict(before.of_plays)
    for key in merged.news_since(before.merged):
        of_plays.pop(key, None)
        late = merged.late.get(key, ())
        found = tuple(_of_verdict(merged.verdicts[key], late, vanished.get(key, ()), rules))
        if found:
            of_plays[key] = found
    return of_plays


def _with_entry(one: OpenProblem) -> OpenProblem:
    """A warning about a file with the entry that says it was seen."""
    problem = one.problem
    if problem.is_error or problem.file is None:
        return one
    return replace(one, ruling=acknowledge_file(problem.code, problem.file, one.device))


def _of_stray(stray: Stray, verdicts: Mapping[PlayKey, Verdict]) -> OpenProblem:
    place = stray.place
    if place is None:
        return OpenProblem(stray.problem, stray.section)
    verdict = None if stray.play is None else verdicts[stray.play.key]
    open_plays = tuple(
        play for play in stray.candidates if verdicts[play.key].status is Status.MISSING
    )
    ruling = ruling_for_stray(verdict, stray, place, open_plays) or None
    return OpenProblem(stray.problem, stray.section, place.board, place.ns, place.ew, ruling)


def _of_verdict(
    verdict: Verdict, late: Sequence[Change], vanished: Sequence[str], rules: ResultRules
) -> Iterator[OpenProblem]:
    """What is open about a play: nothing, once the director has ruled on it."""
    play = verdict.play
    if verdict.is_ruled:
        if isinstance(verdict.ruling, NotPlayedRuling) and verdict.claims:
            yield _seen(play, _played_after_all(verdict))
        return
    yield from _of_held(verdict)
    for claim in verdict.claims:
        for problem in claim.record.problems:
            yield _seen(play, problem)
    if verdict.conflict:
        yield _about(play, _conflict(verdict), ruling_for_conflict(verdict))
    elif verdict.settled_by is not None:
        yield _about(play, _chosen(verdict), ruling_for_conflict(verdict))
    for change in late:
        yield _about(play, _late_correction(change, rules), ruling_for_change(verdict, change))
    for path in vanished:
        yield _seen(play, _vanished(path, play))


def _of_held(verdict: Verdict) -> Iterator[OpenProblem]:
    for held in verdict.held:
        problem = held.line.problem
        if verdict.from_tablet and verdict.ruling is not None:
            problem = replace(problem, message=_read_as(verdict, verdict.ruling))
        yield _about(verdict.play, problem, ruling_for_held(verdict, held.line))


def _read_as(verdict: Verdict, ruling: Ruling) -> str:
    """That an award in a tablet counts, by `results.referee_scores = "read"`."""
    return (
        f"{verdict.play}: the director's words in the tablet count as {ruling.words}; the entry "
        f"confirms it, and another one takes its place"
    )


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


def _chosen(verdict: Verdict) -> Problem:
    """Sources differ, and the configuration says which one counts."""
    said = "; ".join(_says(claim) for claim in verdict.claims)
    counts = result_words(verdict.outcome, verdict.score or 0)
    return _at_claim(
        verdict.claims[0],
        Severity.WARNING,
        "result-conflict",
        f'{verdict.play}: {said}; {counts} counts, by results.conflict = "{verdict.settled_by}"; '
        f"ask the table",
    )


def _late_correction(change: Change, rules: ResultRules) -> Problem:
    old, new = change.old, change.new
    stands = "it is taken; ask both pairs whether they agree: the entry says that it was seen"
    if rules.late_correction is OnLateCorrection.HOLD:
        stands = "it counts for nobody until the director rules: the entry says that it is right"
    return Problem(
        Severity.WARNING,
        LATE_CORRECTION,
        f"{change.play}: changed from {old.outcome} ({signed(old.ns_score)}) to {new.outcome} "
        f"({signed(new.ns_score)}) when the next round had begun; {stands}, and [[assigned]] puts "
        f"the old result back",
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


def _seen(play: Play, problem: Problem) -> OpenProblem:
    """A warning that asks for no more than a look."""
    return _about(play, problem, acknowledge(problem.code, play))


def _about(play: Play, problem: Problem, ruling: str | None = None) -> OpenProblem:
    return OpenProblem(problem, play.section, play.board, play.ns, play.ew, ruling)
