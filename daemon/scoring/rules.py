"""The choices that a scorer is asked to make."""

from enum import IntEnum, StrEnum
from fractions import Fraction

from msgspec import Struct


class Unequal(StrEnum):
    """How a board with fewer scores than expected is factored up."""

    NEUBERG = "neuberg"
    ADD_ONE = "add-one"
    ASCHERMAN = "ascherman"
    FACTOR = "factor"


class SmallSubfield(StrEnum):
    """Whose rule says what a few tables get that played a fouled board with their own cards."""

    OFF = "off"
    EBU = "ebu"
    ACBL = "acbl"


class RoundHalf(StrEnum):
    """Where a half goes when points are rounded: from zero, or to the average of the board."""

    AWAY = "away"
    TOWARD_AVERAGE = "toward-average"


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


class Measure(StrEnum):
    """What contestants are ranked by: the percentage of a maximum, or the average per board."""

    PERCENT = "percent"
    AVERAGE = "average"


class SitOut(StrEnum):
    """Whether boards that a contestant sits out count as 50 % or not at all."""

    EXCLUDE = "exclude"
    AVERAGE = "average"


class Divide(StrEnum):
    """What the sum of a score's cross-IMPs is divided by."""

    COMPARISONS = "comparisons"
    SCORES = "scores"
    NONE = "none"


class Drop(StrEnum):
    """Which extreme scores do not count for a datum: how many at each end."""

    ONE = "one"
    NONE = "none"
    TENTH = "10%"


class ImpsPerTenth(IntEnum):
    """What ten per cent of an artificial score are in IMPs: Law 12C2, or the NBB's practice."""

    LAW = 3
    NBB = 2


class Rounding(Struct, frozen=True):
    """How the points of a line are rounded: to multiples of `step`, in points; None: not at all."""

    step: Fraction | None = None
    half: RoundHalf = RoundHalf.AWAY


class MatchpointRules(Struct, frozen=True):
    """How boards are matchpointed; `unit` is what beating one score is worth (2 or 1)."""

    unit: int = 2
    unequal: Unequal = Unequal.NEUBERG
    expected: Expected = Expected.SCHEDULED
    own_percentage: bool = True
    rounding: Rounding = Rounding()
    small_subfield: SmallSubfield = SmallSubfield.OFF


class CrossImpRules(Struct, frozen=True):
    """How every score is compared with every other; `cap` IMPs at most, 0 for no limit."""

    divide: Divide = Divide.COMPARISONS
    cap: int = 0
    per_tenth: ImpsPerTenth = ImpsPerTenth.LAW
    own_percentage: bool = True
    rounding: Rounding = Rounding()


class ButlerRules(Struct, frozen=True):
    """How every score is compared with a datum, the mean of the scores without extremes.

    Nothing is dropped where less than `min_left` scores would stay. The datum is rounded to
    multiples of `datum_step` points, 0 for not at all; `cap` as with cross-IMPs.
    """

    drop: Drop = Drop.ONE
    min_left: int = 2
    datum_step: int = 10
    cap: int = 0
    per_tenth: ImpsPerTenth = ImpsPerTenth.LAW
    own_percentage: bool = True
    rounding: Rounding = Rounding()


class TotalPointRules(Struct, frozen=True):
    """How total points are added up: only what artificial scores are worth is to be said."""

    per_tenth: ImpsPerTenth = ImpsPerTenth.LAW
    own_percentage: bool = True
    rounding: Rounding = Rounding()


class BoardAMatchRules(Struct, frozen=True):
    """How boards are won, tied or lost (2, 1, 0)."""

    own_percentage: bool = True
    rounding: Rounding = Rounding()


BoardRules = MatchpointRules | CrossImpRules | ButlerRules | TotalPointRules | BoardAMatchRules
"""A method, with the choices that it leaves."""
