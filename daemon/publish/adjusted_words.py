"""What the director gave instead of a score (Law 12C), in the language of those who read it."""

from fractions import Fraction

from daemon.bridge.seat import Side
from daemon.publish.bridge_words import Term, term
from daemon.publish.language import Language
from daemon.scoring.traveller import Award, Compared, SideScore
from daemon.tournament.results import TravellerLine

_PLUS, _MINUS = term("artificial score", "A+"), term("artificial score", "A-")
_MOST_PLACES = 6


def adjusted_words(line: TravellerLine, language: Language) -> str:
    """`NS A+, EW A-`, `NS 60%, EW 40%`, `NS 60% of +420 and 40% of −50, EW ...`.

    Each side's score is as that side sees it. A result that was given needs no words: its line has
    it, as any other. Where only the ruling's own words are known, those; empty without any.
    """
    if line.ns_adjusted is None or line.ew_adjusted is None:
        return "" if line.score is not None else line.award or ""
    ns, ew = _given(line.ns_adjusted, 1, language), _given(line.ew_adjusted, -1, language)
    return f"{language.side(Side.NS)} {ns}, {language.side(Side.EW)} {ew}"


def _given(score: SideScore, sign: int, language: Language) -> str:
    """What one side got; `sign` is -1 for EW."""
    if isinstance(score, Award):
        known = _average(score)
        return _percent(score.percent, language) if known is None else language.pgettext(*known)
    if isinstance(score, Compared):
        return language.signed(sign * score.score)
    parts = (
        language.gettext(
            "%(percent)s of %(score)s",
            percent=_percent(weight * 100, language),
            score=language.signed(sign * outcome),
        )
        for weight, outcome in score.outcomes
    )
    return language.list_of(tuple(parts))


def _average(award: Award) -> Term | None:
    """Average plus or minus, which are more or less than a percentage for some."""
    if award.floor:
        return _PLUS
    return _MINUS if award.ceiling else None


def _percent(value: Fraction, language: Language) -> str:
    """With as many decimals as it has."""
    exact = (places for places in range(_MOST_PLACES) if (value * 10**places).denominator == 1)
    return language.percent(value, next(exact, _MOST_PLACES))
