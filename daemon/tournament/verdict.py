"""How a play stands: scored, held, adjusted, not played or missing."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from daemon.bridge.contract import Outcome
from daemon.bridgesuite.file_name import DeviceFile, DeviceKind
from daemon.settings.model import OnConflict, OnLateCorrection, RefereeScores, ResultRules
from daemon.tournament.claim import Change, Claim, Suspended
from daemon.tournament.play import Play
from daemon.tournament.referee import referee_ruling
from daemon.tournament.results import Status
from daemon.tournament.ruling import (
    AcceptRuling,
    AdjustedRuling,
    AssignedRuling,
    NotPlayedRuling,
    ResultRuling,
    Ruling,
)


class Heard(Struct, frozen=True):
    """Everything that was said about a play.

    `claims` are all that could count, `held` the lines that must not. `late` are changes that were
    made when the opponents had gone, and that nobody has acknowledged. `accepted` is what a file
    said when the director accepted it.
    """

    play: Play
    claims: tuple[Claim, ...] = ()
    held: tuple[Suspended, ...] = ()
    late: tuple[Change, ...] = ()
    ruling: Ruling | None = None
    accepted: Claim | None = None


class Verdict(Struct, frozen=True):
    """How a play stands.

    `claims` and `held` are what was heard. `chosen` is the claim that is scored (it has the
    auction where one has); None when nothing is, or when only the ruling's result is. `score` is
    as NS see it, when there is one. `conflict`: nothing counts, since sources differ.
    `settled_by` says which rule chose among sources that differ. `from_tablet`: the ruling stands
    in a tablet, not in the rulings file.
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
    settled_by: OnConflict | None = None
    from_tablet: bool = False

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of all files (and the rulings) that agree on it, sorted."""
        if self.status is not Status.SCORED:
            return ()
        names = {claim.path for claim in self.claims if claim.record.ns_score == self.score}
        if self.chosen is not None:
            names.add(self.chosen.path)
        if self.ruling is not None and (isinstance(self.ruling, ResultRuling) or not names):
            names.add(self.ruling.source)
        return tuple(sorted(names))

    @property
    def is_ruled(self) -> bool:
        """Whether the director's entry stands, so that nothing about the play is open any more."""
        return self.ruling is not None and not self.conflict and not self.from_tablet


def judge(heard: Heard, rules: ResultRules, *, closed: bool = False) -> Verdict:
    """Say how a play stands by all that files and director say about it.

    `closed`: the evening is over, so that nobody waits for what is missing.
    """
    verdict = _judge(heard, rules)
    if closed and verdict.status is Status.MISSING:
        return replace(verdict, status=Status.NOT_PLAYED)
    return verdict


def _judge(heard: Heard, rules: ResultRules) -> Verdict:
    verdict = Verdict(heard.play, Status.MISSING, heard.claims, heard.held, heard.ruling)
    match heard.ruling:
        case AdjustedRuling():
            return replace(verdict, status=Status.ADJUSTED)
        case NotPlayedRuling():
            return replace(verdict, status=Status.NOT_PLAYED)
        case AssignedRuling(outcome=outcome, score=score):
            return replace(verdict, status=Status.ADJUSTED, outcome=outcome, score=score)
        case AcceptRuling():
            return _accepted(verdict, heard, rules)
        case _:
            return _reported(verdict, heard, rules)


def _accepted(verdict: Verdict, heard: Heard, rules: ResultRules) -> Verdict:
    """What the director has chosen of all that was said."""
    ruling = heard.ruling
    score = ruling.entry.score if isinstance(ruling, AcceptRuling) else None
    if score is not None:
        same = [claim for claim in heard.claims if claim.record.ns_score == score]
        return _scored(verdict, same, score)
    if heard.accepted is not None:
        return _scored(verdict, [heard.accepted], heard.accepted.record.ns_score)
    # The entry names a file that says nothing, which is told: all is as without it.
    return _reported(replace(verdict, ruling=None), heard, rules)


