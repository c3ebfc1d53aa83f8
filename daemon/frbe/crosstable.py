"""A tournament as other programs tell it (TRF, a spreadsheet), before it is a report."""

from dataclasses import dataclass
from datetime import date

from daemon.frbe.report import Cell


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player. None and empty texts are what the file does not tell."""

    name: str
    elo: int | None
    nationality: str
    fide_id: int | None
    matricule: int | None
    club: int | None
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A tournament. `round_dates` has as many entries as there are rounds.

    An entrant's rank is the place in `entrants`, from 1; every entrant has a cell for every round.
    """

    title: str
    start: date | None
    end: date | None
    round_dates: tuple[date | None, ...]
    sender: str
    tempo: str
    entrants: tuple[Entrant, ...]

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.round_dates)
