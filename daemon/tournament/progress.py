"""How far an event is."""

from daemon.tournament.conclusion import Conclusion


def latest_round(conclusion: Conclusion, section: str) -> int:
    """The latest round of a section of which a device told something; 0 before the first."""
    return max(
        (
            verdict.play.round
            for verdict in conclusion.merged.verdicts.values()
            if verdict.play.section == section and (verdict.claims or verdict.held)
        ),
        default=0,
    )
