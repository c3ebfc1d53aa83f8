"""What is open now and was not, and what is not open any more."""

from collections.abc import Collection, Iterable, Iterator

from daemon.problem import Severity
from daemon.tournament.results import OpenProblem
from daemon.tournament.told import Level, Told, Value

_Topic = tuple[Value, ...]

_OWN_EVENT = {
    "out-unreadable": "out.unreadable",
    "out-plain-refused": "out.unreadable",
    "out-stale": "out.stale",
    "device-changed": "device.changed",
    "result-conflict": "result.conflict",
    "line-torn": "result.held",
    "referee-score": "result.held",
}
# Told as what happened to the result, not as one more problem.
_TOLD_AS_CHANGE = frozenset({"late-correction"})


def problem_story(
    before: Iterable[OpenProblem], after: Iterable[OpenProblem], told: Collection[_Topic]
) -> Iterator[Told]:
    """The problems that opened, then those that are settled.

    `told` are the plays (section, board, NS, EW) of which something was told already: that says
    enough about the end of their problems. So does a new wording about the one before it.
    """
    then, now = _by_wording(before), _by_wording(after)
    opened = [
        one
        for wording, one in now.items()
        if wording not in then and not _is_read_already(one, told)
    ]
    yield from map(_opened, opened)
    reworded = {_topic(one) for one in opened}
    for wording, one in then.items():
        about = (one.section, one.board, one.ns, one.ew)
        if wording not in now and about not in told and _topic(one) not in reworded:
            yield _settled(one)


def _is_read_already(one: OpenProblem, told: Collection[_Topic]) -> bool:
    """Whether it is the director's award in a tablet, and told as the ruling that it is read as."""
    about = (one.section, one.board, one.ns, one.ew)
    return one.problem.code == "referee-score" and about in told


def _by_wording(problems: Iterable[OpenProblem]) -> dict[_Topic, OpenProblem]:
    """The problems that are told as such, by all that tells them apart but their line.

    The line moves when others come in above it; of two that are the same in words one is told.
    """
    return {
        (*_topic(one), one.problem.message): one
        for one in problems
        if one.problem.code not in _TOLD_AS_CHANGE
    }


def _topic(one: OpenProblem) -> _Topic:
    """What a problem is about, however it is worded; a conflict is no single file's."""
    code = one.problem.code
    file = None if code == "result-conflict" else one.problem.file
    return code, file, one.section, one.board, one.ns, one.ew


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


def _settled(one: OpenProblem) -> Told:
    # What was to be done about it comes after what was wrong.
    wrong, _, _ = one.problem.message.partition("; ")
    return Told(
        "problem.settled",
        f"settled: {wrong}",
        fields=(("code", one.problem.code), ("file", one.problem.file), *_about(one)),
    )


def _about(one: OpenProblem) -> tuple[tuple[str, Value], ...]:
    return (("section", one.section), ("board", one.board), ("ns", one.ns), ("ew", one.ew))
