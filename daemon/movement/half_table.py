"""An odd number of pairs: the movement for one pair more, without that pair."""

from daemon.movement.changes import without, without_empty_tables, without_gaps
from daemon.movement.movement import Movement


def with_a_pair_less(movement: Movement, absent: int) -> Movement:
    """Leave out a pair; who would have met it sits out.

    The others are numbered from 1 on, in the same order. A table that stays empty is left out: so
    a pair that sits at one table only costs that table, and no boards are shared with it.
    """
    return without_empty_tables(without_gaps(without(movement, absent)))
