"""How far an event is."""

from collections.abc import Iterable

from daemon.tournament.conclusion import Conclusion
from daemon.tournament.verdict import Verdict


def latest_round(verdicts: Iterable[Verdict], section: str) -> int:
    """The latest round of a section of which a device told something; 0 before the first."""
    return max(
        (
            verdict.play.round
            for verdict in verdicts
            if verdict.play.section == section and _was_told(verdict)
        ),
        default=0,
    )


def has_begun(conclusion: Conclusion, section: str, number: int) -> bool:
    """Whether a device told something of this round of a section, or of a later one."""
    return any(
        play.round >= number and _was_told(conclusion.merged.verdicts[play.key])
        for planned in conclusion.plan.sections
        if planned.name == section
        for play in planned.plays
    )


def _was_told(verdict: Verdict) -> bool:
    return bool(verdict.claims or verdict.held)
