"""Many files and the director's rulings -> one verdict on every play."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from daemon.tournament.accepting import Accepted
from daemon.tournament.acknowledging import seen
from daemon.tournament.claim import Change, Claim
from daemon.tournament.gathering import Gathered, gather
from daemon.tournament.history import FileHistory
from daemon.tournament.late import LATE_CORRECTION, late_changes
from daemon.tournament.matching import Stray
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.resolving import Resolved
from daemon.tournament.ruling import AcceptRuling, Ruling, Rulings
from daemon.tournament.ruling_entry import AcknowledgeEntry
from daemon.tournament.verdict import Heard, Verdict, judge


@dataclass(frozen=True, slots=True)
class Merged:
    """Everything that the files and the rulings come to.

    `late` are the results that were changed when the opponents had gone, and that nobody has
    acknowledged; `seen_late` are the entries that acknowledge the others. `vanished` names a file
    and a play for which it has no result any more, though the last one is kept. `gathered` and
    `accepted` are what it was worked out from.
    """

    verdicts: Mapping[PlayKey, Verdict] = field(default_factory=dict)
    strays: tuple[Stray, ...] = ()
    changes: tuple[Change, ...] = ()
    late: Mapping[PlayKey, tuple[Change, ...]] = field(default_factory=dict)
    seen_late: tuple[AcknowledgeEntry, ...] = ()
    vanished: tuple[tuple[str, Play], ...] = ()
    gathered: Gathered = field(default_factory=Gathered, compare=False, repr=False)
    accepted: Accepted = field(default_factory=dict, compare=False, repr=False)

    def news_since(self, before: "Merged") -> Sequence[PlayKey]:
        """The plays that may stand otherwise than before, in the order of play.

        By another plan or other rulings those are all.
        """
        then, now = before.gathered, self.gathered
        if now.plan is None or not now.goes_on_from(then):
            return tuple(self.verdicts)
        news = {*now.news_since(then), *_accepted_anew(before.accepted, self.accepted)}
        return sorted(news, key=now.plan.turn.__getitem__)

    def score(self, key: PlayKey) -> int | None:
        """The score that stands for a play, None where there is none (or no such play)."""
        verdict = self.verdicts.get(key)
        return None if verdict is None else verdict.score


def merge(
    histories: Iterable[FileHistory],
    resolved: Resolved,
    accepted: Accepted | None = None,
    before: Merged | None = None,
) -> Merged:
    """Bring all files and rulings together, play by play.

    The order in which files arrived changes nothing (unless the configuration lets the latest
    count). `before` is an earlier result: by the same plan and rulings, what it says of plays
    about which nothing new was said is taken from there. The result is the same without it.
    """
    plan, rulings = resolved.plan, resolved.rulings
    before = before or Merged()
    gathered = gather(histories, plan, rulings, before.gathered)
    if not gathered.goes_on_from(before.gathered):
        before = Merged()
    late, seen_late = before.late, before.seen_late
    if gathered.changes != before.changes:
        late, seen_late = _late(gathered, rulings)
    merged = Merged(
        before.verdicts,
        (),
        gathered.changes,
        late,
        seen_late,
        gathered.vanished,
        gathered,
        accepted or {},
    )
    verdicts = _verdicts(merged, before, resolved)
    strays = tuple(stray for stray in gathered.strays if not _is_ruled(stray, verdicts))
    return replace(merged, verdicts=verdicts, strays=strays)


def _late(
    gathered: Gathered, rulings: Rulings
) -> tuple[Mapping[PlayKey, tuple[Change, ...]], tuple[AcknowledgeEntry, ...]]:
    """The late changes that nobody has acknowledged, and the entries that acknowledge others."""
    late: dict[PlayKey, tuple[Change, ...]] = {}
    seen_late: list[AcknowledgeEntry] = []
    for key, changes in late_changes(gathered.changes).items():
        entries = [_acknowledged(one, rulings) for one in changes]
        seen_late += filter(None, entries)
        still = tuple(one for one, entry in zip(changes, entries, strict=True) if entry is None)
        if still:
            late[key] = still
    return late, tuple(seen_late)


def _verdicts(merged: Merged, before: Merged, resolved: Resolved) -> Mapping[PlayKey, Verdict]:
    """The verdicts of before, with new ones where something new was said."""
    plan, closed = resolved.plan, resolved.rulings.closed
    rules = plan.settings.results
    verdicts = dict(before.verdicts)
    for key in merged.news_since(before) if verdicts else plan.by_key:
        heard = _heard(plan.by_key[key], merged, resolved.rulings)
        verdicts[key] = judge(heard, rules, closed=closed)
    return verdicts


def _accepted_anew(before: Accepted, after: Accepted) -> Iterator[PlayKey]:
    """The plays of which another claim is accepted, or one at last."""
    if before is not after:
        for about in before.keys() | after.keys():
            if before.get(about) is not after.get(about):
                yield about[1]


def _heard(play: Play, merged: Merged, rulings: Rulings) -> Heard:
    key, gathered = play.key, merged.gathered
    ruling = rulings.on_play.get(key)
    return Heard(
        play,
        gathered.claims.get(key, ()),
        gathered.held.get(key, ()),
        merged.late.get(key, ()),
        ruling,
        _accepted(ruling, key, merged.accepted),
    )


def _accepted(ruling: Ruling | None, key: PlayKey, accepted: Accepted) -> Claim | None:
    return accepted.get((ruling.entry, key)) if isinstance(ruling, AcceptRuling) else None


def _acknowledged(change: Change, rulings: Rulings) -> AcknowledgeEntry | None:
    return seen(
        rulings.acknowledged, LATE_CORRECTION, change.play.key, change.path, change.new.ns_score
    )


def _is_ruled(stray: Stray, verdicts: Mapping[PlayKey, Verdict]) -> bool:
    return stray.play is not None and verdicts[stray.play.key].is_ruled
