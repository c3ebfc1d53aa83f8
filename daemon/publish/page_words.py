"""What the pages say of an event as a whole, in the language of those who read it."""

from collections.abc import Mapping

from daemon.publish import show
from daemon.publish.bridge_words import Term, term
from daemon.publish.language import Language
from daemon.publish.missing import held
from daemon.settings.model import Unit
from daemon.tournament.results import Ranking, Results, Status

_METHODS: Mapping[str, Term] = {
    "matchpoints": term("scoring", "Matchpoints"),
    "cross-imps": term("scoring", "Cross-IMPs"),
    "butler": term("scoring", "Butler IMPs"),
    "total-points": term("scoring", "Total points"),
    "board-a-match": term("scoring", "Board-a-match"),
}
_DIRECTIONS: Mapping[str, Term] = {
    "NS": term("side", "North-South"),
    "EW": term("side", "East-West"),
}
_NOTES: Mapping[Status, Term] = {
    Status.HELD: term("a result", "being checked"),
    Status.ADJUSTED: term("a result", "adjusted"),
    Status.NOT_PLAYED: term("a result", "not played"),
    Status.MISSING: term("a result", "not in yet"),
}


def scoring(of: Results, language: Language) -> str:
    """The way of scoring, with victory points where totals are counted in them."""
    known = _METHODS.get(of.method)
    words = of.method if known is None else language.pgettext(*known)
    if of.unit == Unit.VICTORY_POINTS:
        return language.gettext("%(method)s, victory points", method=words)
    return words


def progress(of: Results, language: Language) -> str:
    """`84 of 120 results are in`, with the right words at both ends."""
    if of.expected == 0:
        return language.gettext("No results are expected")
    unplayed = show.not_played(of)
    if of.complete and not unplayed:
        return language.gettext("All results are in")
    came = of.played - unplayed
    text = language.ngettext(
        "%(came)d of %(num)d result is in",
        "%(came)d of %(num)d results are in",
        of.expected,
        came=came,
    )
    if not unplayed:
        return text
    without = language.ngettext("%(num)d was not played", "%(num)d were not played", unplayed)
    return f"{text}, {without}"


def being_checked(of: Results, language: Language) -> str:
    """How many results wait for the director; empty when none does."""
    count = held(of)
    if not count:
        return ""
    return language.ngettext(
        "%(num)d result is being checked by the director",
        "%(num)d results are being checked by the director",
        count,
    )


def title(ranking: Ranking, language: Language) -> str:
    """The heading of a list: `Section A`, `Section A, North-South`, or the list's own name.

    A name that only repeats section and direction is put into words; any other name stands for
    itself, with the direction behind it. The list of a group says so: `Section A, Red`.
    """
    name = ranking.name
    if ranking.group is not None:
        name = name.removesuffix(f" {ranking.group}")
    plain = {ranking.section, f"{ranking.section} {ranking.direction}"}
    heading = name
    if ranking.section is not None and name in plain:
        heading = section(ranking.section, language)
    parts = [heading]
    if ranking.group is not None:
        parts = [heading.removesuffix(f" {ranking.direction}"), ranking.group]
    if ranking.direction is not None:
        known = _DIRECTIONS.get(ranking.direction)
        parts.append(ranking.direction if known is None else language.pgettext(*known))
    return ", ".join(parts)


def section(name: str, language: Language) -> str:
    """`Section A`."""
    return language.gettext("Section %(name)s", name=name)


def note(status: Status, award: str, language: Language) -> str:
    """Why a line is not an ordinary score, and what it got instead; empty for one that is."""
    known = _NOTES.get(status)
    words = "" if known is None else language.pgettext(*known)
    return f"{words} {award}".strip()
