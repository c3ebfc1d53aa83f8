"""One scheduled board at one table: the unit that is played, entered and scored."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from daemon.bridgesuite.record import Place
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
    E*100+W); `ns_contestants` and `ew_contestants` are who is ranked for it. `turned`: they sat
    the other way round than the movement has it. `scheduled` is False for what was played though
    the movement does not have it (any more). `named`: sentences about it name its section, since
    there are several. `key` is its key in the event.
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
    turned: bool = False
    scheduled: bool = True
    named: bool = field(default=False, compare=False)
    key: PlayKey = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", PlayKey(self.section, self.board, self.ns, self.ew))

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """Everybody who plays it, NS first."""
        return (*self.ns_contestants, *self.ew_contestants)

    @property
    def place(self) -> Place:
        """Where a line of an OUT file has it."""
        return Place(self.table, self.board, self.ns, self.ew)

    @property
    def other_way_round(self) -> "Play":
        """The same with the sides changed."""
        return replace(
            self,
            ns=self.ew,
            ew=self.ns,
            ns_contestants=self.ew_contestants,
            ew_contestants=self.ns_contestants,
            turned=not self.turned,
        )

    @property
    def as_scheduled(self) -> "Play":
        """The sides as the movement has them."""
        return self.other_way_round if self.turned else self

    def __str__(self) -> str:
        where = f"round {self.round}, table {self.table}"
        section = f"section {self.section}, " if self.named else ""
        return f"{section}board {self.board}, {self.ns} against {self.ew} ({where})"
