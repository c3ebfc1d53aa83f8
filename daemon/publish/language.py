"""The language that somebody reads: its messages, its bridge terms, its numbers and days.

Pages and cards are in the players' languages. What the director reads in the log, in messages and
from commands is English and does not come here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, time
from fractions import Fraction
from functools import cache
from gettext import NullTranslations

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract, Doubled
from daemon.bridge.seat import Seat, Side
from daemon.publish import bridge_words as words
from daemon.publish.bridge_words import Term, suit_of
from daemon.publish.catalogue import translations
from daemon.publish.days import day_in
from daemon.publish.numbers import decimal
from daemon.settings.model import LanguageCode

_NAMES = {
    LanguageCode.ENGLISH: "English",
    LanguageCode.ITALIAN: "Italiano",
    LanguageCode.DUTCH: "Nederlands",
    LanguageCode.FRENCH: "Français",
}
_MINUS = "−"
# What stands between a number and its percent sign: in French a narrow space that never breaks.
_BEFORE_PERCENT = {LanguageCode.FRENCH: "\N{NARROW NO-BREAK SPACE}"}


@dataclass(frozen=True, slots=True)
class Language:
    """One of the languages of what players read.

    Messages may have places for `values`, as in `Board %(number)d`; a percent sign in any message
    is written `%%`, in templates as well as here.
    """

    code: LanguageCode
    translations: NullTranslations = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """What the language calls itself: `Italiano`."""
        return _NAMES[self.code]

    def gettext(self, message: str, **values: object) -> str:
        """The message in this language, filled in."""
        return self.translations.gettext(message) % values

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """The message as it is said in this context, where languages have different words."""
        return self.translations.pgettext(context, message) % values

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """The message for so many of something; `%(num)d` is their number."""
        return self.translations.ngettext(one, many, number) % {"num": number, **values}

    def seat(self, seat: Seat) -> str:
        """One letter: `N`; South is a `Z` in Dutch, West an `O` in Italian."""
        return self._said(words.SEATS[seat])

    def seat_name(self, seat: Seat) -> str:
        """`North`."""
        return self._said(words.SEAT_NAMES[seat])

    def side(self, side: Side) -> str:
        """`NS`, `EW`; `NZ`, `OW` in Dutch."""
        return self._said(words.SIDES[side])

    def side_name(self, side: Side) -> str:
        """`North-South`."""
        return self._said(words.SIDE_NAMES[side])

    def rank(self, rank: str) -> str:
        """The rank of a card as it is printed: `T` is `10`, `K` is an `H` in Dutch."""
        return self._said(words.RANKS[rank]) if rank in words.RANKS else rank

    def suit_letter(self, suit: Suit) -> str:
        """`S` for spades; `P` in Italian and French."""
        return self._said(words.SUITS[suit])

    def suit_name(self, suit: Suit) -> str:
        """`spades`."""
        return self._said(words.SUIT_NAMES[suit])

    def card(self, card: Card) -> str:
        """`♠K`, `♥10`."""
        return f"{card.suit.symbol}{self.rank(card.rank)}"

    def strain(self, strain: Strain) -> str:
        """`♠`; no trump is `NT` in English only."""
        suit = suit_of(strain)
        return self._said(words.NO_TRUMP) if suit is None else suit.symbol

    def strain_name(self, strain: Strain) -> str:
        """`spades`, `no trump`."""
        suit = suit_of(strain)
        return self._said(words.NO_TRUMP_NAME) if suit is None else self.suit_name(suit)

    def contract(self, contract: Contract) -> str:
        """`4♠X`, `3NT`."""
        return f"{contract.level}{self.strain(contract.strain)}{contract.doubled.mark}"

    def double(self, doubled: Doubled) -> str:
        """`doubled`, `redoubled`; empty for a contract that was not doubled."""
        return "" if doubled is Doubled.NO else self._said(words.DOUBLED[doubled])

    def vulnerability(self, vulnerable: Vulnerability) -> str:
        """`None`, `NS`, `EW`, `All`."""
        return self._said(words.VULNERABILITIES[vulnerable])

    def decimal(self, value: Fraction | int, places: int = 2) -> str:
        """Exactly `places` decimals, half away from zero, with this language's decimal sign."""
        return self._as_written(decimal(value, places))

    def signed(self, value: Fraction | int, places: int = 0) -> str:
        """`+420`, `−50`, `0`; a number that rounds to nothing has no sign."""
        shown = self.decimal(value, places)
        return f"+{shown}" if value.numerator > 0 and shown.strip("0.,") else shown

    def percent(self, value: Fraction, places: int = 2) -> str:
        """`56.25%`, of 100; `56,25 %` in French."""
        return f"{self.decimal(value, places)}{_BEFORE_PERCENT.get(self.code, '')}%"

    def day(self, when: date) -> str:
        """`Tuesday 1 December 2026`."""
        return day_in(self.code, when)

    def time(self, when: time) -> str:
        """`19:30`: all four know the clock of twenty-four hours."""
        return f"{when:%H:%M}"

    def list_of(self, items: Sequence[str]) -> str:
        """`A`, `A and B`, `A, B and C`."""
        if len(items) < 2:
            return "".join(items)
        return self.gettext("%(some)s and %(last)s", some=", ".join(items[:-1]), last=items[-1])

    def _said(self, term: Term) -> str:
        return self.translations.pgettext(*term)

    def _as_written(self, number: str) -> str:
        written = number.replace("-", _MINUS)
        return written if self.code is LanguageCode.ENGLISH else written.replace(".", ",")


@cache
def language(code: LanguageCode) -> Language:
    """Read a language's catalogue, the first time that it is asked for."""
    return Language(code, translations(code))
