"""The four seats and the two sides."""

from enum import StrEnum


class Side(StrEnum):
    """Two partners who score together."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> "Side":
        """Their opponents."""
        return Side.EW if self is Side.NS else Side.NS


class Seat(StrEnum):
    """A seat at the table, in the order in which they call and play."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def next(self) -> "Seat":
        """The seat to the left, whose turn comes next."""
        return _ORDER[(_ORDER.index(self) + 1) % 4]

    @property
    def partner(self) -> "Seat":
        """The seat opposite."""
        return _ORDER[(_ORDER.index(self) + 2) % 4]

    @property
    def side(self) -> Side:
        """The side that this seat belongs to."""
        return Side.NS if self in {Seat.NORTH, Seat.SOUTH} else Side.EW


_ORDER = tuple(Seat)
