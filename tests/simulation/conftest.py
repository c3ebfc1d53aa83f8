"""Hands and deals as people write them, and small plans to play."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from random import Random

import pytest

from daemon.bridge.card import RANKS, Card, Strain, Suit
from daemon.bridge.hand import Hand
from daemon.bridge.seat import Seat, Side
from daemon.problem import Source
from daemon.simulation.dealing import Deal
from daemon.simulation.dice import Dice
from daemon.simulation.evening import Delivery
from daemon.tournament.history import FileHistory, new_history, take
from daemon.tournament.merge import Merged, merge
from daemon.tournament.plan import Plan
from daemon.tournament.planning import make_plan
from daemon.tournament.reading import read_version
from daemon.tournament.resolving import Resolved
from daemon.tournament.version import Version

# Seven rounds of three boards for eight pairs, written out by the letter H.
HOWELL = "8 7 H g\n8 1 1   6 3 4   7 2 6   4 5 7\n"
MITCHELL = "6 3 M\n1 4 A  2 5 B  3 6 C\n"
FOUR_PLAYERS = "4 1 3 3 1\n1-2 3-4 A\n1-3 2-4 B\n1-4 2-3 C\n"
EIGHT = datetime(2026, 12, 1, 20, tzinfo=UTC)
EVENT = '[event]\nname = "Trial"\ndate = 2026-12-01\n\n[folder]\npath = "box"\n'

MakePlan = Callable[..., Plan]


def read_hand(text: str) -> Hand:
    """A hand as `AK32.QJ5.T98.432`: spades, hearts, diamonds, clubs."""
    suits = zip(reversed(Suit), text.split("."), strict=True)
    hand = Hand.of(Card(suit, rank) for suit, ranks in suits for rank in ranks)
    assert len(hand.cards) == 13, text
    return hand


@pytest.fixture
def hand() -> Callable[[str], Hand]:
    """Reads a hand."""
    return read_hand


@pytest.fixture
def deal_of() -> Callable[[str], Deal]:
    """Reads a deal: four hands from North on, or those of North and South.

    Then East and West share the rest card by card. Nobody has luck.
    """

    def read(text: str) -> Deal:
        hands = [read_hand(hand) for hand in text.split()]
        if len(hands) == 2:
            known = {card for hand in hands for card in hand.cards}
            rest = [Card(suit, rank) for suit in Suit for rank in RANKS]
            rest = [card for card in rest if card not in known]
            hands = [hands[0], Hand.of(rest[::2]), hands[1], Hand.of(rest[1::2])]
        assert len({card for hand in hands for card in hand.cards}) == 52, text
        luck = {(side, strain): 0.0 for side in Side for strain in Strain}
        return Deal(dict(zip(Seat, hands, strict=True)), luck)

    return read


@pytest.fixture
def dice() -> Dice:
    """Dice that always fall the same way."""
    return Random(7)


def read_plan(*sections: str, encryption: str = "") -> Plan:
    """A plan of the bodies of its sections, in TOML."""
    configuration = EVENT + encryption + "".join(f"\n[[section]]\n{one}\n" for one in sections)
    texts = {"howell.asc": HOWELL, "mitchell.asc": MITCHELL, "players.asc": FOUR_PLAYERS}
    plan, problems = make_plan(Source("tournament.toml", configuration), texts)
    assert plan is not None, problems
    return plan


@pytest.fixture
def make() -> MakePlan:
    """Makes a plan of the bodies of its sections, in TOML."""
    return read_plan


@pytest.fixture(scope="session")
def judge() -> Callable[[Plan, Iterable[Delivery]], Merged]:
    """What the daemon makes of deliveries, in this order."""

    def merged(plan: Plan, deliveries: Iterable[Delivery]) -> Merged:
        histories: dict[str, FileHistory] = {}
        for order, delivery in enumerate(deliveries, 1):
            reading = read_version(delivery.path, delivery.text.encode(), plan, None)
            assert reading is not None
            assert reading.section is not None
            assert reading.out is not None
            new = new_history(delivery.path, reading.section, reading.out)
            histories[delivery.path] = take(
                histories.get(delivery.path, new), reading, Version(order, EIGHT)
            )
        return merge(histories.values(), Resolved(plan))

    return merged


@pytest.fixture(scope="session")
def howell() -> Plan:
    """Four tables, seven rounds of three boards, devices on the tables: 84 results."""
    return read_plan('name = "A"\nmovement = "howell.asc"\nboards_per_round = 3')
