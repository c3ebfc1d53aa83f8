"""Small pieces of pages that stand there again and again: contracts, cards, people.

Made once and kept, since a large field has tens of thousands of them.
"""

from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup

from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract
from daemon.publish.addresses import IN_A_FOLDER, link
from daemon.publish.bridge_words import suit_of
from daemon.publish.language import Language
from daemon.publish.seated import Seated

# A variation selector behind each symbol keeps telephones from painting it as a picture.
_SUIT = Markup(
    '<span class="suit {kind}" role="img" aria-label="{name}">'
    "{symbol}\N{VARIATION SELECTOR-15}</span>"
)
_NAME = Markup('<span class="name"><bdi>{name}</bdi>{more}</span>')
_AND = Markup(' <span class="and">&amp;</span>')
_NUMBER = Markup('<span class="no">{number}</span>')
_PLAYER = Markup('<span class="player">{inside}</span>')
_LINK = Markup('<a href="{href}">{inside}</a>')
_MOST = 4096


@lru_cache(maxsize=_MOST)
def suit_mark(suit: Suit, language: Language) -> Markup:
    """The symbol, with its name for those who hear the page."""
    return _SUIT.format(kind=suit.name.lower(), name=language.suit_name(suit), symbol=suit.symbol)


@lru_cache(maxsize=_MOST)
def card_mark(card: Card, language: Language) -> Markup:
    """`♠J`."""
    return suit_mark(card.suit, language) + language.rank(card.rank)


def strain_mark(strain: Strain, language: Language) -> Markup:
    """`♠`, `NT`."""
    suit = suit_of(strain)
    return (
        Markup("{}").format(language.strain(strain)) if suit is None else suit_mark(suit, language)
    )


@lru_cache(maxsize=_MOST)
def contract_mark(contract: Contract, language: Language) -> Markup:
    """`4♠X`."""
    strain = strain_mark(contract.strain, language)
    return Markup("{}{}{}").format(contract.level, strain, contract.doubled.mark)


@lru_cache(maxsize=_MOST)
def names_mark(names: tuple[str, ...]) -> Markup:
    """Names that part at the `&` where there is no room for both in a line."""
    *others, last = names
    parts = [
        *(_NAME.format(name=name, more=_AND) for name in others),
        _NAME.format(name=last, more=""),
    ]
    return Markup(" ").join(parts)


def people_mark(seated: Iterable[Seated]) -> Markup:
    """The number and the names of whoever sat there, with a way to each scorecard.

    It leads there from a page that lies in a folder.
    """
    return Markup(" ").join(map(_player, seated))


def _player(one: Seated) -> Markup:
    inside = _NUMBER.format(number=one.number)
    if one.names:
        inside += Markup(" ") + names_mark(one.names)
    if one.card is not None:
        inside = _LINK.format(href=link(one.card, IN_A_FOLDER), inside=inside)
    return _PLAYER.format(inside=inside)
