"""What the director wrote into a tablet in place of a contract (a "referee score")."""

import re

from daemon.tournament.given import award_of, award_words
from daemon.tournament.ruling import AdjustedRuling, NotPlayedRuling

_PERCENTAGES = re.compile(r"\s*(\d{1,3})\s*%?\s*/\s*(\d{1,3})\s*%?\s*")
_AVERAGES = re.compile(r"\s*(A[+-]?)\s*/\s*(A[+-]?)\s*", re.IGNORECASE)
_NOT_PLAYED = "NP"


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


def says_not_played(text: str) -> bool:
    """Whether the text is `NP`."""
    return text.strip().upper() == _NOT_PLAYED


def referee_ruling(file: str, text: str) -> AdjustedRuling | NotPlayedRuling | None:
    """The ruling that a text stands for; None when it cannot be read as one."""
    if says_not_played(text):
        return NotPlayedRuling(file)
    awards = read_awards(text)
    if awards is None:
        return None
    ns, ew = awards
    return AdjustedRuling(file, award_of(ns), award_of(ew), award_words(ns), award_words(ew))
