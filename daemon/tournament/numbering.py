"""Which numbers people and devices use for the contestants of a movement."""

from daemon.movement.movement import Movement
from daemon.settings.model import Numbering


class NumberingError(ValueError):
    """The movement cannot be numbered as the configuration asks; the message says why."""


def shown_numbers(movement: Movement, numbering: Numbering) -> dict[int, int]:
    """Movement number -> shown number, for every contestant that the movement seats.

    With `ns-ew-100` the pair that starts NS at table t is t, and the EW pair that starts there
    100+t. Raises NumberingError when that cannot be done.
    """
    seated = sorted(
        {
            number
            for sets in movement.rounds_sets
            for here in sets
            if here is not None
            for number in here.contestants
        }
    )
    if numbering is Numbering.MOVEMENT:
        return {number: number for number in seated}
    if movement.individual:
        raise NumberingError("an individual movement has no NS and EW pairs to number")
    shown = _by_starting_table(movement)
    missing = [number for number in seated if number not in shown]
    if missing:
        raise NumberingError(
            f"pair {missing[0]} does not sit at a table in round 1, so it has no starting table"
        )
    if len(set(shown.values())) < len(shown):
        raise NumberingError("with more than 100 tables 100+t would stand for two pairs")
    return shown


def _by_starting_table(movement: Movement) -> dict[int, int]:
    ways: dict[int, str] = {}
    shown: dict[int, int] = {}
    for number, sets in enumerate(movement.rounds_sets, start=1):
        for table, here in enumerate(sets, start=1):
            if here is None:
                continue
            for way, pair, offset in (("NS", here.ns[0], 0), ("EW", here.ew[0], 100)):
                if not pair:
                    continue
                if ways.setdefault(pair, way) != way:
                    raise NumberingError(
                        f"pair {pair} plays both ways ({way} in round {number}, "
                        f"{ways[pair]} before), so it cannot be called NS or EW"
                    )
                if number == 1:
                    shown[pair] = offset + table
    return shown
