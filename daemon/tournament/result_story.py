"""What has happened to the results: rulings, results that count now, corrections."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from daemon.tournament.claim import Change, Claim
from daemon.tournament.merge import Merged
from daemon.tournament.play import PlayKey
from daemon.tournament.results import Status
from daemon.tournament.ruling import (
    AcceptRuling,
    AdjustedRuling,
    AssignedRuling,
    ResultRuling,
    Ruling,
)
from daemon.tournament.settling import ruling_for_change
from daemon.tournament.told import Level, Told, Value
from daemon.tournament.verdict import Verdict
from daemon.tournament.wording import result_words, signed

_COUNTS = frozenset({Status.SCORED, Status.ADJUSTED})
_GONE = frozenset({Status.MISSING, Status.NOT_PLAYED})
_FIXING = (AssignedRuling, AdjustedRuling, AcceptRuling)


class ResultStory(Struct, frozen=True):
    """What to tell about results, and the plays that it is about."""

    told: tuple[Told, ...]
    about: frozenset[PlayKey]


def result_story(before: Merged, after: Merged, news: Iterable[PlayKey]) -> ResultStory:
    """Play by play, then the corrections in the order in which they were entered.

    `news` are the plays that may stand otherwise than before.
    """
    changes = _new_changes(before, after)
    corrected = frozenset(change.play.key for change in changes)
    plays = {
        key: (
            *_turned(before.verdicts.get(_turned_key(key)), after.verdicts[key], after),
            *_play(before.verdicts.get(key), after.verdicts[key], corrected),
        )
        for key in news
    }
    return ResultStory(
        (
            *(line for lines in plays.values() for line in lines),
            *(_change(change, after.verdicts[change.play.key]) for change in changes),
        ),
        corrected | {key for key, lines in plays.items() if lines},
    )


def _play(old: Verdict | None, new: Verdict, corrected: Collection[PlayKey]) -> Iterator[Told]:
    """What has happened to a play, apart from corrections and from what is open about it."""
    previous = old.ruling if old else None
    if new.ruling is None and previous is not None:
        text = f"{new.play}: the ruling ({previous.words}) was taken out; {_now(new)}"
        yield Told("ruling.withdrawn", text, fields=_subject(new))
    elif new.ruling is not None and new.ruling != previous:
        yield _applied(new.ruling, old, new)
    elif _is_fixed(new):
        yield from _overruled(old, new, corrected)
    elif new.status is Status.SCORED:
        yield from _scored(old, new, corrected)
    elif old is not None and old.status in _COUNTS and new.status in _GONE:
        yield _gone(old, new)


def _turned_key(key: PlayKey) -> PlayKey:
    return key._replace(ns=key.ew, ew=key.ns)


def _turned(old: Verdict | None, new: Verdict, after: Merged) -> Iterator[Told]:
    """A ruling that fell when its pairs were turned: it says who was NS, and that is otherwise."""
    gone = old is not None and old.play.key not in after.verdicts
    if old is not None and gone and old.ruling is not None and new.ruling is None:
        text = f"{old.play}: the ruling ({old.ruling.words}) falls, as they sat otherwise"
        yield Told("ruling.withdrawn", text, Level.WARNING, _subject(new))


def _applied(ruling: Ruling, old: Verdict | None, new: Verdict) -> Told:
    text = f"{new.play}: ruled {_ruled(ruling, new)}"
    if new.from_tablet:
        text = f"{new.play}: the director wrote into the tablet ({ruling.source}): {ruling.words}"
    if old and old.ruling:
        text += f" instead of {old.ruling.words}"
    if ruling.reason:
        text += f", because: {ruling.reason}"
    if old and old.status is Status.HELD and new.is_ruled:
        text += "; nothing is held there any more"
    return Told("ruling.applied", text, fields=_subject(new))


def _ruled(ruling: Ruling, verdict: Verdict) -> str:
    """What was ruled, with both sides' scores also where the entry only names a file."""
    if isinstance(ruling, AcceptRuling) and verdict.score is not None:
        said = "" if ruling.entry.file is None else f"{ruling.words}: "
        return f"{said}{result_words(verdict.outcome, verdict.score)}, EW {signed(-verdict.score)}"
    return ruling.words


