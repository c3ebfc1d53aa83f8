"""What each contestant does in a movement: plays, sits NS, sits out, follows somebody."""

from collections import Counter, defaultdict
from itertools import pairwise

from msgspec import Struct

from daemon.movement.balance import Matrix
from daemon.movement.finding import seats_of
from daemon.movement.movement import Movement
from daemon.movement.oddities import meetings


class Habits(Struct, frozen=True):
    """What one contestant does.

    `rounds`, `ns` and `sit_outs` count rounds (`ns` those that are played NS). `follows` are those
    in whose place the contestant sits a round later, with how often, the most frequent first; its
    own number stands for the rounds after which it stays in its place.
    """

    contestant: int
    rounds: int
    ns: int
    sit_outs: int
    follows: tuple[tuple[int, int], ...]


def habits(movement: Movement) -> tuple[Habits, ...]:
    """What every contestant does, in the order of their numbers."""
    played: Counter[int] = Counter()
    ns: Counter[int] = Counter()
    for place, number, here in seats_of(movement):
        if not here.is_half:
            played[number] += 1
            ns[number] += place.seat is not None and place.seat < len(here.ns)
    follows = _followed(movement)
    return tuple(
        Habits(
            number,
            played[number],
            ns[number],
            movement.rounds - played[number],
            tuple(sorted(follows[number].items(), key=lambda item: (-item[1], item[0]))),
        )
        for number in range(1, movement.contestants + 1)
    )


def meeting_matrix(movement: Movement) -> Matrix:
    """How often every two contestants oppose each other."""
    counts = [[0] * movement.contestants for _ in range(movement.contestants)]
    for (one, other), places in meetings(movement).items():
        if one != other:
            counts[one - 1][other - 1] = counts[other - 1][one - 1] = len(places)
    return tuple(map(tuple, counts))


def _followed(movement: Movement) -> defaultdict[int, Counter[int]]:
    """For each contestant, in whose place of the round before it sits, and how often."""
    places: defaultdict[int, dict[tuple[int, int | None], int]] = defaultdict(dict)
    for where, number, _ in seats_of(movement):
        places[where.round][where.table, where.seat] = number
    follows: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for before, now in pairwise(places[number] for number in range(1, movement.rounds + 1)):
        for place, number in now.items():
            if place in before:
                follows[number][before[place]] += 1
    return follows