def _reported(verdict: Verdict, heard: Heard, rules: ResultRules) -> Verdict:
    """What is scored by what the tablets say, and the director's slip where there is one."""
    slip = verdict.ruling if isinstance(verdict.ruling, ResultRuling) else None
    written = [one.line.referee_text for one in heard.held if one.line.referee_text is not None]
    if written and slip is None:
        # The director's own words in one tablet outweigh what another says.
        return _by_the_director(verdict, heard, rules)
    if _differ(heard.claims, slip):
        return _conflict(verdict, heard, slip, rules)
    if not heard.claims and slip is None:
        return replace(verdict, status=Status.HELD) if heard.held else verdict
    if heard.late and slip is None and rules.late_correction is OnLateCorrection.HOLD:
        return replace(verdict, status=Status.HELD)
    if slip is None:
        return _scored(verdict, heard.claims, heard.claims[0].record.ns_score)
    scored = _scored(verdict, heard.claims, slip.score)
    return scored if slip.outcome is None else replace(scored, outcome=slip.outcome)


def _by_the_director(verdict: Verdict, heard: Heard, rules: ResultRules) -> Verdict:
    """A text that the director wrote into a tablet: an award where it may be read as one."""
    held = replace(verdict, status=Status.HELD)
    if rules.referee_scores is RefereeScores.HOLD:
        return held
    rulings = [
        referee_ruling(one.path, one.line.referee_text)
        for one in heard.held
        if one.line.referee_text is not None
    ]
    first = rulings[0]
    if first is None or any(one is None or one.words != first.words for one in rulings):
        return held
    status = Status.ADJUSTED if isinstance(first, AdjustedRuling) else Status.NOT_PLAYED
    return replace(verdict, status=status, ruling=first, from_tablet=True)


def _differ(claims: tuple[Claim, ...], slip: ResultRuling | None) -> bool:
    if len(claims) < 2 and slip is None:
        return False  # as it mostly is
    scores = {claim.record.ns_score for claim in claims}
    outcomes = {claim.record.outcome for claim in claims}
    if slip is not None:
        scores.add(slip.score)
        if slip.outcome is not None:
            outcomes.add(slip.outcome)
    return len(scores) > 1 or len(outcomes) > 1


def _conflict(
    verdict: Verdict, heard: Heard, slip: ResultRuling | None, rules: ResultRules
) -> Verdict:
    """Nothing counts, unless the configuration says which of several tablets does."""
    choose = _CHOICES.get(rules.conflict)
    chosen = None if choose is None or slip is not None else choose(heard)
    if chosen is None:
        return replace(verdict, status=Status.HELD, conflict=True)
    scored = _scored(verdict, [chosen], chosen.record.ns_score)
    return replace(scored, settled_by=rules.conflict)


def _latest(heard: Heard) -> Claim | None:
    """What came last."""
    return max(heard.claims, key=lambda claim: (claim.order, claim.path))


def _of_ns(heard: Heard) -> Claim | None:
    """What the NS pair's own device says, when it says one thing."""
    own = DeviceFile(DeviceKind.PAIR, heard.play.ns)
    said = [claim for claim in heard.claims if claim.file == own]
    return said[0] if len({claim.record.outcome for claim in said}) == 1 else None


_CHOICES: Mapping[OnConflict, Callable[[Heard], Claim | None]] = {
    OnConflict.LATEST: _latest,
    OnConflict.NS: _of_ns,
}


def _scored(verdict: Verdict, claims: "list[Claim] | tuple[Claim, ...]", score: int) -> Verdict:
    chosen = max(claims, key=_fullness, default=None)
    outcome = None if chosen is None else chosen.record.outcome
    return replace(verdict, status=Status.SCORED, chosen=chosen, outcome=outcome, score=score)


def _fullness(claim: Claim) -> tuple[int, bool]:
    """An auction says more than none, a lead more than none; of equals the first stays."""
    return len(claim.record.auction), claim.record.lead is not None
