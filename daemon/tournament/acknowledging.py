"""Warnings that the director has seen."""

from collections.abc import Iterable, Mapping

from daemon.problem import Severity
from daemon.tournament.play import PlayKey
from daemon.tournament.results import OpenProblem
from daemon.tournament.ruling_entry import AcknowledgeEntry


def seen(
    entries: Iterable[AcknowledgeEntry],
    code: str,
    key: PlayKey,
    file: str | None,
    score: int | None,
) -> bool:
    """Whether a warning of this code about a play was acknowledged; `score` is what stands."""
    return any(
        entry.code == code
        and entry.board == key.board
        and entry.section in {None, key.section}
        and entry.ns in {None, key.ns}
        and entry.ew in {None, key.ew}
        and entry.file in {None, file}
        and entry.score in {None, score}
        for entry in entries
    )


def still_open(
    problems: Iterable[OpenProblem],
    entries: tuple[AcknowledgeEntry, ...],
    scores: Mapping[PlayKey, int | None],
) -> tuple[OpenProblem, ...]:
    """The problems without the warnings that were acknowledged; an error stays."""
    return tuple(one for one in problems if not _is_seen(one, entries, scores))


def _is_seen(
    one: OpenProblem,
    entries: tuple[AcknowledgeEntry, ...],
    scores: Mapping[PlayKey, int | None],
) -> bool:
    if not entries or one.problem.severity is Severity.ERROR:
        return False
    code, file = one.problem.code, one.problem.file
    if one.board is None:
        return any(
            entry.code == code
            and entry.board is None
            and entry.file == file
            and entry.device in {None, one.device}
            and entry.section in {None, one.section}
            for entry in entries
        )
    key = PlayKey(one.section or "", one.board, one.ns or 0, one.ew or 0)
    return seen(entries, code, key, file, scores.get(key))
