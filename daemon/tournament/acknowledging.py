"""Warnings that the director has seen."""

from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches

from daemon.problem import Problem, Severity
from daemon.toml.value import visible
from daemon.tournament.play import PlayKey
from daemon.tournament.results import OpenProblem
from daemon.tournament.ruling_entry import AcknowledgeEntry

_MISTAKEN = "rulings-nothing-seen"

Scores = Callable[[PlayKey], int | None]
"""Tells the score that stands for a play."""


def seen(
    entries: Iterable[AcknowledgeEntry],
    code: str,
    key: PlayKey,
    file: str | None,
    score: int | None,
) -> AcknowledgeEntry | None:
    """The entry that acknowledges a warning of this code about a play; `score` is what stands."""
    return next((one for one in entries if _is_about(one, code, key, file, score)), None)


def still_open(
    problems: Iterable[OpenProblem], entries: tuple[AcknowledgeEntry, ...], scores: Scores
) -> tuple[OpenProblem, ...]:
    """The problems without the warnings that were acknowledged; an error stays."""
    if not entries:
        return tuple(problems)
    return tuple(
        one
        for one in problems
        if one.problem.is_error or not any(_covers(entry, one, scores) for entry in entries)
    )


def mistaken(
    problems: tuple[OpenProblem, ...],
    entries: Iterable[AcknowledgeEntry],
    scores: Scores,
    source: str,
) -> Iterator[tuple[AcknowledgeEntry, Problem]]:
    """The entries that seem to be meant for something else, and why.

    `problems` are all, acknowledged or not. An entry whose warning has gone is no mistake.
    """
    for entry in entries:
        covered = [one for one in problems if _covers(entry, one, scores)]
        if covered and all(one.problem.is_error for one in covered):
            message = f"{entry.code} is an error: it is settled by a ruling, not acknowledged"
            yield entry, Problem(Severity.ERROR, _MISTAKEN, message, source, entry.span)
        elif not covered and (meant := _meant(entry, problems)) is not None:
            about = f"board {entry.board}" if entry.file is None else visible(entry.file)
            message = (
                f"there is no warning {visible(entry.code)} about {about}; did you mean {meant}?"
            )
            yield entry, Problem(Severity.ERROR, _MISTAKEN, message, source, entry.span)


def _meant(
    entry: AcknowledgeEntry,
    problems: tuple[OpenProblem, ...],
) -> str | None:
    """The open warning that is most like what an entry says; None when there is none."""
    warnings = [one for one in problems if not one.problem.is_error]
    close = get_close_matches(entry.code, {one.problem.code for one in warnings}, n=1)
    if not close:
        return None
    if close[0] != entry.code:
        return f'code = "{close[0]}"'
    others = [one for one in warnings if one.problem.code == entry.code]
    if any(one.board == entry.board for one in others if entry.board is not None):
        return None  # it was about that one as it was before
    if any(one.problem.file == entry.file for one in others if entry.board is None):
        return None
    other = others[0]
    return f"board = {other.board}" if other.board else f'file = "{other.problem.file}"'


def _covers(entry: AcknowledgeEntry, one: OpenProblem, scores: Scores) -> bool:
    code, file = one.problem.code, one.problem.file
    if one.board is None:
        return (
            entry.code == code
            and entry.board is None
            and entry.file == file
            and entry.device in {None, one.device}
            and entry.section in {None, one.section}
        )
    key = PlayKey(one.section or "", one.board, one.ns or 0, one.ew or 0)
    return _is_about(entry, code, key, file, scores(key))


def _is_about(
    entry: AcknowledgeEntry, code: str, key: PlayKey, file: str | None, score: int | None
) -> bool:
    return (
        entry.code == code
        and entry.board == key.board
        and entry.section in {None, key.section}
        and entry.ns in {None, key.ns}
        and entry.ew in {None, key.ew}
        and entry.file in {None, file}
        and entry.score in {None, score}
    )
