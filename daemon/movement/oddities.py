"""What a movement can be played with, and what may yet be a mistake."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product

from daemon.movement.finding import Finding, GroupName, Place, sets_of, who
from daemon.movement.groups import group_letter
from daemon.movement.movement import Movement
from daemon.movement.wording import listing, plural, ranges, times
from daemon.problem import Severity


def odd_sets(movement: Movement) -> Iterator[Finding]:
    """What may be meant or a mistake, set by set: half tables, contestants that meet again.

    A group at several tables of a round is no finding.
    """
    yield from _half_tables(movement)
    yield from _meetings_again(movement)


def odd_totals(movement: Movement, group_name: GroupName = group_letter) -> Iterator[Finding]:
    """What may be meant or a mistake, and only shows when everything is counted.

    Groups that are not played equally often, contestants that never play or sit out.
    """
    yield from _groups_uneven(movement, group_name)
    yield from _sit_outs(movement)


def meetings(movement: Movement) -> dict[tuple[int, int], tuple[Place, ...]]:
    """Where each two contestants oppose each other, the lower number first.

    A place is that of the one who sits EW.
    """
    found: defaultdict[tuple[int, int], list[Place]] = defaultdict(list)
    for place, here in sets_of(movement):
        if here.is_half:
            continue
        for one, (seat, other) in product(here.ns, enumerate(here.ew, start=len(here.ns))):
            where = Place(place.round, place.table, seat)
            found[min(one, other), max(one, other)].append(where)
    return {two: tuple(places) for two, places in found.items()}


def meet_again(movement: Movement) -> dict[tuple[int, int], tuple[Place, ...]]:
    """Two pairs that meet more than once, or two players who oppose each other more than twice."""
    usual = 2 if movement.individual else 1
    return {two: places for two, places in meetings(movement).items() if len(places) > usual}


def _half_tables(movement: Movement) -> Iterator[Finding]:
    for place, here in sets_of(movement):
        if not here.is_half:
            continue
        numbers = [str(number) for number in here.contestants]
        subject = f"{who(movement)} {numbers[0]} sits"
        if len(numbers) > 1:
            subject = f"{who(movement)}s {listing(numbers)} sit"
        message = (
            f"{subject} out in round {place.round}, as table {place.table} is not complete: put a "
            "number in the place of 0 unless that is meant"
        )
        seat = (*here.ns, *here.ew).index(0)
        where = Place(place.round, place.table, seat)
        yield Finding(Severity.WARNING, "half-table", message, where)


def _meetings_again(movement: Movement) -> Iterator[Finding]:
    noun, verb = ("players", "oppose each other") if movement.individual else ("pairs", "meet")
    for (one, other), places in meet_again(movement).items():
        rounds = ranges(place.round for place in places)
        message = (
            f"{noun} {one} and {other} {verb} {times(len(places))}, in rounds {rounds}: mend "
            "the movement unless that is meant"
        )
        yield Finding(Severity.WARNING, "meet-again", message, places[-1])


def _groups_uneven(movement: Movement, group_name: GroupName) -> Iterator[Finding]:
    played = Counter(here.group for _, here in sets_of(movement) if not here.is_half)
    by_count: defaultdict[int, list[str]] = defaultdict(list)
    for group in sorted(played):
        by_count[played[group]].append(group_name(group))
    if len(by_count) < 2:
        return
    parts = [
        f"{listing(by_count[count])} {times(count)}" for count in sorted(by_count, reverse=True)
    ]
    message = (
        f"groups are not played equally often ({'; '.join(parts)}): mend the groups unless that "
        "is meant"
    )
    yield Finding(Severity.WARNING, "group-uneven", message)


def _sit_outs(movement: Movement) -> Iterator[Finding]:
    """Who plays in no round, and who not in all of them."""
    noun = who(movement)
    rounds_played: defaultdict[int, set[int]] = defaultdict(set)
    for place, here in sets_of(movement):
        if not here.is_half:
            for number in here.contestants:
                rounds_played[number].add(place.round)
    by_count: defaultdict[int, list[int]] = defaultdict(list)
    for number in range(1, movement.contestants + 1):
        by_count[len(rounds_played[number])].append(number)
    never = by_count.pop(0, [])
    by_count.pop(movement.rounds, None)
    if never:
        message = (
            f"{_some(noun, never)} never play{_s(never)}: lower the first number of the header, "
            "or leave it so when a place is kept free"
        )
        yield Finding(Severity.WARNING, "never-plays", message)
    if by_count:
        parts = [
            f"{_some(noun, by_count[count])} play{_s(by_count[count])} {count}"
            for count in sorted(by_count, reverse=True)
        ]
        message = f"of {plural(movement.rounds, 'round')} {listing(parts)}: a sit-out in the others"
        yield Finding(Severity.NOTE, "sit-out", message)


def _some(noun: str, numbers: list[int]) -> str:
    return f"{noun}{'' if len(numbers) == 1 else 's'} {ranges(numbers)}"


def _s(numbers: list[int]) -> str:
    """The ending of the verb: pair 3 plays, pairs 3 and 4 play."""
    return "s" if len(numbers) == 1 else ""
