"""How a play stands: scored, held, adjusted, not played or missing."""

from dataclasses import dataclass

from daemon.bridge.contract import Outcome
from daemon.tournament.gathering import Claim, Suspended
from daemon.tournament.play import Play
from daemon.tournament.results import Status
from daemon.tournament.ruling import (
    ArtificialRuling,
    AssignedRuling,
    NotPlayedRuling,
    ResultRuling,
    Ruling,
)


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


def judge(
    play: Play, claims: tuple[Claim, ...], held: tuple[Suspended, ...], ruling: Ruling | None
) -> Verdict:
    """Say how a play stands by all that files and director say about it."""
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
