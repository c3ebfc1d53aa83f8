"""What was played: a contract with its declarer and result, or a board passed out."""

from enum import IntEnum

from msgspec import Struct

from daemon.bridge.card import Strain
from daemon.bridge.seat import Seat


class Doubled(IntEnum):
    """Undoubled, doubled or redoubled; the value is what penalties are multiplied by."""

    NO = 1
    DOUBLED = 2
    REDOUBLED = 4

    @property
    def mark(self) -> str:
        """What stands behind the strain: nothing, `X` or `XX`."""
        return {1: "", 2: "X", 4: "XX"}[self.value]


class Contract(Struct, frozen=True):
    """A final contract: level 1 to 7, strain, and whether it was doubled."""

    level: int
    strain: Strain
    doubled: Doubled = Doubled.NO

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise ValueError(f"a contract's level is 1 to 7, not {self.level}")

    def __str__(self) -> str:
        """`2H`, `4SX`, `3NT`, `7NTXX`."""
        return f"{self.level}{self.strain}{self.doubled.mark}"

    @property
    def symbol(self) -> str:
        """The same with suit symbols, for people."""
        return f"{self.level}{self.strain.symbol}{self.doubled.mark}"


class Played(Struct, frozen=True):
    """A board that was played out.

    `result` is the number of tricks over (positive) or under (negative) the contract,
    from -(level + 6) to 7 - level.
    """

    contract: Contract
    declarer: Seat
    result: int

    def __post_init__(self) -> None:
        if not result_in_range(self.contract.level, self.result):
            raise ValueError(
                f"{self.contract} can go from {-(self.contract.level + 6)} "
                f"to +{7 - self.contract.level}, not {self.result:+}"
            )

    @property
    def tricks(self) -> int:
        """Tricks won by declarer's side, 0 to 13."""
        return self.contract.level + 6 + self.result

    def __str__(self) -> str:
        """`2H W +1`, `3NT E -1`, `4S N =`."""
        return f"{self.contract} {self.declarer} {show_result(self.result)}"


class PassedOut(Struct, frozen=True):
    """A board on which all four players passed; it scores 0."""

    def __str__(self) -> str:
        return "Pass"


Outcome = Played | PassedOut


def result_in_range(level: int, result: int) -> bool:
    """Whether a contract at this level can end with this many over- or undertricks."""
    return -(level + 6) <= result <= 7 - level


def show_result(result: int) -> str:
    """`=`, `+1`, `-2`."""
    return "=" if result == 0 else f"{result:+}"
