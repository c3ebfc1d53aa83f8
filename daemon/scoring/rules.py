"""The choices that a scorer is asked to make."""

from dataclasses import dataclass
from enum import StrEnum


class Unequal(StrEnum):
    """How a board with fewer scores than expected is factored up."""

    NEUBERG = "neuberg"
    ADD_ONE = "add-one"


class Expected(StrEnum):
    """How many scores a board is expected to have."""

    SCHEDULED = "scheduled"
    PER_BOARD = "per-board"
    MAX_PLAYED = "max-played"
    BOARD_ROWS = "board-rows"


class Winners(StrEnum):
    """One ranking, or one for each direction; `auto`: two when nobody plays both ways."""

    AUTO = "auto"
    ONE = "one"
    TWO = "two"


class Ties(StrEnum):
    """Whether contestants tie when the shown (two decimals) or the exact values are equal."""

    SHOWN = "shown"
    EXACT = "exact"


class SitOut(StrEnum):
    """Whether boards that a contestant sits out count as 50 % or not at all."""

    EXCLUDE = "exclude"
    AVERAGE = "average"


@dataclass(frozen=True, slots=True)
class MatchpointRules:
    """How boards are matchpointed; `unit` is what beating one score is worth (2 or 1)."""

    unit: int = 2
    unequal: Unequal = Unequal.NEUBERG
    expected: Expected = Expected.SCHEDULED
    own_percentage: bool = True
