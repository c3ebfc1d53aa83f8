"""Many files -> one verdict on every play: scored, held, adjusted or missing.

The order in which files arrived changes nothing here: histories are taken by name.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from daemon.bridge.contract import Outcome
from daemon.bridgesuite.record import HeldLine, Place, Record
from daemon.tournament.history import FileHistory
from daemon.tournament.matching import Stray, match
from daemon.tournament.plan import Plan
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.results import Status
from daemon.tournament.ruling import (
    ArtificialRuling,
    AssignedRuling,
    NotPlayedRuling,
    ResultRuling,
    Ruling,
    Rulings,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """What one device says about a play in one file."""

    path: str
    device: str
    record: Record


@dataclass(frozen=True, slots=True)
class Suspended:
    """A line about a play that must not be scored."""

    path: str
    device: str
    line: HeldLine


@dataclass(frozen=True, slots=True)
class Change:
    """A device entered another result for a play. `late`: when the opponents were gone."""

    path: str
    device: str
    play: Play
    old: Record
    new: Record
    late: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a play stands.

    `claims` are all that could count, `held` the lines that must not. `chosen` is the claim that
    is scored (it has the auction where one has); None when nothing is, or when only the ruling's
    result is. `score` is as NS see it, when there is one.
    """

    play: Play
    status: Status
    claims: tuple[Claim, ...] = ()
    held: tuple[Suspended, ...] = ()
    ruling: Ruling | None = None
    chosen: Claim | None = None
    outcome: Outcome | None = None
    score: int | None = None
    conflict: bool = False

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of all files (and the rulings) that agree on it, sorted."""
        if self.status is not Status.SCORED:
            return ()
        names = {claim.path for claim in self.claims}
        if isinstance(self.ruling, ResultRuling):
            names.add(self.ruling.source)
        return tuple(sorted(names))


@dataclass(frozen=True, slots=True)
class Merged:
    """Everything that the files and the rulings come to."""

    verdicts: Mapping[PlayKey, Verdict] = field(default_factory=dict)
    strays: tuple[Stray, ...] = ()
    changes: tuple[Change, ...] = ()
    vanished: tuple[tuple[str, Play], ...] = ()


def merge(histories: Iterable[FileHistory], plan: Plan, rulings: Rulings) -> Merged:
    """Bring all files and rulings together, play by play."""
    claims: dict[PlayKey, list[Claim]] = defaultdict(list)
    held: dict[PlayKey, list[Suspended]] = defaultdict(list)
    strays: list[Stray] = []
    changes: list[Change] = []
    vanished: list[tuple[str, Play]] = []
    for history in sorted(histories, key=lambda one: one.path):
        for (device, place), record in sorted(history.records.items(), key=_by_line):
            if history.suspends((device, place)):
                continue
            found = match(plan, history, place, record.line, record.text)
            if isinstance(found, Stray):
                strays.append(found)
                continue
            claims[found.key].append(Claim(history.path, device, record))
            if (device, place) in history.vanished:
                vanished.append((history.path, found))
        for line in history.held:
            where = _held_at(plan, history, line)
            if isinstance(where, Stray):
                strays.append(where)
            else:
                held[where.key].append(Suspended(history.path, history.device, line))
        changes.extend(_changes(plan, history))
    verdicts = {
        play.key: _verdict(play, claims[play.key], held[play.key], rulings.get(play.key))
        for play in plan.plays
    }
    return Merged(verdicts, tuple(strays), tuple(changes), tuple(vanished))


def _by_line(item: tuple[tuple[str, Place], Record]) -> tuple[str, int]:
    (device, _), record = item
    return device, record.line


def _held_at(plan: Plan, history: FileHistory, line: HeldLine) -> Play | Stray:
    if line.place is None:
        return Stray(history.path, history.section, None, line.problem)
    found = match(plan, history, line.place, line.line, line.text)
    if isinstance(found, Stray):
        # What is wrong with the line itself comes first: the place may be wrong because of it.
        return Stray(history.path, history.section, line.place, line.problem, found.round)
    return found


def _changes(plan: Plan, history: FileHistory) -> Iterable[Change]:
    for correction in history.corrections:
        play = match(plan, history, correction.new.place, correction.new.line, "")
        if isinstance(play, Stray):
            continue
        rounds = [
            entered.round
            for place in correction.entered
            if isinstance(entered := match(plan, history, place, 0, ""), Play)
        ]
        late = max(rounds, default=0) > play.round
        yield Change(history.path, correction.device, play, correction.old, correction.new, late)


def _verdict(
    play: Play, claims: list[Claim], held: list[Suspended], ruling: Ruling | None
) -> Verdict:
    kept = tuple(claims)
    suspended = tuple(held)
    match ruling:
        case ArtificialRuling():
            return Verdict(play, Status.ADJUSTED, kept, suspended, ruling)
        case NotPlayedRuling():
            return Verdict(play, Status.NOT_PLAYED, kept, suspended, ruling)
        case AssignedRuling():
            given = (None, ruling.outcome, ruling.score)
            return Verdict(play, Status.ADJUSTED, kept, suspended, ruling, *given)
        case _:
            return _agreed(play, kept, suspended, ruling)


def _agreed(
    play: Play,
    kept: tuple[Claim, ...],
    suspended: tuple[Suspended, ...],
    ruling: ResultRuling | None,
) -> Verdict:
    """What is scored when all that counts agrees."""
    scores = {claim.record.ns_score for claim in kept}
    outcomes = {claim.record.outcome for claim in kept}
    if ruling is not None:
        scores.add(ruling.score)
        if ruling.outcome is not None:
            outcomes.add(ruling.outcome)
    if len(scores) > 1 or len(outcomes) > 1:
        return Verdict(play, Status.HELD, kept, suspended, ruling, conflict=True)
    if not scores:
        status = Status.HELD if suspended else Status.MISSING
        return Verdict(play, status, kept, suspended, ruling)
    chosen = max(kept, key=_fullness, default=None)
    outcome = next(iter(outcomes), None)
    return Verdict(
        play, Status.SCORED, kept, suspended, ruling, chosen, outcome, next(iter(scores))
    )


def _fullness(claim: Claim) -> tuple[int, bool]:
    """An auction says more than none, a lead more than none; of equals the first stays."""
    return len(claim.record.auction), claim.record.lead is not None