def _gone(old: Verdict, new: Verdict) -> Told:
    return Told(
        "result.withdrawn",
        f"{new.play}: {_now(old)} counts no longer; {_now(new)}",
        Level.WARNING,
        _subject(new),
    )


def _scored(old: Verdict | None, new: Verdict, corrected: Collection[PlayKey]) -> Iterator[Told]:
    """A result counts now, or another one does and no device has corrected it."""
    event, text = "result.entered", f"{new.play}: {_now(new)}"
    if old is not None and old.status is Status.HELD:
        event = "result.settled"
    elif old is not None and old.status is Status.SCORED:
        if new.play.key in corrected or (old.outcome, old.score) == (new.outcome, new.score):
            return
        text += f" counts instead of {_now(old)}"
    yield Told(
        event,
        text,
        fields=(
            *_subject(new),
            ("contract", str(new.outcome) if new.outcome else None),
            ("score", new.score),
            ("source", ", ".join(new.sources)),
        ),
    )


def _is_fixed(verdict: Verdict) -> bool:
    """Whether it has a score that no tablet changes; a slip of paper counts as a tablet does."""
    return verdict.is_ruled and isinstance(verdict.ruling, _FIXING)


def _overruled(old: Verdict | None, new: Verdict, corrected: Collection[PlayKey]) -> Iterator[Told]:
    """Something came in for a play on which the director has ruled otherwise."""
    if old is None or new.play.key in corrected:
        return
    known = {_said(claim) for claim in old.claims}
    for claim in new.claims:
        record = claim.record
        if _said(claim) in known or _agrees(claim, new):
            continue
        yield Told(
            "result.held",
            f"{new.play}: {claim.path} says {result_words(record.outcome, record.ns_score)}"
            f"{_ruling_stands(new)}",
            Level.WARNING,
            (*_subject(new), ("file", claim.path), ("device", claim.device or None)),
        )


def _said(claim: Claim) -> tuple[object, ...]:
    return claim.path, claim.device, claim.record.outcome


def _agrees(claim: Claim, verdict: Verdict) -> bool:
    return verdict.score is not None and claim.record.ns_score == verdict.score


def _ruling_stands(verdict: Verdict) -> str:
    if verdict.ruling is None or not verdict.is_ruled or isinstance(verdict.ruling, ResultRuling):
        return ""
    return f"; the ruling ({verdict.ruling.words}) stands"


def _now(verdict: Verdict) -> str:
    if verdict.status is Status.SCORED and verdict.score is not None:
        return result_words(verdict.outcome, verdict.score)
    return f"it is {verdict.status} now"


def _new_changes(before: Merged, after: Merged) -> list[Change]:
    """The corrections that were not there before; the same one may come again."""
    known = Counter(_identity(change) for change in before.changes)
    seen: Counter[tuple[object, ...]] = Counter()
    new = []
    for change in after.changes:
        identity = _identity(change)
        seen[identity] += 1
        if seen[identity] > known[identity]:
            new.append(change)
    return new


def _identity(change: Change) -> tuple[object, ...]:
    """What stays the same of a correction when its device is named or its play moves."""
    return change.path, change.new.place, change.old.text, change.new.text


def _change(change: Change, verdict: Verdict) -> Told:
    old, new = change.old, change.new
    is_open = change.late and not verdict.is_ruled
    when = " (the next round had begun)" if change.late else ""
    return Told(
        "result.corrected",
        f"{change.play}: {old.outcome} ({signed(old.ns_score)}) became {new.outcome} "
        f"({signed(new.ns_score)}){when}{_ruling_stands(verdict)}",
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
            ("ruling", ruling_for_change(verdict, change) if is_open else None),
        ),
    )


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
