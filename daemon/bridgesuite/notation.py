"""How Bridge Suite's files write seats, contracts, results, cards and calls.

Every reader here takes one field and gives None when it cannot be read. Blanks, letter case and
variation selectors (which turn a suit symbol into a picture) mean nothing.
"""

import re
from enum import StrEnum
from functools import lru_cache

from daemon.bridge.auction import Bid, Call, OtherCall
from daemon.bridge.card import RANKS, Card, Strain, Suit
from daemon.bridge.contract import Contract, Doubled, PassedOut
from daemon.bridge.seat import Seat


class Letters(StrEnum):
    """Whose letters stand for suits and honours where no symbol does."""

    ENGLISH = "english"
    ITALIAN = "italian"

    @property
    def other(self) -> "Letters":
        """The other set of letters."""
        return Letters.ITALIAN if self is Letters.ENGLISH else Letters.ENGLISH


_SYMBOLS = {
    "♣": Suit.CLUBS,
    "♧": Suit.CLUBS,
    "♦": Suit.DIAMONDS,
    "♢": Suit.DIAMONDS,
    "♥": Suit.HEARTS,
    "♡": Suit.HEARTS,
    "♠": Suit.SPADES,
    "♤": Suit.SPADES,
}
# C is clubs in English and hearts (cuori) in Italian: so the two are never mixed.
_SUIT_LETTERS = {
    Letters.ENGLISH: {suit.value: suit for suit in Suit},
    Letters.ITALIAN: {"F": Suit.CLUBS, "Q": Suit.DIAMONDS, "C": Suit.HEARTS, "P": Suit.SPADES},
}
_SPOTS = {rank: rank for rank in RANKS if rank.isdigit()} | {"10": "T", "T": "T"}
_RANKS = {
    Letters.ENGLISH: _SPOTS | {"A": "A", "K": "K", "Q": "Q", "J": "J"},
    # Asso, re, donna, fante.
    Letters.ITALIAN: _SPOTS | {"A": "A", "R": "K", "D": "Q", "F": "J"},
}
_LEVELS = frozenset("1234567")
_NO_TRUMP = ("NT", "SA", "N")
_DOUBLING = {
    "": Doubled.NO,
    "X": Doubled.DOUBLED,
    "*": Doubled.DOUBLED,
    "DBL": Doubled.DOUBLED,
    "CONTRO": Doubled.DOUBLED,
    "XX": Doubled.REDOUBLED,
    "**": Doubled.REDOUBLED,
    "RDBL": Doubled.REDOUBLED,
    "SURCONTRO": Doubled.REDOUBLED,
}
_PASSED_OUT = frozenset({"ALLPASS", "PASS", "PASSEDOUT", "TUTTIPASSANO"})
_OTHER_CALLS = {
    Doubled.DOUBLED: OtherCall.DOUBLE,
    Doubled.REDOUBLED: OtherCall.REDOUBLE,
}
_PASS = frozenset({"PASS", "PASSO", "P"})
# O is Ovest: west in either kind of file, whatever the language of the device.
_SEATS = {seat.value: seat for seat in Seat} | {"O": Seat.WEST}

_VARIATION_OR_BLANK = re.compile(r"[\ufe00-\ufe0f\s]+")
_RESULT = re.compile(r"([+-]?)([0-9]{1,2})")
_SCORE = re.compile(r"[+-]?[0-9]{1,6}")
_COUNT = re.compile(r"[0-9]{1,9}")
_LONGEST_CARD = len("10♡")
_SHORT = 16
_MINUS = "\N{MINUS SIGN}"
_LOST = re.compile(r"[1-7][?\N{REPLACEMENT CHARACTER}]")
_CONTRACT_LIKE = re.compile(rf"[0-9](?:[{''.join(_SYMBOLS)}]|NT|SA)")


def read_count(text: str) -> int | None:
    """A whole number without a sign, such as a board or milliseconds."""
    return int(text) if _COUNT.fullmatch(text) else None


def read_flag(text: str) -> bool | None:
    """`true` or `false`."""
    return {"true": True, "false": False}.get(text.casefold())


