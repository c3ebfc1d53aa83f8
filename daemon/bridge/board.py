"""What the number of a board says: who deals and who is vulnerable (Law 2)."""

from msgspec import Struct

from daemon.bridge.seat import Seat, Side


class Vulnerability(Struct, frozen=True):
    """Which sides are vulnerable."""

    ns: bool
    ew: bool

    def of(self, side: Side) -> bool:
        """Whether this side is vulnerable."""
        return self.ns if side is Side.NS else self.ew

    def __str__(self) -> str:
        match (self.ns, self.ew):
            case (True, True):
                return "All"
            case (True, False):
                return "NS"
            case (False, True):
                return "EW"
            case _:
                return "None"


_NONE = Vulnerability(ns=False, ew=False)
_NS = Vulnerability(ns=True, ew=False)
_EW = Vulnerability(ns=False, ew=True)
_ALL = Vulnerability(ns=True, ew=True)
_BY_BOARD = (
    *(_NONE, _NS, _EW, _ALL),
    *(_NS, _EW, _ALL, _NONE),
    *(_EW, _ALL, _NONE, _NS),
    *(_ALL, _NONE, _NS, _EW),
)
_SEATS = tuple(Seat)


def dealer(board: int) -> Seat:
    """Name the seat that deals board `board` (1, 2, ...): N, E, S, W in turn."""
    return _SEATS[(board - 1) % 4]


def vulnerability(board: int) -> Vulnerability:
    """Tell who is vulnerable on board `board` (1, 2, ...); the table repeats after 16."""
    return _BY_BOARD[(board - 1) % 16]
