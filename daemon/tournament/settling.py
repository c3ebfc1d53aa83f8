"""The entry for rulings.toml that would settle something, filled in as far as it is known."""

import re

from daemon.bridge.contract import Outcome, PassedOut, show_result
from daemon.bridgesuite.record import HeldLine
from daemon.tournament.play import Play

_PERCENTAGES = re.compile(r"\s*(\d{1,3})\s*%?\s*/\s*(\d{1,3})\s*%?\s*")
_AVERAGES = re.compile(r"\s*(A[+-]?)\s*/\s*(A[+-]?)\s*", re.IGNORECASE)


def ruling_for_held(play: Play, line: HeldLine) -> str:
    """What to write for a play whose line must not be scored."""
    awards = read_awards(line.referee_text or "")
    if awards is not None:
        ns, ew = awards
        return _entry("artificial", play, f'ns_award = "{ns}"\new_award = "{ew}"\n')
    return ruling_for_missing_result(play)


def ruling_for_missing_result(play: Play) -> str:
    """A result from a slip of paper, with an example to overwrite."""
    return _entry("result", play, 'contract = "3NT"\ndeclarer = "N"\nresult = "="\n')


def ruling_for_conflict(play: Play, outcome: Outcome) -> str:
    """What replaces the results that differ, filled in with one of them."""
    if isinstance(outcome, PassedOut):
        return _entry("assigned", play, 'contract = "Pass"\n')
    body = (
        f'contract = "{outcome.contract}"\ndeclarer = "{outcome.declarer}"\n'
        f'result = "{show_result(outcome.result)}"\n'
    )
    return _entry("assigned", play, body)


def read_awards(text: str) -> tuple[str, str] | None:
    """`60/40` or `A+/A-` as the awards of NS and EW; None for any other text."""
    percentages = _PERCENTAGES.fullmatch(text)
    if percentages and all(int(award) <= 100 for award in percentages.groups()):
        ns, ew = percentages.groups()
        return f"{int(ns)}%", f"{int(ew)}%"
    averages = _AVERAGES.fullmatch(text)
    if averages:
        ns, ew = averages.groups()
        return ns.upper(), ew.upper()
    return None


def _entry(kind: str, play: Play, body: str) -> str:
    return f'[[{kind}]]\nsection = "{play.section}"\nboard = {play.board}\nns = {play.ns}\n{body}'
