"""Many files and the director's rulings -> one verdict on every play."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from daemon.tournament.gathering import Change, gather
from daemon.tournament.history import FileHistory
from daemon.tournament.matching import Stray
from daemon.tournament.plan import Plan
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.ruling import Rulings
from daemon.tournament.verdict import Verdict, judge


@dataclass(frozen=True, slots=True)
class Merged:
    """Everything that the files and the rulings come to.

    `vanished` names a file and a play for which it has no result any more, though the last one is
    kept.
    """

    verdicts: Mapping[PlayKey, Verdict] = field(default_factory=dict)
    strays: tuple[Stray, ...] = ()
    changes: tuple[Change, ...] = ()
    vanished: tuple[tuple[str, Play], ...] = ()


def merge(histories: Iterable[FileHistory], plan: Plan, rulings: Rulings) -> Merged:
    """Bring all files and rulings together, play by play.

    The order in which files arrived changes nothing.
    """
    gathered = gather(histories, plan)
    verdicts = {
        play.key: judge(
            play,
            tuple(gathered.claims.get(play.key, ())),
            tuple(gathered.held.get(play.key, ())),
            rulings.get(play.key),
        )
        for play in plan.plays
    }
    strays = tuple(stray for stray in gathered.strays if not _is_ruled(stray, verdicts))
    return Merged(verdicts, strays, tuple(gathered.changes), tuple(gathered.vanished))


def _is_ruled(stray: Stray, verdicts: Mapping[PlayKey, Verdict]) -> bool:
    return stray.play is not None and verdicts[stray.play.key].is_ruled
