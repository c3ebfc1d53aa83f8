"""Hands as people write them."""

from collections.abc import Callable

import pytest

from daemon.bridge.card import Card, Suit
from daemon.bridge.hand import Hand


@pytest.fixture
def hand() -> Callable[[str], Hand]:
    """Reads a hand: `AK32.QJ5.T98.432`, from spades to clubs."""

    def read(text: str) -> Hand:
        suits = zip(reversed(Suit), text.split("."), strict=True)
        return Hand.of(Card(suit, rank) for suit, ranks in suits for rank in ranks)

    return read