def read_seat(text: str) -> Seat | None:
    """`N`, `E`, `S`, and `W` or `O` for West."""
    return _SEATS.get(text.upper())


def read_result(text: str) -> int | None:
    """Tricks over or under: `+1`, `-2`, `=`, `0`, also without a sign or with a real minus."""
    if text == "=":
        return 0
    plain = text.replace(_MINUS, "-")
    return int(plain) if _RESULT.fullmatch(plain) else None


def read_score(text: str) -> int | None:
    """A score with or without a sign."""
    plain = text.replace(_MINUS, "-")
    return int(plain) if _SCORE.fullmatch(plain) else None


def read_contract(text: str, letters: Letters) -> Contract | PassedOut | None:
    """`2♡`, `3NT`, `3 SA`, `4♠X`, `4s*`, `4♠ Surcontro`, or a board passed out: `All Pass`."""
    plain = _plain(text)
    if plain in _PASSED_OUT:
        return PassedOut()
    level, named = plain[:1], plain[1:]
    if level not in _LEVELS:
        return None
    for token, strain in _strains(letters):
        doubled = _DOUBLING.get(named[len(token) :])
        if named.startswith(token) and doubled is not None:
            return Contract(int(level), strain, doubled)
    return None


def read_card(text: str, letters: Letters) -> Card | None:
    """`J♤`, `♤J`, `SJ`, `10♡`, `HT`; rank and suit in either order."""
    plain = _plain(text)
    if len(plain) > _LONGEST_CARD:
        return None
    for cut in range(1, len(plain)):
        left, right = plain[:cut], plain[cut:]
        card = _card(left, right, letters) or _card(right, left, letters)
        if card is not None:
            return card
    return None


def read_call(text: str, letters: Letters) -> tuple[Call, bool] | None:
    """A call and whether it was alerted: `1♤`, `PASS`, `X`, `2NT+`, `+2NT`."""
    return (_short_call if len(text) <= _SHORT else _any_call)(text, letters)


def _any_call(text: str, letters: Letters) -> tuple[Call, bool] | None:
    plain = _plain(text)
    bare = plain.strip("+")
    call = _call(bare, letters)
    return None if call is None else (call, bare != plain)


# An evening has some ten thousand calls, of a hundred kinds. What may be of any length is not
# remembered.
_short_call = lru_cache(maxsize=1024)(_any_call)


def suit_was_lost(text: str) -> bool:
    """Whether a suit symbol became a question mark: the file went through a wrong character set."""
    return _LOST.match(_plain(text)) is not None


def resembles_contract(text: str) -> bool:
    """Whether somebody meant a contract here, though there is no such contract: `8♡`, `0NT`."""
    return _CONTRACT_LIKE.match(_plain(text)) is not None


def _plain(text: str) -> str:
    return _VARIATION_OR_BLANK.sub("", text).upper()


@lru_cache
def _strains(letters: Letters) -> tuple[tuple[str, Strain], ...]:
    suits = {**_SYMBOLS, **_SUIT_LETTERS[letters]}
    return (
        *((token, Strain.NO_TRUMP) for token in _NO_TRUMP),
        *((token, Strain(suit.value)) for token, suit in suits.items()),
    )


def _call(plain: str, letters: Letters) -> Call | None:
    if plain in _PASS:
        return OtherCall.PASS
    doubling = _DOUBLING.get(plain, Doubled.NO)
    if doubling is not Doubled.NO:
        return _OTHER_CALLS[doubling]
    contract = read_contract(plain, letters)
    if isinstance(contract, Contract) and contract.doubled is Doubled.NO:
        return Bid(contract.level, contract.strain)
    return None


def _card(rank: str, suit: str, letters: Letters) -> Card | None:
    if suit in _SYMBOLS:
        # A symbol cannot be mistaken, so Q is the queen beside it, in Italian too.
        known = _RANKS[Letters.ENGLISH] | _RANKS[letters]
        return Card(_SYMBOLS[suit], known[rank]) if rank in known else None
    found = _SUIT_LETTERS[letters].get(suit)
    ranks = _RANKS[letters]
    return Card(found, ranks[rank]) if found is not None and rank in ranks else None
