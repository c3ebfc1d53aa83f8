"""Who does not play, in which rounds, and who says so."""

from msgspec import Struct


class Absence(Struct, frozen=True):
    """A contestant that does not play in some rounds (both included); `why` in words."""

    number: int
    from_round: int
    to_round: int
    why: str

    def covers(self, number: int, in_round: int) -> bool:
        """Whether it keeps this contestant from playing in this round."""
        return number == self.number and self.from_round <= in_round <= self.to_round
