"""One scheduled board at one table: the unit that is played, entered and scored."""

from dataclasses import dataclass, field
from typing import NamedTuple

from daemon.scoring.traveller import Contestant


class PlayKey(NamedTuple):
    """What tells a play from all others of an event; the numbers are the shown ones."""

    section: str
    board: int
    ns: int
    ew: int


@dataclass(frozen=True, slots=True)
class Play:
    """A board that two sides are to play in a round at a table.

    `ns` and `ew` are the numbers that devices and people use (for individuals N*100+S and
    E*100+W); `ns_contestants` and `ew_contestants` are who is ranked for it. `key` is its key in
    the event.
    """

    section: str
    round: int
    table: int
    group: int
    board: int
    ns: int
    ew: int
    ns_contestants: tuple[Contestant, ...]
    ew_contestants: tuple[Contestant, ...]
    key: PlayKey = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", PlayKey(self.section, self.board, self.ns, self.ew))

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """Everybody who plays it, NS first."""
        return (*self.ns_contestants, *self.ew_contestants)

    def __str__(self) -> str:
        where = f"round {self.round}, table {self.table}"
        return f"board {self.board}, {self.ns} against {self.ew} ({where})"
