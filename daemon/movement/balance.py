"""How fair a movement is: who competes with whom, and the two figures that sum it up.

Whoever holds the same cards as you in the same direction competes with you: what he loses, you
gain. Whoever holds them in the other direction helps you. Your opponents compete with you at every
other table that plays the board.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from msgspec import Struct

from daemon.movement.finding import sets_of
from daemon.movement.movement import Movement, TableSet

Matrix = tuple[tuple[int, ...], ...]
"""A number for every two contestants: row and column p - 1 are contestant p; the diagonal is 0."""


class Balance(Struct, frozen=True):
    """The competition between all contestants, and what it sums up to.

    `competition` is C of the ASC specification's section on balance. `qf` and `qc` are per cent,
    at most 100; None when no board is compared, as there is nothing to balance then.
    """

    competition: Matrix
    qf: Fraction | None
    qc: Fraction | None


def balance(movement: Movement) -> Balance:
    """Work out who competes with whom in a movement of pairs or individuals."""
    competition = competition_of(movement)
    values = [competition[one][other] for one, other in combinations(range(len(competition)), 2)]
    total, squares = sum(values), sum(value * value for value in values)
    if squares == 0:
        return Balance(competition, None, None)
    return Balance(
        competition,
        qf=Fraction(100 * fewest_squares(total, len(values)), squares),
        qc=Fraction(100 * total * total, len(values) * squares),
    )


def competition_of(movement: Movement) -> Matrix:
    """For every two contestants, the comparisons that set them against each other.

    For a group that is played at h tables: h - 1 for opponents, 1 for the same direction at
    different tables, -1 for opposite directions; partners in an individual movement are h - 1
    times on the same side.
    """
    counts = [[0] * movement.contestants for _ in range(movement.contestants)]
    for tables in tables_by_group(movement).values():
        for one, other, value in _comparisons(tables):
            counts[one - 1][other - 1] += value
            counts[other - 1][one - 1] += value
    return tuple(map(tuple, counts))


def tables_by_group(movement: Movement) -> dict[int, list[TableSet]]:
    """Where each group is played, in the order of rounds and tables; half tables play nothing."""
    tables: defaultdict[int, list[TableSet]] = defaultdict(list)
    for _, here in sets_of(movement):
        if not here.is_half:
            tables[here.group].append(here)
    return tables


def fewest_squares(total: int, parts: int) -> int:
    """The sum of squares of the most even split of `total` into whole numbers."""
    part, more = divmod(total, parts)
    return (parts - more) * part * part + more * (part + 1) * (part + 1)


def _comparisons(tables: list[TableSet]) -> Iterator[tuple[int, int, int]]:
    """What one group adds: two contestants and a number."""
    others = len(tables) - 1
    for here in tables:
        yield from ((one, other, others) for one, other in product(here.ns, here.ew))
        for partners in (here.ns, here.ew):
            yield from ((one, other, -others) for one, other in combinations(partners, 2))
    for here, there in combinations(tables, 2):
        for mine, theirs, value in (
            (here.ns, there.ns, 1),
            (here.ew, there.ew, 1),
            (here.ns, there.ew, -1),
            (here.ew, there.ns, -1),
        ):
            # Nobody competes with himself, should he meet a group twice.
            yield from ((one, other, value) for one, other in product(mine, theirs) if one != other)
