"""What was made of parts of results, for as long as the parts are there."""

from collections.abc import Callable
from typing import Generic, TypeVar

Part = TypeVar("Part")
Made = TypeVar("Made")


class Remembered(Generic[Part, Made]):
    """Makes something of a part, and remembers it as long as that part is asked for.

    Parts are told apart by identity: from one moment of an event to the next, those that did not
    change are the same objects. Whoever made a whole document says so with `forget_others`.
    """

    def __init__(self, make: Callable[[Part], Made]) -> None:
        self._make = make
        self._known: dict[int, tuple[Part, Made]] = {}
        self._asked_for: dict[int, tuple[Part, Made]] = {}

    def __call__(self, part: Part) -> Made:
        """What the part makes, now or earlier."""
        known = self._asked_for.get(id(part)) or self._known.get(id(part))
        # The part is kept with what was made of it, so that nothing else can get its identity.
        if known is None:
            known = part, self._make(part)
        self._asked_for[id(part)] = known
        return known[1]

    def forget_others(self) -> None:
        """Keep only what was asked for since the last call."""
        self._known, self._asked_for = self._asked_for, {}
