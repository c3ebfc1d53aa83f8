"""Many files -> one verdict on every play: scored, held, adjusted or missing.

The order in which files arrived changes nothing here: histories are taken by name.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from daemon.bridge.contract import Outcome
from daemon.bridgesuite.record import HeldLine, Place, Record
from daemon.tournament.history import Claimed, Correction, FileHistory
from daemon.tournament.matching import Stray, find, stray_held, stray_record
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

    @property
    def is_ruled(self) -> bool:
        """Whether the director's word stands, so that nothing about the play is open any more."""
        return self.ruling is not None and not self.conflict


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
    """Bring all files and rulings together, play by play."""
    gathered = _Gathered(plan)
    for history in sorted(histories, key=lambda one: one.path):
        gathered.take(history)
    verdicts = {
        play.key: _verdict(
            play,
            tuple(gathered.claims.get(play.key, ())),
            tuple(gathered.held.get(play.key, ())),
            rulings.get(play.key),
        )
        for play in plan.plays
    }
    return Merged(
        verdicts,
        tuple(stray for stray in gathered.strays if not _is_ruled(stray, verdicts)),
        tuple(gathered.changes),
        tuple(gathered.vanished),
    )


@dataclass(slots=True)
class _Gathered:
    """What the histories taken so far say, by the play that it is about."""

    plan: Plan
    claims: defaultdict[PlayKey, list[Claim]] = field(default_factory=lambda: defaultdict(list))
    held: defaultdict[PlayKey, list[Suspended]] = field(default_factory=lambda: defaultdict(list))
    strays: list[Stray] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    vanished: list[tuple[str, Play]] = field(default_factory=list)

    def take(self, history: FileHistory) -> None:
        path, section = history.path, history.section
        suspended = history.suspended
        strays: list[tuple[str, Stray]] = []
        entered: dict[tuple[str, PlayKey], int] = {}
        for claimed, record in sorted(history.records.items(), key=_by_line):
            if claimed in suspended:
                continue
            device, place = claimed
            gone = claimed in history.vanished
            play = find(self.plan, section, place)
            if play is None:
                # A line that counted nowhere and is gone asks for nothing.
                if not gone:
                    strays.append((device, stray_record(self.plan, section, path, record)))
                continue
            self.claims[play.key].append(Claim(path, device, record))
            if gone:
                self.vanished.append((path, play))
            else:
                entered[device, play.key] = record.line
        for device, line in _held_lines(history):
            play = None if line.place is None else find(self.plan, section, line.place)
            if play is not None:
                self.held[play.key].append(Suspended(path, device, line))
            elif not _is_gone(history, device, line.place):
                strays.append((device, stray_held(self.plan, section, path, line)))
        self.strays += [stray for device, stray in strays if not _is_mended(stray, device, entered)]
        self.changes += _changes(self.plan, history)


def _by_line(item: tuple[Claimed, Record]) -> tuple[str, int]:
    (device, _), record = item
    return device, record.line


def _held_lines(history: FileHistory) -> Iterator[tuple[str, HeldLine]]:
    for device, lines in sorted(history.held.items()):
        for line in lines:
            yield device, line


def _is_gone(history: FileHistory, device: str, place: Place | None) -> bool:
    return place is not None and (device, place) in history.vanished


def _is_mended(stray: Stray, device: str, entered: Mapping[tuple[str, PlayKey], int]) -> bool:
    """Whether the device has entered, further down, the play that it had meant."""
    return stray.play is not None and entered.get((device, stray.play.key), 0) > stray.line


def _is_ruled(stray: Stray, verdicts: Mapping[PlayKey, Verdict]) -> bool:
    return stray.play is not None and verdicts[stray.play.key].is_ruled


def _changes(plan: Plan, history: FileHistory) -> Iterator[Change]:
    for correction in history.corrections:
        play = find(plan, history.section, correction.new.place)
        if play is not None:
            late = _latest_round(plan, history.section, correction) > play.round
            yield Change(
                history.path, correction.device, play, correction.old, correction.new, late
            )


def _latest_round(plan: Plan, section: str, correction: Correction) -> int:
    """The latest round of which the device had entered a result when it made a correction."""
    plays = (find(plan, section, place) for place in correction.entered)
    return max((play.round for play in plays if play is not None), default=0)


def _verdict(
    play: Play, claims: tuple[Claim, ...], held: tuple[Suspended, ...], ruling: Ruling | None
) -> Verdict:
    match ruling:
        case ArtificialRuling():
            return Verdict(play, Status.ADJUSTED, claims, held, ruling)
        case NotPlayedRuling():
            return Verdict(play, Status.NOT_PLAYED, claims, held, ruling)
        case AssignedRuling():
            given = (None, ruling.outcome, ruling.score)
            return Verdict(play, Status.ADJUSTED, claims, held, ruling, *given)
        case _:
            return _agreed(play, claims, held, ruling)


def _agreed(
    play: Play,
    claims: tuple[Claim, ...],
    held: tuple[Suspended, ...],
    ruling: ResultRuling | None,
) -> Verdict:
    """What is scored when all that counts agrees."""
    scores = {claim.record.ns_score for claim in claims}
    outcomes = {claim.record.outcome for claim in claims}
    if ruling is not None:
        scores.add(ruling.score)
        if ruling.outcome is not None:
            outcomes.add(ruling.outcome)
    if len(scores) > 1 or len(outcomes) > 1:
        return Verdict(play, Status.HELD, claims, held, ruling, conflict=True)
    # The director's own words in one tablet outweigh what another says.
    director_wrote = any(one.line.referee_text is not None for one in held)
    if not scores or (director_wrote and ruling is None):
        status = Status.HELD if held else Status.MISSING
        return Verdict(play, status, claims, held, ruling)
    chosen = max(claims, key=_fullness, default=None)
    outcome = next(iter(outcomes), None)
    return Verdict(play, Status.SCORED, claims, held, ruling, chosen, outcome, next(iter(scores)))


def _fullness(claim: Claim) -> tuple[int, bool]:
    """An auction says more than none, a lead more than none; of equals the first stays."""
    return len(claim.record.auction), claim.record.lead is not None
