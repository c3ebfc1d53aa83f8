"""How far an event is."""

from daemon.tournament.conclusion import Conclusion
from daemon.tournament.results import Status


def current_round(conclusion: Conclusion, section: str) -> int:
    """The round that a section is in: the latest in which something came in (at least 1)."""
    return max(
        (
            play.round
            for play in conclusion.plan.section(section).plays
            if conclusion.merged.verdicts[play.key].status is not Status.MISSING
        ),
        default=1,
    )
