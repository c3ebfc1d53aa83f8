"""Who sat somewhere, with a way to the scorecard."""

from collections.abc import Iterable

from msgspec import Struct

from daemon.publish.addresses import Addresses
from daemon.publish.people import People


class Seated(Struct, frozen=True):
    """A contestant: the number, the names that are known, and the page of the scorecard.

    None for a number that nobody has, as a tablet may tell it.
    """

    number: int
    names: tuple[str, ...]
    card: str | None


def seated(
    section: str, numbers: Iterable[int], known: People, addresses: Addresses
) -> tuple[Seated, ...]:
    """Those of these numbers: a pair, or the two players of a side."""
    return tuple(_one(section, number, known, addresses) for number in numbers)


def _one(section: str, number: int, known: People, addresses: Addresses) -> Seated:
    players = known.get((section, number))
    if players is None:
        return Seated(number, (), None)
    names = tuple(one.name for one in players)
    return Seated(number, names, addresses.contestant(section, number))
