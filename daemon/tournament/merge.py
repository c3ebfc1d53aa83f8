"""Many files and the director's rulings -> one verdict on every play."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

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
    and a play for which it has no result any more, though the last one is kept.
    """

    verdicts: Mapping[PlayKey, Verdict] = field(default_factory=dict)
    strays: tuple[Stray, ...] = ()
    changes: tuple[Change, ...] = ()
    late: Mapping[PlayKey, tuple[Change, ...]] = field(default_factory=dict)
    seen_late: tuple[AcknowledgeEntry, ...] = ()
    vanished: tuple[tuple[str, Play], ...] = ()


def merge(
    histories: Iterable[FileHistory], resolved: Resolved, accepted: Accepted | None = None
) -> Merged:
    """Bring all files and rulings together, play by play.

    The order in which files arrived changes nothing (unless the configuration lets the latest
    count).
    """
    rulings = resolved.rulings
    gathered = gather(histories, resolved.plan, rulings)
    late: dict[PlayKey, tuple[Change, ...]] = {}
    seen_late: list[AcknowledgeEntry] = []
    for key, changes in late_changes(gathered.changes).items():
        entries = [_acknowledged(one, rulings) for one in changes]
        seen_late += filter(None, entries)
        still = tuple(one for one, entry in zip(changes, entries, strict=True) if entry is None)
        if still:
            late[key] = still
    rules = resolved.plan.settings.results
    verdicts = {
        play.key: judge(
            _heard(play, gathered, late, rulings, accepted or {}), rules, closed=rulings.closed
        )
        for play in resolved.plan.plays
    }
    strays = tuple(stray for stray in gathered.strays if not _is_ruled(stray, verdicts))
    return Merged(
        verdicts,
        strays,
        tuple(gathered.changes),
        late,
        tuple(seen_late),
        tuple(gathered.vanished),
    )


def _heard(
    play: Play,
    gathered: Gathered,
    late: Mapping[PlayKey, tuple[Change, ...]],
    rulings: Rulings,
    accepted: Accepted,
) -> Heard:
    key = play.key
    ruling = rulings.on_play.get(key)
    return Heard(
        play,
        tuple(gathered.claims.get(key, ())),
        tuple(gathered.held.get(key, ())),
        late.get(key, ()),
        ruling,
        _accepted(ruling, key, accepted),
    )


def _accepted(ruling: Ruling | None, key: PlayKey, accepted: Accepted) -> Claim | None:
    return accepted.get((ruling.entry, key)) if isinstance(ruling, AcceptRuling) else None


def _acknowledged(change: Change, rulings: Rulings) -> AcknowledgeEntry | None:
    return seen(
        rulings.acknowledged, LATE_CORRECTION, change.play.key, change.path, change.new.ns_score
    )


def _is_ruled(stray: Stray, verdicts: Mapping[PlayKey, Verdict]) -> bool:
    return stray.play is not None and verdicts[stray.play.key].is_ruled
