"""Everybody against everybody in a circle: barometers and the endless Howell."""

from daemon.movement.cyclic import howell as all_rounds
from daemon.movement.endless_starts import ENDLESS_STARTS
from daemon.movement.movement import Movement, TableSet


def barometer(pairs: int, rounds: int | None = None) -> Movement:
    """Make a barometer: in each round all tables play the same boards, a set for each table.

    Everybody meets everybody in a circle; with an odd number of pairs one sits out in each round.
    Scores can be shown after every round. The arrows are such that all compete as evenly as could
    be found. Raises ValueError for fewer than 4 pairs and for more rounds than opponents (or
    pairs, when their number is odd).
    """
    if pairs < 4:
        raise ValueError(f"a barometer needs 4 pairs or more, not {pairs}")
    circle = pairs - 1 + pairs % 2
    wanted = circle if rounds is None else rounds
    if not 1 <= wanted <= circle:
        raise ValueError(
            f"a barometer of {pairs} pairs has 1 to {circle} rounds, not {wanted}: then everybody "
            "has met"
        )
    first = _evened([(place, circle - place) for place in range(1, circle // 2 + 1)], circle)
    sets = [TableSet((one + 1,), (other + 1,), 1) for one, other in first]
    if pairs % 2 == 0:
        sets.insert(0, TableSet((pairs,), (1,), 1))
    every_round = all_rounds(sets, circle, circle, circle)
    return Movement(
        contestants=pairs,
        tables=pairs // 2,
        groups=wanted,
        individual=False,
        rounds_sets=every_round[:wanted],
    )


def endless_howell(tables: int, rounds: int | None = None) -> Movement:
    """Make an endless Howell: nobody stays, all pairs follow each other in one endless line.

    There are as many groups as pairs, and rounds up to that number; it can end after any of them.
    In the last rounds everybody meets one or two opponents again. Raises ValueError for numbers
    that no endless Howell here has.
    """
    if tables not in ENDLESS_STARTS:
        raise ValueError(
            f"an endless Howell has {min(ENDLESS_STARTS)} to {max(ENDLESS_STARTS)} tables here, "
            f"not {tables}"
        )
    pairs = 2 * tables
    wanted = pairs if rounds is None else rounds
    if not 1 <= wanted <= pairs:
        raise ValueError(
            f"an endless Howell of {tables} tables has 1 to {pairs} rounds (then all boards have "
            f"been played), not {wanted}"
        )
    numbers = [int(number) for number in ENDLESS_STARTS[tables].split()]
    first = [
        TableSet((numbers[at],), (numbers[at + 1],), numbers[at + 2])
        for at in range(0, len(numbers), 3)
    ]
    every_round = all_rounds(first, pairs, pairs, pairs)
    return Movement(pairs, tables, pairs, individual=False, rounds_sets=every_round[:wanted])


def _evened(couples: list[tuple[int, int]], circle: int) -> list[tuple[int, int]]:
    """Turn couples of places round, one by one, for as long as that makes the competition evener.

    Two pairs that are `apart` places from each other compete by what the directions of all places
    that far apart agree; these agreements should be all alike, so their squares are summed.
    """
    direction = [0] * circle
    for one, other in couples:
        direction[one], direction[other] = 1, -1

    def unevenness() -> int:
        return sum(
            sum(direction[place] * direction[place - apart] for place in range(circle)) ** 2
            for apart in range(1, circle // 2 + 1)
        )

    best = unevenness()
    better = True
    while better:
        better = False
        for one, other in couples:
            direction[one], direction[other] = direction[other], direction[one]
            found = unevenness()
            if found < best:
                best, better = found, True
            else:
                direction[one], direction[other] = direction[other], direction[one]
    return [(one, other) if direction[one] > 0 else (other, one) for one, other in couples]
