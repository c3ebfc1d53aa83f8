"""Every open problem of files and results, with the board it is about where that is known."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from daemon.bridgesuite.record import HeldLine
from daemon.problem import Problem, Severity, Span
from daemon.tournament.history import UNKNOWN_DEVICE, FileHistory
from daemon.tournament.merge import Change, Claim, Merged, Verdict
from daemon.tournament.play import Play
from daemon.tournament.results import OpenProblem
from daemon.tournament.settling import ruling_for_conflict, ruling_for_held
from daemon.tournament.state import State


def open_problems(state: State, merged: Merged) -> tuple[OpenProblem, ...]:
    """All errors and warnings about OUT files and results, files first, then by board."""
    found = [
        *(OpenProblem(problem) for _, problem in sorted(state.unplaced.items())),
        *(OpenProblem(problem) for _, problem in sorted(state.stale.items())),
        *_of_files(state),
        *_of_strays(merged),
        *(problem for verdict in merged.verdicts.values() for problem in _of_verdict(verdict)),
        *_late(merged),
        *_vanished(merged),
    ]
    return tuple(one for one in found if one.problem.severity is not Severity.NOTE)


def _of_files(state: State) -> Iterator[OpenProblem]:
    histories = [state.histories[path] for path in sorted(state.histories)]
    for history in histories:
        for problem in history.problems:
            yield OpenProblem(problem, history.section)
        if history.out.conflicted:
            yield _warn(
                history,
                "out-conflicted-copy",
                f"the sync client made this copy beside {_original(history)} because two sides "
                f"changed it; it is read as a further source; look that the tablet is in step, "
                f"then delete the copy",
            )
        if len(history.devices) > 1:
            old, new = history.devices[-2:]
            yield _warn(
                history,
                "device-changed",
                f"another device writes this file now: {new}, before it {old}; "
                f"what the old one entered is kept; ask whether a tablet was replaced",
            )
    yield from _both_forms(histories)
    yield from _shared_devices(histories)


def _warn(history: FileHistory, code: str, message: str) -> OpenProblem:
    return OpenProblem(Problem(Severity.WARNING, code, message, history.path), history.section)


def _original(history: FileHistory) -> str:
    return history.out.file.out_name(encrypted=history.out.encrypted)


def _both_forms(histories: list[FileHistory]) -> Iterator[OpenProblem]:
    forms = defaultdict(list)
    for history in histories:
        if not history.out.conflicted:
            forms[(history.section, history.out.file)].append(history)
    for same in forms.values():
        if len({history.out.encrypted for history in same}) > 1:
            names = " and ".join(history.path for history in same)
            yield _warn(
                same[0],
                "out-both-forms",
                f"{names} are the clear and the encrypted form of one file; both are read; "
                f"a tablet's encryption was switched during play: settle on one",
            )


def _shared_devices(histories: list[FileHistory]) -> Iterator[OpenProblem]:
    files = defaultdict(list)
    for history in histories:
        for device in history.devices:
            if device != UNKNOWN_DEVICE:
                files[device].append(history)
    for device, using in sorted(files.items()):
        if len({(history.section, history.out.file) for history in using}) > 1:
            names = ", ".join(history.path for history in using)
            yield _warn(
                using[0],
                "device-shared",
                f"one device ({device}) writes {names}; everything is scored; "
                f"ask whether it was set to the wrong number for a while",
            )


def _of_strays(merged: Merged) -> Iterator[OpenProblem]:
    for stray in merged.strays:
        if stray.place is None:
            yield OpenProblem(stray.problem, stray.section)
        else:
            yield OpenProblem(
                stray.problem, stray.section, stray.place.board, stray.place.ns, stray.place.ew
            )


def _of_verdict(verdict: Verdict) -> Iterator[OpenProblem]:
    play = verdict.play
    for held in verdict.held:
        if verdict.ruling is None:
            yield _about(play, held.line.problem, ruling_for_held(play, held.line))
        else:
            yield _about(play, _as_note(held.line))
    for claim in verdict.claims:
        for problem in claim.record.problems:
            yield _about(play, problem)
    if verdict.conflict:
        first = verdict.claims[0].record.outcome
        yield _about(play, _conflict(verdict), ruling_for_conflict(play, first))


def _as_note(line: HeldLine) -> Problem:
    """A held line on whose board the director has ruled asks for nothing any more."""
    return replace(line.problem, severity=Severity.NOTE)


def _conflict(verdict: Verdict) -> Problem:
    said = "; ".join(f"{_says(claim)}" for claim in verdict.claims)
    if verdict.ruling is not None:
        said += f"; the ruling says {verdict.ruling.words}"
    first = verdict.claims[0]
    span = Span(first.record.line, 1, len(first.record.text))
    return Problem(
        Severity.ERROR,
        "result-conflict",
        f"{verdict.play}: {said}; it counts for nobody until the tablets agree or the director "
        f"rules; ask the table",
        first.path,
        span,
        first.record.text,
    )


def _says(claim: Claim) -> str:
    device = f" (device {claim.device})" if claim.device else ""
    return f"{claim.path}{device} says {claim.record.outcome}, {claim.record.ns_score:+}"


def _late(merged: Merged) -> Iterator[OpenProblem]:
    for change in merged.changes:
        if change.late:
            yield _about(change.play, late_correction(change))


def late_correction(change: Change) -> Problem:
    """The warning about a correction that was made when the opponents had gone."""
    old, new = change.old, change.new
    return Problem(
        Severity.WARNING,
        "late-correction",
        f"{change.play}: changed from {old.outcome} ({old.ns_score:+}) to {new.outcome} "
        f"({new.ns_score:+}) when the next round had begun; it is taken; "
        f"ask both pairs whether they agree",
        change.path,
        Span(new.line, 1, len(new.text)),
        new.text,
    )


def _vanished(merged: Merged) -> Iterator[OpenProblem]:
    for path, play in merged.vanished:
        problem = Problem(
            Severity.WARNING,
            "result-vanished",
            f"{play}: the newest version of this file has no result any more; the last one is "
            f"kept; was the tablet reset?",
            path,
        )
        yield _about(play, problem)


def _about(play: Play, problem: Problem, ruling: str | None = None) -> OpenProblem:
    return OpenProblem(problem, play.section, play.board, play.ns, play.ew, ruling)
