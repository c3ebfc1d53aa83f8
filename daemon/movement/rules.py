"""The rules without which a movement cannot be played."""

from collections.abc import Iterator

from daemon.movement.finding import Finding, GroupName, Place, seats_of, sets_of, who
from daemon.movement.groups import group_letter
from daemon.movement.movement import Movement
from daemon.movement.wording import listing, plural
from daemon.problem import Severity


def broken_rules(movement: Movement, group_name: GroupName = group_letter) -> Iterator[Finding]:
    """Why a movement cannot be played (errors).

    A contestant has a number that the movement does not have, sits twice in a round or opposite
    itself, or meets a group twice; a set has no group, or one that the movement does not have.
    """
    yield from _beyond_contestants(movement)
    yield from _beyond_groups(movement, group_name)
    yield from _twice_in_a_round(movement)
    yield from _group_twice(movement, group_name)


def _error(code: str, message: str, place: Place) -> Finding:
    return Finding(Severity.ERROR, code, message, place)


def _beyond_contestants(movement: Movement) -> Iterator[Finding]:
    for place, number, _ in seats_of(movement):
        if number > movement.contestants:
            message = (
                f"there is no {who(movement)} {number}: the header announces "
                f"{plural(movement.contestants, who(movement))}; mend the number or the header"
            )
            yield _error("number-range", message, place)


def _beyond_groups(movement: Movement, group_name: GroupName) -> Iterator[Finding]:
    for place, here in sets_of(movement):
        if here.is_half or 1 <= here.group <= movement.groups:
            continue
        if here.group:
            message = (
                f"there is no group {group_name(here.group)}: the header announces "
                f"{plural(movement.groups, 'group')}; mend the group or the header"
            )
        else:
            contestants = listing([str(number) for number in here.contestants])
            message = (
                f"{who(movement)}s {contestants} have no group in round {place.round} at table "
                f"{place.table}: write the group they play, or only zeros for a table that is not "
                "used"
            )
        yield _error("group", message, place)


def _twice_in_a_round(movement: Movement) -> Iterator[Finding]:
    noun = who(movement)
    seen: dict[tuple[int, int], Place] = {}
    for place, number, _ in seats_of(movement):
        first = seen.setdefault((place.round, number), place)
        if first is place:
            continue
        if first.table == place.table:
            itself = "sits twice" if movement.individual else "plays against itself"
            message = (
                f"{noun} {number} {itself} in round {place.round} at table {place.table}: put "
                f"another {noun} in one of the places"
            )
            yield _error("pair-itself", message, place)
        else:
            message = (
                f"{noun} {number} plays twice in round {place.round}, at tables {first.table} and "
                f"{place.table}: put another {noun} at one of them"
            )
            yield _error("pair-twice", message, place)


def _group_twice(movement: Movement, group_name: GroupName) -> Iterator[Finding]:
    seen: dict[tuple[int, int], int] = {}
    for place, number, here in seats_of(movement):
        if here.is_half or not here.group:
            continue
        first = seen.setdefault((number, here.group), place.round)
        # Twice in the same round is another mistake, and reported as that.
        if first != place.round:
            message = (
                f"{who(movement)} {number} meets group {group_name(here.group)} twice, in rounds "
                f"{first} and {place.round}: one of these tables needs another group"
            )
            yield _error("group-twice", message, place)
