"""Facts as a ledger keeps them: a kind, a JSON object, and bytes apart. Pure functions.

A newer version may add fields, which this one passes over, and kinds, which it refuses: what it
does not understand it must not leave out of a result.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import assert_never

from daemon.ledger.remedies import damaged, newer
from daemon.tournament.entry import (
    Answer,
    EarlierLines,
    Fact,
    FilePushed,
    FileReceived,
    PlanRead,
    ReportAnswered,
    RulingsRead,
    Started,
    Stopped,
)

_KIND = re.compile(r"[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True, slots=True)
class Encoded:
    """A fact on its way to the ledger; `content` is what a device wrote, None for other kinds."""

    kind: str
    body: str
    content: bytes | None = field(default=None, repr=False)


def encode(fact: Fact) -> Encoded:
    """The kind, body and content of a fact."""
    content = None
    match fact:
        case Started():
            kind, body = "started", _json(version=fact.version)
        case Stopped():
            kind, body = "stopped", _json(reason=fact.reason)
        case PlanRead():
            texts = list(fact.texts)
            kind, body = "plan-read", _json(configuration=fact.configuration, texts=texts)
        case RulingsRead():
            kind, body = "rulings-read", _json(name=fact.name, text=fact.text)
        case FileReceived():
            modified, content = written_moment(fact.modified), fact.content
            body = _json(name=fact.name, modified=modified, stale=fact.stale)
            kind = "file-received"
        case FilePushed():
            kind, body = "file-pushed", _json(name=fact.name, sha256=fact.sha256)
        case EarlierLines():
            kind, body = "earlier-lines", _json(lines=sorted(fact.lines))
        case ReportAnswered():
            kind, body = "report-answered", _report_answered_body(fact)
        case _:
            assert_never(fact)
    return Encoded(kind, body, content)


def decode(encoded: Encoded, place: str) -> Fact:
    """The fact again. `place` says where it was found, for the error.

    Raises LedgerDamagedError when it is not what `encode` wrote, LedgerNewerError when it is of a
    kind that only a newer version knows.
    """
    decoder = _DECODERS.get(encoded.kind)
    if decoder is None and not _KIND.fullmatch(encoded.kind):
        raise damaged(place, "its kind is no word")
    if decoder is None:
        raise newer(place, f'facts of the kind "{encoded.kind}"')
    try:
        body = json.loads(encoded.body)
        if not isinstance(body, dict):
            raise _BodyError("its body is no JSON object")
        return decoder(body, encoded.content)
    except ValueError as error:
        raise damaged(place, str(error)) from error


def utc(at: datetime) -> datetime:
    """The same moment in UTC. ValueError when it is not aware: nobody could tell when it was."""
    if at.utcoffset() is None:
        raise ValueError(f"{at} has no time zone")
    return at.astimezone(UTC)


def written_moment(at: datetime) -> str:
    """A moment as ISO 8601 in UTC with microseconds: text that sorts as time does."""
    return utc(at).isoformat(timespec="microseconds")


def read_moment(text: str) -> datetime:
    """The moment that was written. ValueError for anything else."""
    return utc(datetime.fromisoformat(text))


class _BodyError(ValueError):
    """The body is not what `encode` wrote."""


_Body = Mapping[str, object]
_Content = bytes | None


def _started(body: _Body, _: _Content) -> Started:
    return Started(_text(body, "version"))


def _stopped(body: _Body, _: _Content) -> Stopped:
    return Stopped(_text(body, "reason"))


def _plan_read(body: _Body, _: _Content) -> PlanRead:
    texts = body.get("texts")
    if not isinstance(texts, list):
        raise _BodyError('its "texts" are no list')
    return PlanRead(_text(body, "configuration"), tuple(map(_named_text, texts)))


def _rulings_read(body: _Body, _: _Content) -> RulingsRead:
    return RulingsRead(_text(body, "name"), _text(body, "text"))


def _file_received(body: _Body, content: _Content) -> FileReceived:
    if content is None:
        raise _BodyError("the content of the file is missing")
    stale = None if body.get("stale") is None else _text(body, "stale")
    return FileReceived(_text(body, "name"), read_moment(_text(body, "modified")), content, stale)


def _file_pushed(body: _Body, _: _Content) -> FilePushed:
    return FilePushed(_text(body, "name"), _text(body, "sha256"))


def _earlier_lines(body: _Body, _: _Content) -> EarlierLines:
    lines = body.get("lines")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise _BodyError('its "lines" are no list of texts')
    return EarlierLines(frozenset(lines))


def _report_answered_body(fact: ReportAnswered) -> str:
    return _json(
        name=fact.name,
        sha256=fact.sha256,
        answer=fact.answer.value,
        made=fact.made,
        terms=fact.terms,
    )


def _report_answered(body: _Body, _: _Content) -> ReportAnswered:
    answer = Answer(_text(body, "answer"))
    name, sha256, made, terms = (_text(body, key) for key in ("name", "sha256", "made", "terms"))
    return ReportAnswered(name, sha256, answer, made, terms)


_DECODERS: Mapping[str, Callable[[_Body, _Content], Fact]] = {
    "started": _started,
    "stopped": _stopped,
    "plan-read": _plan_read,
    "rulings-read": _rulings_read,
    "file-received": _file_received,
    "file-pushed": _file_pushed,
    "earlier-lines": _earlier_lines,
    "report-answered": _report_answered,
}


def _json(**body: object) -> str:
    return json.dumps(body)


def _text(body: _Body, key: str) -> str:
    value = body.get(key)
    if not isinstance(value, str):
        raise _BodyError(f'its "{key}" is no text')
    return value


def _named_text(pair: object) -> tuple[str, str]:
    match pair:
        case [str(name), str(text)]:
            return name, text
        case _:
            raise _BodyError('its "texts" are no pairs of name and text')
